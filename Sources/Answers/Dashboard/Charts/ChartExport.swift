import HTTPCore
import LinkImport
import LinkStorage
import Questions
import Service
import WebSyntax

extension PageContext {
  private static let exported: [StatisticsQuery.Grouping] = [
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
    let group = try exportedGroup()
    var scope = ChartScope(
      host: try queriedHost(), slug: query.text("slug"), period: period,
      split: group == nil ? split : nil, part: group?.isOfLinks ?? true ? part : nil)
    if scope.slug == nil { try choose(LinkListing(query), in: &scope) }
    let grouping = group ?? period.grouping
    let table = if let group { try cardTable(scope, group) } else { try chartTable(scope) }
    return .file("keiro-\(grouping.rawValue).csv", table.map(CSVText.record).joined())
  }

  /// The rows of a card, those beyond its bars included.
  private func cardTable(
    _ scope: ChartScope, _ group: StatisticsQuery.Grouping
  ) throws(Problem) -> [[String]] {
    let rows = try statistics(scope, by: group, only: scope.part?.name).shown(by: group)
    return [[group.rawValue, "clicks", "bots"]]
      + rows.map { [CSVText.guarded($0.name), String($0.clicks), String($0.bots)] }
  }

  /// A row for each column of a chart, with the same counts as its table, and bots, which the figures
  /// above it sum up.
  private func chartTable(_ scope: ChartScope) throws(Problem) -> [[String]] {
    let counts = try counts(scope, [])
    let rows = Dictionary(counts.now.rows.map { ($0.name, $0) }) { first, _ in first }
    let parts = Set(counts.now.rows.flatMap(\.parts.keys)).sorted()
    let before = clicksBefore(counts.before.rows, scope.period)
    let hasOpens = hasOpens(scope, counts.now.rows)
    var head = [scope.period.grouping.rawValue, "clicks"]
    if scope.part == nil { head.append("bots") }
    if hasOpens { head.append("launches") }
    head += parts.map(CSVText.guarded)
    if !before.isEmpty { head.append("clicksBefore") }
    let lines = scope.period.columns(now: timestamp).enumerated().map { index, column in
      let name = scope.period.name(ofColumn: column)
      let row = rows[name] ?? Statistics.Row(name: name)
      var counts = [row.clicks]
      if scope.part == nil { counts.append(row.bots) }
      if hasOpens { counts.append(row.launches) }
      counts += parts.map { row.parts[$0] ?? 0 }
      if !before.isEmpty { counts.append(before[index]) }
      return [name] + counts.map(String.init)
    }
    return [head] + lines
  }

  /// The groups that the query asks for; nil for the chart.
  private func exportedGroup() throws(Problem) -> StatisticsQuery.Grouping? {
    guard let text = query.text("by") else { return nil }
    guard let group = Self.exported.first(where: { $0.rawValue == text }) else {
      throw .parameter("by", Phrase(.notGroup, text, Self.exported.map(\.rawValue)))
    }
    return group
  }
}
