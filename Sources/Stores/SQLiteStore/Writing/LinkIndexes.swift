import LinkStorage
import System

/// The indexes of links that nothing but lists and likeness needs.
///
/// The first import into an empty store goes without them: made at its end, each in one go and in
/// its own order, they cost a third of what keeping them up costs row by row. Until then lists are
/// slow and right. Whoever opens the file for writing next makes what a broken import has left out.
struct LinkIndexes {
  private static let definitions = [
    "links_by_age": "ON links (created_at DESC, id DESC)",
    "links_by_host_and_age": "ON links (host, created_at DESC, id DESC)",
    "links_by_likeness": "ON links (likeness)",
  ]
  /// Fewer links are not worth it.
  private static let groupSize = 1000
  /// A million entries take some 60 MB to be sorted.
  private static let sortedLimit = 1_000_000
  /// In kilobytes.
  private static let pagesBesideSorting = 2048

  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  /// Leaves the indexes out for a large group of links that is the first of its store, until there are
  /// so many links that sorting them would take too much memory. Inside the group's transaction, so
  /// that they are back when that fails.
  func putOff(forGroupOf count: Int) throws(LinkStoreError) {
    guard count >= Self.groupSize else { return }
    let last = try database.first("SELECT max(id) FROM links", []) { $0.int(0) } ?? 0
    if last > Self.sortedLimit { try complete() }
    guard last == 0 else { return }
    for name in Self.definitions.keys.sorted() {
      try database.run("DROP INDEX IF EXISTS \(name)")
    }
  }

  /// Leaves the indexes out of an empty file that is to be a node's copy: what needs them asks the
  /// truth. A copy that has them keeps them.
  func leaveOut() throws(LinkStoreError) {
    guard try database.first("SELECT 1 FROM links LIMIT 1", [], { $0.int(0) }) == nil else {
      return
    }
    for name in Self.definitions.keys.sorted() {
      try database.run("DROP INDEX IF EXISTS \(name)")
    }
  }

  /// Makes those that are missing.
  func complete() throws(LinkStoreError) {
    let missing = try missing()
    guard !missing.isEmpty else { return }
    // Sorting takes the memory that the pages of the table and the last batches had: the table is
    // read from one end to the other, and an index written so, with few pages at a time.
    try database.execute("PRAGMA shrink_memory")
    try database.keepPages(kilobytes: Self.pagesBesideSorting)
    defer { try? database.keepPages(kilobytes: Database.usualPages) }
    Process.returnFreeMemory()
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

  /// Makes those that are missing, in a transaction of its own where there are any.
  func completeAfterOpening() throws(LinkStoreError) {
    guard try !missing().isEmpty else { return }
    try database.execute("BEGIN IMMEDIATE")
    do throws(LinkStoreError) {
      try complete()
      try database.execute("COMMIT")
    } catch {
      if !database.isOutsideTransaction { try? database.execute("ROLLBACK") }
      throw error
    }
  }
}
