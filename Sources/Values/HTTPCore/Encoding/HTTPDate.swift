import WebSyntax

/// The value of a Date field, `Sat, 21 Nov 2026 01:31:09 GMT` (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// The date of a point in time.
  ///
  /// - Parameter seconds: the seconds since 1970; clamped to the years 1970 to 9999.
  package static func string(secondsSinceEpoch seconds: Int) -> String {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let days = seconds / 86_400
    let rest = seconds % 86_400
    let date = CivilDate(daysSinceEpoch: days)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map(twoDigits).joined(separator: ":")
    let weekday = weekdays[(days + 4) % 7]
    return "\(weekday), \(twoDigits(date.day)) \(months[date.month - 1]) \(date.year) \(time) GMT"
  }

  /// The seconds since 1970 of a date in this form, the preferred one of three; nil for anything else.
  package static func secondsSinceEpoch(_ text: String) -> Int? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[5] == "GMT", parts[0].utf8.count == 4, parts[4].utf8.count == 8,
      let day = DecimalDigits.number(Array(parts[1].utf8)[...]),
      let month = months.firstIndex(of: String(parts[2])),
      let year = DecimalDigits.number(Array(parts[3].utf8)[...]), parts[3].utf8.count == 4,
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).compactMap {
      DecimalDigits.number(Array($0.utf8)[...])
    }
    guard time.count == 3, time[0] < 24, time[1] < 60, time[2] < 61 else { return nil }
    return (date.daysSinceEpoch * 24 + time[0]) * 3600 + time[1] * 60 + time[2]
  }

  /// The seconds that a value of `Retry-After` asks to wait (RFC 9110, section 10.2.3); nil for an
  /// absent or unreadable one.
  ///
  /// - Parameter now: the current time in seconds since 1970, for a value that is a date.
  package static func secondsToWait(_ retryAfter: String?, now: Int) -> Int? {
    guard let retryAfter else { return nil }
    if DecimalDigits.isNumber(retryAfter) { return DecimalDigits.number(retryAfter.utf8) ?? .max }
    return secondsSinceEpoch(retryAfter).map { max($0 - now, 0) }
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigits(_ number: Int) -> String {
    DecimalDigits.text(number, width: 2)
  }
}
