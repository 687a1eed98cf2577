import LinkStorage
import Links

/// The period of a chart: days in UTC, in which clicks are stored, hours, or days made of hours.
enum ChartPeriod: Equatable {
  case latest(Latest)
  /// A range of days since 1970.
  case days(ClosedRange<Int>)
  /// The hours of a day or two in the reader's zone; hours are stored for a few days only.
  ///
  /// - of: a range of days since 1970.
  /// - hours: hours since 1970; where a zone's days begin within an hour, that whole hour is
  ///   included.
  case hours(of: ClosedRange<Int>, hours: Range<Int>)
  /// Days in the reader's zone, which are summed up from hours.
  case localDays(LocalDays)

  /// A period that ends at the present.
  enum Latest: String, CaseIterable {
    case day = "24h"
    case week = "7d"
    case month = "30d"
    case quarter = "90d"
    case year = "365d"

    /// Its name, and its length in days.
    var display: (word: Word, days: Int) {
      switch self {
      case .day: (.day, 1)
      case .week: (.week, 7)
      case .month: (.month, 30)
      case .quarter: (.quarter, 90)
      case .year: (.year, 365)
      }
    }
  }

  /// The largest number of days; more columns cannot be told apart on any screen.
  static let mostDays = 366
  /// The largest number of days shown by the hour; these have as many columns as a month.
  private static let mostDaysByHour = 2

  /// The period between two dates of an address; nil when one is not a date, or they are in the
  /// wrong order or too far apart.
  ///
  /// - Parameters:
  ///   - first: a date such as `2026-11-21`; the last day is written the same way.
  ///   - hours: the number of days for which hourly clicks are stored.
  ///   - zone: the zone of days shown by the hour.
  init?(
    from first: String, to last: String, now: Timestamp, hours: Int, in zone: LocalZone
  ) {
    guard let start = Self.day(first), let end = Self.day(last), start <= end,
      end - start < Self.mostDays
    else { return nil }
    let today = now.secondsSinceEpoch / 86_400
    guard end - start < Self.mostDaysByHour, start > today - hours else {
      self = .days(start...end)
      return
    }
    func hour(_ day: Int) -> Int { Self.hour(of: zone.start(ofDay: day)) }
    self = .hours(of: start...end, hours: hour(start)..<max(hour(end + 1), hour(start) + 1))
  }

  /// The hour of a moment, counted since 1970.
  static func hour(of time: Timestamp) -> Int {
    Int((Double(time.secondsSinceEpoch) / 3600).rounded(.down))
  }

  /// The number of a date in days since 1970; nil for any other text.
  static func day(_ text: String) -> Int? {
    guard text.utf8.count == 10 else { return nil }
    return Timestamp(dateOrTime: text).map { $0.secondsSinceEpoch / 86_400 }
  }

  /// A date such as `2026-11-21`.
  static func date(_ day: Int) -> String { Statistics.name(ofDay: day) }

  var isByHour: Bool {
    switch self {
    case .latest(let latest): latest == .day
    case .days, .localDays: false
    case .hours: true
    }
  }

  /// Whether its days are those of the reader's zone, which are asked for by the hour.
  var isOfLocalDays: Bool {
    if case .localDays = self { return true }
    return false
  }

  /// The period that ends at the present; nil for one of typed dates.
  var latest: Latest? {
    switch self {
    case .latest(let latest): latest
    case .localDays(let local): local.latest
    case .days, .hours: nil
    }
  }

  var grouping: StatisticsQuery.Grouping { isByHour ? .hour : .day }

  /// The length of a column in seconds.
  var step: Int { isByHour ? 3600 : 86_400 }

  /// The start of its first column, so that sums hold exactly what the columns show.
  func since(now: Timestamp) -> PointInTime {
    if case .localDays(let local) = self { return Self.hour(local.hours.lowerBound) }
    return Self.start(columns(now: now).lowerBound, step)
  }

  /// The exclusive end of the period; nil for the present.
  var until: PointInTime? {
    switch self {
    case .latest: nil
    case .days(let days): Self.start(days.upperBound + 1, 86_400)
    case .hours(_, let hours): Self.hour(hours.upperBound)
    case .localDays(let local): local.latest == nil ? Self.hour(local.hours.upperBound) : nil
    }
  }

