import WebSyntax
import Changes
import LinkStorage
import Links
import Management
import Questions
import Service

/// The statistics and the history of one link.
extension PageContext {
  func linkStatistics(_ key: LinkKey) throws(Problem) -> Markup {
    guard may(.readStatistics) else { return "" }
    let scope = ChartScope(
      host: HostPattern(key.host), slug: key.slug, period: period, split: split, part: part,
      address: PageAddresses.link(key), fragment: "#statistics")
    let (days, before) = try counts(scope)
    let openings = try statistics(scope, by: .way).rows.reduce(0) { $0 + $1.launches }
    return """
      <section class="card" id="statistics"><h2>\(t(.statistics))</h2>\(help(.statistics))
      \(chartLinks(PageAddresses.link(key), fragment: "#statistics"))
      \(partLine(scope))
      \(figures(days, before: before, isPart: scope.part != nil, firstOpens: openings))
      \(clicksChart(scope, days, before: before, data: dataAddress(scope)))
      </section>
      \(hasGroups(scope, days) ? try linkGroups(scope) : "")
      """
  }

  private func linkGroups(_ scope: ChartScope) throws(Problem) -> Markup {
    """
    <div class="columns">
    \(try referrers(scope))
    \(try platforms(scope))
    \(try outcomes(scope))
    \(try barsIfAny(t(.rules), scope, by: .rule) { Markup(text: label($0)) })
    \(try barsIfAny(t(.languages), scope, by: .language) { codeName($0, of: "language") })
    \(try countries(scope))
    </div>
    """
  }
}
