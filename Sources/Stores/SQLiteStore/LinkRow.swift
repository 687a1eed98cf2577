import Links
import LinkStorage

/// The rows of the table `links`: what the codec keeps of a link, and what the table adds to it.
enum LinkRow {
  /// In the order that `stored` reads.
  static let columns = columns(checksum: "checksum")
  /// Likewise of a file that is being migrated, which has no checksums yet.
  static let columnsBeforeChecksums = columns(checksum: "NULL")

  private static func columns(checksum: String) -> String {
    (["id", "revision", checksum] + LinkCodec.columns).joined(separator: ", ")
  }

  /// So many of them stand before those of the codec.
  private static let ownColumns = 3
  /// The number of columns that `stored` reads.
  static let width = Int32(ownColumns + LinkCodec.columns.count)

  /// What an update leaves alone: setting them would touch their index even where nothing changes.
  private static let place: Set = ["host", "slug"]
  private static let changing = LinkCodec.columns.indices.filter {
    !place.contains(LinkCodec.columns[$0])
  }

  /// Takes what `values` gives for revision 1; does nothing when the place is taken.
  static let insertion =
    "INSERT INTO links (revision, checksum, likeness, "
    + "\(LinkCodec.columns.joined(separator: ", "))) VALUES (1,?,?,\(LinkCodec.columns.map { _ in "?" }.joined(separator: ","))) "
    + "ON CONFLICT (host, slug) DO NOTHING"

  /// Takes an identifier, a revision, and what `values` gives; for rows that another store has made.
  static let mirroring =
    "INSERT OR REPLACE INTO links (id, revision, checksum, likeness, "
    + "\(LinkCodec.columns.joined(separator: ", "))) "
    + "VALUES (?,?,?,?,\(LinkCodec.columns.map { _ in "?" }.joined(separator: ",")))"

  static func values(_ link: ShortLink, revision: Int = 1) -> [SQLValue] {
    let stored = LinkCodec.encode(link)
    var values: [SQLValue] = [
      .int(checksum(stored, revision: revision)), .int(LinkCodec.likeness(of: link, stored)),
    ]
    values.reserveCapacity(stored.count + 2)
    for value in stored { values.append(SQLValue(value)) }
    return values
  }

  /// Takes a revision, what `changedValues` gives, and the identifier of the row.
  static let replacement =
    "UPDATE links SET (revision, checksum, likeness, "
    + changing.map { LinkCodec.columns[$0] }.joined(separator: ", ")
    + ") = (?,?,?,\(changing.map { _ in "?" }.joined(separator: ","))) WHERE id = ?"

  static func changedValues(_ link: ShortLink, revision: Int) -> [SQLValue] {
    let stored = LinkCodec.encode(link)
    return [.int(checksum(stored, revision: revision)), .int(LinkCodec.likeness(of: link, stored))]
      + changing.map { SQLValue(stored[$0]) }
  }

  /// The likeness that the row's link has by today's formula.
  static func likeness(_ row: SQLRow) throws(LinkStoreError) -> Int {
    LinkCodec.likeness(of: try stored(row).link)
  }

  static func stored(_ row: SQLRow) throws(LinkStoreError) -> StoredLink {
    try checked(row).stored
  }

  /// A row that was read, with its checksum by today's formula.
  struct Checked {
    let stored: StoredLink
    let checksum: Int
    /// Whether the row has one: those of earlier releases have none before they are examined.
    let isSealed: Bool
  }

  /// - Throws: when the row is not as it was written. A disk that gives other bytes than it was given
  ///   is not noticed by SQLite where they are text or numbers all the same.
  static func checked(_ row: SQLRow) throws(LinkStoreError) -> Checked {
    let revision = row.int(1)
    var hash = FieldHash()
    hash.add(.int(revision))
    let link = try LinkCodec.decode { place in
      let value = row.stored(Int32(place + ownColumns))
      hash.add(value)
      return value
    }
    let checksum = row.optionalInt(2)
    guard checksum ?? hash.value == hash.value else { throw damaged(row.int(0)) }
    return Checked(
      stored: StoredLink(id: row.int(0), revision: revision, link: link), checksum: hash.value,
      isSealed: checksum != nil)
  }

  private static func checksum(_ values: [StoredValue], revision: Int) -> Int {
    var hash = FieldHash()
    hash.add(.int(revision))
    for value in values { hash.add(inColumn(value)) }
    return hash.value
  }

  /// Lists and objects stand in `details` as text.
  fileprivate static func inColumn(_ value: StoredValue) -> StoredValue {
    switch value {
    case .int, .text, .null: value
    case .list, .map, .rules: .null
    }
  }

  private static func damaged(_ id: Int) -> LinkStoreError {
    LinkStoreError(
      kind: .corrupt, code: 0, message: "the row of link \(id) is not as it was written",
      operation: "read links")
  }
}

extension SQLValue {
  fileprivate init(_ value: StoredValue) {
    switch LinkRow.inColumn(value) {
    case .int(let number): self = .int(number)
    case .text(let text): self = .text(text)
    case .null, .list, .map, .rules: self = .null
    }
  }
}
