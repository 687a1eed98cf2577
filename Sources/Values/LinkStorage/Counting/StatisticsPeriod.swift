package import Links

/// The sums that answer a query: those of whole days and, at the edges, of single hours.
///
/// Where hours are no longer kept, a partly requested day counts whole.
package struct StatisticsPeriod: Equatable, Sendable {
  /// The days whose sums lie in the period altogether, in days since 1970.
  package let days: Range<Int>
  /// The hours of days that are only partly requested.
  package private(set) var edges: [Range<Int>] = []
  /// The days to which counts that are kept by day only are limited.
  private let named: Range<Int>

  /// A range of hours that contains everything counted.
  private static let ever = -24 << 40...24 << 40

  /// - Parameter keptHour: the first hour that is kept, at the start of a day; nil while none was
  ///   rolled up.
  package init(_ query: StatisticsQuery, keptHour: Int?) {
    /// The hour at which a day of a zone begins, or that of its day where no hours are kept.
    func hour(_ hour: Int?, _ day: Int?) -> Int? {
      guard let day, let hour, hour < keptHour ?? .min else { return hour }
      return day * 24
    }
    let firstNamed = query.sinceDay ?? .min
    named = firstNamed..<max(firstNamed, query.untilDay ?? .max)
    let since = max(hour(query.sinceHour, query.sinceDay) ?? .min, Self.ever.lowerBound)
    let until = min(hour(query.untilHour, query.untilDay) ?? .max, Self.ever.upperBound)
    guard since < until else {
      days = 0..<0
      return
    }
    var (day, end) = (Self.day(ofHour: since), Self.day(ofHour: until + 23))
    func isSharp(_ hour: Int) -> Bool {
      hour != Self.day(ofHour: hour) * 24 && hour >= keptHour ?? .min
    }
    if isSharp(since), isSharp(until), Self.day(ofHour: since) == Self.day(ofHour: until) {
      edges = [since..<until]
      days = day..<day
      return
    }
    if isSharp(since) {
      day += 1
      edges.append(since..<day * 24)
    }
    if isSharp(until) {
      end -= 1
      edges.append(end * 24..<until)
    }
    days = day..<max(day, end)
  }

  package func contains(hour: Int) -> Bool {
    hours.contains(hour) || edges.contains { $0.contains(hour) }
  }

  /// The days that lie in the period at least in part, for counts that are kept by day only.
  package var wholeDays: Range<Int> {
    let all = edges.map { Self.day(ofHour: $0.lowerBound)..<Self.day(ofHour: $0.upperBound + 23) }
    let days = (all + [days]).filter { !$0.isEmpty }
    guard let first = days.map(\.lowerBound).min(), let end = days.map(\.upperBound).max() else {
      return 0..<0
    }
    return (first..<end).clamped(to: named)
  }

  /// The hours of the whole days, in hours since 1970.
  package var hours: Range<Int> { days.lowerBound * 24..<days.upperBound * 24 }

  /// The day of an hour, both counted from 1970.
  package static func day(ofHour hour: Int) -> Int { Int((Double(hour) / 24).rounded(.down)) }

  /// The day of a time, in days since 1970.
  package static func day(of time: Timestamp) -> Int {
    Int((Double(time.secondsSinceEpoch) / 86_400).rounded(.down))
  }
}

/// The retention of counts, in days.
package struct StatisticsRetention: Equatable, Sendable {
  /// The days for which clicks are kept by hour; afterwards they are kept by day.
  package var hours: Int
  /// The days for which clicks and launches are kept by day; afterwards only each link's total remains.
  package var days: Int
  /// The time by which counts are old, where the store does not agree with the clock; nil for the
  /// current time.
  package var agreed: Timestamp?

  package init(hours: Int = 14, days: Int = 760) {
    self.hours = hours
    self.days = days
  }

  /// The first hour that is kept, at the start of a day; nil while no hour has expired.
  ///
  /// - Parameters:
  ///   - earlier: the previous answer; nil for none.
  ///   - oldest: the oldest hour with counts; nil for none.
  package func keptHour(after earlier: Int?, oldest: Int?, at now: Timestamp) -> Int? {
    let today = StatisticsPeriod.day(of: now)
    let first = (StatisticsPeriod.day(of: reckoned(now)) - hours) * 24
    guard let earlier else { return oldest.map { $0 < first } ?? false ? first : nil }
    // A clock that ran far ahead was corrected: hours are kept from tomorrow on.
    return max(first, min(earlier, (today + 1) * 24))
  }

  /// The first day that is kept, in days since 1970.
  package func firstDay(at now: Timestamp) -> Int {
    StatisticsPeriod.day(of: reckoned(now)) - days
  }

  private func reckoned(_ now: Timestamp) -> Timestamp { min(now, agreed ?? now) }
}

/// The answer to `rollUp`: the work of one step.
package struct RollUpStep: Equatable, Sendable {
  /// Links whose pending clicks were added to the counters, or pending rows that were removed; 0 for
  /// stores without pending clicks.
  package var merged: Int
  /// Hourly rows that were added to daily sums.
  package var rolledUp: Int
  /// Hourly and daily rows that were dropped because they exceeded the retention.
  package var dropped: Int

  package init(merged: Int = 0, rolledUp: Int = 0, dropped: Int = 0) {
    self.merged = merged
    self.rolledUp = rolledUp
    self.dropped = dropped
  }

  package var isIdle: Bool { merged == 0 && rolledUp == 0 && dropped == 0 }
}
