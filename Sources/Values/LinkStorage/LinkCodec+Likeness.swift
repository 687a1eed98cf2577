package import Links
import WebSyntax

extension LinkCodec {
  /// A number that is the same for links that are alike, to find them by an index.
  ///
  /// Stores keep it: another formula needs a migration that writes all of them anew. A new field
  /// needs none, since a field at its default adds nothing.
  ///
  /// - Parameter values: what `encode` gives of the link, where that is known.
  package static func likeness(of link: ShortLink, _ values: [StoredValue]? = nil) -> Int {
    guard link.isEdited else { return likeness(values ?? encode(link)) }
    // The mark of an edit is no part of what a link is.
    var link = link
    link.isEdited = false
    return likeness(encode(link))
  }

  private static func likeness(_ values: [StoredValue]) -> Int {
    var hash = FieldHash()
    for place in values.indices where isContent[place] && values[place] != defaults[place] {
      hash.add(columns[place])
      hash.add(values[place])
    }
    return hash.value
  }

  private static let defaults = encode(ShortLink(host: "", slug: "", url: ""))
}

/// A hash over fields in a fixed order, their texts and values each ended by a byte that
/// no UTF-8 has.
package struct FieldHash {
  private var hash = FNV1a()

  package init() {}

  /// The hash of what was added so far.
  package var value: Int { hash.value }

  /// Adds the bytes of a text and their end.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { hash.add($0) }
    hash.add(0xFF)
  }

  /// Adds a value with its type.
  package mutating func add(_ value: StoredValue) {
    switch value {
    case .null: break
    case .int(let number): withUnsafeBytes(of: number.littleEndian) { hash.add($0) }
    case .text(let text): add(text)
    // In columns they stand as text.
    case .list, .map, .rules: break
    }
    hash.add(0xFE)
  }
}
