import Changes
import Management
import LinkStorage
import AppAssociation
import HTTPCore
import JSONSyntax
import Links
import Service
import SiteModel
import WebSyntax

extension PageContext {
  /// The hosts of a site that the user reaches: of those under a wildcard the user's own.
  private func reachedHosts(_ site: CompiledSite) -> [String] {
    let hosts = site.definition.hosts
    let whole = hosts.map(\.description).filter(snapshot.reaches)
    let parts = (user?.authority.reach.names ?? []).filter { name in
      hosts.contains { $0.isWildcard && $0.matches(name) }
    }
    return whole + parts.filter { !whole.contains($0) }
  }

  /// `GET /dashboard/sites`
  func sites() throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let sites = snapshot.reachedSites.map { snapshot.sites[$0] }
      .filter { !reachedHosts($0).isEmpty }
    let cards = Markup.each(sites) { site in
      let hosts = reachedHosts(site)
      let host = hosts.first ?? ""
      let others = hosts.dropFirst().joined(separator: ", ")
      let links = site.definition.shortLinks.map { t(.shortLinksAt, $0.prefix) }
      return """
        <li class="card"><h2><a href="/dashboard/sites/\(PageAddresses.component(host))" dir="auto">\
        \(site.definition.displayName ?? host)</a></h2>
        <p>\(host)\(Markup.when(!others.isEmpty, "<span class=\"soft\">, \(others)</span>"))</p>
        <p class="soft">\(t(.routes, number(site.routes.count))) \(links ?? "")</p></li>
        """
    }
    return page(
      t(.sites),
      """
      \(heading(t(.sites)))
      \(findings(nil))
      \(sites.isEmpty ? empty(t(.thereIsNoSiteThatYouMaySee)) : "<ul class=\"cards\">\(cards)</ul>")
      """)
  }

  /// What should be looked at in the configuration, as far as it is the user's: of sites all of whose
  /// hosts the user reaches, and without a word of other hosts.
  var findings: [DashboardSources.Finding] {
    let all = pages.sources.findings()
    let snapshot = snapshot
    guard user?.authority.reach.isBounded ?? true else { return all }
    let own = snapshot.reachedSites.filter { number in
      snapshot.sites[number].definition.allHosts.map(\.description).allSatisfy(snapshot.reaches)
    }
    let beyond = pages.service.sites(for: nil).hostNames.filter { !snapshot.reaches($0) }
    return all.filter { finding in
      own.contains { finding.path.hasPrefix("sites[\($0)]") }
        && !beyond.contains { finding.message.contains($0) }
    }
  }

  /// What should be looked at in the configuration; for one site, what is said of that.
  private func findings(_ site: Int?) -> Markup {
    guard user?.isAdmin == true else { return "" }
    let all = findings
    let found = site.map { index in all.filter { $0.path.hasPrefix("sites[\(index)]") } } ?? all
    guard !found.isEmpty else {
      return "<p class=\"soft\">\(t(.nothingAboutTheConfigurationNeedsAttentionAgain))</p>"
    }
    let items = Markup.each(found) { finding in
      """
      <li class="\(finding.isError ? "bad" : "warn")"><code>\(finding.path)</code>
      \(finding.message)</li>
      """
    }
    return "<section class=\"card attention\"><h2>\(t(.findings))</h2><ul>\(items)</ul></section>"
  }

  /// `GET /dashboard/sites/HOST`
  func site(_ host: String) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let index = snapshot.reachedSites.first { reachedHosts(snapshot.sites[$0]).contains(host) }
    guard let index else { throw .notFound }
    let site = snapshot.sites[index]
    let title = site.definition.displayName ?? host
    let isLooking = isBeingExamined(host)
    let looking: Markup =
      isLooking ? notice("<p>\(t(.theHostIsLookedAt, host))</p>") : ""
    return page(
      title,
      """
      \(heading(title))
      \(looking)
      <p class="soft">\(reachedHosts(site).joined(separator: ", "))</p>
      \(tryForm(host))
      \(try explanation(host))
      \(findings(index))
      \(doctor(site))
      \(routes(site))
      \(documents(site))
      """, refresh: isLooking ? 2 : nil)
  }

  // MARK: - Try a URL

  private static let systems: [(value: String, name: String)] = [
    ("ios 26.0", "iOS 26"), ("ios 17.0", "iOS 17"), ("ios 14.0", "iOS 14"), ("ios 13.0", "iOS 13"),
    ("ios 12.0", "iOS 12"), ("android 15", "Android 15"), ("android 12", "Android 12"),
  ]

  private static let sources = [
    "messages", "mail", "notes", "other-app", "safari", "search-result", "same-site", "typed", "qr",
    "in-app-browser", "chrome",
  ]

  private func tryForm(_ host: String) -> Markup {
    let url = query.text("url") ?? ""
    let sources = Self.sources.map { ($0, sourceName($0)) }
    let apps = [("installed", t(.installed)), ("absent", t(.notInstalled))]
    return """
      <form class="card filter" action="/dashboard/sites/\(PageAddresses.component(host))" id="try">
      <h2>\(t(.tryAUrl))</h2>
      <p class="field grow"><label for="url">URL</label>
      <input id="url" name="url" type="url" value="\(url)" placeholder="https://\(host)/" required></p>
      <p class="field"><label for="system">\(t(.system))</label>
      <select id="system" name="system">\
      \(options(Self.systems, chosen: query["system"] ?? "ios 26.0"))</select></p>
      <p class="field"><label for="from">\(t(.tappedIn))</label>
      <select id="from" name="from">\(options(sources, chosen: query["from"] ?? "messages"))</select></p>
      <p class="field"><label for="app">\(t(.app))</label>
      <select id="app" name="app">\(options(apps, chosen: query["app"] ?? "installed"))</select></p>
      <p class="field"><label for="language">\(t(.language))</label>
      <input id="language" name="language" value="\(query.text("language") ?? "")" size="6" \
      placeholder="ja"></p>
      <p class="field"><label for="country">\(t(.country))</label>
      <input id="country" name="country" value="\(query.text("country") ?? "")" size="4" \
      placeholder="JP"></p>
      <p class="field"><button class="button">\(t(.explain))</button></p>
      </form>
      """
  }

  private func explanation(_ host: String) throws(Problem) -> Markup {
    guard let url = query.text("url") else { return "" }
    let system = (query["system"] ?? "ios 26.0").split(separator: " ").map(String.init)
    var members: [JSONOutput.Member] = [.init("url", .string(url))]
    if system.count == 2, system[0] == "ios" || system[0] == "android" {
      members.append(.init(system[0], .string(system[1])))
    }
    members.append(.init("from", .string(query["from"] ?? "messages")))
    members.append(.init("app", .string(query["app"] ?? "installed")))
    for name in ["language", "country"] {
      if let text = query.text(name) { members.append(.init(name, .string(text))) }
    }
    let answer = ask(.post, "/v1/explain", body: .object(members))
    guard answer.isGood else {
      let fault = answer.problem.faults.first?.detail ?? answer.problem.detail
      return notice("<p>\(said(fault))</p>", isError: true)
    }
    let steps = Markup.each(answer.json["steps"].elements) { step in
      let details = Markup.each(step["details"].elements) {
        "<span class=\"soft detail\">\($0.text ?? "")</span>"
      }
      let basis = step["basis"].elements.compactMap(\.text).joined(separator: ", ")
      let source: Markup = basis.isEmpty ? "" : " <span class=\"soft\">(\(basis))</span>"
      return """
        <li><strong>\(step["title"].text ?? "")</strong>
        \(layout.sentence(step["sentence"].text ?? ""))\(source)\(details)</li>
        """
    }
    let warnings = Markup.each(answer.json["warnings"].elements) { warning in
      let text = warning["message"].text ?? warning["sentence"].text ?? warning.text ?? ""
      return "<li>\(layout.sentence(text))</li>"
    }
    let warned: Markup = warnings.isEmpty ? "" : "<ul class=\"notice warn\">\(warnings)</ul>"
    let kind = answer.json["opens"].isTrue ? "good" : "warn"
    return """
      <section class="card" aria-live="polite"><h2>\(t(.whatHappens))</h2>
      <p class="conclusion"><span class="result \(kind)">\
      \(layout.sentence(answer.json["conclusion"].text ?? ""))</span></p>
      <ol class="steps">\(steps)</ol>\(warned)</section>
      """
  }

  // MARK: - What the site is

  private func routes(_ site: CompiledSite) -> Markup {
    let routes = site.definition.routes
    guard !routes.isEmpty else { return "" }
    let rows = Markup.each(routes) { route in
      let apps = route.apps.map { snapshot.apps[$0].name }.joined(separator: ", ")
      let isOut = route.component.exclude == true
      let what: Markup =
        isOut
        ? "<span class=\"badge\">\(t(.staysInTheBrowser))</span>"
        : "\(route.screen ?? "")"
      return """
        <tr><th scope="row"><code>\(route.component.path ?? "*")</code></th>
        <td>\(apps)</td><td>\(what)</td><td dir="auto">\(route.title ?? route.component.comment ?? "")</td></tr>
        """
    }
    let columns: Markup = """
      \(column(t(.path)))\(column(t(.app)))\(column(t(.screen)))\(column(t(.title)))
      """
    return """
      <section class="card"><h2>\(t(.routesWord))</h2>
      <p class="soft">\(t(.theFirstThatFitsDecides))</p>
      \(table(t(.routesWord), columns, rows, isSortable: false))</section>
      """
  }

  private func documents(_ site: CompiledSite) -> Markup {
    let documents: [(name: String, bytes: [UInt8]?)] = [
      ("apple-app-site-association", site.documents[.apple]),
      ("assetlinks.json", site.documents[.android]),
    ]
    let items = Markup.each(documents) { name, bytes in
      guard let bytes else {
        return "<p><code>\(name)</code>: <span class=\"soft\">\(t(.notServed))</span></p>"
      }
      let text = String(decoding: bytes.prefix(100_000), as: UTF8.self)
      return """
        <details class="data"><summary><code>\(name)</code> \
        <span class="soft">\(t(.bytes, number(bytes.count)))</span></summary>
        <pre tabindex="0">\(text)</pre></details>
        """
    }
    return "<section class=\"card\"><h2>\(t(.associationFiles))</h2>\(items)</section>"
  }
}
