import WebSyntax

/// The field with the time to wait (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The seconds to wait; nil for an absent or unreadable field.
  ///
  /// - Parameters:
  ///   - value: a number of seconds, or a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///   - now: the current time in seconds since 1970.
  static func seconds(_ value: String?, now: Int) -> Int? {
    guard let value else { return nil }
    if let seconds = DecimalDigits.number(value.utf8) { return seconds }
    return date(value).map { max($0 - now, 0) }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func date(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]),
      let month = months.firstIndex(of: String(words[2])),
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { DecimalDigits.number($0.utf8) }
    guard clock.count == 3, clock[0] < 24, clock[1] < 60, clock[2] <= 60 else { return nil }
    return date.daysSinceEpoch * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
  }
}
