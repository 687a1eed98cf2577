import CSQLite
package import LinkStorage
package import SQLStorage
import System
import WebSyntax

/// A connection to a database file, with its prepared statements.
package final class Database: @unchecked Sendable {
  // Unchecked, because it is a C handle: the reader pool and the write queue let only one thread at a
  // time use it, which `use` checks.

  private let handle: OpaquePointer
  private let isReadOnly: Bool
  private let use = SoleUse()
  private var statements: [String: OpaquePointer] = [:]
  /// The most recent statements: their texts are literals, which compare equal at once if they are at
  /// the same address, whereas hashing one takes longer than running it for a row.
  private var recent: [(sql: String, statement: OpaquePointer)] = []
  private var nextRecent = 0
  private static let recentCount = 6

  /// Aborts queries whose caller no longer waits, as `Interruption` signals on their thread.
  func endsInterruptedQuestions() {
    sqlite3_progress_handler(
      handle, Self.stepsBetweenLooks, { _ in Interruption.isDue ? 1 : 0 }, nil)
  }

  /// Lets every statement finish again, which writing statements need.
  func endsNoQuestions() {
    sqlite3_progress_handler(handle, 0, nil, nil)
  }

  /// The path for a database in memory, which only this connection can reach.
  static let memoryPath = ":memory:"

  /// The number of SQLite's virtual machine instructions between checks: about a tenth of a
  /// millisecond.
  private static let stepsBetweenLooks: Int32 = 10_000

  /// SQLite's memory statistics are switched off: they are never read, and they take a lock at
  /// every allocation.
  private static let configuration: Int32 = keiro_sqlite_count_no_memory()

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - isUnshared: whether the file is used without locks, and read without making files beside it.
  ///     Nobody else may write it then; where a server does, what it has not moved from its log into the
  ///     file is not read.
  ///   - creates: whether it is created if it is absent and writing is allowed.
  init(
    path: String, isReadOnly: Bool = false, isUnshared: Bool = false, creates: Bool = true,
    busyTimeout: Int32 = 5000
  ) throws(LinkStoreError) {
    _ = Self.configuration
    self.isReadOnly = isReadOnly
    // SQLite would make it readable for everyone. Its log and the log's index get the mode of the file.
    // What keeps it from being made SQLite itself reports.
    if !isReadOnly, creates, path != Self.memoryPath { try? createPrivateFile(path) }
    var opened: OpaquePointer?
    let flags =
      SQLITE_OPEN_NOMUTEX | (isUnshared ? SQLITE_OPEN_URI : 0)
      | (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
      | (creates && !isReadOnly ? SQLITE_OPEN_CREATE : 0)
    let name =
      isUnshared
      ? "file:\(PercentCoding.encodeComponent(path))?\(isReadOnly ? "immutable=1" : "vfs=unix-none")"
      : path
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let told = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      let message = Self.obstacle(at: path, isReadOnly: isReadOnly) ?? told
      sqlite3_close_v2(opened)
      throw LinkStoreError(sqlite: code, message: message, operation: "open \(path)")
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    keiro_sqlite_name_database(handle)
    sqlite3_busy_timeout(handle, busyTimeout)
    // SQLite opens a write-protected file for reading, and would fail at the first write.
    guard isReadOnly || sqlite3_db_readonly(handle, "main") == 0 else {
      throw LinkStoreError(
        kind: .readOnly, code: SQLITE_READONLY,
        message: Self.obstacle(at: path, isReadOnly: isReadOnly) ?? "the file may be read only",
        operation: "open \(path)")
    }
  }

  /// Why the system does not let a file be opened, in a sentence; nil if it does.
  static func obstacle(at path: String, isReadOnly: Bool) -> String? {
    guard path != memoryPath else { return nil }
    let path = resolvedPath(path)
    guard !isReadOnly || fileExists(path) else {
      return "there is no file '\(path)': expected the file of a store"
    }
    if fileExists(path), let obstacle = FileObstacle.toReading(path) { return obstacle }
    if !isReadOnly, let obstacle = FileObstacle.toWriting(path) { return obstacle }
    // SQLite makes the log and its index beside the file, and removes them at the end.
    let hasLog = ["-wal", "-shm"].allSatisfy {
      fileExists(path + $0) && FileObstacle.toWriting(path + $0) == nil
    }
    return hasLog ? nil : FileObstacle.toMaking(in: FileObstacle.folder(of: path))
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Whether no transaction is open: some errors end one.
  var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

  var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// The number of rows inserted, changed or deleted since the connection was opened; it may wrap.
  var totalChanges: Int32 { sqlite3_total_changes(handle) }

  package func snapshot<Result>(
    _ body: () throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> Result {
    try transaction("BEGIN", body)
  }

  /// Performs `body` in a transaction, completely or not at all.
  func transaction<Result>(
    _ beginning: String = "BEGIN IMMEDIATE", _ body: () throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> Result {
    try run(beginning)
    do throws(LinkStoreError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      if !isOutsideTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Becomes a full copy of another database.
  func copy(_ other: Database) throws(LinkStoreError) {
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw error(sqlite3_errcode(handle), "copy")
    }
    let step = sqlite3_backup_step(backup, -1)
    let code = sqlite3_backup_finish(backup)
    // A lock ends the step, but is no error at the end.
    guard step == SQLITE_DONE, code == SQLITE_OK else {
      throw error(code == SQLITE_OK ? step : code, "copy")
    }
  }

  /// - Throws: an error if the path leads to another file than when it was opened, or to none.
  func requireInPlace() throws(LinkStoreError) {
    var hasMoved: Int32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    guard hasMoved != 0 else { return }
    let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
    throw LinkStoreError(
      .failed,
      "the file was moved, replaced or deleted while it is open: expected it back there, or a stop, "
        + "'keiro store restore' and a start", operation: "use \(path)")
  }

  /// Runs statements without results that are not worth caching.
  func execute(_ sql: String) throws(LinkStoreError) {
    try use.check { () throws(LinkStoreError) in
      let code = sqlite3_exec(handle, sql, nil, nil, nil)
      guard code == SQLITE_OK else { throw error(code, sql) }
    }
  }

  /// The size of the page cache in kilobytes: random slugs touch pages throughout the indexes, and
  /// those of an import's batch fit into it.
  static let usualPages = 16_384

  func keepPages(kilobytes: Int) throws(LinkStoreError) {
    try execute("PRAGMA cache_size = -\(kilobytes)")
  }

  /// Runs a statement without results.
  @discardableResult
  package func run(_ sql: String, _ values: [SQLValue] = []) throws(LinkStoreError) -> Int {
    try withStatement(sql, values) { statement throws(LinkStoreError) in
      let code = sqlite3_step(statement)
      guard code == SQLITE_DONE || code == SQLITE_ROW else { throw error(code, sql) }
      return Int(sqlite3_changes(handle))
    }
  }

  package func rows<Result>(
    _ sql: String, _ values: [SQLValue] = [],
    _ body: (SQLiteRow) throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> [Result] {
    try withStatement(sql, values) { statement throws(LinkStoreError) in
      var results: [Result] = []
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: results.append(try body(SQLiteRow(statement: statement)))
        case SQLITE_DONE: return results
        case let code: throw error(code, sql)
        }
      }
    }
  }

  package func first<Result>(
    _ sql: String, _ values: [SQLValue] = [],
    _ body: (SQLiteRow) throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> Result? {
    try withStatement(sql, values) { statement throws(LinkStoreError) -> Result? in
      switch sqlite3_step(statement) {
      case SQLITE_ROW: return try body(SQLiteRow(statement: statement))
      case SQLITE_DONE: return nil
      case let code: throw error(code, sql)
      }
    }
  }

  private func withStatement<Result>(
    _ sql: String, _ values: [SQLValue],
    _ body: (OpaquePointer) throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> Result {
    try use.check { () throws(LinkStoreError) in
      let statement = try prepared(sql)
      // A statement that is not reset would hold its snapshot, and the file could not shrink.
      defer {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
      }
      let code = SQLValue.bind(values, to: statement)
      guard code == SQLITE_OK else { throw error(code, sql) }
      return try body(statement)
    }
  }

  private func prepared(_ sql: String) throws(LinkStoreError) -> OpaquePointer {
    for entry in recent where entry.sql == sql { return entry.statement }
    let statement = if let known = statements[sql] { known } else { try newStatement(sql) }
    if recent.count < Self.recentCount {
      recent.append((sql, statement))
    } else {
      recent[nextRecent] = (sql, statement)
      nextRecent = (nextRecent + 1) % Self.recentCount
    }
    return statement
  }

  private func newStatement(_ sql: String) throws(LinkStoreError) -> OpaquePointer {
    var statement: OpaquePointer?
    let persistent = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(handle, sql, -1, persistent, &statement, nil)
    guard code == SQLITE_OK, let statement else { throw error(code, sql) }
    statements[sql] = statement
    return statement
  }

  private func error(_ code: Int32, _ operation: String) -> LinkStoreError {
    let path = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
    let message: String? =
      switch code & 0xFF {
      case SQLITE_NOTADB: "the file is no database of SQLite: expected a store of Keiro"
      // The log is opened with the first statement.
      case SQLITE_CANTOPEN: Self.obstacle(at: path, isReadOnly: isReadOnly)
      default: nil
      }
    if let message {
      return LinkStoreError(sqlite: code, message: message, operation: "open \(path)")
    }
    return LinkStoreError(
      sqlite: code, message: String(cString: sqlite3_errmsg(handle)), operation: operation)
  }
}

extension LinkStoreError {
  /// Whether a file is something else than a database, or one whose first bytes are damaged.
  package var isOfNoDatabase: Bool { kind == .corrupt && code & 0xFF == SQLITE_NOTADB }

  init(sqlite code: Int32, message: String, operation: String) {
    // The low byte is the result code; the rest says where the error occurred.
    let kind: Kind =
      switch code & 0xFF {
      case SQLITE_FULL: .full
      case SQLITE_READONLY: .readOnly
      case SQLITE_BUSY, SQLITE_LOCKED: .locked
      case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
      case SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_PERM, SQLITE_AUTH: .unreachable
      default: .failed
      }
    self.init(kind: kind, code: code, message: message, operation: operation)
  }
}
