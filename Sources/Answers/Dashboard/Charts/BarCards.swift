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
      \(countries(scope, counts))
      </div>
      """
  }

  /// A bar for each group of clicks; no card where nothing is known of them.
  private func bars(
    _ title: Word, _ scope: ChartScope, _ counts: ChartCounts,
    by grouping: StatisticsQuery.Grouping
  ) -> Markup {
    if let card = otherCard(t(title), scope, grouping) { return card }
    let rows = counts.shown(by: grouping).prefix(Self.barLimit).map { row in
      let name = shownName(row.name, by: grouping)
      return BarTable.Row(name: part(row.name, name, scope, grouping), value: row.clicks)
    }
    let isOfDays = Self.countedByDay.contains(grouping)
    guard !rows.isEmpty || !isOfDays else { return "" }
    return barCard(
      t(title), rows, data: rows.isEmpty ? nil : dataAddress(scope, by: grouping),
      note: .when(isOfDays && scope.period.isByHour, "<p class=\"soft\">\(t(.ofWholeDays))</p>"))
  }

  /// The card of a property that is not summed together with the one that is asked for; nil where it is
  /// that one, or of all clicks of a link.
  func otherCard(
    _ title: String, _ scope: ChartScope, _ grouping: StatisticsQuery.Grouping
  ) -> Markup? {
    guard let part = scope.part, scope.slug == nil, part.grouping != grouping else { return nil }
    return barCard(title, [], data: nil, nothing: .notKeptTogether)
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
    case .outcome: outcomeName(name)
    case .rule: label(name)
    default: name
    }
  }

  /// The name of a platform in a click or a rule.
  func platformName(_ name: String) -> String {
    switch RulePlatform(named: name) {
    case .other: t(.others)
    case let platform?: platform.rawValue
    case nil: name
    }
  }

  private func outcomeName(_ name: String) -> String {
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
