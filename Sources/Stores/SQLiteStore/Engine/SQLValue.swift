import CSQLite
import Links

/// A value for a placeholder.
enum SQLValue {
  case null
  case int(Int)
  case text(String)
  case blob([UInt8])

  static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
  static func optional(_ number: Int?) -> SQLValue { number.map(SQLValue.int) ?? .null }
  static func time(_ time: Timestamp?) -> SQLValue { .optional(time?.secondsSinceEpoch) }
  static func flag(_ value: Bool) -> SQLValue { .int(value ? 1 : 0) }

  /// Binds values to a statement's placeholders in their order, as far as there is no error.
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
    case .null: return sqlite3_bind_null(statement, index)
    case .int(let number): return sqlite3_bind_int64(statement, index, Int64(number))
    case .text(var text):
      return text.withUTF8 { keiro_sqlite_bind_text(statement, index, $0.baseAddress, $0.count) }
    case .blob(let bytes): return keiro_sqlite_bind_blob(statement, index, bytes, bytes.count)
    }
  }
}

/// The row that a statement stands on; not to be used behind the closure that was given it.
struct SQLRow {
  let statement: OpaquePointer

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  func bool(_ column: Int32) -> Bool { int(column) != 0 }

  func optionalInt(_ column: Int32) -> Int? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : int(column)
  }

  /// What stands there, by its own type.
  func stored(_ column: Int32) -> StoredValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .int(int(column))
    case SQLITE_NULL: .null
    default: .text(text(column))
    }
  }

  func time(_ column: Int32) -> Timestamp? {
    optionalInt(column).map(Timestamp.init(secondsSinceEpoch:))
  }

  /// Empty for null.
  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    let count = Int(sqlite3_column_bytes(statement, column))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func blob(_ column: Int32) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
}
