import AppAssociation
import Changes
import Doctor
import Explaining
import HTTPCore
import JSONSyntax
import LaunchRouting
import LinkStorage
import Links
import Management
import Platforms
import Questions
import Service
import SiteModel
import WebSyntax

extension PageContext {
  /// The hosts of a site within the user's reach, including the user's own under a wildcard.
  private func reachedHosts(_ site: CompiledSite) -> [String] {
    let hosts = site.definition.allHosts
    let whole = hosts.map(\.description).filter(snapshot.reaches)
    let parts = (user?.authority.reach.names ?? []).filter { name in
      hosts.contains { $0.isWildcard && $0.matches(name) }
    }
    return whole + parts.filter { !whole.contains($0) }
  }

  func sites() throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let sites = snapshot.reachedSites.map { snapshot.sites[$0] }
      .filter { !reachedHosts($0).isEmpty }
    let cards = Markup.each(sites) { site in
      let hosts = reachedHosts(site)
      let host = hosts.first ?? ""
      let others = hosts.dropFirst().joined(separator: ", ")
      let links = site.definition.shortLinks.map { " · " + t(.shortLinksAt, $0.prefix) }
      return """
        <li class="card"><h2><a href="/dashboard/sites/\(PageAddresses.component(host))" dir="auto">\
        \(site.definition.displayName ?? host)</a></h2>
        <p>\(Markup.breakableNames(host))\(Markup.when(!others.isEmpty, "<span class=\"soft\">, \(others)</span>"))</p>
        <p class="soft">\(t(.routeCount, site.routes.count))\(links ?? "")</p>\(failures(site))</li>
        """
    }
    return page(
      t(.sites),
      """
      \(heading("\(t(.sites))"))
      \(findings(nil))
      \(sites.isEmpty ? empty(t(.noSites)) : "<ul class=\"cards\">\(cards)</ul>")
      """)
  }

  /// What the last examination of the hosts of a site found wrong, leading to the first such host.
  private func failures(_ site: CompiledSite) -> Markup {
    let failed = examinable(site).map { (host: $0, count: examined($0)?.count(.fail) ?? 0) }
      .filter { $0.count > 0 }
    guard let first = failed.first else { return "" }
    let words = t(.failingChecks, failed.reduce(0) { $0 + $1.count })
    let address = "/dashboard/sites/\(PageAddresses.component(first.host))#doctor"
    return "<p><a class=\"badge bad\" href=\"\(address)\">\(words)</a></p>"
  }

  /// The findings in the configuration that concern the user: those of sites all of whose hosts are
  /// within reach, and that mention no other host.
  var findings: [DashboardSources.Finding] {
    let all = pages.sources.findings()
    let snapshot = snapshot
    guard user?.authority.reach.isBounded ?? true else { return all }
    let own = snapshot.reachedSites.filter { number in
      snapshot.sites[number].definition.allHosts.map(\.description).allSatisfy(snapshot.reaches)
    }
    let beyond = pages.service.snapshot.hostNames.filter { !snapshot.reaches($0) }
    return all.filter { finding in
      own.contains { finding.path.hasPrefix("sites[\($0)]") }
        && !beyond.contains { finding.sentence.english.contains($0) }
    }
  }

  /// The findings in the configuration, or only those of one site.
  private func findings(_ site: Int?) -> Markup {
    guard user?.isAdmin == true else { return "" }
    let all = findings
    let found = site.map { index in all.filter { $0.path.hasPrefix("sites[\(index)]") } } ?? all
    guard !found.isEmpty else {
      return site == nil ? "<p class=\"soft\">\(t(.noFindings))</p>" : ""
    }
    let items = Markup.each(found) { finding in
      """
      <li class="\(finding.isError ? "bad" : "warn")"><code>\(finding.path)</code>
      \(told(finding.sentence))</li>
      """
    }
    return "<section class=\"card attention\"><h2>\(t(.findings))</h2><ul>\(items)</ul></section>"
  }

  func site(_ host: String) throws(Problem) -> HTTPResponse {
    try require(.readLinks)
    let index = snapshot.reachedSites.first { reachedHosts(snapshot.sites[$0]).contains(host) }
    // The links of a site with a wildcard are on hosts of it.
    guard let index = index ?? snapshot.site(host: host) else { throw .notFound }
    let site = snapshot.sites[index]
    let title = site.definition.displayName ?? host
    let isLooking = isBeingExamined(host)
    return page(
      title,
      """
      \(heading("\(title)"))
      \(.when(isLooking, notice("<p>\(t(.hostBeingExamined, host))</p>")))
      <p class="soft">\(reachedHosts(site).joined(separator: ", "))</p>
      \(tryForm(host, site))
      \(try explanation())
      \(findings(index))
      \(doctor(site))
      \(routes(site))
      \(documents(site))
      """, refresh: isLooking ? 2 : nil)
  }

  // MARK: - Try a URL

  /// The systems of the matrix, the newest of each platform first.
  private static let systems: [(value: String, name: String)] =
    (ExplanationMatrix.systems.reversed().filter(\.isApple)
    + ExplanationMatrix.systems.reversed().filter { !$0.isApple } + [.harmony(.newestHarmonyOS)])
    .map { (value: "\($0.word) \($0.version)", name: $0.description) }

  /// The iOS SDKs with which an app may be built, the newest first.
  private static let sdks = PlatformTable.releases.reversed()
    .filter { $0.platform == .iOS && $0.version >= SystemVersion(13) }
    .map { (value: "\($0.version)", name: "iOS \($0.version)") }

  /// The places where people tap; sources that only concern developers are left out.
  private static let sources = TapSource.allCases.filter {
    ![.ownApp, .redirect, .banner].contains($0)
  }

  private func tryForm(_ host: String, _ site: CompiledSite) -> Markup {
    let url = query.text("url") ?? ""
    let sources = Self.sources.map { ($0.rawValue, t($0.word)) }
    let hasSuccession = site.definition.routes.flatMap(\.apps).contains {
      snapshot.apps[$0].successor != nil
    }
    let apps =
      hasSuccession
      ? [
        ("both", t(.bothAppsInstalled)), ("old", t(.oldAppInstalled)), ("new", t(.newAppInstalled)),
        ("none", t(.notInstalled)),
      ] : [("both", t(.installed)), ("none", t(.notInstalled))]
    let usual = [("", t(.asConfigured))]
    let choices = [
      ("", t(.chosenNothing)), (TapChoice.browser.rawValue, t(.chosenBrowser)),
      (TapChoice.app.rawValue, t(.chosenApp)),
    ]
    let lifecycles = Lifecycle.allCases.map { ($0.rawValue, $0.rawValue) }
    return """
      <form class="card filter" action="/dashboard/sites/\(PageAddresses.component(host))" id="try">
      <div class="told"><h2>\(t(.tryURL))</h2>\(help(.tryURL))</div>
      <p class="field grow"><label for="url">URL</label>
      <input id="url" name="url" type="url" value="\(url)" placeholder="https://\(host)/" required></p>
      \(choice("system", t(.system), Self.systems, chosen: query["system"] ?? Self.systems.first?.value))
      \(choice("from", t(.tappedIn), sources, chosen: query["from"] ?? "messages"))
      \(choice("app", t(.app), apps, chosen: query["app"] ?? "both"))
      \(choice("choice", t(.chosenBefore), choices, chosen: query["choice"]))
      \(choice("lifecycle", t(.lifecycle), usual + lifecycles, chosen: query["lifecycle"]))
      \(choice("sdk", "SDK", usual + Self.sdks, chosen: query["sdk"]))
      \(field("language", .language, value: query.text("language") ?? "", " size=\"6\" placeholder=\"ja\""))
      \(field("country", .country, value: query.text("country") ?? "", " size=\"4\" placeholder=\"JP\""))
      <p class="field"><button class="button">\(t(.explain))</button></p>
      </form>
      """
  }

  /// The tap described by the form, with defaults for the rest.
  private var tapContext: TapContext {
    var context = TapContext()
    context.usesTitles = true
    let system = (query["system"] ?? "").split(separator: " ")
    if system.count == 2, let version = SystemVersion(String(system[1])) {
      context.system =
        switch Platform(rawValue: String(system[0])) {
        case .android: .android(version)
        case .harmonyOS: .harmony(version)
        case .iOS, nil: .iOS(version)
        }
    }
    context.source = query["from"].flatMap(TapSource.init) ?? context.source
    context.choice = query["choice"].flatMap(TapChoice.init)
    context.installed = query["app"].flatMap(InstalledApps.init) ?? .both
    context.lifecycle = query["lifecycle"].flatMap(Lifecycle.init)
    context.sdk = query.text("sdk").flatMap { SystemVersion($0) }
    context.traits.language = query.text("language").flatMap(VisitorTraits.language) ?? ""
    context.traits.country = query.text("country").flatMap(VisitorTraits.country) ?? ""
    return context
  }

  private func explanation() throws(Problem) -> Markup {
    guard let url = query.text("url") else { return "" }
    guard ExplanationQuestion.fault(of: url) == nil, url.utf8.count <= Self.urlBytes else {
      return notice("<p>\(t(.notURL, String(url.prefix(200))))</p>", .wrong)
    }
    let context = tapContext
    let faults: [LinkFault] = [
      query.text("language").flatMap { context.traits.language.isEmpty ? .notLanguage($0) : nil },
      query.text("country").flatMap { context.traits.country.isEmpty ? .notCountry($0) : nil },
    ].compactMap(\.self)
    guard faults.isEmpty else {
      return notice(.each(faults) { "<p>\(said(Sentence($0)))</p>" }, .wrong)
    }
    let question = ExplanationQuestion(.url(url), context: context)
    let answer: ExplanationAnswer
    do throws(Problem) {
      answer = try asked(inquiry.explanation(question))
    } catch {
      guard error.status == .forbidden else { throw error }
      return notice("<p>\(said(error.sentence))</p>", .wrong)
    }
    guard case .explanation(let explanation) = answer else { return "" }
    let steps = Markup.each(explanation.steps) { step in
      let details = Markup.each(step.details) {
        "<span class=\"soft detail\">\(worded($0))</span>"
      }
      let basis = Markup.breakableNames(
        step.basis.map(language.text(ofEnglish:)).joined(separator: ", "))
      let source: Markup = basis.isEmpty ? "" : " <span class=\"soft\">(\(basis))</span>"
      return """
        <li><strong>\(step.title.text(in: language))</strong>
        \(Markup.breakableNames(said(step.sentence)))\(source)\(details)</li>
        """
    }
    let warnings = Markup.each(explanation.warnings) { "<li>\(said($0.message))</li>" }
    let warned = Markup.when(!warnings.isEmpty, "<ul class=\"notice warn\">\(warnings)</ul>")
    let notes = Markup.each(explanation.notes) { "<li>\(said(Sentence(english: $0)))</li>" }
    let noted: Markup = notes.isEmpty ? "" : "<ul class=\"soft notes\">\(notes)</ul>"
    return """
      <section class="card" aria-live="polite"><h2>\(t(.explanationTitle))</h2>
      <p class="conclusion"><span class="result \(explanation.opens ? "good" : "warn")">\
      \(said(explanation.ending))</span></p>
      <ol class="steps titled">\(steps)</ol>\(warned)\(noted)</section>
      """
  }

  private static let urlBytes = 8192

  // MARK: - Site details

  private func routes(_ site: CompiledSite) -> Markup {
    let routes = site.definition.routes
    guard !routes.isEmpty else { return "" }
    let rows = Markup.each(routes) { route in
      let apps = route.apps.map { snapshot.apps[$0].name }.joined(separator: ", ")
      let isOut = route.component.exclude == true
      let what = isOut ? badge(.staysInTheBrowser, "") : "\(route.screen ?? "")"
      let title: Markup = route.title.map { "<span dir=\"auto\">\($0)</span>" } ?? ""
      return """
        <tr><th scope="row"><code>\(route.component.path ?? "*")</code></th>
        \(cell(.app, "\(apps)"))\(cell(.screen, what))
        \(cell(.title, title))</tr>
        """
    }
    return """
      <section class="card"><h2>\(t(.routesTitle))</h2>
      <p class="soft">\(t(.routesIntroduction))</p>
      \(table(t(.routesTitle), [.path, .app, .screen, .title], rows, isSortable: false))</section>
      """
  }

  /// The bytes of a document that the page shows.
  private static let shownBytes = 20_000

  private func documents(_ site: CompiledSite) -> Markup {
    let documents: [(name: String, bytes: [UInt8]?)] = [
      ("apple-app-site-association", site.documents[.apple]),
      ("assetlinks.json", site.documents[.android]),
    ]
    let items = Markup.each(documents) { name, bytes in
      guard let bytes else {
        return "<p><code>\(name)</code>: <span class=\"soft\">\(t(.notServed))</span></p>"
      }
      let text = String(decoding: bytes.prefix(Self.shownBytes), as: UTF8.self)
      return """
        <details class="data"><summary><code>\(name)</code> \
        <span class="soft">\(t(.byteCount, bytes.count))</span></summary>
        <pre tabindex="0">\(text)</pre></details>
        """
    }
    return "<section class=\"card\"><h2>\(t(.associationFiles))</h2>\(items)</section>"
  }
}
