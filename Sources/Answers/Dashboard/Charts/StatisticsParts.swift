import WebSyntax
import HTTPCore
import LinkStorage
import Links
import Questions
import Service

/// The subject and the period of statistics.
struct ChartScope {
  var host: HostPattern?
  var slug: String?
  var period: ChartPeriod
  /// Nil for the sum alone, and for hours.
  var split: StatisticsQuery.Split?
}

/// The parts into which the columns of a chart are split.
struct ChartParts {
  /// The names of the parts, the largest first; empty without a split.
  let names: [String]
  /// Whether the last part of each column sums up all others.
  let hasOthers: Bool

  /// The largest number of parts; more cannot be told apart by eye.
  static let limit = 6

  init(_ rows: [Statistics.Row]) {
    var sums: [String: Int] = [:]
    for row in rows { sums.merge(row.parts, uniquingKeysWith: +) }
    let sorted = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    hasOthers = sorted.count > Self.limit
    names = Array(sorted.prefix(hasOthers ? Self.limit - 1 : Self.limit))
  }

  /// The parts of a row in the order of their names, followed by the sum of the others.
  func values(of row: Statistics.Row) -> [Int] {
    let values = names.map { row.parts[$0] ?? 0 }
    return hasOthers ? values + [row.clicks - values.reduce(0, +)] : values
  }
}

extension PageContext {
  /// The period requested by the query.
  ///
  /// Days of one link are those of the reader's zone where hours are kept; those of all links have
  /// opens beside their clicks, which are counted by the day in UTC, as parts of clicks are.
  var period: ChartPeriod {
    let period = typedPeriod ?? .latest(latest ?? .month)
    let isOfLink =
      query.text("slug") != nil || request.path.count > 2 && request.path[0] == "links"
    guard isOfLink, query["split"] == nil else { return period }
    return period.inLocalDays(of: zone, now: timestamp, kept: pages.sources.hourDays)
  }

  /// The name of the zone whose days or hours a period has.
  func zoneName(of period: ChartPeriod) -> String {
    period.isByHour || period.isOfLocalDays ? zone.name : ReaderZone.utc.name
  }

  private var latest: ChartPeriod.Latest? {
    query["period"].flatMap(ChartPeriod.Latest.init)
  }

  /// The period between two typed dates; nil when they are absent or do not make a period.
  private var typedPeriod: ChartPeriod? {
    guard let from = query.text("from"), let to = query.text("to") else { return nil }
    return ChartPeriod(from: from, to: to, now: timestamp, hours: pages.sources.hourDays, in: zone)
  }

  /// The property by which the query asks to split columns; hours cannot be split.
  var split: StatisticsQuery.Split? {
    period.isByHour ? nil : query["split"].flatMap(StatisticsQuery.Split.init)
  }

  /// The counts of a scope within the user's reach.
  ///
  /// - Parameter isBefore: whether to use the equally long period before it instead.
  func statistics(
    _ scope: ChartScope, by grouping: StatisticsQuery.Grouping,
    split: StatisticsQuery.Split? = nil, isBefore: Bool = false
  ) throws(Problem) -> Statistics {
    let period = scope.period
    let isFolded = period.isOfLocalDays && grouping == .day
    let question = StatisticsQuestion(
      host: scope.host, slug: scope.slug, since: isBefore ? period.before.since : period.since,
      until: isBefore ? period.before.until : period.until,
      by: isFolded ? .hour : grouping, split: split)
    let statistics = try asked { inquiry throws(InquiryError) in
      try inquiry.statistics(question)
    }.statistics
    return isFolded ? statistics.inDays(of: zone) : statistics
  }

