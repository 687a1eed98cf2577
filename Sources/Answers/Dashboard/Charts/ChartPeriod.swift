import LinkStorage
import Links

/// The period of a chart: days in UTC, in which clicks are stored, hours, or days made of hours.
struct ChartPeriod: Equatable {
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

  /// Nil for a period of typed dates, which may end before the present.
  let latest: Latest?
  /// The days, counted since 1970.
  let days: ClosedRange<Int>
  /// The hours of the period, counted since 1970, and those of the equally long time before; where a zone's
  /// days begin within an hour, that whole hour is included. Nil for days in UTC.
  let hours: Range<Int>?
  let hoursBefore: Range<Int>?
  let isByHour: Bool

  /// The largest number of days; more columns cannot be told apart on any screen.
  static let mostDays = 366
  /// The largest number of days shown by the hour; these have as many columns as a month.
  private static let mostDaysByHour = 2

  private init(
    _ days: ClosedRange<Int>, latest: Latest? = nil, hours: Range<Int>? = nil,
    before: Range<Int>? = nil, isByHour: Bool = false
  ) {
    (self.days, self.latest, self.hours, self.isByHour) = (days, latest, hours, isByHour)
    hoursBefore = before ?? hours.map { $0.lowerBound - $0.count..<$0.lowerBound }
  }

  init(_ latest: Latest, now: Timestamp) {
    let (today, hour) = (now.secondsSinceEpoch / 86_400, now.secondsSinceEpoch / 3600)
    self.init(
      today - latest.display.days + 1...today, latest: latest,
      hours: latest == .day ? hour - 23..<hour + 1 : nil, isByHour: latest == .day)
  }

  /// The period between two dates of an address; nil when one is not a date, or they are in the
  /// wrong order or too far apart. A day or two are shown by the hour while their hours are kept.
  ///
  /// - Parameters:
  ///   - first: a date such as `2026-11-21`; the last day is written the same way.
  ///   - kept: the number of days for which hourly clicks are stored.
  ///   - zone: the zone of days shown by the hour.
  init?(
    from first: String, to last: String, now: Timestamp, hours kept: Int, in zone: LocalZone
  ) {
    guard let start = Self.day(first), let end = Self.day(last), start <= end,
      end - start < Self.mostDays
    else { return nil }
    let today = now.secondsSinceEpoch / 86_400
    guard end - start < Self.mostDaysByHour, start > today - kept else {
      self.init(start...end)
      return
    }
    let hour = Self.hour(ofDay: start, in: zone)
    self.init(
      start...end, hours: hour..<max(Self.hour(ofDay: end + 1, in: zone), hour + 1), isByHour: true)
  }

  /// Days of a zone; nil where hours are not kept for them and the time before them.
  init?(
    localDays days: ClosedRange<Int>, latest: Latest? = nil, in zone: LocalZone, now: Timestamp,
    kept: Int
  ) {
    let start = Self.hour(ofDay: days.lowerBound - days.count, in: zone)
    let first = Self.hour(ofDay: days.lowerBound, in: zone)
    let end = Self.hour(ofDay: days.upperBound + 1, in: zone)
    guard StatisticsPeriod.day(ofHour: start) >= StatisticsPeriod.day(of: now) - kept,
      start < first, first < end
    else { return nil }
    self.init(days, latest: latest, hours: first..<end, before: start..<first)
  }

  /// The same period in the days of a zone, where their hours are kept; else the period as it is.
  func inLocalDays(of zone: LocalZone, now: Timestamp, kept: Int) -> ChartPeriod {
    guard zone != .utc, hours == nil, latest == nil || latest == .week else { return self }
    let today = zone.day(of: now)
    let local = latest == nil ? days : today - 6...today
    return ChartPeriod(localDays: local, latest: latest, in: zone, now: now, kept: kept) ?? self
  }

  /// The hour with which a day of a zone begins, counted since 1970.
  private static func hour(ofDay day: Int, in zone: LocalZone) -> Int {
    Int((Double(zone.start(ofDay: day).secondsSinceEpoch) / 3600).rounded(.down))
  }

  /// The number of a date in days since 1970; nil for any other text.
  static func day(_ text: String) -> Int? {
    guard text.utf8.count == 10 else { return nil }
    return Timestamp(dateOrTime: text).map { $0.secondsSinceEpoch / 86_400 }
  }

  /// A date such as `2026-11-21`.
  static func date(_ day: Int) -> String { Statistics.name(ofDay: day) }

  /// Whether its days are those of the reader's zone, which are asked for by the hour.
  var isOfLocalDays: Bool { hours != nil && !isByHour }

  var grouping: StatisticsQuery.Grouping { isByHour ? .hour : .day }

  /// The length of a column in seconds.
  var step: Int { isByHour ? 3600 : 86_400 }

  /// The start of its first column, so that sums hold exactly what the columns show.
  var since: PointInTime {
    Self.start(hours?.lowerBound ?? days.lowerBound, hours == nil ? 86_400 : 3600)
  }

  /// The exclusive end of the period; nil for the present.
  var until: PointInTime? {
    guard latest == nil else { return nil }
    return Self.start(hours?.upperBound ?? days.upperBound + 1, hours == nil ? 86_400 : 3600)
  }

  /// The equally long period before, for comparison.
  var before: (since: PointInTime, until: PointInTime) {
    let first = hoursBefore?.lowerBound ?? days.lowerBound - days.count
    return (Self.start(first, hours == nil ? 86_400 : 3600), since)
  }

  /// The start of a day, an hour or whatever has so many seconds, counted since 1970.
  private static func start(_ number: Int, _ seconds: Int) -> PointInTime {
    .at(Timestamp(secondsSinceEpoch: number * seconds))
  }

  /// The numbers of the columns: hours or days since 1970.
  var columns: ClosedRange<Int> {
    guard isByHour, let hours else { return days }
    return hours.lowerBound...hours.upperBound - 1
  }

  /// The name by which statistics have a column: a date, or the start of an hour in UTC.
  func name(ofColumn column: Int) -> String {
    isByHour ? Statistics.name(ofHour: column) : Self.date(column)
  }

  /// The items of a query that encode the period.
  var items: [(name: String, value: String?)] {
    latest.map { [("period", $0.rawValue)] } ?? [
      ("from", Self.date(days.lowerBound)), ("to", Self.date(days.upperBound)),
    ]
  }
}
