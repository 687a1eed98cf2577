import LinkStorage
import Links

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
