import WebSyntax
import LinkStorage
import Links

/// The subject and the period of statistics.
struct ChartScope {
  var host: HostPattern?
  var slug: String?
  var period: ChartPeriod
  /// Nil for the sum alone, and for hours.
  var split: StatisticsQuery.Split?
  /// The only clicks that the chart shows, which are not split; nil for all, and for hours.
  var part: ChartPart?
  /// The links of a list; nil for those that host and slug name.
  var links: ChosenLinks?
  /// Whether the links are the newest deleted ones, and others would be chosen as well.
  var isOfNewestDeleted = false
  /// The items of a query that choose these links.
  var items: [(name: String, value: String?)] = []
  var address = "/dashboard/"
  var fragment = "#clicks"
}

/// A row of a card to which a chart is narrowed.
struct ChartPart: Equatable {
  let grouping: StatisticsQuery.Grouping
  let name: ClickName

  /// Nil for rows of which no day is known by itself: links and their names, and clicks without a
  /// name, except those without a referrer.
  init?(_ name: String, by grouping: StatisticsQuery.Grouping) {
    guard let dimension = grouping.hourDimension ?? grouping.dayDimension, dimension != .way,
      !name.isEmpty || grouping == .referrer
    else { return nil }
    self.grouping = grouping
    self.name = ClickName(name, in: dimension)
  }

