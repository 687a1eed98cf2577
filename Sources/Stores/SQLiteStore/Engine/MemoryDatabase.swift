import Dispatch
package import LinkStorage
import SQLStorage
import Synchronization
import System

/// A database in memory that ends with the last store that uses it.
///
/// It has one connection, which reads and writes share. Nothing waits for a disk, so writes need no
/// shared transactions.
package final class MemoryDatabase: Sendable {
  private let database: Database
  private let turn = DispatchSemaphore(value: 1)

  /// Creates an empty database with the newest schema.
  ///
  /// - Throws: an error if there is not enough memory.
  package init() throws(LinkStoreError) {
    database = try Database(path: Database.memoryPath)
    try Self.withEmpty { empty throws(LinkStoreError) in try database.copy(empty) }
    try database.execute("PRAGMA temp_store = MEMORY")
  }

  /// A template, since the migrations take ten times as long as copying their result.
  private static let empty = Mutex<Database?>(nil)

  private static func withEmpty(
    _ body: (Database) throws(LinkStoreError) -> Void
  ) throws(LinkStoreError) {
    try empty.withLock { empty throws(LinkStoreError) in
      if let empty { return try body(empty) }
      let new = try Database(path: Database.memoryPath)
      try Schema.migrate(new, path: Database.memoryPath)
      try LinkIndexes(database: new).completeAfterOpening()
      empty = new
      try body(new)
    }
  }

  /// Passes the connection to `body` as soon as no other thread uses it.
  func use<Result, Failure: Error>(
    _ body: (Database) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    turn.wait()
    defer { turn.signal() }
    return try body(database)
  }

  /// Performs each write at once, and answers on the caller's thread. Only an event loop does not wait
  /// for the readers, which may take long, and leaves the write to a thread that gives way to it.
  final class Writer: StoreWriter {
    private let memory: MemoryDatabase
    private static let thread = try? BackgroundThread()
    private let health: WriteHealth
    private let isClosed = Atomic(false)

    init(_ memory: MemoryDatabase, health: WriteHealth) {
      self.memory = memory
      self.health = health
    }

    func submit(_ write: PendingWrite) {
      guard LoopMark.isHere, let thread = Self.thread else { return perform(write) }
      thread.async { [self] in perform(write) }
    }

    private func perform(_ write: PendingWrite) {
      guard !isClosed.load(ordering: .relaxed) else { return write.fail(.closed) }
      let deliveries = memory.use { database in
        WriteTransactions(database: database, health: health).perform([write])
      }
      for deliver in deliveries { deliver() }
    }

    func close() {
      isClosed.store(true, ordering: .relaxed)
    }
  }
}
