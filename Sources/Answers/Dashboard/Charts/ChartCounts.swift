import HTTPCore
import LinkImport
import LinkStorage
import Links
import Questions
import Service
import WebSyntax

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
    let before = isBefore ? period.before : nil
    return StatisticsQuestion(
      host: scope.host, slug: scope.slug, since: before?.since ?? period.since,
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

  static let exported: [StatisticsQuery.Grouping] = [
    .platform, .referrer, .outcome, .rule, .language, .country, .link, .tag, .campaign,
  ]

  /// The address of the rows of a chart, or of a card, as CSV.
  ///
  /// - Parameter grouping: the groups of the card; nil for the chart.
  func dataAddress(
    _ scope: ChartScope, by grouping: StatisticsQuery.Grouping? = nil
  ) -> String {
    var parts: [(name: String, value: String?)] = []
    if grouping == nil { parts.append(("split", scope.split?.rawValue)) }
    // Cards of other properties are not narrowed.
    if grouping?.isOfLinks ?? true { parts += scope.part?.items ?? [] }
    var items: [(name: String, value: String?)] = [("by", grouping?.rawValue)]
    if scope.links == nil {
      items += [("host", scope.host?.description), ("slug", scope.slug)]
    } else {
      items += scope.items
    }
    return "/dashboard/chart.csv" + PageQuery.text(items + scope.period.items + parts)
  }

  /// `GET /dashboard/chart.csv`: the rows of a chart or a card as a CSV table.
  func chartData() throws(Problem) -> HTTPResponse {
    try require(.readStatistics)
    // None for the chart.
    let group = query.text("by").flatMap(StatisticsQuery.Grouping.init)
    if let fault = periodFault { throw .parameter("from", fault) }
    var scope = ChartScope(
      slug: query.text("slug"), period: period, split: group == nil ? split : nil,
      part: group?.isOfLinks ?? true ? part : nil)
    if scope.slug == nil {
      try choose(chosen, in: &scope)
    } else {
      scope.host = try chosen.pattern(in: snapshot)
    }
    let grouping = group ?? period.grouping
    let table = if let group { try cardTable(scope, group) } else { try chartTable(scope) }
    return .file("keiro-\(grouping.rawValue).csv", table.map(CSVText.record).joined())
  }

  /// The rows of a card, those beyond its bars included.
  private func cardTable(
    _ scope: ChartScope, _ group: StatisticsQuery.Grouping
  ) throws(Problem) -> [[String]] {
    let rows = try statistics(scope, by: group, only: scope.part?.name)
      .shown(by: group, withBots: true)
    return [[group.rawValue, "clicks", "bots"]]
      + rows.map { [CSVText.guarded($0.name), String($0.clicks), String($0.bots)] }
  }

  /// A row for each column of a chart, with the same counts as its table, and bots, which the figures
  /// above it sum up.
  private func chartTable(_ scope: ChartScope) throws(Problem) -> [[String]] {
    let counts = try counts(scope, [])
    let parts = Set(counts.now.rows.flatMap(\.parts.keys)).sorted()
    let before = clicksBefore(counts.before.rows, scope.period)
    let hasOpens = hasOpens(scope, counts.now.rows)
    var head = [scope.period.grouping.rawValue, "clicks"]
    if scope.part == nil { head.append("bots") }
    if hasOpens { head.append("launches") }
    head += parts.map(CSVText.guarded)
    if !before.isEmpty { head.append("clicksBefore") }
    let lines = filled(counts.now.rows, scope.period).enumerated().map { index, row in
      var counts = [row.clicks]
      if scope.part == nil { counts.append(row.bots) }
      if hasOpens { counts.append(row.launches) }
      counts += parts.map { row.parts[$0] ?? 0 }
      if !before.isEmpty { counts.append(before[index]) }
      return [row.name] + counts.map(String.init)
    }
    return [head] + lines
  }
}
