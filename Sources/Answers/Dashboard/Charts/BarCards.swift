import HTTPCore
import LinkStorage
import Links
import Service

/// Cards with a bar for each group of clicks.
extension PageContext {
  static let barLimit = 8
  /// What is counted by whole days, also in a chart of hours.
  static let countedByDay: Set<StatisticsQuery.Grouping> = [.language, .country, .rule]

  /// Whether there are clicks to group; the chart says it when there are none.
  func hasGroups(_ scope: ChartScope, _ counts: ChartCounts) -> Bool {
    scope.part != nil || counts.now.clicks > 0
  }

  func referrers(_ scope: ChartScope, _ counts: ChartCounts) -> Markup {
    bars(t(.referrers), scope, counts, by: .referrer) { Markup(text: referrerName($0)) }
  }

  func platforms(_ scope: ChartScope, _ counts: ChartCounts) -> Markup {
    bars(t(.platforms), scope, counts, by: .platform) { Markup(text: platformName($0)) }
  }

  func outcomes(_ scope: ChartScope, _ counts: ChartCounts) -> Markup {
    bars(t(.outcomes), scope, counts, by: .outcome) { Markup(text: outcomeName($0)) }
  }

  func bars(
    _ title: String, _ scope: ChartScope, _ counts: ChartCounts,
    by grouping: StatisticsQuery.Grouping, name: (String) -> Markup
  ) -> Markup {
    if let card = otherCard(title, scope, grouping) { return card }
    let rows = barRows(scope, counts, grouping, name)
    return barCard(title, rows, data: rows.isEmpty ? nil : dataAddress(scope, by: grouping))
  }

  /// The same bars, or nothing when there are no rows.
  func barsIfAny(
    _ title: String, _ scope: ChartScope, _ counts: ChartCounts,
    by grouping: StatisticsQuery.Grouping, name: (String) -> Markup
  ) -> Markup {
    if let card = otherCard(title, scope, grouping) { return card }
    let rows = barRows(scope, counts, grouping, name)
    guard !rows.isEmpty else { return "" }
    let isOfDays = scope.period.isByHour && Self.countedByDay.contains(grouping)
    return barCard(
      title, rows, data: dataAddress(scope, by: grouping),
      note: .when(isOfDays, "<p class=\"soft\">\(t(.ofWholeDays))</p>"))
  }

  /// The card of a property that is not summed together with the one that is asked for; nil where it is
  /// that one, or of all clicks of a link.
  func otherCard(
    _ title: String, _ scope: ChartScope, _ grouping: StatisticsQuery.Grouping
  ) -> Markup? {
    guard let part = scope.part, scope.slug == nil, part.grouping != grouping else { return nil }
    return barCard(title, [], data: nil, nothing: .notKeptTogether)
  }

  private func barRows(
    _ scope: ChartScope, _ counts: ChartCounts, _ grouping: StatisticsQuery.Grouping,
    _ name: (String) -> Markup
  ) -> [BarTable.Row] {
    counts.shown(by: grouping).prefix(Self.barLimit).map { row in
      BarTable.Row(name: part(row.name, name(row.name), scope, grouping), value: row.clicks)
    }
  }

  /// The name of a row, as a link that narrows the chart to it, or widens the narrowed chart again.
  func part(
    _ name: String, _ shown: Markup, _ scope: ChartScope, _ grouping: StatisticsQuery.Grouping
  ) -> Markup {
    guard !scope.period.isByHour, let part = ChartPart(name, by: grouping) else { return shown }
    let isHere = scope.part == part
    let current: Markup = isHere ? " aria-current=\"true\"" : ""
    return "<a href=\"\(chartAddress(scope, isHere ? nil : part))\"\(current)>\(shown)</a>"
  }

  private func chartAddress(_ scope: ChartScope, _ part: ChartPart?) -> String {
    let items = (part?.items ?? []) + LinkListing(query).chosenItems
    return scope.address + PageQuery.text(scope.period.items + items) + scope.fragment
  }

  /// A line that names the part of the clicks that is shown, and leads to all of them.
  func partLine(_ scope: ChartScope) -> Markup {
    guard let part = scope.part else { return "" }
    return """
      <p><span class="tag" dir="auto">\(shownName(part))</span> \
      <a href="\(chartAddress(scope, nil))">\(t(.showAllParts))</a>\
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
    let mark = topic.map(help) ?? ""
    let export: Markup =
      data.map { address in
        """
        <p class="export"><a href="\(address)" download>\(t(.downloadAsCsv))\
        <span class="unseen"> – \(title)</span></a></p>
        """
      } ?? ""
    return """
      <section class="card"><h2>\(title)</h2>\(mark)\(choices)\(content)\(note)\(export)</section>
      """
  }

  // MARK: - Names

  /// A code of a country or a language, which a script replaces by its name in the reader's
  /// language.
  func codeName(_ code: String, of kind: String) -> Markup {
    "<bdi data-\(kind)=\"\(code)\">\(code)</bdi>"
  }

  /// The name of a row, with countries and languages named by the script.
  func shownName(_ part: ChartPart) -> Markup {
    switch part.grouping {
    case .country: codeName(part.name.name, of: "region")
    case .language: codeName(part.name.name, of: "language")
    default: Markup(text: partName(part))
    }
  }

  /// The name of a row, with countries and languages by their codes.
  func partName(_ part: ChartPart) -> String {
    switch part.grouping {
    case .platform: platformName(part.name.name)
    case .referrer: referrerName(part.name.name)
    case .outcome: outcomeName(part.name.name)
    case .rule: label(part.name.name)
    default: part.name.name
    }
  }

  /// The name of a referrer, which is empty for visits without one.
  func referrerName(_ name: String) -> String { name.isEmpty ? t(.direct) : name }

  /// The name of a platform in a click or a rule.
  func platformName(_ name: String) -> String {
    switch RulePlatform(named: name) {
    case .other: t(.others)
    case let platform?: platform.rawValue
    case nil: name
    }
  }

  func outcomeName(_ name: String) -> String {
    switch name {
    case "redirect": t(.redirect)
    case "landing": t(.pageInBetween)
    case "preview": t(.preview)
    default: name
    }
  }
}

extension Statistics {
  /// The rows that cards show: groups that people have clicked, with the most clicks first.
  func shown(by grouping: StatisticsQuery.Grouping) -> [Row] {
    // Links without a tag or a campaign are no group of their own.
    let isNamed = grouping == .tag || grouping == .campaign
    return rows.filter { $0.clicks > 0 && !(isNamed && $0.name.isEmpty) }
      .sorted { ($1.clicks, $0.name) < ($0.clicks, $1.name) }
  }
}
