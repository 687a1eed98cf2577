import CSQLite

/// What SQLite says when something fails; never the values that were in play.
package struct DatabaseError: Error, Equatable, Sendable {
  /// SQLite's extended result code.
  package let code: Int32
  package let message: String
  /// What was tried: a statement, or `open` and the path.
  package let operation: String
}

extension DatabaseError: CustomStringConvertible {
  package var description: String { "\(operation): \(message)" }
}

/// A connection to a database file, for one thread at a time.
final class Database {
  private let handle: OpaquePointer

  /// Opens the file, and makes it when it is absent.
  init(path: String) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw DatabaseError(code: code, message: message, operation: "open \(path)")
    }
    handle = opened
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, 2000)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements that give no rows that matter.
  func execute(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code, sql) }
  }

  /// The first column of the first row; nil when there is no row.
  func integer(_ sql: String) throws(DatabaseError) -> Int? {
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == SQLITE_OK else { throw error(code, sql) }
    defer { sqlite3_finalize(statement) }
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return Int(sqlite3_column_int64(statement, 0))
    case SQLITE_DONE: return nil
    case let code: throw error(code, sql)
    }
  }

  private func error(_ code: Int32, _ operation: String) -> DatabaseError {
    DatabaseError(
      code: code, message: String(cString: sqlite3_errmsg(handle)), operation: operation)
  }
}
