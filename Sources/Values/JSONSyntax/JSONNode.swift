package struct JSONNode: Sendable {
  /// The offset of the value's first byte in the document, from 0.
  package let offset: Int
  private let content: Content

  private enum Content: Sendable {
    case value(JSONValue)
    case text(JSONObjectText)
  }

  package init(offset: Int, value: JSONValue) {
    self.offset = offset
    content = .value(value)
  }

  /// Creates the node of an object whose members are parsed again whenever they are needed.
  init(offset: Int, text: JSONObjectText) {
    self.offset = offset
    content = .text(text)
  }

  package var value: JSONValue {
    switch content {
    case .value(let value): value
    case .text(let text): .object(text.members)
    }
  }

  /// Calls `body` with the members of an object, one at a time, until it returns false. The members
  /// of an object that was kept as text are never in memory together.
  ///
  /// - Returns: whether the value is an object.
  @discardableResult
  package func forEachMember(_ body: (JSONMember) -> Bool) -> Bool {
    switch content {
    case .value(.object(let members)):
      for member in members where !body(member) { return true }
      return true
    case .value: return false
    case .text(let text):
      text.forEachMember(body)
      return true
    }
  }
}

/// The text of an object with very many members, which has been parsed once without an error.
final class JSONObjectText: Sendable {
  private let bytes: [UInt8]
  private let start: Int
  private let memberLimit: Int

  /// - Parameters:
  ///   - bytes: the text of the document.
  ///   - start: the offset of the opening brace.
  ///   - memberLimit: the greatest number of members of an object that is not kept as text.
  init(_ bytes: [UInt8], from start: Int, memberLimit: Int) {
    self.bytes = bytes
    self.start = start
    self.memberLimit = memberLimit
  }

  var members: [JSONMember] {
    var members: [JSONMember] = []
    forEachMember { member in
      members.append(member)
      return true
    }
    return members
  }

  func forEachMember(_ body: (JSONMember) -> Bool) {
    // Depth was bounded when the text was parsed for the first time.
    var parser = JSONParser(bytes: bytes, depthLimit: .max, memberLimit: memberLimit)
    parser.at = start
    try? parser.members(body)
  }
}

/// The six types of JSON value (RFC 8259, section 3).
package enum JSONValue: Sendable {
  case null
  case bool(Bool)
  /// The number as written, since readers require integers of any width and fractions.
  case number(String)
  case string(String)
  case array([JSONNode])
  /// The members in source order, including repeated names.
  case object([JSONMember])
}

package struct JSONMember: Sendable {
  /// The name, with escapes decoded.
  package let name: String
  /// The offset of the name's opening quotation mark.
  package let nameOffset: Int
  package let node: JSONNode

  package init(name: String, nameOffset: Int, node: JSONNode) {
    self.name = name
    self.nameOffset = nameOffset
    self.node = node
  }
}

extension JSONValue {
  /// The types of value, named with their article.
  package enum Kind: String, Sendable {
    case null
    case bool = "a boolean"
    case number = "a number"
    case string = "a string"
    case array = "an array"
    case object = "an object"
  }

  /// The type of the value, as named in messages.
  package var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The name of the value's type with its article, for messages.
  package var kindName: String { kind.rawValue }
}

extension JSONNode {
  package var string: String? {
    if case .value(.string(let text)) = content { text } else { nil }
  }

  package var array: [JSONNode]? {
    if case .value(.array(let elements)) = content { elements } else { nil }
  }

  package var object: [JSONMember]? {
    if case .object(let members) = value { members } else { nil }
  }

  package var bool: Bool? {
    if case .value(.bool(let value)) = content { value } else { nil }
  }

  /// The number, in whatever way a program writes it (`8`, `8.0`, `8e0`); nil also for one with a
  /// fraction, or one that is too large.
  package var wholeNumber: Int? {
    guard case .value(.number(let text)) = content else { return nil }
    // Beyond that a binary fraction may stand for another number than the text.
    return Int(text) ?? Double(text).flatMap { abs($0) < 0x1p53 ? Int(exactly: $0) : nil }
  }

  /// Returns the member with that name; the last one if it is repeated, as in Foundation.
  package func member(_ name: String) -> JSONNode? {
    object?.last { $0.name == name }?.node
  }
}

extension JSONOutput {
  /// Converts a parsed value for output.
  package init(_ node: JSONNode) {
    self =
      switch node.value {
      case .null: .null
      case .bool(let value): .bool(value)
      case .number(let text): Int(text).map(JSONOutput.int) ?? .number(text)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map { JSONOutput($0) })
      case .object(let members):
        .object(members.map { Member($0.name, JSONOutput($0.node)) })
      }
  }
}

extension JSONNode {
  /// Creates a value that does not come from a document; its offsets are zero.
  package init(_ output: JSONOutput) {
    let value: JSONValue =
      switch output {
      case .null: .null
      case .bool(let value): .bool(value)
      case .int(let number): .number(String(number))
      case .number(let text): .number(text)
      case .string(let text): .string(text)
      case .array(let elements): .array(elements.map { JSONNode($0) })
      case .object(let members):
        .object(
          members.map { JSONMember(name: $0.name, nameOffset: 0, node: JSONNode($0.value)) })
      }
    self.init(offset: 0, value: value)
  }
}

extension JSONNode {
  /// Returns the source text of an object or array within its own document; nil for other values or
  /// another document.
  package func text(in document: [UInt8]) -> ArraySlice<UInt8>? {
    guard document.indices.contains(offset), [0x5B, 0x7B].contains(document[offset]) else {
      return nil
    }
    var parser = JSONParser(bytes: document, depthLimit: .max)
    parser.at = offset
    return (try? parser.value()).map { _ in document[offset..<parser.at] }
  }
}
