/// A page taken apart the way a browser does it, as far as Keiro's own pages go: every attribute is
/// quoted, and nothing is left open. Whatever is written otherwise is a fault.
///
/// It reads bytes: to Swift a bracket with an accent on it is no bracket, to a browser it is.
package struct PageMarkup {
  package struct Tag {
    package let name: String
    package fileprivate(set) var attributes: [(name: String, value: String)] = []

    package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
  }

  package private(set) var tags: [Tag] = []
  package private(set) var faults: [String] = []
  private let bytes: [UInt8]
  private let hasPictures: Bool
  private var index = 0

  /// - Parameter hasPictures: whether the page may have pictures, and vector graphics in them.
  package init(_ page: [UInt8], hasPictures: Bool = false) {
    bytes = page
    self.hasPictures = hasPictures
    while let byte = next() {
      if byte == UInt8(ascii: "<") { readTag() }
      if byte == UInt8(ascii: ">") { fault("a bare >") }
    }
  }

  private mutating func fault(_ what: String) {
    let rest = String(decoding: bytes[index...].prefix(40), as: UTF8.self)
    faults.append("\(what) before '\(rest)'")
  }

  private mutating func next() -> UInt8? {
    guard index < bytes.count else { return nil }
    defer { index += 1 }
    return bytes[index]
  }

  private mutating func readTag() {
    var tag = Tag(name: take(until: " >\n"))
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") {
      index += 1
      let name = take(until: "= >\n")
      guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
        tag.attributes.append((name, ""))
        continue
      }
      index += 1
      if next() != UInt8(ascii: "\"") { fault("an unquoted attribute") }
      let value = take(until: "\"")
      if next() == nil { fault("an open attribute") }
      if value.utf8.contains(where: { "<>'".utf8.contains($0) }) { fault("markup in a value") }
      tag.attributes.append((name, value))
    }
    // To a browser the slash of any other element is none, which leaves that open.
    let isShape = hasPictures && tag.name == "path"
    if isShape, index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 }
    if next() != UInt8(ascii: ">") { fault("a tag that does not end") }
    tags.append(tag)
  }

  private mutating func take(until ends: String) -> String {
    let start = index
    while index < bytes.count, !ends.utf8.contains(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Tags and attributes that do not occur on Keiro's pages.
  package var strangers: [String] {
    let (more, moreNames) = hasPictures ? Self.pictures : ([], [])
    let tagNames = tags.map { String($0.name.drop { $0 == "/" }) }
    let names = tags.flatMap(\.attributes).map(\.name)
    let (known, knownNames) = (Self.tags.union(more), Self.attributes.union(moreNames))
    return tagNames.filter { !known.contains($0) } + names.filter { !knownNames.contains($0) }
  }

  private static let pictures: (tags: Set<String>, attributes: Set<String>) = (
    ["figure", "figcaption"], ["loading"]
  )

  private static let tags: Set = [
    "!doctype", "html", "head", "meta", "title", "link", "style", "body", "main", "p", "h1", "h2",
    "a", "img", "bdi", "code", "small", "br", "dl", "div", "dt", "dd", "ol", "ul", "li", "form",
    "label", "input", "button", "span", "svg", "path", "details", "summary",
  ]
  private static let attributes: Set = [
    "html", "lang", "charset", "name", "content", "property", "rel", "href", "src", "alt", "class",
    "dir", "id", "role", "method", "action", "for", "type", "required", "autofocus",
    "autocomplete", "aria-describedby", "aria-invalid", "aria-hidden", "viewBox", "d",
    "width", "height",
  ]

  /// Control and bidirectional characters, which no page shows.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFFE...0xFFFF: true
    default: false
    }
  }
}
