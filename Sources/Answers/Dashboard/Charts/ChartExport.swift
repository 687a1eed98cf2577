import HTTPCore
import LinkStorage
import Links
import Questions
import Service
import WebSyntax

/// The counts of charts and cards, as CSV.
extension PageContext {
  /// The groups of the cards.
  private static let exported: [StatisticsQuery.Grouping] = [
    .platform, .referrer, .outcome, .rule, .language, .country, .link, .tag, .campaign,
  ]

  /// The address of the rows of a chart, or of a card, as CSV.
  ///
  /// - Parameter grouping: the groups of the card; nil for the chart.
  func dataAddress(
    _ scope: ChartScope, by grouping: StatisticsQuery.Grouping? = nil
  ) -> String {
    let parts =
      grouping == nil ? [("split", scope.split?.rawValue)] + (scope.part?.items ?? []) : []
    return "/dashboard/chart.csv"
      + PageQuery.text(
        [("by", grouping?.rawValue), ("host", scope.host?.description), ("slug", scope.slug)]
          + scope.period.items + parts)
  }

  /// `GET /dashboard/chart.csv`: the rows of a chart or a card as a CSV table.
  func chartData() throws(Problem) -> HTTPResponse {
    try require(.readStatistics)
    let group = try exportedGroup()
    let scope = ChartScope(
      host: try queriedHost(), slug: query.text("slug"), period: period,
      split: group == nil ? split : nil, part: group == nil ? part : nil)
    let grouping = group ?? period.grouping
    var statistics = try statistics(
      scope, by: grouping, split: scope.split, only: scope.part?.name)
    if let group { statistics.rows = statistics.shown(by: group) }
    let fields = HTTPFields([
      "Content-Type": "text/csv; charset=utf-8; header=present", "Cache-Control": "no-store",
      "Content-Disposition": "attachment; filename=\"keiro-\(grouping.rawValue).csv\"",
      "X-Content-Type-Options": "nosniff",
    ])
    let csv = StatisticsAnswer(statistics: statistics, grouping: grouping).csv
    return HTTPResponse(
      .ok, fields: fields, body: Array(csv.utf8), route: .dashboard, outcome: .page)
  }

  /// The groups that the query asks for; nil for the chart.
  private func exportedGroup() throws(Problem) -> StatisticsQuery.Grouping? {
    guard let text = query.text("by") else { return nil }
    guard let group = Self.exported.first(where: { $0.rawValue == text }) else {
      throw .parameter("by", Word.notGroup(text, Self.exported.map(\.rawValue)))
    }
    return group
  }
}
