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

/// By what the columns of a chart are told apart.
enum ChartSplit: String, CaseIterable {
  case platform, outcome

  var word: Word {
    switch self {
    case .platform: .platforms
    case .outcome: .outcomes
    }
  }
}

/// Whose statistics are shown, and of which time.
struct ChartScope {
  var host: String?
  var slug: String?
  var period: ChartPeriod
  /// Nil for the sum alone, and for hours.
  var split: ChartSplit?

  func query(by grouping: String) -> [(name: String, value: String?)] {
    [("host", host), ("slug", slug), ("since", period.rawValue), ("by", grouping)]
  }

  /// What the columns stand for.
  var columns: [(name: String, value: String?)] {
    query(by: period.grouping) + [("split", split?.rawValue)]
  }
}

/// What the columns of a chart are made of.
struct ChartParts {
  /// What is told apart, the largest first; empty where nothing is.
  let names: [String]
  /// Whether the last part of each column is of all others.
  let hasOthers: Bool

  /// More cannot be told apart by eye.
  static let limit = 6

  /// - Parameter rows: of statistics, as the API tells them.
  init(_ rows: [JSONNode]) {
    var sums: [String: Int] = [:]
    for row in rows {
      for part in row["parts"].object ?? [] { sums[part.name, default: 0] += part.node.integer }
    }
    let sorted = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    hasOthers = sorted.count > Self.limit
    names = Array(sorted.prefix(hasOthers ? Self.limit - 1 : Self.limit))
  }

  /// The parts of a row in the order of their names, and behind them the others.
  func values(of row: JSONNode) -> [Int] {
    let parts = row["parts"]
    let values = names.map { parts[$0].integer }
    return hasOthers ? values + [row["clicks"].integer - values.reduce(0, +)] : values
  }
}

extension PageContext {
  /// The period that the query asks for.
  var period: ChartPeriod { query["period"].flatMap(ChartPeriod.init) ?? .month }

  /// By what the query asks to tell columns apart; hours are not.
  var split: ChartSplit? {
    period == .day ? nil : query["split"].flatMap(ChartSplit.init)
  }

  /// Links to the other periods, and to what columns can be told apart by.
  func chartLinks(_ address: String) -> Markup {
    let host = query.text("host")
    func link(_ period: ChartPeriod, _ split: ChartSplit?, _ word: Word, isHere: Bool) -> Markup {
      let items: [(name: String, value: String?)] = [
        ("period", period.rawValue), ("split", split?.rawValue), ("host", host),
      ]
      let current: Markup = isHere ? " aria-current=\"true\"" : ""
      return "<li><a href=\"\(address)\(PageQuery.text(items))\"\(current)>\(t(word))</a></li>"
    }
    let periods = Markup.each(ChartPeriod.allCases) { other in
      link(other, split, other.word, isHere: other == period)
    }
    let splits: Markup =
      period == .day
      ? ""
      : .of(
        link(period, nil, .sum, isHere: split == nil),
        Markup.each(ChartSplit.allCases) { link(period, $0, $0.word, isHere: $0 == split) })
    let second: Markup =
      splits.isEmpty
      ? ""
      : "<nav aria-label=\"\(t(.toldApartBy))\"><ul class=\"tabs\">\(splits)</ul></nav>"
    return """
      <div class="choices"><nav aria-label="\(t(.period))"><ul class="tabs">\(periods)</ul></nav>\
      \(second)</div>
      """
  }

  /// Clicks and opens over time, or what clicks are made of, with their table.
  func clicksChart(_ scope: ChartScope, _ statistics: JSONNode) -> Markup {
    let rows = statistics["rows"].elements
    let parts = ChartParts(rows)
    let series = self.series(scope, rows, parts)
    let columns = filled(rows, scope.period, empty: series.map { _ in 0 }) { row in
      parts.names.isEmpty
        ? Array([row["clicks"].integer, row["launches"].integer].prefix(series.count))
        : parts.values(of: row)
    }
    let chart = ColumnChart(
      title: scope.period == .day ? t(.clicksByHour) : t(.clicksByDay), series: series,
      columns: columns, words: words)
    let lines = Markup.each(columns.reversed()) { column in
      let cells = Markup.each(column.values) { "<td class=\"number\">\(number($0))</td>" }
      return "<tr><th scope=\"row\">\(column.name)</th>\(cells)</tr>"
    }
    let heads = Markup.each(series) { self.column($0, isNumber: true) }
    let data = "/dashboard/chart.csv" + PageQuery.text(scope.columns)
    return """
      \(chart.markup)
      <details class="data"><summary>\(t(.asATable))</summary>
      \(table(t(.clicks), Markup.of(column(t(.time)), heads), lines, isSortable: false))
      <p><a href="\(data)" download>\(t(.downloadAsCsv))</a></p>
      </details>
      """
  }

