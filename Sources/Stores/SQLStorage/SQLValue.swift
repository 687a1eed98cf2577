package import Links

/// A value for a placeholder of a statement; nil means NULL of that type.
package enum SQLValue: Sendable {
  case int(Int?)
  case text(String?)
  case blob([UInt8]?)
  case flag(Bool)
  /// Arrays, one value for each row of `SQLRows`; in a single placeholder for PostgreSQL alone.
  case ints([Int?]), texts([String?]?)

  /// A time, in seconds since 1970.
  package static func time(_ time: Timestamp?) -> SQLValue { .int(time?.secondsSinceEpoch) }
}

/// A row of a result, valid only within the closure that receives it. Columns count from 0.
package protocol SQLRow: SendableMetatype {
  /// The integer in a column; 0 for NULL.
  func int(_ column: Int32) -> Int
  /// The integer in a column; nil for NULL.
  func optionalInt(_ column: Int32) -> Int?
  /// The text in a column; empty for NULL.
  func text(_ column: Int32) -> String
  /// The text in a column; nil for NULL.
  func optionalText(_ column: Int32) -> String?
  /// The bytes in a column; empty for NULL.
  func blob(_ column: Int32) -> [UInt8]
}

extension SQLRow {
  /// The time in a column with seconds since 1970; nil for NULL.
  package func optionalTime(_ column: Int32) -> Timestamp? {
    optionalInt(column).map(Timestamp.init(secondsSinceEpoch:))
  }

  /// The time in a column with seconds since 1970 that is never NULL.
  package func time(_ column: Int32) -> Timestamp {
    Timestamp(secondsSinceEpoch: int(column))
  }
}

/// Values of many rows for one statement, column by column.
package struct SQLRows: Sendable {
  /// The names of the columns, as the statement uses them.
  package let names: [String]
  /// The columns, arrays of equal length.
  package let columns: [SQLValue]

  package init(_ columns: KeyValuePairs<String, SQLValue>) {
    self.init(columns.map { ($0.key, $0.value) })
  }

  init(_ columns: [(name: String, column: SQLValue)]) {
    names = columns.map(\.name)
    self.columns = columns.map(\.column)
  }
}

/// What a transaction locks that is more than a row.
package enum SQLLock: Sendable {
  /// The webhooks, since the recorded types depend on all of them.
  case webhooks
  /// The sums for webhooks: batches that count wait for a moment, which avoids deadlocks with them.
  case sums
  /// The gathering of events, which another process may be at.
  case gathering
  /// The names of launches, of which only a limited number are distinguished.
  case launches
  /// The slugs of keys, against links that are created under others of their homes.
  case slugs([LinkKey])
  /// The links that are like one.
  case likeness(Int)
}

extension SQLRows {
  /// The text of a statement with the source of the rows, named `n`, in place of `#rows`.
  package func placed(_ source: String, in sql: String) -> String {
    sql.split(separator: "#rows", maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: source)
  }

  package var rows: [[SQLValue]] {
    (0..<(columns.first?.count ?? 0)).map { index in columns.map { $0.element(index) } }
  }
}

extension SQLValue {
  fileprivate var count: Int {
    switch self {
    case .ints(let values): values.count
    case .texts(let values): values?.count ?? 0
    case .int, .text, .blob, .flag: 1
    }
  }

  fileprivate func element(_ index: Int) -> SQLValue {
    switch self {
    case .ints(let values): .int(values[index])
    case .texts(let values): .text(values?[index])
    case .int, .text, .blob, .flag: self
    }
  }
}
