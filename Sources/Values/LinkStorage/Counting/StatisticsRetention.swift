package import Links

/// How long counts are kept, in days.
package struct StatisticsRetention: Equatable, Sendable {
  /// Clicks by the hour; afterwards by the day.
  package var hours: Int
  /// Clicks and launches by the day; afterwards only the total of each link.
  package var days: Int

  package init(hours: Int = 14, days: Int = 760) {
    self.hours = hours
    self.days = days
  }

  /// The first hour that is kept; a day begins with it. Nil while no hour was too old.
  ///
  /// - Parameters:
  ///   - earlier: the answer of before.
  ///   - oldest: the first hour that there is.
  package func keptHour(after earlier: Int?, oldest: Int?, at now: Timestamp) -> Int? {
    let today = StatisticsPeriod.day(of: now)
    let first = (today - hours) * 24
    guard let earlier else { return oldest.map { $0 < first } ?? false ? first : nil }
    // A clock that was far ahead is set right again: hours are kept from tomorrow on.
    return max(first, min(earlier, (today + 1) * 24))
  }

  package func firstDay(at now: Timestamp) -> Int { StatisticsPeriod.day(of: now) - days }
}

/// The answer to `rollUp`: what one step has done.
package struct RollUpStep: Equatable, Sendable {
  /// Links whose waiting clicks were added to the counters, or rows that only waited to go; 0 for
  /// stores in which no clicks wait.
  package var merged: Int
  /// Rows of hours that were added to the sums of their days.
  package var rolledUp: Int
  /// Rows of hours or days that were older than what is kept.
  package var dropped: Int

  package init(merged: Int = 0, rolledUp: Int = 0, dropped: Int = 0) {
    self.merged = merged
    self.rolledUp = rolledUp
    self.dropped = dropped
  }

  /// Whether there was nothing to do.
  package var isIdle: Bool { merged == 0 && rolledUp == 0 && dropped == 0 }
}