  /// The sums of a period, each with its change from the equally long period before.
  ///
  /// - Parameters:
  ///   - before: the counts of that period.
  ///   - firstOpens: for a link, the number of apps first opened through it; nil for other scopes,
  ///     which count all opens.
  func figures(
    _ counts: Statistics, before: Statistics, firstOpens: Int? = nil
  ) -> Markup {
    let opens: Markup =
      if let firstOpens {
        Markup.when(firstOpens > 0, rateFigure(t(.firstOpens), firstOpens, of: counts.clicks))
      } else {
        .of(
          figure(t(.opens), counts.launches, before: before.launches),
          Markup.when(counts.launches > 0, rateFigure(nil, counts.launches, of: counts.clicks)))
      }
    return """
      <dl class="figures">
      \(figure(t(.clicks), counts.clicks, before: before.clicks))
      \(opens)
      \(figure(t(.bots), counts.bots, before: before.bots))
      </dl>
      """
  }

  func figure(_ name: String, _ count: Int, before: Int) -> Markup {
    let change: Markup =
      count == 0 && before == 0
      ? ""
      : "<dd class=\"change\">\(t(.before(before, percent: Self.change(from: before, to: count))))</dd>"
    return "<div><dt>\(name)</dt><dd>\(number(count))</dd>\(change)</div>"
  }

  /// A count with its rate, or the rate alone.
  private func rateFigure(_ name: String?, _ opens: Int, of clicks: Int) -> Markup {
    guard let rate = Self.rate(opens, of: clicks) else { return "" }
    guard let name else {
      return "<div><dt>\(t(.opensPerHundredClicks))</dt><dd>\(rate)</dd></div>"
    }
    return """
      <div><dt>\(name)</dt><dd>\(number(opens))</dd>\
      <dd class="change">\(t(.perHundredClicks(rate)))</dd></div>
      """
  }

  /// The rate per hundred, with one decimal place; nil when there is nothing to compare with.
  static func rate(_ count: Int, of whole: Int) -> String? {
    guard whole > 0, count >= 0 else { return nil }
    let tenths = (Double(count) / Double(whole) * 1000).rounded()
    guard tenths < 1_000_000_000 else { return nil }
    return "\(PageNumber.text(Int(tenths) / 10)).\(Int(tenths) % 10)"
  }

  /// The change in whole percent; nil when there was nothing before or the change is huge.
  static func change(from before: Int, to count: Int) -> Int? {
    guard before > 0 else { return nil }
    let percent = (Double(count) - Double(before)) / Double(before) * 100
    return percent < 1_000_000 ? Int(percent.rounded()) : nil
  }

