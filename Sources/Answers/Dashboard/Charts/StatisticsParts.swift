import WebSyntax
import HTTPCore
import LinkStorage
import Links
import Questions
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
  var grouping: StatisticsQuery.Grouping { self == .day ? .hour : .day }

  var beginning: PointInTime { .distance(length) }

  var step: Int { self == .day ? 3600 : 86_400 }
}

/// Whose statistics are shown, and of which time.
struct ChartScope {
  var host: HostPattern?
  var slug: String?
  var period: ChartPeriod
  /// Nil for the sum alone, and for hours.
  var split: StatisticsQuery.Split?
}

/// What the columns of a chart are made of.
struct ChartParts {
  /// What is told apart, the largest first; empty where nothing is.
  let names: [String]
  /// Whether the last part of each column is of all others.
  let hasOthers: Bool

  /// More cannot be told apart by eye.
  static let limit = 6

  init(_ rows: [Statistics.Row]) {
    var sums: [String: Int] = [:]
    for row in rows { sums.merge(row.parts, uniquingKeysWith: +) }
    let sorted = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    hasOthers = sorted.count > Self.limit
    names = Array(sorted.prefix(hasOthers ? Self.limit - 1 : Self.limit))
  }

  /// The parts of a row in the order of their names, and behind them the others.
  func values(of row: Statistics.Row) -> [Int] {
    let values = names.map { row.parts[$0] ?? 0 }
    return hasOthers ? values + [row.clicks - values.reduce(0, +)] : values
  }
}

extension PageContext {
  /// The period that the query asks for.
  var period: ChartPeriod { query["period"].flatMap(ChartPeriod.init) ?? .month }

  /// By what the query asks to tell columns apart; hours are not.
  var split: StatisticsQuery.Split? {
    period == .day ? nil : query["split"].flatMap(StatisticsQuery.Split.init)
  }

  /// The counts of a scope, as far as the user sees them.
  func statistics(
    _ scope: ChartScope, by grouping: StatisticsQuery.Grouping,
    split: StatisticsQuery.Split? = nil
  ) throws(Problem) -> Statistics {
    let question = StatisticsQuestion(
      host: scope.host, slug: scope.slug, since: scope.period.beginning, until: nil, by: grouping,
      split: split)
    return try asked { inquiry throws(InquiryError) in try inquiry.statistics(question) }
      .statistics
  }

  /// Links to the other periods, and to what columns can be told apart by.
  ///
  /// - Parameter fragment: The part of the page that they lead to; empty for its top.
  func chartLinks(_ address: String, fragment: String = "") -> Markup {
    let host = query.text("host")
    func link(
      _ period: ChartPeriod, _ split: StatisticsQuery.Split?, _ word: Word, isHere: Bool
    ) -> Markup {
      let items: [(name: String, value: String?)] = [
        ("period", period.rawValue), ("split", split?.rawValue), ("host", host),
      ]
      let current: Markup = isHere ? " aria-current=\"true\"" : ""
      let target = address + PageQuery.text(items) + fragment
      return "<li><a href=\"\(target)\"\(current)>\(t(word))</a></li>"
    }
    let periods = Markup.each(ChartPeriod.allCases) { other in
      link(other, split, other.word, isHere: other == period)
    }
    let splits: Markup =
      period == .day
      ? ""
      : .of(
        link(period, nil, .sum, isHere: split == nil),
        Markup.each(StatisticsQuery.Split.allCases) {
          link(period, $0, $0.word, isHere: $0 == split)
        })
    let second: Markup =
      splits.isEmpty
      ? ""
      : "<nav aria-label=\"\(t(.splitBy))\"><ul class=\"tabs\">\(splits)</ul></nav>"
    return """
      <div class="choices"><nav aria-label="\(t(.period))"><ul class="tabs">\(periods)</ul></nav>\
      \(second)</div>
      """
  }

  /// Clicks and opens over time, or what clicks are made of, with their table.
  func clicksChart(_ scope: ChartScope, _ statistics: Statistics) -> Markup {
    let rows = statistics.rows
    let parts = ChartParts(rows)
    let series = self.series(scope, rows, parts)
    let columns = filled(rows, scope.period, empty: series.map { _ in 0 }) { row in
      parts.names.isEmpty
        ? Array([row.clicks, row.launches].prefix(series.count))
        : parts.values(of: row)
    }
    let chart = ColumnChart(
      title: scope.period == .day ? t(.clicksByHour) : t(.clicksByDay), series: series,
      columns: columns, isStacked: !parts.names.isEmpty)
    let lines = Markup.each(columns.reversed()) { column in
      let cells = Markup.each(column.values) { "<td class=\"number\">\(number($0))</td>" }
      return "<tr><th scope=\"row\">\(column.name)</th>\(cells)</tr>"
    }
    let heads = Markup.each(series) { self.column($0, isNumber: true) }
    let data =
      "/dashboard/chart.csv"
      + PageQuery.text([
        ("host", scope.host?.description), ("slug", scope.slug),
        ("period", scope.period.rawValue), ("split", scope.split?.rawValue),
      ])
    return """
      \(chart.markup)
      <details class="data"><summary>\(t(.asTable))</summary>
      \(table(t(.clicks), Markup.of(column(t(.time)), heads), lines, isSortable: false))
      <p><a href="\(data)" download>\(t(.downloadAsCsv))</a></p>
      </details>
      """
  }

