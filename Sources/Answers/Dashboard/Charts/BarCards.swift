import LinkStorage
import Links
import Service

/// Cards with a bar for each group of clicks.
extension PageContext {
  static let barLimit = 8
  /// What is counted by whole days, also in a chart of hours, and not known of every click.
  private static let countedByDay: Set<StatisticsQuery.Grouping> = [.language, .country, .rule]

  /// The cards of a chart; nothing when there are no clicks, which the chart says.
  func cards(_ scope: ChartScope, _ counts: ChartCounts) throws(Problem) -> Markup {
    guard scope.part != nil || counts.now.clicks > 0 else { return "" }
    let isOfLinks = scope.links != nil || scope.slug != nil
    return """
      <div class="columns">\(scope.slug == nil ? try topLinks(scope) : "")
      \(bars(.referrers, scope, counts, by: .referrer))
      \(bars(.languages, scope, counts, by: .language))
      \(bars(.platforms, scope, counts, by: .platform))
      \(.when(isOfLinks, bars(.outcomes, scope, counts, by: .outcome)))
      \(.when(isOfLinks, bars(.rules, scope, counts, by: .rule)))
      \(bars(.countries, scope, counts, by: .country))
      </div>
      """
  }

  /// A bar for each group of clicks; no card where nothing is known of them.
  private func bars(
    _ title: Word, _ scope: ChartScope, _ counts: ChartCounts,
    by grouping: StatisticsQuery.Grouping
  ) -> Markup {
    if let part = scope.part, scope.slug == nil, part.grouping != grouping {
      return barCard(t(title), [], data: nil, nothing: .notKeptTogether)
    }
    let (shown, isOfCountries) = (counts.shown(by: grouping), grouping == .country)
    let rows = shown.prefix(isOfCountries ? .max : Self.barLimit).map { row in
      (name: part(row.name, scope, grouping), value: row.clicks)
    }
    let isOfDays = Self.countedByDay.contains(grouping)
    guard !rows.isEmpty || !isOfDays else { return "" }
    let days: Markup = "<p class=\"soft\">\(t(.ofWholeDays))</p>"
    return barCard(
      t(title), Array(rows.prefix(Self.barLimit)),
      data: rows.isEmpty ? nil : dataAddress(scope, by: grouping),
      note: .of(
        .when(isOfDays && scope.period.isByHour, days),
        .when(isOfCountries, allCountries(rows, shown))))
  }

  /// The countries beyond the bars, and a map of all of them.
  private func allCountries(_ rows: [BarTable.Row], _ shown: [Statistics.Row]) -> Markup {
    let clicks = Dictionary(shown.map { ($0.name, $0.clicks) }, uniquingKeysWith: +)
    let map = CountryMap(clicks: clicks) { t(.named, $0, number($1)) }.markup
    let rest = Array(rows.dropFirst(Self.barLimit))
    guard !rest.isEmpty else { return map ?? "" }
    let table = BarTable(
      caption: t(.countries), nameColumn: t(.countries), valueColumn: t(.clicks), rows: rest,
      greatest: rows[0].value)
    return """
      <details class="data"><summary>\(t(.otherCountries(rest.count)))</summary>
      \(table.markup)</details>\(map)
      """
  }

  /// The name of a row, as a link that narrows the chart to it, or widens the narrowed chart again.
  private func part(
    _ name: String, _ scope: ChartScope, _ grouping: StatisticsQuery.Grouping
  ) -> Markup {
    let shown = shownName(name, by: grouping)
    guard !scope.period.isByHour, let part = ChartPart(name, by: grouping) else { return shown }
    let isHere = scope.part == part
    let current: Markup = isHere ? " aria-current=\"true\"" : ""
    return "<a href=\"\(chartAddress(scope, isHere ? nil : part))\"\(current)>\(shown)</a>"
  }

  private func chartAddress(_ scope: ChartScope, _ part: ChartPart?) -> String {
    let items = (part?.items ?? []) + chosen.chosenItems
    return scope.address + PageQuery.text(scope.period.items + items) + scope.fragment
  }

  /// A chip that names the part of the clicks that is shown; without it all of them are.
  func partLine(_ scope: ChartScope) -> Markup {
    guard let part = scope.part else { return "" }
    return """
      <p class="chips"><a class="tag" href="\(chartAddress(scope, nil))" dir="auto">\
      \(shownName(part.name.name, by: part.grouping)) <span aria-hidden="true">×</span>\
      <span class="unseen"> \(t(.showAllParts))</span></a>\
      \(.when(scope.slug != nil, " <span class=\"soft\">\(t(.onlyChartNarrowed))</span>"))</p>
      """
  }

  /// - Parameters:
  ///   - data: the address of the rows as CSV; nil for none.
  ///   - nothing: the text in place of the rows when there are none.
  func barCard(
    _ title: String, _ rows: [BarTable.Row], data: String?, nameColumn: String? = nil,
    nothing: Word = .noClicks, note: Markup = "", choices: Markup = "", help topic: HelpTopic? = nil
  ) -> Markup {
    let content =
      rows.isEmpty
      ? "<p class=\"soft\">\(t(nothing))</p>"
      : BarTable(
        caption: title, nameColumn: nameColumn ?? title, valueColumn: t(.clicks), rows: rows
      ).markup
    let export = data.map { address -> Markup in
      """
      <p class="export"><a href="\(address)" download>\(t(.downloadAsCsv))\
      <span class="unseen"> – \(title)</span></a></p>
      """
    }
    return """
      <section class="card"><h2>\(title)</h2>\(topic.map(help))\(choices)\(content)\(note)\(export)</section>
      """
  }

  // MARK: - Names

