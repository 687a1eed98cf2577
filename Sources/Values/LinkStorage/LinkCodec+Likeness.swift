package import Links
import WebSyntax

extension LinkCodec {
  /// A number that is equal for like links, so that an index can find them.
  ///
  /// Stores persist it: another formula needs a migration that recomputes all of them. A new field
  /// needs none, since a field at its default adds nothing.
  ///
  /// - Parameter values: the result of `encode` for the link, if it is already known.
  package static func likeness(of link: ShortLink, _ values: [StoredValue]? = nil) -> Int {
    guard link.isEdited else { return likeness(values ?? encode(link)) }
    // The edit mark does not distinguish links.
    var link = link
    link.isEdited = false
    return likeness(encode(link))
  }

  private static func likeness(_ values: [StoredValue]) -> Int {
    var hash = FieldHash()
    for index in values.indices where isContent[index] && values[index] != defaults[index] {
      hash.add(columns[index])
      hash.add(values[index])
    }
    return hash.value
  }

  private static let defaults = encode(ShortLink(host: "", slug: "", url: ""))
}

/// A hash over fields in a fixed order, each text and value ended by a byte that UTF-8 never contains.
package struct FieldHash {
  private var hash = FNV1a()

  package init() {}

  package var value: Int { hash.value }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { hash.add($0) }
    hash.add(0xFF)
  }

  package mutating func add(_ value: StoredValue) {
    switch value {
    case .null: break
    case .int(let number): withUnsafeBytes(of: number.littleEndian) { hash.add($0) }
    case .text(let text): add(text)
    // In columns these are text.
    case .list, .map, .rules: break
    }
    hash.add(0xFE)
  }
}
