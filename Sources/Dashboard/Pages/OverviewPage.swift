import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Service
import SiteModel
import WebSyntax

extension PageContext {
  /// `GET /dashboard/`
  func overview() throws(Problem) -> HTTPResponse {
    let attention = try attention()
    let start = try gettingStarted()
    let actions: Markup =
      user?.canEdit == true
      ? "<a class=\"button\" href=\"/dashboard/links/new\" data-key=\"n\">\(t(.newLink))</a>" : ""
    return page(
      t(.overview),
      """
      \(heading(t(.overview), actions))
      \(start)
      \(attention)
      \(try statisticsParts())
      \(nodes)
      """)
  }

  private func statisticsParts() throws(Problem) -> Markup {
    guard let scope = try overviewScope() else { return "" }
    let days = try asked("/v1/stats", scope.columns)
    let cards = """
      <dl class="figures">
      <div><dt>\(t(.clicks))</dt><dd>\(number(days["clicks"].integer))</dd></div>
      <div><dt>\(t(.opens))</dt><dd>\(number(days["launches"].integer))</dd></div>
      <div><dt>\(t(.bots))</dt><dd>\(number(days["bots"].integer))</dd></div>
      </dl>
      """ as Markup
    return """
      \(hostLinks(scope))
      \(chartLinks("/dashboard/"))
      <section class="card">
      <h2>\(t(.clicksAndOpens))</h2>
      \(cards)
      \(clicksChart(scope, days))
      </section>
      <div class="columns">
      \(try topLinks(scope))
      \(try bars(t(.referrers), scope, by: "referrer") { Markup(text: $0.isEmpty ? t(.direct) : $0) })
      \(try bars(t(.platforms), scope, by: "platform") { Markup(text: platformName($0)) })
      </div>
      """
  }

  /// Nil when the user may see no statistics. Somebody with some hosts sees the first of them.
  private func overviewScope() throws(Problem) -> ChartScope? {
    guard let authority = user?.authority, authority.may(.readStatistics) else { return nil }
    var scope = ChartScope(period: period, split: split)
    guard let patterns = authority.reach.patterns else { return scope }
    let asked = query.text("host").flatMap { host in patterns.first { $0.description == host } }
    guard let pattern = asked ?? patterns.first else { return nil }
    scope.host = pattern.description
    return scope
  }

  /// Links to the other hosts of somebody who has some.
  private func hostLinks(_ scope: ChartScope) -> Markup {
    guard let here = scope.host else { return "" }
    let hosts = user?.authority.reach.names ?? []
    guard hosts.count > 1 else { return "<p class=\"soft\">\(here)</p>" }
    let items = Markup.each(hosts) { host in
      let current: Markup = host == here ? " aria-current=\"true\"" : ""
      let items: [(name: String, value: String?)] = [
        ("period", period.rawValue), ("split", split?.rawValue), ("host", host),
      ]
      let address = "/dashboard/" + PageQuery.text(items)
      return "<li><a href=\"\(address)\"\(current)>\(host)</a></li>"
    }
    return "<nav aria-label=\"\(t(.hosts))\"><ul class=\"tabs\">\(items)</ul></nav>"
  }

  // MARK: - What needs attention

