import CSQLite
import Dispatch
import Glibc
package import LinkStorage
import SQLStorage
import Synchronization
import System

/// The store in a file of SQLite, or in a database in memory that ends with the process.
///
/// In a file one connection writes, on a thread of its own; readers have others. The journal is a
/// write-ahead log that is flushed at every commit, so an answered write survives a loss of power.
package final class SQLiteStore: LinkStore {
  /// The version of SQLite that is in use, as in `3.46.1`.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  let readers: ReaderPool
  let health: WriteHealth
  let damage: DamageLog
  let activity: CountingActivity
  let counting: CountingState
  let path: String
  /// The most versions of a link that are kept.
  let versionsKept = Atomic<Int>(HistoryRetention().versions)
  /// Tells this store's entries in the feed from those of others.
  package let origin: Int
  /// Nil when the file was opened for reading.
  private let writer: (any StoreWriter)?

  /// How a file is opened.
  package struct Options: Sendable {
    /// For reading alone, also a file without the right to write.
    package var isReadOnly = false
    /// The longest wait for another process, in milliseconds.
    package var busyTimeout = 5000
    /// The most pages that the file may have; nil for as many as the disk has room for.
    package var pageLimit: Int?
    /// Whether the file is the copy of another store, which answers what lists and likeness ask.
    package var isCopy = false

    package init() {}
  }

  /// Opens the file, makes it when it is absent, and brings it to the newest schema.
  ///
  /// - Throws: also when the file belongs to another program or to a newer keiro.
  package init(path: String, options: Options = Options()) throws(LinkStoreError) {
    health = WriteHealth()
    damage = DamageLog()
    activity = CountingActivity()
    counting = CountingState()
    origin = Int.random(in: 1 ... .max)
    self.path = path
    let busyTimeout = Int32(clamping: options.busyTimeout)
    let database = try Database(
      path: path, isReadOnly: options.isReadOnly, busyTimeout: busyTimeout)
    if options.isReadOnly {
      try Schema.requireNewest(database, path: path)
      writer = nil
    } else {
      try Self.retryingWhileLocked(options.busyTimeout) { () throws(LinkStoreError) in
        try Self.prepare(database, path: path)
        try Schema.migrate(database, path: path)
        if options.isCopy {
          try LinkIndexes(database).leaveOut()
        } else {
          try LinkIndexes(database).completeAfterOpening()
        }
      }
      if let limit = options.pageLimit { try database.execute("PRAGMA max_page_count = \(limit)") }
      writer = try WriteQueue(database, health: health)
    }
    readers = ReaderPool(
      path: path, isReadOnly: options.isReadOnly, busyTimeout: busyTimeout, damage: damage)
  }

  /// What would keep a server from opening a file, or from making it, as far as can be seen without
  /// writing; nil for nothing.
  package static func obstacle(at path: String) -> LinkStoreError? {
    if let message = Database.missingFolder(of: path) {
      return LinkStoreError(sqlite: SQLITE_CANTOPEN, message: message, operation: "open \(path)")
    }
    guard fileExists(path) else { return nil }
    do throws(LinkStoreError) {
      try Schema.checkOwner(try Database(path: path, isReadOnly: true), path: path)
      return nil
    } catch {
      // Who checks may have less rights to the file than who serves.
      return error.kind == .corrupt || error.kind == .foreign ? error : nil
    }
  }

  /// A store in memory; several on one database are like several processes with one file.
  package init(in memory: MemoryDatabase) {
    health = WriteHealth()
    damage = DamageLog()
    activity = CountingActivity()
    counting = CountingState()
    origin = Int.random(in: 1 ... .max)
    path = Database.memoryPath
    readers = ReaderPool(memory, damage: damage)
    writer = MemoryDatabase.Writer(memory, health: health)
  }

  static func prepare(_ database: Database, path: String) throws(LinkStoreError) {
    let mode = try database.first("PRAGMA journal_mode = WAL") { $0.text(0) }
    guard mode == "wal" else {
      throw LinkStoreError(
        kind: .failed, code: 0,
        message: "the file system has no shared memory: expected one that is local",
        operation: "open \(path)")
    }
    // A log of up to 32 MB lets a page that several batches touch go into the file once.
    try database.execute(
      "PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 8000; "
        + "PRAGMA journal_size_limit = 67108864")
    try database.keepPages(kilobytes: Database.usualPages)
  }

  /// A new file turns to a write-ahead log under a lock for which SQLite does not wait: of two
  /// processes that open it together, one is refused at once.
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

  /// Puts a write into the queue.
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
