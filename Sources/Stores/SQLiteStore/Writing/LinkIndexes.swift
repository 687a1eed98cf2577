import LinkStorage
import SQLStorage
import System

/// The indexes of links that only lists and likeness need.
///
/// The first import into an empty store works without them: built at its end, each in one pass and
/// in its own order, they cost a third of maintaining them row by row. Until then, lists are slow
/// but correct. Opening the file for writing builds the indexes that an interrupted import has left
/// out.
struct LinkIndexes {
  private static let definitions = [
    "links_by_campaign": "ON links (\(Database.dialect.campaign), created_at DESC, id DESC) "
      + "WHERE \(Database.dialect.campaign) IS NOT NULL",
    "links_by_age": "ON links (created_at DESC, id DESC)",
    "links_by_host_and_age": "ON links (host, created_at DESC, id DESC)",
    "links_by_likeness": "ON links (likeness)",
  ]
  /// The minimum number of links for which this pays off.
  private static let groupSize = 1000
  /// The maximum number of entries to sort: a million take some 60 MB.
  private static let sortedLimit = 1_000_000
  /// The size of the page cache during sorting, in kilobytes.
  private static let pagesBesideSorting = 2048

  let database: Database

  /// Drops the indexes for a large group of links that is the first of its store, until there are so
  /// many links that sorting them would take too much memory. Inside the group's transaction, so that a
  /// failure restores them.
  func putOff(forGroupOf count: Int) throws(LinkStoreError) {
    guard count >= Self.groupSize else { return }
    let last = try database.first("SELECT max(id) FROM links", []) { $0.int(0) } ?? 0
    if last > Self.sortedLimit { try complete() }
    guard last == 0 else { return }
    try drop()
  }

  /// Drops the indexes of an empty file that becomes a node's copy: queries that need them go to the
  /// database. An existing copy with indexes keeps them.
  func leaveOut() throws(LinkStoreError) {
    if try database.first("SELECT 1 FROM links LIMIT 1", [], { $0.int(0) }) == nil { try drop() }
  }

  private func drop() throws(LinkStoreError) {
    for name in Self.definitions.keys.sorted() {
      try database.run("DROP INDEX IF EXISTS \(name)")
    }
  }

  func complete() throws(LinkStoreError) {
    let missing = try missing()
    guard !missing.isEmpty else { return }
    // Sorting uses the memory that the page cache had: the table is read in sequence, and an index that
    // is written so needs few pages at a time.
    try database.execute("PRAGMA shrink_memory")
    try database.keepPages(kilobytes: Self.pagesBesideSorting)
    defer { try? database.keepPages(kilobytes: Database.usualPages) }
    Memory.returnUnused()
    for name in missing {
      try database.run("CREATE INDEX IF NOT EXISTS \(name) \(Self.definitions[name] ?? "")")
    }
  }

  private func missing() throws(LinkStoreError) -> [String] {
    let present = try database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'links'"
    ) { $0.text(0) }
    return Self.definitions.keys.sorted().filter { !present.contains($0) }
  }

  /// Builds the missing indexes, if any, in a separate transaction.
  func completeAfterOpening() throws(LinkStoreError) {
    guard try !missing().isEmpty else { return }
    try database.transaction { () throws(LinkStoreError) in try complete() }
  }
}
