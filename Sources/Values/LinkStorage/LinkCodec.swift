import JSONSyntax
package import Links
import WebSyntax

/// The stored form of links: most fields in columns of their own, the rest as JSON in `details`.
///
/// Stored values are not validated: a rule that has become stricter since a link was created must not
/// turn it into an error. Only damage does: text that is not JSON, or a value of another type. Members
/// that a newer release has added to `details` are ignored.
package enum LinkCodec {
  private static let fields = LinkField.all.filter { $0.storage != .details }

  /// The column names in the order of their values; the last column holds JSON, or null for most links.
  package static let columns: [String] =
    fields.compactMap { if case .column(let name) = $0.storage { name } else { nil } } + ["details"]

  /// The columns of the fields whose texts a search looks at.
  package static let searchedColumns = zip(columns, fields).filter(\.1.isSearched).map(\.0)

  /// Whether links that differ in a column count as different links.
  static let isContent = fields.map(\.isContent) + [true]

  package static func encode(_ link: ShortLink) -> [StoredValue] {
    let link = UnpackedLink(link)
    var values: [StoredValue] = []
    values.reserveCapacity(columns.count)
    for field in fields { values.append(field.type.stored(in: link)) }
    values.append(LinkDetails.encode(link).map(StoredValue.text) ?? .null)
    return values
  }

  /// The link that the columns hold.
  ///
  /// - Parameter value: returns the value of a column, by its index in `columns`.
  package static func decode(
    _ value: (Int) -> StoredValue
  ) throws(LinkStoreError) -> ShortLink {
    let link = UnpackedLink(ShortLink(host: "", slug: "", url: ""))
    for (index, field) in fields.enumerated() {
      guard field.type.restore(value(index), in: link) else { throw damaged(columns[index]) }
    }
    switch value(fields.count) {
    case .null: break
    case .text(let text):
      guard LinkDetails.decode(text, into: link) else { throw damaged("details") }
    default: throw damaged("details")
    }
    return link.packed
  }

  /// The names in a part of `details`.
  ///
  /// - Parameter json: a JSON string or list of strings; nil for a link without that part.
  package static func names(_ json: String?) throws(LinkStoreError) -> [String] {
    guard let json else { return [] }
    let document = JSONDocument(stored: json.utf8)
    switch document.flatMap({ StoredValue($0.root) }) {
    case .text(let name): return [name]
    case .list(let names): return names
    case .null: return []
    default: throw damaged("details")
    }
  }

  private static func damaged(_ column: String) -> LinkStoreError {
    LinkStoreError(
      .corrupt, "the column '\(column)' of a link is not as keiro writes it",
      operation: "read links.\(column)")
  }
}

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