  private func attention() throws(Problem) -> Markup {
    var items: [Markup] = []
    if user?.isAdmin == true {
      let findings = findings
      let errors = findings.count(where: \.isError)
      if !findings.isEmpty {
        let words = t(.findingsAboutTheConfiguration, number(findings.count))
        items.append(
          "<li class=\"\(errors > 0 ? "bad" : "warn")\"><a href=\"/dashboard/sites\">\(words)</a></li>"
        )
      }
      for node in reachedNodes where !node.isInOrder {
        items.append("<li class=\"bad\">\(node.name): \(node.note)</li>")
      }
      items += certificates
    }
    items += failingHosts
    if user?.authority.may(.readLinks) == true {
      let ending = try asked("/v1/links", [("state", "ending"), ("limit", "3")])
      for link in ending["links"].elements {
        let key = LinkKey(host: link["host"].text ?? "", slug: link["slug"].text ?? "")
        let end = link["expires"].text.map(time) ?? ""
        items.append(
          """
          <li class="warn"><a href="\(PageAddresses.link(key))">\(link["shortURL"].text ?? "")</a> \
          \(t(.endsSmall)) \(end)</li>
          """)
      }
      if ending["next"].text != nil {
        items.append(
          "<li><a href=\"/dashboard/links?state=ending\">\(t(.allLinksThatEndSoon))</a></li>")
      }
    }
    guard !items.isEmpty else { return "" }
    return """
      <section class="card attention"><h2>\(t(.needsAttention))</h2>
      <ul>\(items.joined())</ul></section>
      """
  }

  /// Certificates that end within so many seconds want somebody's eye.
  private static let certificateHorizon = 14 * 86_400

  private var certificates: [Markup] {
    pages.sources.certificates().filter { snapshot.reaches($0.name) }.compactMap { certificate in
      let left = certificate.ends.secondsSinceEpoch - timestamp.secondsSinceEpoch
      guard left < Self.certificateHorizon else { return nil }
      return """
        <li class="\(left < 86_400 ? "bad" : "warn")">\(t(.theCertificate, certificate.name)) \
        \(t(.endsSmall)) \(time(certificate.ends))</li>
        """
    }
  }

  private static let failingHostLimit = 3

  /// Hosts at which the last look from outside has found something wrong.
  private var failingHosts: [Markup] {
    guard user?.authority.may(.readLinks) == true else { return [] }
    let items = snapshot.hostNames.compactMap { host -> Markup? in
      let failing = (examined(host)?.checks ?? []).filter { $0["verdict"].text == "fail" }
      guard !failing.isEmpty else { return nil }
      let names = failing.prefix(3).compactMap { $0["id"].text }.joined(separator: ", ")
      return """
        <li class="bad"><a href="/dashboard/sites/\(PageAddresses.component(host))#doctor">\(host)</a>: \
        \(t(.checksFail, number(failing.count))) (\(names))</li>
        """
    }
    guard items.count > Self.failingHostLimit else { return items }
    let rest = t(.andMore, number(items.count - Self.failingHostLimit))
    return items.prefix(Self.failingHostLimit)
      + ["<li><a href=\"/dashboard/sites\">\(rest)</a></li>"]
  }

  /// What to do when there is no link yet.
  private func gettingStarted() throws(Problem) -> Markup {
    guard user?.authority.may(.readLinks) == true else { return "" }
    let links = try asked("/v1/links", [("limit", "1")])
    guard links["links"].elements.isEmpty else { return "" }
    guard user?.canEdit == true else { return empty(t(.thereAreNoLinksYet)) }
    return empty(
      t(.thereAreNoLinksYetMake),
      """
      <p class="actions"><a class="button" href="/dashboard/links/new">\(t(.newLink))</a>
      <a class="button quiet" href="/dashboard/import">\(t(.importWord))</a></p>
      """)
  }

  /// The nodes serve every host, so they concern those who reach every host.
  private var reachedNodes: [DashboardSources.Node] {
    user?.authority.reach.isBounded == false ? pages.sources.nodes() : []
  }

  private var nodes: Markup {
    let nodes = reachedNodes
    guard user?.isAdmin == true, !nodes.isEmpty else { return "" }
    let rows = Markup.each(nodes) { node in
      """
      <tr><th scope="row">\(node.name)</th>\
      <td><span class="badge \(node.isInOrder ? "good" : "bad")">\
      \(node.isInOrder ? t(.inOrder) : t(.notInOrder))</span></td><td>\(node.note)</td></tr>
      """
    }
    return """
      <section class="card"><h2>\(t(.nodes))</h2>
      \(table(t(.nodes), .of(column(t(.name)), column(t(.state)), column(t(.details))), rows))
      </section>
      """
  }
}
