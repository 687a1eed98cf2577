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
      host: HostPattern(key.host), slug: key.slug, period: period, split: split)
    let days = try statistics(scope, by: scope.period.grouping, split: scope.split)
    let before = try statistics(scope, by: scope.period.grouping, isBefore: true)
    let openings = try statistics(scope, by: .way).rows.reduce(0) { $0 + $1.launches }
    return """
      <section class="card" id="statistics"><h2>\(t(.statistics))</h2>\(help(.statistics))
      \(chartLinks(PageAddresses.link(key), fragment: "#statistics"))
      \(figures(days, before: before, firstOpens: openings))
      \(clicksChart(scope, days, before: before))
      </section>
      <div class="columns">
      \(try referrers(scope))
      \(try platforms(scope))
      \(try bars(t(.outcomes), scope, by: .outcome) { Markup(text: outcomeName($0)) })
      \(try barsIfAny(t(.rules), scope, by: .rule) { Markup(text: label($0)) })
      \(try barsIfAny(t(.languages), scope, by: .language) { codeName($0, of: "language") })
      \(try countries(scope))
      </div>
      """
  }
}
