import WebSyntax

/// Log timestamps in RFC 3339 format, UTC, with milliseconds.
package enum LogTime {
  /// - Parameter seconds: the seconds since 1970; clamped to the years 1970 to 9999.
  package static func string(_ seconds: Double) -> String {
    let milliseconds = milliseconds(seconds)
    let days = milliseconds / 86_400_000
    let rest = milliseconds % 86_400_000
    let day = CivilDate(daysSinceEpoch: days)
    let date = "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
    let clock = "\(digits(rest / 3_600_000, 2)):\(digits(rest / 60_000 % 60, 2))"
    return "\(date)T\(clock):\(digits(rest / 1000 % 60, 2)).\(digits(rest % 1000, 3))Z"
  }

  /// Returns the time in whole milliseconds since 1970, clamped likewise.
  static func milliseconds(_ seconds: Double) -> Int {
    let limit = 253_402_300_799_999.0
    return seconds.isFinite ? Int(min(max(seconds * 1000, 0), limit)) : 0
  }

  private static func digits(_ number: Int, _ width: Int) -> String {
    DecimalDigits.text(number, width: width)
  }
}
