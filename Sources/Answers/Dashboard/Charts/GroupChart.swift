import LinkStorage
import Links
import Questions
import Service

/// The clicks of a tag or a campaign over time, as the sums of its links.
extension PageContext {
  /// The largest number of links whose clicks are summed: each is read on its own.
  static let summedLinks = 200

  /// The chart above a list of the links of a tag or a campaign; empty for other lists.
  func groupChart(_ listing: LinkListing, _ filter: LinkFilter) throws(Problem) -> Markup {
    let names = [filter.tag, filter.campaign].compactMap(\.self)
    guard !names.isEmpty, listing.cursor == nil, may(.readStatistics) else { return "" }
    let latest = query["period"].flatMap(ChartPeriod.Latest.init) ?? .month
    let period = ChartPeriod.latest(latest == .day ? .month : latest)
    let shown = period.columns(now: timestamp)
    let before = shown.lowerBound - shown.count
    let answer = try asked(
      inquiry.links(
        filter, limit: Self.summedLinks, withClicks: true, days: before..<shown.upperBound + 1))
    guard !answer.links.isEmpty else { return "" }
    var sums: [Int: Int] = [:]
    for report in answer.links { sums.merge(report.clickDays ?? [:]) { $0.addingClamped($1) } }
    func row(_ day: Int) -> Statistics.Row {
      .init(name: Statistics.name(ofDay: day), clicks: sums[day] ?? 0)
    }
    let counts = Self.sum(shown.map(row))
    let earlier = Self.sum((before..<shown.lowerBound).map(row))
    let most: Markup =
      answer.next == nil ? "" : "<p class=\"soft\">\(t(.sumOfFirstLinks, Self.summedLinks))</p>"
    return """
      <section class="card group" id="clicks"><h2 dir="auto">\(names.joined(separator: " · "))</h2>
      \(groupPeriods(listing, period))
      \(figures(counts, before: earlier, isPart: true))
      <div>\(clicksChart(ChartScope(period: period), counts, before: earlier, data: nil))</div>
      \(most)</section>
      """
  }

  private static func sum(_ rows: [Statistics.Row]) -> Statistics {
    Statistics(
      rows: rows, clicks: rows.reduce(0) { $0.addingClamped($1.clicks) }, bots: 0, launches: 0)
  }

  private func groupPeriods(_ listing: LinkListing, _ shown: ChartPeriod) -> Markup {
    let items = Markup.each(ChartPeriod.Latest.allCases.filter { $0 != .day }) { latest in
      let address = PageAddresses.links(
        listing.items + [("period", latest == .month ? nil : latest.rawValue)])
      return tab(address + "#clicks", t(latest.word), isHere: .latest(latest) == shown)
    }
    return tabs(.period, items)
  }
}
