package import Links

/// Which sums answer a query: those of whole days, and at its edges those of single hours.
///
/// Where hours are no longer kept, a day that has begun belongs to the period.
package struct StatisticsPeriod: Equatable, Sendable {
  /// Days since 1970, of which the second is the first that is left out.
  package private(set) var days: (since: Int, until: Int)
  /// The hours of days of which only a part is asked for.
  package private(set) var edges: [Range<Int>] = []

  package static func == (one: Self, other: Self) -> Bool {
    one.days == other.days && one.edges == other.edges
  }

  /// No counted hour lies outside.
  private static let ever = -24 << 40...24 << 40

  /// - Parameter keptHour: the first hour that is kept; a day begins with it.
  package init(_ query: StatisticsQuery, keptHour: Int?) {
    let since = max(query.sinceHour ?? .min, Self.ever.lowerBound)
    let until = min(query.untilHour ?? .max, Self.ever.upperBound)
    guard since < until else {
      days = (0, 0)
      return
    }
    days = (Self.day(ofHour: since), Self.day(ofHour: until + 23))
    func isSharp(_ hour: Int) -> Bool {
      hour != Self.day(ofHour: hour) * 24 && hour >= keptHour ?? .min
    }
    if isSharp(since), isSharp(until), Self.day(ofHour: since) == Self.day(ofHour: until) {
      edges = [since..<until]
      days.until = days.since
      return
    }
    if isSharp(since) {
      days.since += 1
      edges.append(since..<days.since * 24)
    }
    if isSharp(until) {
      days.until -= 1
      edges.append(days.until * 24..<until)
    }
  }

  package func contains(hour: Int) -> Bool {
    hours.contains(hour) || edges.contains { $0.contains(hour) }
  }

  /// Every day of which a part is asked for, for what is kept by the day alone.
  package var wholeDays: Range<Int> {
    let all = edges.map { Self.day(ofHour: $0.lowerBound)..<Self.day(ofHour: $0.upperBound + 23) }
    let days =
      all.filter { !$0.isEmpty } + (days.since < days.until ? [days.since..<days.until] : [])
    guard let first = days.map(\.lowerBound).min(), let end = days.map(\.upperBound).max() else {
      return 0..<0
    }
    return first..<end
  }

  package var hours: Range<Int> { days.since * 24..<days.until * 24 }

  package static func day(ofHour hour: Int) -> Int { Int((Double(hour) / 24).rounded(.down)) }

  package static func day(of time: Timestamp) -> Int {
    Int((Double(time.secondsSinceEpoch) / 86_400).rounded(.down))
  }
}
