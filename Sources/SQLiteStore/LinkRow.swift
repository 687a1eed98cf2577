import Links
import LinkStorage

/// The rows of the table `links`: what the codec keeps of a link, and what the table adds to it.
enum LinkRow {
  /// In the order that `stored` reads.
  static let columns = (["id", "revision"] + LinkCodec.columns).joined(separator: ", ")

  /// What an update leaves alone: setting them would touch their index even where nothing changes.
  private static let place: Set = ["host", "slug"]
  private static let changing = LinkCodec.columns.indices.filter {
    !place.contains(LinkCodec.columns[$0])
  }

  /// Takes what `values` gives; does nothing when the place is taken.
  static let insertion =
    "INSERT INTO links (revision, likeness, \(LinkCodec.columns.joined(separator: ", "))) "
    + "VALUES (1,?,\(LinkCodec.columns.map { _ in "?" }.joined(separator: ","))) "
    + "ON CONFLICT (host, slug) DO NOTHING"

  /// Takes an identifier, a revision, and what `values` gives; for rows that another store has made.
  static let mirroring =
    "INSERT OR REPLACE INTO links (id, revision, likeness, "
    + "\(LinkCodec.columns.joined(separator: ", "))) "
    + "VALUES (?,?,?,\(LinkCodec.columns.map { _ in "?" }.joined(separator: ",")))"

  static func values(_ link: ShortLink) -> [SQLValue] {
    let stored = LinkCodec.encode(link)
    var values: [SQLValue] = [.int(LinkCodec.likeness(of: link, stored))]
    values.reserveCapacity(stored.count + 1)
    for value in stored { values.append(SQLValue(value)) }
    return values
  }

  /// Takes a revision, what `changedValues` gives, and the identifier of the row.
  static let replacement =
    "UPDATE links SET (revision, likeness, "
    + changing.map { LinkCodec.columns[$0] }.joined(separator: ", ")
    + ") = (?,?,\(changing.map { _ in "?" }.joined(separator: ","))) WHERE id = ?"

  static func changedValues(_ link: ShortLink) -> [SQLValue] {
    let stored = LinkCodec.encode(link)
    return [.int(LinkCodec.likeness(of: link, stored))] + changing.map { SQLValue(stored[$0]) }
  }

  /// The likeness that the row's link has by today's formula.
  static func likeness(_ row: SQLRow) throws(LinkStoreError) -> Int {
    LinkCodec.likeness(of: try stored(row).link)
  }

  static func stored(_ row: SQLRow) throws(LinkStoreError) -> StoredLink {
    let link = try LinkCodec.decode { row.stored(Int32($0) + 2) }
    return StoredLink(id: row.int(0), revision: row.int(1), link: link)
  }
}

extension SQLValue {
  fileprivate init(_ value: StoredValue) {
    switch value {
    case .int(let number): self = .int(number)
    case .text(let text): self = .text(text)
    // Lists and objects stand in `details` as text.
    case .null, .list, .map, .rules: self = .null
    }
  }
}
