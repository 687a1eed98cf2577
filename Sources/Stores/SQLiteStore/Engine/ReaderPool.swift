import LinkStorage
import Synchronization
import System

/// Connections for reading. For a file, every reading thread has its own, and in WAL mode none waits
/// for the writer; a database in memory has one for all. A read may wait for the disk or for another
/// thread, so no event loop makes one.
final class ReaderPool: Sendable {
  /// The database in memory; nil for a file.
  private let memory: MemoryDatabase?
  private let path: String
  private let options: SQLiteStore.Options
  private let damage: DamageLog
  private let state = Mutex((idle: [Database](), isClosed: false))

  /// - Parameter damage: notes the damages that reads encounter.
  init(
    path: String, _ options: SQLiteStore.Options = SQLiteStore.Options(),
    in memory: MemoryDatabase? = nil, damage: DamageLog
  ) {
    self.path = path
    self.options = options
    self.memory = memory
    self.damage = damage
  }

  func read<Result>(
    _ body: (Database) throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> Result {
    LoopMark.assertIsElsewhere()
    do throws(LinkStoreError) {
      if let memory {
        guard !state.withLock(\.isClosed) else { throw .closed }
        return try memory.use { database throws(LinkStoreError) in
          database.endsInterruptedQuestions()
          defer { database.endsNoQuestions() }
          return try body(database)
        }
      }
      let database = try take()
      // Kept even after an error: a failed statement is reset and leaves the connection as good as new.
      defer { put(database) }
      return try body(database)
    } catch {
      damage.note(error)
      throw error
    }
  }

  private func take() throws(LinkStoreError) -> Database {
    let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
    guard !isClosed else { throw .closed }
    if let idle { return idle }
    // Beside a new file, SQLite deletes the log of one that was moved away, which the writer still has.
    let database = try options.database(at: path, creates: false)
    try database.execute("PRAGMA query_only = ON; PRAGMA temp_store = MEMORY")
    database.endsInterruptedQuestions()
    return database
  }

  private func put(_ database: Database) {
    state.withLock { state in
      if !state.isClosed { state.idle.append(database) }
    }
  }

  func close() {
    state.withLock { $0 = (idle: [], isClosed: true) }
  }
}
