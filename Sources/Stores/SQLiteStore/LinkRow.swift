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

  /// Takes an identifier and the result of `SQLConnection.values`; for rows from another store.
  static let mirroring =
    "INSERT OR REPLACE INTO links (id, \(Database.dialect.links.written)) VALUES (?,?,?,?,"
    + "\(LinkCodec.columns.map { _ in "?" }.joined(separator: ",")))"

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

  static func checksum(_ values: [StoredValue], revision: Int) -> Int {
    var hash = FieldHash()
    hash.add(.int(revision))
    for value in values { hash.add(value) }
    return hash.value
  }

  private static func damaged(_ id: Int) -> LinkStoreError {
    LinkStoreError(
      .corrupt, "the row of link \(id) is not as it was written", operation: "read links")
  }
}
