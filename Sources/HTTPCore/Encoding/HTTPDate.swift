import CivilTime
import WebSyntax

/// The value of a Date field, `Sat, 21 Nov 2026 01:31:09 GMT` (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// - Parameter seconds: since 1970; clamped to the years 1970 to 9999.
  package static func string(secondsSinceEpoch seconds: Int) -> String {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let days = seconds / 86_400
    let rest = seconds % 86_400
    let date = CivilDate(daysSinceEpoch: days)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map(twoDigits).joined(separator: ":")
    let weekday = weekdays[(days + 4) % 7]
    return "\(weekday), \(twoDigits(date.day)) \(months[date.month - 1]) \(date.year) \(time) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigits(_ number: Int) -> String {
    DecimalDigits.text(number, width: 2)
  }
}