  /// Links to other periods, fields for two dates, and links to splits of the columns.
  ///
  /// - Parameter fragment: the part of the page to which they lead; empty for its top.
  func chartLinks(_ address: String, fragment: String = "") -> Markup {
    let host = query.text("host")
    func link(
      _ period: ChartPeriod, _ split: StatisticsQuery.Split?, _ word: Word, isHere: Bool
    ) -> Markup {
      let items = period.items + [("split", split?.rawValue), ("host", host)]
      let current: Markup = isHere ? " aria-current=\"true\"" : ""
      let target = address + PageQuery.text(items) + fragment
      return "<li><a href=\"\(target)\"\(current)>\(t(word))</a></li>"
    }
    let periods = Markup.each(ChartPeriod.Latest.allCases) { other in
      link(.latest(other), split, other.word, isHere: other == period.latest)
    }
    let splits: Markup =
      period.isByHour
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
      \(dates(address + fragment, host))\(second)</div>
      \(periodFault)
      """
  }

  /// A notice about typed dates that do not make a period.
  private var periodFault: Markup {
    let isTyped = query.text("from") != nil || query.text("to") != nil
    guard isTyped, typedPeriod == nil else { return "" }
    return notice("<p>\(t(.noPeriod(ChartPeriod.mostDays)))</p>", isError: true)
  }

  /// A form for the dates of a period.
  private func dates(_ address: String, _ host: String?) -> Markup {
    let shown = period.columns(now: timestamp)
    func day(_ column: Int) -> Int {
      period.isByHour ? zone.day(of: Timestamp(secondsSinceEpoch: column * period.step)) : column
    }
    let typed = [query.text("from"), query.text("to")]
    func field(_ name: String, _ word: Word, _ value: String) -> Markup {
      """
      <label>\(t(word)) <input type="date" name="\(name)" value="\(value)" required></label>
      """
    }
    let hidden = Markup.each([("split", split?.rawValue), ("host", host)]) { name, value in
      value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" } ?? ""
    }
    let isHere: Markup = typedPeriod == nil ? "" : " here"
    return """
      <form method="get" action="\(address)" class="dates\(isHere)">\(hidden)
      \(field("from", .firstDay, typed[0] ?? ChartPeriod.date(day(shown.lowerBound))))
      \(field("to", .lastDay, typed[1] ?? ChartPeriod.date(day(shown.upperBound))))
      <span class="soft">\(zoneName(of: period))</span>
      <button class="quiet small">\(t(.show))</button></form>
      """
  }

  /// The chart of clicks and opens over time, or of the parts of clicks, with its table.
  ///
  /// - Parameter before: the counts of the equally long period before, whose clicks are a line.
  func clicksChart(_ scope: ChartScope, _ statistics: Statistics, before: Statistics) -> Markup {
    let rows = statistics.rows
    let parts = ChartParts(rows)
    let series = self.series(scope, rows, parts)
    let columns = filled(rows, scope.period, empty: series.map { _ in 0 }) { row in
      parts.names.isEmpty
        ? Array([row.clicks, row.launches].prefix(series.count))
        : parts.values(of: row)
    }
    let chart = ColumnChart(
      title: t(
        scope.period.isByHour
          ? .clicksByHour(zone.name) : .clicksByDay(zoneName(of: scope.period))),
      series: series, columns: columns, isStacked: !parts.names.isEmpty,
      before: parts.names.isEmpty ? clicksBefore(before.rows, scope.period) : [],
      beforeName: t(.clicksBefore))
    let lines = Markup.each(columns.enumerated().reversed()) { place, column in
      let values = column.values + (chart.before.isEmpty ? [] : [chart.before[place]])
      let cells = Markup.each(values) { "<td class=\"number\">\(number($0))</td>" }
      return "<tr><th scope=\"row\">\(column.name)</th>\(cells)</tr>"
    }
    let names = series + (chart.before.isEmpty ? [] : [chart.beforeName])
    let heads = Markup.each(names) { self.column($0, isNumber: true) }
    let data =
      "/dashboard/chart.csv"
      + PageQuery.text(
        [("host", scope.host?.description), ("slug", scope.slug)] + scope.period.items
          + [("split", scope.split?.rawValue)])
    return """
      \(chart.markup)
      <details class="data"><summary>\(t(.asTable))</summary>
      \(table(t(.clicks), Markup.of(column(t(.time)), heads), lines, isSortable: false))
      <p><a href="\(data)" download>\(t(.downloadAsCsv))</a></p>
      </details>
      """
  }

  /// The clicks of each column of the period before; empty when there were none.
  private func clicksBefore(_ rows: [Statistics.Row], _ period: ChartPeriod) -> [Int] {
    let known = Dictionary(rows.map { ($0.name, $0.clicks) }, uniquingKeysWith: +)
    guard known.values.contains(where: { $0 > 0 }) else { return [] }
    let columns = period.columns(now: timestamp)
    return columns.map { place in
      let start = Timestamp(secondsSinceEpoch: (place - columns.count) * period.step)
      let name = start.description
      return known[period.isByHour ? name : String(name.prefix(10))] ?? 0
    }
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

  /// A column for every day or hour of the period, including those without clicks.
  private func filled(
    _ rows: [Statistics.Row], _ period: ChartPeriod, empty: [Int],
    _ values: (Statistics.Row) -> [Int]
  ) -> [ColumnChart.Column] {
    var known: [String: [Int]] = [:]
    for row in rows { known[row.name] = values(row) }
    let isOneDay = period.columns(now: timestamp).count <= 25
    return period.columns(now: timestamp).map { place in
      let start = Timestamp(secondsSinceEpoch: place * period.step)
      guard period.isByHour else {
        let name = String(start.description.prefix(10))
        return ColumnChart.Column(name: name, values: known[name] ?? empty)
      }
      let shown = zone.local(start).description
      let hour = String(shown.dropFirst(11).prefix(5))
      return ColumnChart.Column(
        name: isOneDay ? hour : "\(shown.prefix(10)) \(hour)",
        values: known[start.description] ?? empty)
    }
  }

  // MARK: - Bars

  func referrers(_ scope: ChartScope) throws(Problem) -> Markup {
    try bars(t(.referrers), scope, by: .referrer) { Markup(text: $0.isEmpty ? t(.direct) : $0) }
  }

  func platforms(_ scope: ChartScope) throws(Problem) -> Markup {
    try bars(t(.platforms), scope, by: .platform) { Markup(text: platformName($0)) }
  }

  /// Bars for the largest groups of clicks.
  func bars(
    _ title: String, _ scope: ChartScope, by grouping: StatisticsQuery.Grouping,
    name: (String) -> Markup
  ) throws(Problem) -> Markup {
    barCard(title, try barRows(scope, grouping, name))
  }

  /// The same bars, or nothing when there are no rows.
  func barsIfAny(
    _ title: String, _ scope: ChartScope, by grouping: StatisticsQuery.Grouping,
    name: (String) -> Markup
  ) throws(Problem) -> Markup {
    let rows = try barRows(scope, grouping, name)
    return rows.isEmpty ? "" : barCard(title, rows)
  }

  /// A code of a country or a language, which a script replaces by its name in the reader's
  /// language.
  func codeName(_ code: String, of kind: String) -> Markup {
    "<bdi data-\(kind)=\"\(code)\">\(code)</bdi>"
  }

  static let barLimit = 8

  private func barRows(
    _ scope: ChartScope, _ grouping: StatisticsQuery.Grouping, _ name: (String) -> Markup
  ) throws(Problem) -> [BarTable.Row] {
    try statistics(scope, by: grouping).rows.filter { $0.clicks > 0 }.prefix(Self.barLimit)
      .map { BarTable.Row(name: name($0.name), value: $0.clicks) }
  }

  func barCard(
    _ title: String, _ rows: [BarTable.Row], nameColumn: String? = nil, note: Markup = "",
    choices: Markup = "", help topic: HelpTopic? = nil
  ) -> Markup {
    let content =
      rows.isEmpty
      ? "<p class=\"soft\">\(t(.noClicks))</p>"
      : BarTable(
        caption: title, nameColumn: nameColumn ?? title, valueColumn: t(.clicks), rows: rows
      ).markup
    let mark = topic.map(help) ?? ""
    return "<section class=\"card\"><h2>\(title)</h2>\(mark)\(choices)\(content)\(note)</section>"
  }

  /// The name of a platform in a click or a rule.
  func platformName(_ name: String) -> String {
    switch RulePlatform(named: name) {
    case .other: t(.others)
    case let platform?: platform.rawValue
    case nil: name
    }
  }

  /// The name of an outcome in statistics.
  func outcomeName(_ name: String) -> String {
    switch name {
    case "redirect": t(.redirect)
    case "landing": t(.pageInBetween)
    case "preview": t(.preview)
    default: name
    }
  }

  /// `GET /dashboard/chart.csv`: the rows of a chart as a CSV table.
  func chartData() throws(Problem) -> HTTPResponse {
    try require(.readStatistics)
    let scope = ChartScope(
      host: try queriedHost(), slug: query.text("slug"), period: period, split: split)
    let answer = StatisticsAnswer(
      statistics: try statistics(scope, by: period.grouping, split: split),
      grouping: period.grouping)
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
