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
    var days: [Int: Int] = [:]
    let clicks = Dictionary(counts.now.rows.map { ($0.name, $0.clicks) }) { first, _ in first }
    for day in scope.period.columns(now: timestamp) {
      days[day] = clicks[scope.period.name(ofColumn: day)]
    }
    let (now, before) = (counts.now.clicks, counts.before.clicks)
    let change: Markup =
      now == 0 && before == 0
      ? ""
      : "<span class=\"soft\">\(t(.before(before, percent: Self.change(from: before, to: now))))</span> "
    return """
      <p class="strip"><strong>\(t(.clicksOfMonth, now))</strong> \(change)\
      \(Sparkline(days, until: timestamp).markup { t(.clicksOfMonth, $0) }) \(all)</p>
      """
  }
}
