import LinkStorage
import Links
import Service
import WebSyntax

/// The period of Bitly's statistics: a number of units back from a reference time.
struct BitlyPeriod {
  enum Unit: String {
    case hour, day, week, month
  }

  let unit: Unit
  /// The number of units; -1 for all.
  let units: Int
  let reference: Timestamp
  /// The start of the period; nil for the beginning.
  let since: Timestamp?

  init(_ form: WireForm, now: Timestamp) throws(Problem) {
    guard let unit = Unit(rawValue: form["unit"] ?? "day") else {
      throw .parameter("unit", "expected hour, day, week or month: minutes are not recorded")
    }
    self.unit = unit
    units = try form.number("units", in: -1...100_000) ?? -1
    reference = try form.time("unit_reference") ?? now
    since = units <= 0 ? nil : Self.start(of: unit, back: units - 1, from: reference)
  }

  /// Returns the start of the unit that is `count` units before the one containing a time.
  private static func start(of unit: Unit, back count: Int, from time: Timestamp) -> Timestamp {
    let days = Int((Double(time.secondsSinceEpoch) / 86_400).rounded(.down))
    switch unit {
    case .hour:
      let hours = Int((Double(time.secondsSinceEpoch) / 3600).rounded(.down))
      return Timestamp(secondsSinceEpoch: (hours - count) * 3600)
    case .day: return Timestamp(secondsSinceEpoch: (days - count) * 86_400)
    case .week: return Timestamp(secondsSinceEpoch: (monday(of: days) - count * 7) * 86_400)
    case .month:
      let date = CivilDate(daysSinceEpoch: days)
      let months = date.year * 12 + date.month - 1 - count
      let first = CivilDate(year: months / 12, month: months % 12 + 1, day: 1)
      return Timestamp(secondsSinceEpoch: (first?.daysSinceEpoch ?? 0) * 86_400)
    }
  }

  /// Day 0 was a Thursday.
  private static func monday(of day: Int) -> Int { day - ((day + 3) % 7 + 7) % 7 }

  var grouping: StatisticsQuery.Grouping { unit == .hour ? .hour : .day }

  /// Sums up the rows by unit, latest first.
  func clicks(_ rows: [Statistics.Row]) -> [(date: String, clicks: Int)] {
    var sums: [(date: String, clicks: Int)] = []
    for row in rows where row.clicks > 0 {
      guard let time = Timestamp(dateOrTime: row.name) else { continue }
      let date = BitlyFields.written(Self.start(of: unit, back: 0, from: time))
      if sums.last?.date == date {
        sums[sums.count - 1].clicks += row.clicks
      } else {
        sums.append((date, row.clicks))
      }
    }
    return sums.reversed()
  }
}
