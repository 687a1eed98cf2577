package import Links

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