  /// The items of a query that encode it.
  var items: [(name: String, value: String?)] {
    [("only", grouping.rawValue), ("name", name.name)]
  }
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
    let period = typedPeriod ?? ChartPeriod(latest ?? .month, now: timestamp)
    let isOfLink =
      query.text("slug") != nil || request.path.count > 2 && request.path[0] == "links"
    guard isOfLink, query["split"] == nil, query["only"] == nil else { return period }
    return period.inLocalDays(of: zone, now: timestamp, kept: pages.sources.hourDays)
  }

  /// The name of the zone whose days or hours a period has.
  func zoneName(of period: ChartPeriod) -> String {
    period.isByHour || period.isOfLocalDays ? zone.name : LocalZone.utc.name
  }

  private var latest: ChartPeriod.Latest? {
    query["period"].flatMap(ChartPeriod.Latest.init)
  }

  /// The period between two typed dates; nil when they are absent or do not make a period.
  private var typedPeriod: ChartPeriod? {
    guard let from = query.text("from"), let to = query.text("to") else { return nil }
    return ChartPeriod(from: from, to: to, now: timestamp, hours: pages.sources.hourDays, in: zone)
  }

  /// The property by which the query splits the columns of the chart; hours cannot be split.
  var split: StatisticsQuery.Split? { period.isByHour || part != nil ? nil : askedSplit }

  /// The row of a card to which the query narrows the chart; hours cannot be told apart.
  var part: ChartPart? { period.isByHour ? nil : askedPart }

  /// What the query asks for, which other periods keep.
  private var askedSplit: StatisticsQuery.Split? {
    query["split"].flatMap(StatisticsQuery.Split.init)
  }
  private var askedPart: ChartPart? {
    query["only"].flatMap(StatisticsQuery.Grouping.init).flatMap { grouping in
      ChartPart(query.text("name") ?? "", by: grouping)
    }
  }

  /// What stands above a chart: its heading, the part that it shows, and the sums of the period.
  ///
  /// - Parameter firstOpens: for a link, the number of apps first opened through it; nil for other scopes,
  ///   which count all opens.
  func chartHead(
    _ name: Word, _ scope: ChartScope, _ counts: ChartCounts, firstOpens: Int?
  ) -> Markup {
    """
    \(chartHeading(name, scope))
    \(partLine(scope))
    \(figures(counts.now, before: counts.before, isPart: scope.part != nil, firstOpens))
    """
  }

  /// The sums of a period, each with its change from the equally long period before.
  ///
  /// - Parameter isPart: whether the counts are of a part of the clicks, which has neither opens nor bots.
  private func figures(
    _ counts: Statistics, before: Statistics, isPart: Bool, _ firstOpens: Int?
  ) -> Markup {
    guard !isPart else {
      return """
        <dl class="figures">\(figure(t(.clicks), counts.clicks, before: before.clicks))</dl>
        """
    }
    let opens: Markup =
      if period.isByHour {
        // Opens are counted by whole days, which have more clicks than the hours.
        firstOpens == nil
          ? figure(t(.opensOfWholeDays), counts.launches, before: before.launches) : ""
      } else if let firstOpens {
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
    let told = change(from: before, to: count).map { "<dd class=\"change\">\($0)</dd>" as Markup }
    return "<div><dt>\(name)</dt><dd>\(number(count))</dd>\(told)</div>"
  }

  /// The change from the period before, in words; nil when there is nothing in either.
  func change(from before: Int, to count: Int) -> String? {
    guard count != 0 || before != 0 else { return nil }
    guard let percent = Self.change(from: before, to: count) else { return t(.countBefore, before) }
    let sign = percent < 0 ? "−" : "+"
    return t(.changeFrom, sign + PageNumber.text(Int(percent.magnitude)), before)
  }

  /// A count with its rate, or the rate alone.
  private func rateFigure(_ name: String?, _ opens: Int, of clicks: Int) -> Markup {
    guard let rate = Self.rate(opens, of: clicks) else { return "" }
    guard let name else {
      return "<div><dt>\(t(.opensPerHundredClicks))</dt><dd>\(rate)</dd></div>"
    }
    return """
      <div><dt>\(name)</dt><dd>\(number(opens))</dd>\
      <dd class="change">\(t(.perHundredClicks, rate))</dd></div>
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

  /// Links to other periods, and fields for two dates.
  ///
  /// - Parameter fragment: the part of the page to which they lead; empty for its top.
  func chartLinks(_ address: String, fragment: String = "") -> Markup {
    let periods = Markup.each(ChartPeriod.Latest.allCases) { other in
      chartLink(
        address, fragment, ChartPeriod(other, now: timestamp), split, other.display.word,
        isHere: other == period.latest)
    }
    return """
      <div class="choices">\(tabs(.period, periods))\
      \(dates(address + fragment))</div>
      \(periodFault.map { notice("<p>\(t($0))</p>", .wrong) })
      """
  }

  /// The heading of a chart, with links to splits of its columns; hours cannot be split.
  private func chartHeading(_ name: Word, _ scope: ChartScope) -> Markup {
    func link(_ other: StatisticsQuery.Split?, _ word: Word, isHere: Bool) -> Markup {
      chartLink(scope.address, scope.fragment, period, other, word, isHere: isHere)
    }
    let splits = tabs(
      .splitBy,
      .of(
        link(nil, .sum, isHere: split == nil && part == nil),
        .each(StatisticsQuery.Split.allCases) { link($0, $0.word, isHere: $0 == split) }))
    return
      "<div class=\"head\"><div><h2>\(t(name))</h2>\(help(.statistics))</div>\(.when(!period.isByHour, splits))</div>"
  }

  private func chartLink(
    _ address: String, _ fragment: String, _ period: ChartPeriod,
    _ split: StatisticsQuery.Split?, _ word: Word, isHere: Bool
  ) -> Markup {
    // Another period keeps the part, another split does not.
    let part = period == self.period ? nil : askedPart
    let items =
      period.items + [("split", (split ?? (period == self.period ? nil : askedSplit))?.rawValue)]
      + (part?.items ?? []) + chosen.chosenItems
    return tab(address + PageQuery.text(items) + fragment, t(word), isHere: isHere)
  }

  /// What is wrong with typed dates that do not make a period.
  var periodFault: Phrase? {
    let isTyped = query.text("from") != nil || query.text("to") != nil
    return isTyped && typedPeriod == nil ? Phrase(.noPeriod, ChartPeriod.mostDays) : nil
  }

  private func dates(_ address: String) -> Markup {
    func day(_ column: Int) -> Int {
      period.isByHour ? zone.day(of: Timestamp(secondsSinceEpoch: column * period.step)) : column
    }
    func field(_ name: String, _ word: Word, _ column: Int) -> Markup {
      let value = query.text(name) ?? ChartPeriod.date(day(column))
      return """
        <label>\(t(word)) <input type="date" name="\(name)" value="\(value)" required></label>
        """
    }
    let kept =
      [("split", askedSplit?.rawValue)] + (askedPart?.items ?? []) + chosen.chosenItems
    let isHere: Markup = typedPeriod == nil ? "" : " here"
    return """
      <form method="get" action="\(address)" class="dates\(isHere)">\(hidden(kept))
      \(field("from", .firstDay, period.columns.lowerBound))
      \(field("to", .lastDay, period.columns.upperBound))
      <span class="soft">\(zoneName(of: period))</span>
      <button class="quiet small">\(t(.show))</button></form>
      """
  }

  /// The chart of clicks and opens over time, or of the parts of clicks, with its table.
  func clicksChart(_ scope: ChartScope, _ counts: ChartCounts) -> Markup {
    let rows = counts.now.rows
    let parts = ChartParts(rows)
    let series = self.series(scope, rows, parts)
    let columns = filled(rows, scope.period) { row in
      parts.names.isEmpty
        ? Array([row.clicks, row.launches].prefix(series.count))
        : parts.values(of: row)
    }
    let days = zoneName(of: scope.period)
    let hasOpens = parts.names.isEmpty && series.count > 1
    let title = t(
      scope.period.isByHour ? .clicksByHour : hasOpens ? .clicksAndOpensByDay : .clicksByDay, days)
    let part = scope.part.map { plainName($0.name.name, by: $0.grouping) + " – " } ?? ""
    let chart = ColumnChart(
      language: language, title: part + title,
      heading: scope.part.map { "\(shownName($0.name.name, by: $0.grouping)) – \(title)" },
      series: series,
      columns: columns, isStacked: !parts.names.isEmpty,
      before: parts.names.isEmpty ? clicksBefore(counts.before.rows, scope.period) : [],
      beforeName: t(.clicksBefore), nothing: t(.noClicks))
    guard !chart.isEmpty else { return chart.markup }
    let lines = Markup.each(columns.enumerated().reversed()) { index, column in
      let values = column.values + (chart.before.isEmpty ? [] : [chart.before[index]])
      let cells = Markup.each(values) { "<td class=\"number\">\(number($0))</td>" }
      return "<tr><th scope=\"row\">\(column.name)</th>\(cells)</tr>"
    }
    let names = series + (chart.before.isEmpty ? [] : [chart.beforeName])
    let heads = Markup.each(names) { self.column($0, isNumber: true) }
    return """
      \(chart.markup)
      <details class="data"><summary>\(t(.asTable))</summary>
      \(table(t(.clicks), Markup.of(column(t(.time)), heads), lines, isSortable: false))
      <p><a href="\(dataAddress(scope))" download>\(t(.downloadAsCsv))</a></p>
      </details>
      """
  }

  /// The clicks of each column of the period before; empty when there were none.
  func clicksBefore(_ rows: [Statistics.Row], _ period: ChartPeriod) -> [Int] {
    let known = Dictionary(rows.map { ($0.name, $0.clicks) }, uniquingKeysWith: +)
    guard known.values.contains(where: { $0 > 0 }) else { return [] }
    let columns = period.columns
    return columns.map { known[period.name(ofColumn: $0 - columns.count)] ?? 0 }
  }

  private func series(
    _ scope: ChartScope, _ rows: [Statistics.Row], _ parts: ChartParts
  ) -> [String] {
    guard parts.names.isEmpty else {
      let names = parts.names.map {
        plainName($0, by: scope.split == .outcome ? .outcome : .platform)
      }
      return parts.hasOthers ? names + [t(.others)] : names
    }
    return hasOpens(scope, rows) ? [t(.clicks), t(.opens)] : [t(.clicks)]
  }

  /// Whether a chart has opens, which belong to no link.
  func hasOpens(_ scope: ChartScope, _ rows: [Statistics.Row]) -> Bool {
    scope.slug == nil && rows.contains { $0.launches > 0 }
  }

  /// A row for every column of a period, including those without clicks.
  func filled(_ rows: [Statistics.Row], _ period: ChartPeriod) -> [Statistics.Row] {
    let known = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
    return period.columns.map(period.name).map { known[$0] ?? Statistics.Row(name: $0) }
  }

  private func filled(
    _ rows: [Statistics.Row], _ period: ChartPeriod, _ values: (Statistics.Row) -> [Int]
  ) -> [ColumnChart.Column] {
    let isOneDay = period.columns.count <= 25
    return filled(rows, period).map { row in
      guard period.isByHour, let start = Timestamp(row.name) else { return (row.name, values(row)) }
      let shown = zone.local(start).description
      let hour = String(shown.dropFirst(11).prefix(5))
      return (isOneDay ? hour : "\(shown.prefix(10)) \(hour)", values(row))
    }
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