  private func series(
    _ scope: ChartScope, _ rows: [Statistics.Row], _ parts: ChartParts
  ) -> [String] {
    guard parts.names.isEmpty else {
      let names = parts.names.map { scope.split == .outcome ? outcomeName($0) : platformName($0) }
      return parts.hasOthers ? names + [t(.others)] : names
    }
    let showsOpens = scope.slug == nil && rows.contains { $0.launches > 0 }
    return showsOpens ? [t(.clicks), t(.opens)] : [t(.clicks)]
  }

  /// A column for every day or hour of the period, also for those without a click.
  private func filled(
    _ rows: [Statistics.Row], _ period: ChartPeriod, empty: [Int],
    _ values: (Statistics.Row) -> [Int]
  ) -> [ColumnChart.Column] {
    var known: [String: [Int]] = [:]
    for row in rows { known[row.name] = values(row) }
    let end = timestamp.secondsSinceEpoch / period.step
    let count = period.length / period.step
    return ((end - count + 1)...end).map { place in
      let name = Timestamp(secondsSinceEpoch: place * period.step).description
      let key = period == .day ? name : String(name.prefix(10))
      let label = period == .day ? String(name.dropFirst(11).prefix(5)) : key
      return ColumnChart.Column(name: label, values: known[key] ?? empty)
    }
  }

  // MARK: - Bars

  func referrers(_ scope: ChartScope) throws(Problem) -> Markup {
    try bars(t(.referrers), scope, by: .referrer) { Markup(text: $0.isEmpty ? t(.direct) : $0) }
  }

  func platforms(_ scope: ChartScope) throws(Problem) -> Markup {
    try bars(t(.platforms), scope, by: .platform) { Markup(text: platformName($0)) }
  }

  /// The largest groups of clicks.
  func bars(
    _ title: String, _ scope: ChartScope, by grouping: StatisticsQuery.Grouping,
    name: (String) -> Markup
  ) throws(Problem) -> Markup {
    barCard(title, try barRows(scope, grouping, name))
  }

  /// The same, or nothing where there is none of it.
  func barsIfAny(
    _ title: String, _ scope: ChartScope, by grouping: StatisticsQuery.Grouping,
    name: (String) -> Markup
  ) throws(Problem) -> Markup {
    let rows = try barRows(scope, grouping, name)
    return rows.isEmpty ? "" : barCard(title, rows)
  }

  private static let barLimit = 8

  private func barRows(
    _ scope: ChartScope, _ grouping: StatisticsQuery.Grouping, _ name: (String) -> Markup
  ) throws(Problem) -> [BarTable.Row] {
    try statistics(scope, by: grouping).rows.filter { $0.clicks > 0 }.prefix(Self.barLimit)
      .map { BarTable.Row(name: name($0.name), value: $0.clicks) }
  }

  func barCard(
    _ title: String, _ rows: [BarTable.Row], nameColumn: String? = nil, note: Markup = ""
  ) -> Markup {
    let content =
      rows.isEmpty
      ? "<p class=\"soft\">\(t(.noClicks))</p>"
      : BarTable(
        caption: title, nameColumn: nameColumn ?? title, valueColumn: t(.clicks), rows: rows
      ).markup
    return "<section class=\"card\"><h2>\(title)</h2>\(content)\(note)</section>"
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

  /// `GET /dashboard/chart.csv`: the rows behind a chart as a table.
  func chartData() throws(Problem) -> HTTPResponse {
    try require(.readStatistics)
    let question = StatisticsQuestion(
      host: try queriedHost(), slug: query.text("slug"), since: period.beginning, until: nil,
      by: period.grouping, split: split)
    let answer = try asked { inquiry throws(InquiryError) in try inquiry.statistics(question) }
    let fields = HTTPFields([
      "Content-Type": "text/csv; charset=utf-8; header=present", "Cache-Control": "no-store",
      "Content-Disposition": "attachment; filename=\"keiro-\(period.grouping.rawValue).csv\"",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: Array(answer.csv.utf8), route: .dashboard, outcome: .page)
  }
}

extension StatisticsQuery.Split {
  var word: Word {
    switch self {
    case .platform: .platforms
    case .outcome: .outcomes
    }
  }
}
