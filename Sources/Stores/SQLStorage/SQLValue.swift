package import Links

/// A value for a placeholder of a statement; nil means NULL of that type.
package enum SQLValue: Sendable {
  case int(Int?)
  case text(String?)
  case blob([UInt8]?)
  case flag(Bool)
  /// Arrays, one value for each row of `SQLRows`; in a single placeholder for PostgreSQL alone.
  case ints([Int?]), texts([String?]?), flags([Bool])

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
