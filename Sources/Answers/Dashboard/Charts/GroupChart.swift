import LinkStorage
import Links
import Questions
import Service

/// The clicks of a filtered list over the last days, as the sums of all its links.
extension PageContext {
  /// The line above a filtered list, which leads to all of its sums; empty for other lists.
  func groupChart(_ listing: LinkListing, _ filter: LinkFilter) throws(Problem) -> Markup {
    guard listing.isFiltered, listing.cursor == nil, may(.readStatistics) else { return "" }
    let all: Markup = "<a href=\"\(PageAddresses.figures(listing))\">\(t(.allFigures))</a>"
    // Words are looked for in every link, which a list that follows typing does once only.
    guard filter.words.isEmpty else { return "<p class=\"strip\">\(all)</p>" }
    var scope = ChartScope(period: .latest(.month))
    try choose(listing, in: &scope)
    // The sums of a host have what is no link's as well.
    if scope.links == nil { (scope.links, scope.host) = (filter, nil) }
    let counts = try counts(scope, [])
    let days = counts.now.rows.map { (ChartPeriod.day($0.name) ?? 0, $0.clicks) }
    let now = counts.now.clicks
    let told = change(from: counts.before.clicks, to: now).map {
      "<span class=\"soft\">\($0)</span> " as Markup
    }
    return """
      <p class="strip"><strong>\(t(.clicksOfMonth, now))</strong> \(told ?? "")\
      \(Sparkline(Dictionary(days, uniquingKeysWith: +), until: timestamp).markup { t(.clicksOfMonth, $0) }) \(all)</p>
      """
  }
}
