import CSQLite
import Links
import SQLStorage

extension SQLValue {
  /// Binds values to a statement's placeholders in order, up to the first error; returns SQLite's
  /// result code.
  static func bind(_ values: [SQLValue], to statement: OpaquePointer) -> Int32 {
    var index: Int32 = 0
    for value in values {
      index += 1
      let code = value.bind(to: statement, at: index)
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  private func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .int(let number?): return sqlite3_bind_int64(statement, index, Int64(number))
    case .text(var text?):
      return text.withUTF8 { keiro_sqlite_bind_text(statement, index, $0.baseAddress, $0.count) }
    case .blob(let bytes?): return keiro_sqlite_bind_blob(statement, index, bytes, bytes.count)
    case .flag(let flag): return sqlite3_bind_int(statement, index, flag ? 1 : 0)
    case .int, .text, .blob: return sqlite3_bind_null(statement, index)
    case .ints, .texts: return SQLITE_MISMATCH
    }
  }
}

/// The current row of a statement; not to be used outside the closure that receives it.
package struct SQLiteRow: SQLRow {
  let statement: OpaquePointer

  package func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  package func optionalInt(_ column: Int32) -> Int? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : int(column)
  }

  /// The value in a column, with its own type.
  func stored(_ column: Int32) -> StoredValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .int(int(column))
    case SQLITE_NULL: .null
    default: .text(text(column))
    }
  }

  package func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  package func optionalText(_ column: Int32) -> String? {
    guard let bytes = bytes(column) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  func has(_ text: String, in column: Int32) -> Bool {
    bytes(column)?.elementsEqual(text.utf8) ?? false
  }

  /// The bytes of the text in a column, which belong to the row; nil for null.
  private func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>? {
    sqlite3_column_text(statement, column).map {
      UnsafeBufferPointer(start: $0, count: Int(sqlite3_column_bytes(statement, column)))
    }
  }

  package func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
