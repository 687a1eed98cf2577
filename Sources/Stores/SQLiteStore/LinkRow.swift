import LinkStorage
import Links
import SQLStorage

/// The rows of the table `links`: the codec's columns, and those that the table adds.
enum LinkRow {
  /// The columns that `stored` reads, in a file that is being migrated and has no checksums yet.
  static let columnsBeforeChecksums =
    (["id", "revision", "NULL"] + LinkCodec.columns).joined(separator: ", ")

  /// The number of columns before those of the codec.
  private static let ownColumns = 3

  /// The columns that an update leaves alone: setting them would touch their index even without a
  /// change.
  private static let keyColumns: Set = ["host", "slug"]
  private static let changing = LinkCodec.columns.indices.filter {
    !keyColumns.contains(LinkCodec.columns[$0])
  }

  /// Takes the result of `values` for revision 1; does nothing when the host and slug are taken.
  static let insertion =
    "INSERT INTO links (revision, checksum, likeness, "
    + "\(LinkCodec.columns.joined(separator: ", "))) VALUES (1,?,?,\(LinkCodec.columns.map { _ in "?" }.joined(separator: ","))) "
    + "ON CONFLICT (host, slug) DO NOTHING"

  /// Takes an identifier, a revision and the result of `values`; for rows from another store.
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

  /// Takes a revision, the result of `changedValues`, and the identifier of the row.
  static let replacement =
    "UPDATE links SET (revision, checksum, likeness, "
    + changing.map { LinkCodec.columns[$0] }.joined(separator: ", ")
    + ") = (?,?,?,\(changing.map { _ in "?" }.joined(separator: ","))) WHERE id = ?"

  static func changedValues(_ link: ShortLink, revision: Int) -> [SQLValue] {
    let stored = LinkCodec.encode(link)
    return [.int(checksum(stored, revision: revision)), .int(LinkCodec.likeness(of: link, stored))]
      + changing.map { SQLValue(stored[$0]) }
  }

  /// The likeness of the row's link by the present formula.
  static func likeness(_ row: SQLiteRow) throws(LinkStoreError) -> Int {
    LinkCodec.likeness(of: try stored(row).link)
  }

  static func stored(_ row: SQLiteRow) throws(LinkStoreError) -> StoredLink {
    try checked(row).stored
  }

  /// A row that was read, with its checksum by the present formula.
  struct Checked {
    let stored: StoredLink
    let checksum: Int
    /// Whether the row has a checksum: those of earlier releases have none before they are examined.
    let isSealed: Bool
  }

  /// - Throws: an error if the row is not as it was written. SQLite does not notice that a disk returns
  ///   other bytes than it was given if they are still text or numbers.
  static func checked(_ row: SQLiteRow) throws(LinkStoreError) -> Checked {
    let revision = row.int(1)
    var hash = FieldHash()
    hash.add(.int(revision))
    let link = try LinkCodec.decode { column in
      let value = row.stored(Int32(column + ownColumns))
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

  /// The value as stored in a column, where lists and objects of `details` are text.
  fileprivate static func inColumn(_ value: StoredValue) -> StoredValue {
    switch value {
    case .int, .text, .null: value
    case .list, .map, .rules: .null
    }
  }

  private static func damaged(_ id: Int) -> LinkStoreError {
    LinkStoreError(
      .corrupt, "the row of link \(id) is not as it was written", operation: "read links")
  }
}

extension SQLValue {
  fileprivate init(_ value: StoredValue) {
    switch LinkRow.inColumn(value) {
    case .int(let number): self = .int(number)
    case .text(let text): self = .text(text)
    case .null, .list, .map, .rules: self = .int(nil)
    }
  }
}