  /// The equally long period before, for comparison.
  func before(now: Timestamp) -> (since: PointInTime, until: PointInTime) {
    if case .localDays(let local) = self {
      return (Self.hour(local.before.lowerBound), Self.hour(local.before.upperBound))
    }
    let first = columns(now: now).lowerBound
    return (Self.start(first - columns(now: now).count, step), Self.start(first, step))
  }

  /// The start of an hour, counted since 1970.
  private static func hour(_ hour: Int) -> PointInTime { start(hour, 3600) }

  /// The start of a day, an hour or whatever has so many seconds, counted since 1970.
  private static func start(_ number: Int, _ seconds: Int) -> PointInTime {
    .at(Timestamp(secondsSinceEpoch: number * seconds))
  }

  /// The numbers of the columns: hours or days since 1970.
  func columns(now: Timestamp) -> ClosedRange<Int> {
    switch self {
    case .latest(let latest):
      let end = now.secondsSinceEpoch / step
      return (end - latest.display.days * 86_400 / step + 1)...end
    case .days(let days): return days
    case .hours(_, let hours): return hours.lowerBound...hours.upperBound - 1
    case .localDays(let local): return local.days
    }
  }

  /// The name by which statistics have a column: a date, or the start of an hour in UTC.
  func name(ofColumn column: Int) -> String {
    isByHour ? Statistics.name(ofHour: column) : Self.date(column)
  }

  /// The items of a query that encode the period.
  var items: [(name: String, value: String?)] {
    switch self {
    case .latest(let latest): [("period", latest.rawValue)]
    case .days(let days), .hours(of: let days, hours: _): Self.dates(days)
    case .localDays(let local):
      local.latest.map { [("period", $0.rawValue)] } ?? Self.dates(local.days)
    }
  }

  private static func dates(_ days: ClosedRange<Int>) -> [(name: String, value: String?)] {
    [("from", date(days.lowerBound)), ("to", date(days.upperBound))]
  }
}

/// Days of a reader's zone, summed up from the hours that make them.
struct LocalDays: Equatable {
  /// The days, counted since 1970.
  let days: ClosedRange<Int>
  /// The hours of the days, counted since 1970; where a zone's days begin within an hour, that whole
  /// hour is included.
  let hours: Range<Int>
  /// The hours of as many days before them.
  let before: Range<Int>
  /// The period that ends at the present; nil for one of typed dates.
  let latest: ChartPeriod.Latest?

  /// Nil where hours are not kept for the days and the time before them.
  ///
  /// - Parameter kept: the number of days for which hourly clicks are stored.
  init?(
    _ days: ClosedRange<Int>, latest: ChartPeriod.Latest? = nil, in zone: LocalZone,
    now: Timestamp, kept: Int
  ) {
    func hour(_ day: Int) -> Int { ChartPeriod.hour(of: zone.start(ofDay: day)) }
    let start = hour(days.lowerBound - days.count)
    guard StatisticsPeriod.day(ofHour: start) >= StatisticsPeriod.day(of: now) - kept else {
      return nil
    }
    let (first, end) = (hour(days.lowerBound), hour(days.upperBound + 1))
    guard start < first, first < end else { return nil }
    self.days = days
    self.latest = latest
    hours = first..<end
    before = start..<first
  }
}

extension ChartPeriod {
  /// The same period in the days of a zone, where their hours are kept; else the period as it is.
  ///
  /// - Parameter kept: the number of days for which hourly clicks are stored.
  func inLocalDays(of zone: LocalZone, now: Timestamp, kept: Int) -> ChartPeriod {
    guard zone != .utc else { return self }
    let local: LocalDays?
    switch self {
    case .latest(.week):
      let today = zone.day(of: now)
      local = LocalDays(today - 6...today, latest: .week, in: zone, now: now, kept: kept)
    case .days(let days): local = LocalDays(days, in: zone, now: now, kept: kept)
    case .latest, .hours, .localDays: local = nil
    }
    return local.map(ChartPeriod.localDays) ?? self
  }
}
