import WebSyntax
import Changes
import LinkStorage
import Links
import Management
import Questions
import Service

extension PageContext {
  /// The clicks of a link and its facts, followed by the groups of the clicks: numbers come first.
  func linkStatistics(_ key: LinkKey, beside facts: Markup) throws(Problem) -> Markup {
    guard may(.readStatistics) else { return facts }
    let scope = ChartScope(
      host: HostPattern(key.host), slug: key.slug, period: period, split: split, part: part,
      address: PageAddresses.link(key), fragment: "#statistics")
    let counts = try counts(
      scope, [.referrer, .platform, .outcome, .rule, .language, .country, .way])
    let openings = (counts.groups[.way]?.rows ?? []).reduce(0) { $0 + $1.launches }
    return """
      <div class="beside">
      <section class="card" id="statistics">\(chartHeading(.statistics, scope))
      \(partLine(scope))
      \(figures(
          counts.now, before: counts.before, isPart: scope.part != nil, firstOpens: openings))
      \(chartLinks(PageAddresses.link(key), fragment: "#statistics"))
      \(clicksChart(scope, counts.now, before: counts.before, data: dataAddress(scope)))
      </section>
      \(facts)
      </div>
      \(try cards(scope, counts))
      """
  }
}
