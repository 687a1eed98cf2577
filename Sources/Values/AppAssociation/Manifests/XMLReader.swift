import WebSyntax

/// Reads the elements and texts of an XML document one after another, without what a document can define
/// itself: declarations are refused, and so are entities but the five of XML.
///
/// Source: W3C, Extensible Markup Language 1.0; Namespaces in XML 1.0.
package struct XMLReader {
  /// What comes next in a document.
  package enum Event: Equatable {
    case start(name: String, attributes: [Attribute])
    case end(name: String)
    /// A piece of the text inside an element.
    case text(String)
  }

  package struct Attribute: Equatable {
    /// The name, with its prefix.
    let name: String
    let value: String
  }

  package struct Failure: Error, Equatable {
    /// The line, from 1 on; nil when the whole document is meant.
    package let line: Int?
    /// A part of a sentence without a full stop.
    package let message: String

    package init(line: Int? = nil, _ message: String) {
      self.line = line
      self.message = message
    }

    /// The message, with the line.
    package var sentence: String { (line.map { "line \($0): " } ?? "") + message }
  }

  private let bytes: [UInt8]
  private let allowsDocumentType: Bool
  private var index = 0
  private var open: [String] = []
  /// The end of an element without content, which is still to be told.
  private var closed: String?

  private static let depthLimit = 100
  private static let attributeLimit = 100

  /// - Parameters:
  ///   - bytes: the document in UTF-8; what comes before its first element is skipped.
  ///   - allowsDocumentType: whether it may name a document type, which is not read.
  package init(_ bytes: [UInt8], allowsDocumentType: Bool = false) {
    self.allowsDocumentType = allowsDocumentType
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
  }

  /// The next element's start or end, or the text before it; nil at the end of the document.
  package mutating func next() throws(Failure) -> Event? {
    if let name = closed {
      closed = nil
      return .end(name: name)
    }
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") {
        let text = bytes[index...].prefix { $0 != UInt8(ascii: "<") }
        // Outside of all elements nothing has a meaning.
        guard !open.isEmpty else {
          index = text.endIndex
          continue
        }
        let event = Event.text(try unescaped(text))
        index = text.endIndex
        return event
      } else if take("<!--") {
        try skip(to: "-->")
      } else if take("<![CDATA[") {
        let start = index
        try skip(to: "]]>")
        return .text(String(decoding: bytes[start..<(index - 3)], as: UTF8.self))
      } else if take("<?") {
        try skip(to: "?>")
      } else if allowsDocumentType, open.isEmpty, take("<!DOCTYPE") {
        let start = index
        try skip(to: ">")
        guard !bytes[start..<index].contains(UInt8(ascii: "[")) else {
          throw failure("declarations in a document type: expected elements alone")
        }
      } else if starts("<!") {
        throw failure("a document type or another declaration: expected elements alone")
      } else if take("</") {
        return .end(name: try closing())
      } else {
        index += 1
        return try opening()
      }
    }
    guard let name = open.last else { return nil }
    throw failure("the end of the document inside <\(name)>: expected </\(name)>")
  }

  // MARK: - Elements

  private mutating func closing() throws(Failure) -> String {
    let name = try name()
    skipSpace()
    guard take(">") else { throw failure("a broken end of <\(name)>") }
    guard open.last == name else {
      throw failure("</\(name)>: expected \(open.last.map { "</\($0)>" } ?? "no end here")")
    }
    open.removeLast()
    return name
  }

  private mutating func opening() throws(Failure) -> Event {
    let element = try name()
    guard open.count < Self.depthLimit else {
      throw failure("more than \(Self.depthLimit) elements inside one another")
    }
    var attributes: [Attribute] = []
    while true {
      let hasSpace = skipSpace()
      if take("/>") {
        closed = element
        return .start(name: element, attributes: attributes)
      }
      if take(">") {
        open.append(element)
        return .start(name: element, attributes: attributes)
      }
      guard hasSpace else { throw failure("a broken <\(element)>") }
      let attribute = try attribute()
      guard !attributes.contains(where: { $0.name == attribute.name }) else {
        throw failure("'\(attribute.name)' twice in <\(element)>")
      }
      guard attributes.count < Self.attributeLimit else {
        throw failure("more than \(Self.attributeLimit) attributes of <\(element)>")
      }
      attributes.append(attribute)
    }
  }

  private mutating func attribute() throws(Failure) -> Attribute {
    let name = try name()
    skipSpace()
    guard take("=") else { throw failure("'\(name)' without a value") }
    skipSpace()
    guard index < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[index]),
      let end = bytes[(index + 1)...].firstIndex(of: bytes[index])
    else { throw failure("the value of '\(name)' is not between quotation marks") }
    let text = bytes[(index + 1)..<end]
    guard !text.contains(UInt8(ascii: "<")) else {
      throw failure("'<' in the value of '\(name)'")
    }
    let value = try unescaped(text)
    index = end + 1
    return Attribute(name: name, value: value)
  }

  private func unescaped(_ text: ArraySlice<UInt8>) throws(Failure) -> String {
    var result = ""
    var rest = text
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += String(decoding: rest[..<mark], as: UTF8.self)
      guard let end = rest[mark...].firstIndex(of: UInt8(ascii: ";")),
        let scalar = Self.character(String(decoding: rest[(mark + 1)..<end], as: UTF8.self))
      else { throw failure("an entity that XML does not define") }
      result.unicodeScalars.append(scalar)
      rest = rest[(end + 1)...]
    }
    return result + String(decoding: rest, as: UTF8.self)
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#"), name.utf8.count <= 9 else { return nil }
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(), radix: 10)
      return number.flatMap(Unicode.Scalar.init)
    }
  }

  // MARK: - Bytes

  private mutating func name() throws(Failure) -> String {
    let name = bytes[index...].prefix { byte in
      ASCII.isLetter(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
        || ":_-.".utf8.contains(byte)
    }
    guard !name.isEmpty else { throw failure("expected a name") }
    index = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let space = bytes[index...].prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    index = space.endIndex
    return !space.isEmpty
  }

  private func starts(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    guard starts(text) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  private mutating func skip(to end: StaticString) throws(Failure) {
    let start = index
    while index < bytes.count {
      if take(end) { return }
      index += 1
    }
    index = start
    throw failure("something that does not end: expected '\(end)'")
  }

  private func failure(_ message: String) -> Failure {
    let line = bytes[..<min(index, bytes.count)].count { $0 == 0x0A } + 1
    return Failure(line: line, message)
  }
}
