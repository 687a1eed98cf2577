import LinkStorage
import Questions
import Service

struct ChartCounts {
  var now = Statistics(rows: [], clicks: 0, bots: 0, launches: 0)
  /// The counts by time of the equally long period before.
  var before = Statistics(rows: [], clicks: 0, bots: 0, launches: 0)
  var groups: [StatisticsQuery.Grouping: Statistics] = [:]

  func shown(by grouping: StatisticsQuery.Grouping) -> [Statistics.Row] {
    groups[grouping]?.shown(by: grouping) ?? []
  }
}

extension PageContext {
  /// The counts of a scope by time, and those of the equally long period before, of the part that is
  /// shown, and its clicks by each of the groupings.
  func counts(
    _ scope: ChartScope, _ groupings: [StatisticsQuery.Grouping]
  ) throws(Problem) -> ChartCounts {
    let (grouping, only) = (scope.period.grouping, scope.part?.name)
    let questions =
      [
        question(scope, by: grouping, split: scope.split, only: only),
        question(scope, by: grouping, only: only, isBefore: true),
      ] + groupings.map { question(scope, by: $0) }
    let answers = try asked(inquiry.statistics(questions))
      .map(\.statistics)
    var counts = ChartCounts()
    if let now = answers.first { counts.now = folded(now, scope, grouping) }
    if let before = answers.dropFirst().first { counts.before = folded(before, scope, grouping) }
    for (grouping, statistics) in zip(groupings, answers.dropFirst(2)) {
      counts.groups[grouping] = statistics
    }
    return counts
  }

  /// The counts of a scope within the user's reach.
  func statistics(
    _ scope: ChartScope, by grouping: StatisticsQuery.Grouping, only: ClickName? = nil
  ) throws(Problem) -> Statistics {
    let question = question(scope, by: grouping, only: only)
    let statistics = try asked(inquiry.statistics(question)).statistics
    return folded(statistics, scope, grouping)
  }

  /// - Parameter isBefore: whether to ask for the equally long period before that of the scope.
  private func question(
    _ scope: ChartScope, by grouping: StatisticsQuery.Grouping,
    split: StatisticsQuery.Split? = nil, only: ClickName? = nil, isBefore: Bool = false
  ) -> StatisticsQuestion {
    let period = scope.period
    let before = isBefore ? period.before(now: timestamp) : nil
    return StatisticsQuestion(
      host: scope.host, slug: scope.slug, since: before?.since ?? period.since(now: timestamp),
      until: before?.until ?? period.until,
      by: isFolded(scope, grouping) ? .hour : grouping, split: split, only: only,
      among: scope.links)
  }

  /// Whether rows of days are asked for by the hour.
  private func isFolded(_ scope: ChartScope, _ grouping: StatisticsQuery.Grouping) -> Bool {
    scope.period.isOfLocalDays && grouping == .day
  }

  private func folded(
    _ statistics: Statistics, _ scope: ChartScope, _ grouping: StatisticsQuery.Grouping
  ) -> Statistics {
    isFolded(scope, grouping) ? statistics.inDays(of: zone) : statistics
  }
}
