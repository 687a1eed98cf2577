/// The date of a Date field, `Sat, 21 Nov 2026 01:31:09 GMT` (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// - Parameter seconds: since 1970, before the year 10000; what is outside is clamped.
  package static func string(secondsSinceEpoch seconds: Int) -> String {
    let seconds = min(max(seconds, 0), 253_402_300_799)
    let days = seconds / 86_400
    let rest = seconds % 86_400
    let (year, month, day) = civil(daysSinceEpoch: days)
    let time = [rest / 3600, rest / 60 % 60, rest % 60].map(twoDigits).joined(separator: ":")
    let weekday = weekdays[(days + 4) % 7]
    return "\(weekday), \(twoDigits(day)) \(months[month - 1]) \(year) \(time) GMT"
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Year, month and day of the proleptic Gregorian calendar, counted in eras of 400 years that
  /// begin on 1 March, so that the leap day comes last.
  private static func civil(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
    let days = daysSinceEpoch + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
