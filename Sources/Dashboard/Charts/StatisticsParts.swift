import AppAssociation
import HTTPCore
import JSONSyntax
import Links
import Service

/// The periods that charts can show.
enum ChartPeriod: String, CaseIterable {
  case day = "24h"
  case week = "7d"
  case month = "30d"
  case quarter = "90d"
  case year = "365d"

  var word: Word {
    switch self {
    case .day: .day
    case .week: .week
    case .month: .month
    case .quarter: .quarter
    case .year: .year
    }
  }

  /// In seconds.
  var length: Int {
    switch self {
    case .day: 86_400
    case .week: 7 * 86_400
    case .month: 30 * 86_400
    case .quarter: 90 * 86_400
    case .year: 365 * 86_400
    }
  }

  /// What a column stands for.
  var grouping: String { self == .day ? "hour" : "day" }

  var step: Int { self == .day ? 3600 : 86_400 }
}

/// Whose statistics are shown, and of which time.
struct ChartScope {
  var host: String?
  var slug: String?
  var period: ChartPeriod

  func query(by grouping: String) -> [(name: String, value: String?)] {
    [("host", host), ("slug", slug), ("since", period.rawValue), ("by", grouping)]
  }
}

extension PageContext {
  /// The period that the query asks for.
  var period: ChartPeriod { query["period"].flatMap(ChartPeriod.init) ?? .month }

  /// Links to the other periods.
  func periodLinks(_ address: String) -> Markup {
    let items = Markup.each(ChartPeriod.allCases) { other in
      let current: Markup = other == period ? " aria-current=\"true\"" : ""
      return
        "<li><a href=\"\(address)?period=\(other.rawValue)\"\(current)>\(t(other.word))</a></li>"
    }
    return "<nav aria-label=\"\(t(.period))\"><ul class=\"tabs\">\(items)</ul></nav>"
  }

  /// Clicks and opens over time, with their table.
  func clicksChart(_ scope: ChartScope, _ statistics: JSONNode) -> Markup {
    let columns = filled(statistics, scope.period)
    let showsOpens = scope.slug == nil && columns.contains { $0.values[1] > 0 }
    let series = showsOpens ? [t(.clicks), t(.opens)] : [t(.clicks)]
    let shown = columns.map { column in
      ColumnChart.Column(name: column.name, values: Array(column.values.prefix(series.count)))
    }
    let chart = ColumnChart(
      title: scope.period == .day ? t(.clicksByHour) : t(.clicksByDay), series: series,
      columns: shown, words: words)
    let rows = Markup.each(shown.reversed()) { column in
      let cells = Markup.each(column.values) { "<td class=\"number\">\(number($0))</td>" }
      return "<tr><th scope=\"row\">\(column.name)</th>\(cells)</tr>"
    }
    let heads = Markup.each(series) { self.column($0, isNumber: true) }
    let data = "/dashboard/chart.csv" + PageQuery.text(scope.query(by: scope.period.grouping))
    return """
      \(chart.markup)
      <details class="data"><summary>\(t(.asATable))</summary>
      \(table(t(.clicks), Markup.of(column(t(.time)), heads), rows, isSortable: false))
      <p><a href="\(data)" download>\(t(.downloadAsCsv))</a></p>
      </details>
      """
  }

  /// A column for every day or hour of the period, also for those without a click.
  private func filled(_ statistics: JSONNode, _ period: ChartPeriod) -> [ColumnChart.Column] {
    var rows: [String: [Int]] = [:]
    for row in statistics["rows"].elements {
      rows[row["name"].text ?? ""] = [row["clicks"].integer, row["launches"].integer]
    }
    let end = timestamp.secondsSinceEpoch / period.step
    let count = period.length / period.step
    return ((end - count + 1)...end).map { place in
      let name = Timestamp(secondsSinceEpoch: place * period.step).description
      let key = period == .day ? name : String(name.prefix(10))
      let label = period == .day ? String(name.dropFirst(11).prefix(5)) : key
      return ColumnChart.Column(name: label, values: rows[key] ?? [0, 0])
    }
  }

  /// The largest groups of clicks, with bars.
  func bars(
    _ title: String, _ scope: ChartScope, by grouping: String, limit: Int = 8,
    name: (String) -> Markup
  ) throws(Problem) -> Markup {
    let answer = try asked("/v1/stats", scope.query(by: grouping))
    let rows = answer["rows"].elements.filter { $0["clicks"].integer > 0 }.prefix(limit).map {
      BarTable.Row(name: name($0["name"].text ?? ""), value: $0["clicks"].integer)
    }
    let content =
      rows.isEmpty
      ? "<p class=\"soft\">\(t(.noClicksInThisTime))</p>"
      : BarTable(
        caption: title, nameColumn: title, valueColumn: t(.clicks), rows: rows
      ).markup
    return "<section class=\"card\"><h2>\(title)</h2>\(content)</section>"
  }

  /// `GET /dashboard/chart.csv`: the rows behind a chart.
  func chartData() throws(Problem) -> HTTPResponse {
    let names = ["host", "slug", "since", "until", "by"]
    let answer = try asked("/v1/stats", names.map { ($0, query.text($0)) })
    var text = "name,clicks,bots,launches\r\n"
    for row in answer["rows"].elements {
      text += CSVText.cell(row["name"].text ?? "")
      for name in ["clicks", "bots", "launches"] { text += ",\(row[name].integer)" }
      text += "\r\n"
    }
    let fields = HTTPFields([
      "Content-Type": "text/csv; charset=utf-8", "Cache-Control": "no-store",
      "Content-Disposition": "attachment; filename=\"clicks.csv\"",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: Array(text.utf8), route: .dashboard, outcome: .page)
  }
}

/// A cell of a table (RFC 4180) that no program takes for a formula.
enum CSVText {
  static func cell(_ text: String) -> String {
    let isFormula = text.utf8.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
    let safe = isFormula ? "'" + text : text
    guard safe.contains(where: { ",\"\n\r".contains($0) }) else { return safe }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }
}
