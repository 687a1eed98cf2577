import AppAssociation
package import JSONSyntax
import LaunchRouting
package import Links
package import SiteModel
import WebSyntax

/// Finds the links and route samples that do not serve their purpose, as the acceptance test of a
/// migration. Only the first examples of each cause are stored, so that a store may have a million
/// links.
package struct ExplanationSurvey: Sendable {
  private var tally: SurveyTally
  private var openings: OpeningReview
  private let rows: Rows
  private let snapshot: ServiceSnapshot
  private let context: TapContext
  private let now: Timestamp
  private let explainer: LinkExplainer

  /// The findings that a survey looks for.
  package enum Scope: String, CaseIterable, Sendable {
    /// Faults and warnings, with a few examples of each fault.
    case everything
    /// Faults alone, with as many examples of each as can be reviewed by hand.
    case fault
    case warning
  }

  package enum Rows: String, CaseIterable, Sendable {
    case none
    case links
    /// One row per link, with the result for each kind of visitor.
    case visitors
  }

  package init(
    _ snapshot: ServiceSnapshot, context: TapContext, now: Timestamp, _ scope: Scope, rows: Rows
  ) {
    self.rows = rows
    tally = SurveyTally(scope)
    openings = OpeningReview(snapshot)
    self.snapshot = snapshot
    self.context = context
    self.now = now
    explainer = LinkExplainer(snapshot, now: now)
  }

  package var count: Int { tally.count }
  package var faultCount: Int { tally.faultCount }
  package var output: JSONOutput { tally.output }

  /// Checks the routes and the links of the configuration.
  ///
  /// - Parameter links: finds the links of a store, to which others may lead.
  package mutating func lookAtConfiguration(_ links: LinkNotebook) {
    for number in snapshot.reachedSites {
      lookAtRoutes(of: number, links)
      for link in snapshot.shortLinks[number]?.all ?? [] where snapshot.reaches(link.host) {
        lookAt(
          FoundLink(link, clicks: links.clicks(of: link)), site: number,
          path: "sites[\(number)].shortLinks.links.\(link.slug)", links)
      }
    }
  }

  /// Checks a link of a store, which is at fault when no site serves its host.
  package mutating func lookAt(stored link: FoundLink, _ links: LinkNotebook) {
    guard let number = snapshot.site(host: link.link.host),
      snapshot.sites[number].definition.shortLinks != nil
    else {
      let url = "https://\(link.link.host)/…/\(link.link.slug)"
      tally.add(.dead, row: row(url, .dead, destination: link.link.url))
      tally.add(
        fault: "expected the host of a site with short links", end: "unserved", url: url,
        path: "the store", conclusion: "no site serves it")
      return
    }
    lookAt(link, site: number, path: "the store", links)
  }

  /// What the name of a link keeps visitors from reaching; nil when it keeps nothing from them.
  private func fault(ofName key: LinkKey, _ links: LinkNotebook) -> LinkOddity? {
    let oddities = snapshot.oddities(of: key) { other in
      // That a link has no picture is no fault: only the shorter name is looked up.
      other.slug.utf8.count < key.slug.utf8.count && links.has(other)
    }
    return oddities.first { oddity in
      switch oddity {
      case .pathOfSite, .hidesPicture: true
      default: false
      }
    }
  }

  /// Adds the warnings about whole sites, once all links are known.
  package mutating func lookAtSites() {
    for number in snapshot.reachedSites {
      for gap in openings.gaps(of: number) { tally.add(gap) }
    }
  }

  // MARK: - Links

  /// Checks a short link. A live link has to lead to its app when short URLs open one, to a page,
  /// or to another site.
  private mutating func lookAt(
    _ link: FoundLink, site number: Int, path: String, _ links: LinkNotebook
  ) {
    let site = snapshot.sites[number].definition
    guard let shortLinks = site.shortLinks else { return }
    openings.note(link.link, of: number)
    let host = host(of: site, preferring: link.link.host)
    let url = snapshot.tappedURL(LinkKey(host: host, slug: link.link.slug))
    let explanation = explainer.explain(url, context: context, links: links)
    let opener = shortLinks.app.map { snapshot.apps[$0] }
    let opensApp = opener.flatMap { isMade($0) ? $0.key : nil }
    let isElsewhere = OwnURL(link.link.url, askedHost: nil, in: snapshot) == nil
    let fault =
      isAtRest(link) ? nil : fault(explanation, mustOpen: isElsewhere ? nil : opensApp, isElsewhere)
    if !isAtRest(link), let name = self.fault(ofName: link.link.key, links) {
      var isReached = true
      if case .pathOfSite = name { isReached = false }
      addRow(explanation, link, site: number, isReached: isReached)
      return tally.add(
        fault: "expected a name that visitors reach", end: "name", url: url, path: path,
        conclusion: name.english)
    }
    add(explanation, path: path, fault: fault, of: link, site: number)
  }

  /// - Parameters:
  ///   - link: nil for a sample of a route.
  ///   - isReached: false for a link at whose address the site itself answers.
  private mutating func addRow(
    _ explanation: LinkExplanation, _ link: FoundLink?, site: Int, isReached: Bool = true
  ) {
    // An app that opens for an ended link asks the server in vain.
    let isOver = link.map { isAtRest($0) && $0.link.expiredURL == nil } ?? false
    let state = isOver || !isReached ? .dead : SurveyTally.State(explanation.outcome)
    let row = row(
      explanation.url, state, explanation, destination: link?.link.url,
      visitors: isReached ? link.map { visitors(of: $0, site: site) } ?? [] : [])
    tally.add(state, row: row)
  }

  /// What is listed about a link, or a sample of a route; nil where nothing is.
  private func row(
    _ url: String, _ state: SurveyTally.State, _ explanation: LinkExplanation? = nil,
    destination: String?, visitors: @autoclosure () -> [JSONOutput] = []
  ) -> JSONOutput? {
    guard rows != .none else { return nil }
    let app = state == .opens ? explanation?.opening?.app : nil
    let screen = state == .opens ? explanation?.screen?.name : nil
    let row: JSONOutput = [
      "url": .string(url), "state": .string(state.rawValue), "app": .optional(app),
      "screen": .optional(screen), "destination": .optional(destination),
      "warnings": .strings(explanation?.warnings.map(\.code) ?? []),
    ]
    return rows == .visitors ? row + ["visitors": .array(visitors())] : row
  }

  /// What each kind of visitor gets: the outcome as named in statistics, and where the server leads.
  private func visitors(of found: FoundLink, site: Int) -> [JSONOutput] {
    var visit = Visit(query: nil, host: found.link.host, clicksSoFar: found.clicks)
    visit.traits = context.traits
    let branches = Decision.branches(
      of: found.link, visit: visit, now: now,
      site: snapshot.linkSite(of: found.link, site: site))
    return branches.map { branch in
      let answer = ServerAnswers.answer(branch.decision, snapshot.sites[site])
      return [
        "visitor": .string(branch.visitor.rawValue),
        "outcome": .string(branch.decision.outcome.name), "location": .optional(answer.location),
      ]
    }
  }

  /// Returns whether the author wants the link to lead nowhere now.
  private func isAtRest(_ found: FoundLink) -> Bool {
    let isAhead = found.link.notBefore.map { now < $0 } ?? false
    return isAhead || !found.link.ends(at: now, clicks: found.clicks).isEmpty
  }

  /// - Parameter isElsewhere: whether the link leads to a foreign host, for which no app needs a
  ///   screen.
  private func fault(
    _ explanation: LinkExplanation, mustOpen app: String?, _ isElsewhere: Bool
  ) -> String? {
    switch explanation.outcome {
    case .opens(let opening):
      return opening.destination == nil && !isElsewhere ? "expected a screen" : nil
    case .stays(let staying):
      if [.missing, .gone, .loop].contains(staying.kind) { return "expected a page or a screen" }
      guard let app, canOpen, staying.kind != .form else { return nil }
      return "expected to open \(app)"
    }
  }

  /// Whether taps of this kind ever open apps.
  private var canOpen: Bool {
    context.isInstalled && !(context.choice == .browser && context.heedsChoice)
      && context.source.passage(on: context.system).opens
  }

  /// Whether the configuration has the app for the system of the tap.
  private func isMade(_ app: AppDefinition) -> Bool {
    switch context.system {
    case .iOS: app.apple?.appIDs.isEmpty == false
    case .android: app.android != nil
    case .harmony: app.harmony != nil
    }
  }

  // MARK: - Routes

  private mutating func lookAtRoutes(of number: Int, _ links: LinkNotebook) {
    let site = snapshot.sites[number]
    for (position, rule) in site.definition.routingRules.enumerated() {
      let path = "sites[\(number)].routes[\(position)]"
      let host = host(of: site.definition)
      let samples = rule.samples(substitutionVariables: site.definition.substitutionVariables)
      let sample = samples.first { decides(position, of: number, "https://" + host + $0, links) }
      guard let sample else { continue }
      let explanation = explainer.explain(
        "https://" + host + sample, context: context, links: links)
      let route = site.definition.routes[position]
      add(explanation, path: path, fault: fault(explanation, route), of: nil, site: number)
    }
  }

  /// Returns whether this route decides the sample, rather than an earlier route or a short link.
  private func decides(
    _ route: Int, of site: Int, _ text: String, _ links: LinkNotebook
  ) -> Bool {
    guard let url = WebURL(text) else { return false }
    return switch links.place(of: OwnURL(site: site, url: url)) {
    case .page(route, _), .excluded(route, _): true
    default: false
    }
  }

  private func fault(_ explanation: LinkExplanation, _ route: RouteDefinition) -> String? {
    let apps = route.apps.map { snapshot.apps[$0] }.filter(isMade)
    let mustOpen =
      route.universalLink && route.component.exclude != true && !apps.isEmpty && canOpen
    switch explanation.outcome {
    case .opens(let opening):
      guard mustOpen else { return "expected to stay in the browser" }
      guard apps.contains(where: { $0.key == opening.app }) else {
        return "expected to open \(apps[0].key)"
      }
      return opening.destination == nil && route.screen != nil ? "expected a screen" : nil
    case .stays: return mustOpen ? "expected to open \(apps[0].key)" : nil
    }
  }

  private mutating func add(
    _ explanation: LinkExplanation, path: String, fault: String?, of link: FoundLink?, site: Int
  ) {
    addRow(explanation, link, site: site)
    for warning in explanation.warnings { tally.add(warning: warning.code, at: explanation.url) }
    guard let fault else { return }
    let end = explanation.staying?.kind.rawValue ?? "app"
    tally.add(
      fault: fault, end: end, url: explanation.url, path: path, conclusion: explanation.conclusion)
  }

  /// Returns a host that the snapshot reaches, if there is one.
  private func host(of site: SiteDefinition, preferring host: String? = nil) -> String {
    if let host, site.allHosts.contains(where: { $0.matches(host) }) { return host }
    let reached = site.allHosts.first { !$0.isWildcard && snapshot.reaches($0.name) }
    return reached?.name ?? site.primaryHost ?? site.hosts.first.map { "any." + $0.name }
      ?? "unknown.invalid"
  }
}