  /// A code of a country or a language, which a script replaces by its name in the reader's
  /// language.
  func codeName(_ code: String, of kind: String) -> Markup {
    "<bdi data-\(kind)=\"\(code)\">\(code)</bdi>"
  }

  /// The name of a row, with countries and languages named by the script.
  func shownName(_ name: String, by grouping: StatisticsQuery.Grouping) -> Markup {
    switch grouping {
    case .country: codeName(name, of: "region")
    case .language: codeName(name, of: "language")
    default: Markup(text: plainName(name, by: grouping))
    }
  }

  /// The name of a row, with countries and languages by their codes. That of a referrer is empty for
  /// visits without one.
  func plainName(_ name: String, by grouping: StatisticsQuery.Grouping) -> String {
    switch grouping {
    case .platform: platformName(name)
    case .referrer: name.isEmpty ? t(.direct) : name
    case .outcome: Phrase("outcome", name).map(t) ?? name
    case .rule: label(name)
    default: name
    }
  }

  /// The name of a platform in a click or a rule.
  func platformName(_ name: String) -> String {
    switch UserAgent.Platform(named: name) {
    case .unknown: t(.others)
    case let platform?: platform.name
    case nil: name
    }
  }
}

extension Statistics {
  /// The rows that cards show: groups that people have clicked, with the most clicks first.
  func shown(by grouping: StatisticsQuery.Grouping, withBots: Bool = false) -> [Row] {
    // Links without a tag or a campaign are no group of their own.
    let isNamed = grouping == .tag || grouping == .campaign
    return rows.filter { row in
      (row.clicks > 0 || withBots && row.bots > 0) && !(isNamed && row.name.isEmpty)
    }
    .sorted { ($1.clicks, $0.name) < ($0.clicks, $1.name) }
  }
}

/// Countries as tiles near their true positions, all of equal size, so that small countries are as
/// visible as large ones. The table next to it lists all countries, including those without a tile.
struct CountryMap {
  /// The clicks by ISO 3166 country code.
  let clicks: [String: Int]
  /// The name of a tile with clicks, given its code, which a script replaces, and its clicks.
  let name: (String, Int) -> String

  /// The rows of tiles. Each word has the column of its first country, followed by the codes from
  /// there on.
  static let rows = [
    "9GL 12IS 15SJ", "1CA 8PM 12FO 14NOSEFI 22RU", "1US 8BM 11IEGB 14DK 16EELVLTBY",
    "1MX 11GGJENLDEPLSKUAMD 20KZ 23MN 26KPJP", "1GTBZ 5BSTC 12FRBELUCZATHUROGEUZKG 23CN 26KR",
    "1SVHN 4CUHTDOPR 11PTESADMCCHLISIHRRSBGAMAZTMTJ 27TW",
    "2NI 4JM 7VGVIAI 12GI 14ITSMVABAMEMKTRIRAFPKINNPBTHKMO",
    "2CRPA 6AWCWAGGPDMMQ 13MT 18ALGRCYSYIQ 24BDMMLAVNPH",
    "4COVETTGDVCLCBB 12MADZTNLYEG 18ILJOLBKWSA 25THKH 28PW",
    "3EC 5GYSRGF 10CV 12EHMRMLNETDSDER 20YEBHQAAEOMMYBN 28MHFM",
    "3PEBOBR 11SNGMBFNGCFSSETDJSO 22MVLK 25SGID 28NRKI", "4PY 11GWGNBJTGCMCDUGKE 26TLPGSBTV",
    "3CLARUY 11SLLRCIGHGQCGRWTZ 20SC 27VUFJWS", "4FK 15GASTAOBIZMMW 21KM 26AUNCTO",
    "16NABWZWMZMGMURE 28NZ", "16ZALSSZ",
  ]

  typealias Tile = (code: String, column: Int, row: Int)

  static let tiles = rows.enumerated().flatMap { row, line in
    line.split(separator: " ").flatMap { word -> [Tile] in
      let column = Int(word.prefix { $0.isNumber }) ?? 0
      let codes = Array(word.drop { $0.isNumber })
      return stride(from: 0, to: codes.count - 1, by: 2).map { index in
        (
          code: String(codes[index...(index + 1)]), column: column + index / 2, row: row
        )
      }
    }
  }

  private static let step = 11
  private static let columns = 30
  /// The number of shades of tiles with clicks.
  private static let levels = 4

  /// Nil when fewer than two tiles have clicks: a single one makes no useful map.
  var markup: Markup? {
    let most = Self.tiles.map { clicks[$0.code] ?? 0 }.max() ?? 0
    guard Self.tiles.count(where: { (clicks[$0.code] ?? 0) > 0 }) > 1 else { return nil }
    let tiles = Markup.each(Self.tiles) { tile in
      let count = clicks[tile.code] ?? 0
      let rect: Markup = "<rect x=\"\(tile.column * Self.step)\" y=\"\(tile.row * Self.step)\""
      guard count > 0 else { return "\(rect)/>" }
      return """
        \(rect) class="m\(level(of: count, most))"><title data-region="\(tile.code)">\(name(tile.code, count))</title></rect>
        """
    }
    return """
      <svg class="map" viewBox="0 0 \(Self.columns * Self.step) \(Self.rows.count * Self.step)" \
      aria-hidden="true">\(tiles)</svg>
      """
  }

  /// The shade for a count. It follows the square root, since a few countries have most of the
  /// clicks.
  private func level(of count: Int, _ most: Int) -> Int {
    let share = (Double(count) / Double(max(most, 1))).squareRoot()
    return min(Int(share * Double(Self.levels)) + 1, Self.levels)
  }
}
