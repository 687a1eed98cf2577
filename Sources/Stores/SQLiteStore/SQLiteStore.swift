import CSQLite
import Dispatch
import Glibc
package import Links
package import LinkStorage
package import SQLStorage
import System

/// The store in an SQLite file, or in a database in memory that ends with the process.
///
/// A file has one writing connection with its own thread; readers have others. The write-ahead log is
/// flushed at every commit, so an answered write survives a power failure.
package final class SQLiteStore: LinkStore {
  /// The version of SQLite, such as `3.46.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  let readers: ReaderPool
  /// Where event loops have the clicks of limits read.
  let questions = DispatchQueue(label: "keiro.limits")
  let health = WriteHealth()
  let damage = DamageLog()
  let activity = CountingActivity()
  let counting = CountingState()
  let path: String
  package let marks = ChangeMarks()
  /// The writer; nil for a file that was opened for reading.
  private let writer: (any StoreWriter)?

  package struct Options: Sendable {
    /// Whether to open the file only for reading, which needs no write permission.
    package var isReadOnly = false
    /// Whether nothing beside the file may be made or locked for reading it, not even its log: what a
    /// running server has written last is then not seen.
    package var leavesNoTrace = false
    /// The maximum wait for another process, in milliseconds.
    package var busyTimeout = 5000
    /// The maximum number of pages of the file; nil for no limit but the disk's.
    package var pageLimit: Int?
    /// Whether the file is the copy of another store, which answers queries for lists and likeness.
    package var isCopy = false

    package init() {}

    /// A connection to a file.
    func database(at path: String, creates: Bool) throws(LinkStoreError) -> Database {
      try Database(
        path: path, isReadOnly: isReadOnly || leavesNoTrace, isUnshared: leavesNoTrace,
        creates: creates, busyTimeout: Int32(clamping: busyTimeout))
    }
  }

  /// Opens the file, creates it if it is absent, and migrates it to the newest schema.
  ///
  /// - Throws: also when the file belongs to another program or to a newer keiro.
  package init(path: String, options: Options = Options()) throws(LinkStoreError) {
    self.path = path
    let database = try options.database(at: path, creates: true)
    if options.isReadOnly || options.leavesNoTrace {
      try Schema.requireNewest(database, path: path)
      writer = nil
    } else {
      try Self.retryingWhileLocked(options.busyTimeout) { () throws(LinkStoreError) in
        // While the file was locked, it may have been replaced by a copy.
        _ = try Schema.version(database)
        try database.requireInPlace()
        try Self.prepare(database, path: path)
        try database.requireInPlace()
        try Schema.migrate(database, path: path)
        if options.isCopy {
          try LinkIndexes(database: database).leaveOut()
        } else {
          try LinkIndexes(database: database).completeAfterOpening()
        }
      }
      if let limit = options.pageLimit { try database.execute("PRAGMA max_page_count = \(limit)") }
      writer = try WriteQueue(
        WriteTransactions(database: database, health: health, isOfCopy: options.isCopy))
    }
    readers = ReaderPool(path: path, options, damage: damage)
  }

  /// Opens a file for reading.
  package static func reading(
    _ path: String, leavesNoTrace: Bool = false
  ) throws(LinkStoreError) -> SQLiteStore {
    var options = Options()
    (options.isReadOnly, options.leavesNoTrace) = (true, leavesNoTrace)
    return try SQLiteStore(path: path, options: options)
  }

  /// Whether a file has a log with its newest changes, as while a server runs or after it was killed.
  package static func hasLog(_ path: String) -> Bool {
    let path = resolvedPath(path)
    return ["-wal", "-shm"].allSatisfy { fileExists(path + $0) }
  }

  /// Why a server could not open or create a file, as far as that can be found without changing
  /// anything; nil if it could.
  package static func obstacle(at path: String) -> LinkStoreError? {
    if let message = Database.obstacle(at: path, isReadOnly: false) {
      return LinkStoreError(sqlite: SQLITE_CANTOPEN, message: message, operation: "open \(path)")
    }
    guard fileExists(path) else { return nil }
    let isWhole = hasLog(path)
    do throws(LinkStoreError) {
      try Schema.checkOwner(
        try Database(path: path, isReadOnly: true, isUnshared: !isWhole), path: path)
      return nil
    } catch {
      // Without the index of its log, the file is read alone, and may be half of a database. An empty log
      // has nothing of it.
      let hasMore = !isWhole && fileSize(resolvedPath(path) + "-wal") ?? 0 > 0
      return hasMore && error.kind == .corrupt && !error.isOfNoDatabase ? nil : error
    }
  }

  /// A store in memory; several on one database behave like several processes on one file.
  package init(in memory: MemoryDatabase) {
    path = Database.memoryPath
    readers = ReaderPool(path: path, in: memory, damage: damage)
    writer = MemoryDatabase.Writer(memory, health: health)
  }

  static func prepare(_ database: Database, path: String) throws(LinkStoreError) {
    let mode = try database.first("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == "wal" else {
      throw LinkStoreError(
        .failed, "the file system has no shared memory: expected one that is local",
        operation: "open \(path)")
    }
    // A log of up to 32 MB lets a page that several batches touch be written to the file once.
    try database.execute(
      "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 8000; "
        + "PRAGMA journal_size_limit = 67108864")
    try database.keepPages(kilobytes: Database.usualPages)
  }

  /// Retries while the file is locked: a new file switches to a write-ahead log under a lock for which
  /// SQLite does not wait, so of two processes that open it together, one is refused at once.
  static func retryingWhileLocked(
    _ milliseconds: Int, _ body: () throws(LinkStoreError) -> Void
  ) throws(LinkStoreError) {
    let deadline = DispatchTime.now() + .milliseconds(milliseconds)
    while true {
      do throws(LinkStoreError) {
        return try body()
      } catch {
        guard error.kind == .locked, DispatchTime.now() < deadline else { throw error }
        usleep(UInt32.random(in: 500...5000))
      }
    }
  }

  // MARK: - Writing

  var isReadOnly: Bool { writer == nil }

  func write<Answer: Sendable>(
    isBulk: Bool = false, isDurable: Bool = true, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (Database) throws(LinkStoreError) -> Answer
  ) {
    guard let writer else { return completion(.failure(Self.readOnly)) }
    writer.submit(PendingWrite(isBulk: isBulk, isDurable: isDurable, completion, body))
  }

  private static var readOnly: LinkStoreError {
    LinkStoreError(
      kind: .readOnly, code: SQLITE_READONLY, message: "the file was opened for reading",
      operation: "write")
  }

  package func close() {
    writer?.close()
    readers.close()
  }
}

extension SQLiteStore {
  package func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    // From one snapshot: a link that moves to another key meanwhile would be at neither.
    try readingSnapshot { database throws(LinkStoreError) in try database.links(at: keys) }
      .ordered(by: keys)
  }

  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    try readers.read { database throws(LinkStoreError) in
      try database.changes(since: cursor, seenBy: origin)
    }
  }

  package func endApplying(completion: @escaping StoreCompletion<Void>) {
    write(isBulk: true, completion) { database throws(LinkStoreError) in
      try LinkIndexes(database: database).complete()
    }
  }
}