  private func series(_ scope: ChartScope, _ rows: [JSONNode], _ parts: ChartParts) -> [String] {
    guard parts.names.isEmpty else {
      let names = parts.names.map { scope.split == .outcome ? outcomeName($0) : platformName($0) }
      return parts.hasOthers ? names + [t(.others)] : names
    }
    let showsOpens = scope.slug == nil && rows.contains { $0["launches"].integer > 0 }
    return showsOpens ? [t(.clicks), t(.opens)] : [t(.clicks)]
  }

  /// A column for every day or hour of the period, also for those without a click.
  private func filled(
    _ rows: [JSONNode], _ period: ChartPeriod, empty: [Int], _ values: (JSONNode) -> [Int]
  ) -> [ColumnChart.Column] {
    var known: [String: [Int]] = [:]
    for row in rows { known[row["name"].text ?? ""] = values(row) }
    let end = timestamp.secondsSinceEpoch / period.step
    let count = period.length / period.step
    return ((end - count + 1)...end).map { place in
      let name = Timestamp(secondsSinceEpoch: place * period.step).description
      let key = period == .day ? name : String(name.prefix(10))
      let label = period == .day ? String(name.dropFirst(11).prefix(5)) : key
      return ColumnChart.Column(name: label, values: known[key] ?? empty)
    }
  }

  /// The largest groups of clicks, with bars.
  func bars(
    _ title: String, _ scope: ChartScope, by grouping: String, limit: Int = 8,
    name: (String) -> Markup
  ) throws(Problem) -> Markup {
    barCard(title, try barRows(scope, grouping, limit, name))
  }

  private func barRows(
    _ scope: ChartScope, _ grouping: String, _ limit: Int, _ name: (String) -> Markup
  ) throws(Problem) -> [BarTable.Row] {
    let answer = try asked("/v1/stats", scope.query(by: grouping))
    return answer["rows"].elements.filter { $0["clicks"].integer > 0 }.prefix(limit).map {
      BarTable.Row(name: name($0["name"].text ?? ""), value: $0["clicks"].integer)
    }
  }

  private func barCard(_ title: String, _ rows: [BarTable.Row]) -> Markup {
    let content =
      rows.isEmpty
      ? "<p class=\"soft\">\(t(.noClicksInThisTime))</p>"
      : BarTable(
        caption: title, nameColumn: title, valueColumn: t(.clicks), rows: rows
      ).markup
    return "<section class=\"card\"><h2>\(title)</h2>\(content)</section>"
  }

  /// The same, or nothing where there is none of it.
  func barsIfAny(
    _ title: String, _ scope: ChartScope, by grouping: String, name: (String) -> Markup
  ) throws(Problem) -> Markup {
    let rows = try barRows(scope, grouping, 8, name)
    return rows.isEmpty ? "" : barCard(title, rows)
  }

  /// How a platform is called: of a click, or of a rule.
  func platformName(_ name: String) -> String {
    switch RulePlatform(named: name) {
    case .other: t(.others)
    case let platform?: platform.rawValue
    case nil: name
    }
  }

  /// How an outcome of statistics is called.
  func outcomeName(_ name: String) -> String {
    switch name {
    case "redirect": t(.redirect)
    case "landing": t(.pageInBetween)
    case "preview": t(.preview)
    default: name
    }
  }

  /// `GET /dashboard/chart.csv`: the rows behind a chart, as the API has them.
  func chartData() throws(Problem) -> HTTPResponse {
    let names = ["host", "slug", "since", "until", "by", "split"]
    let answer = ask(
      .get, "/v1/stats", names.map { ($0, query.text($0)) } + [("format", "csv")])
    guard answer.isGood else { throw answer.problem }
    return answer.response
  }
}
