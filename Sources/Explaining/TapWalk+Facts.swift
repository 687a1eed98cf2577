import AppAssociation
import HTTPCore
import Links
import SiteModel
import WebSyntax

extension TapWalk {
  /// Asks everybody who has a say about a URL of a site.
  mutating func gather(_ url: WebURL, _ own: OwnURL, _ source: TapSource) -> TapFacts {
    let number = own.site
    let place = links.place(of: own)
    let answers = ServerAnswers(snapshot, now: now, links: links)
    let decision = answers.decision(at: own, place, agent: agent)
    var facts = TapFacts(
      url: url, own: own, site: snapshot.sites[number], apps: snapshot.apps, context: context,
      source: source, place: place, linkPath: linkPath(place, site: number),
      appRoute: appRoute(own), decision: decision,
      server: answers.answer(at: own, place, decision))
    if server == nil { server = facts.server }
    let app = facts.route?.definition.apps.first
    switch context.system {
    case .iOS(let version):
      facts.answer = shelf.apple(snapshot, site: number, url: url, system: version, routeApp: app)
    case .android(let version):
      facts.answer = shelf.android(
        snapshot, site: number, url: url, system: version, routeApp: app)
    }
    facts.newest = shelf.apple(
      snapshot, site: number, url: url, system: .newestIOS, routeApp: app)
    facts.legacy = shelf.apple(
      snapshot, site: number, url: url, system: SystemVersion(12, 5), routeApp: app)
    facts.android = shelf.android(
      snapshot, site: number, url: url, system: .newestAndroid, routeApp: app)
    return facts
  }

  /// Where the short link of a place stands.
  private func linkPath(_ place: Place, site: Int) -> String? {
    guard case .shortLink(let link, _) = place else { return nil }
    let isConfigured = links.isConfigured(link, site: site)
    return isConfigured ? "sites[\(site)].shortLinks.links.\(link.link.slug)" : "the store"
  }

  /// The route that the app finds, which sees the fragment.
  func appRoute(_ own: OwnURL) -> Int? {
    switch links.placeInApp(of: own) {
    case .page(let rule, _), .excluded(let rule, _): rule
    default: nil
    }
  }

  private var agent: UserAgent {
    var agent = UserAgent()
    agent.platform = context.system.isApple ? .iPhone : .android
    let isChrome = !context.system.isApple || context.source == .chrome
    agent.browser = isChrome ? .chrome : .safari
    if context.source == .inAppBrowser { agent.inAppBrowser = .unnamed }
    return agent
  }

  /// What the page at the URL has, if the browser shows one of a route or of a short link.
  mutating func pageFacts(_ facts: TapFacts) -> PageFacts? {
    var page: PageFacts
    switch facts.place {
    case .page(let number, _):
      let route = facts.site.definition.routes[number]
      guard route.web == nil else { return nil }
      page = facts.site.definition.pageFacts(of: route, at: facts.url, apps: facts.apps)
    case .shortLink, .longLink:
      guard case .landing(let landing) = facts.decision?.outcome else { return nil }
      page = PageFacts(
        bannerArgument: landing.appStoreID.map { _ in landing.destination },
        bannerApp: landing.appStoreID.flatMap { id in
          snapshot.apps.firstIndex { $0.apple?.appStoreID == id }
        },
        button: isElsewhere(landing.openURL, facts.url) ? .otherHost : .sameHost)
    default: return nil
    }
    if let argument = page.bannerArgument, let app = page.bannerApp {
      page.opensBannerArgument = opens(argument, in: app)
    }
    return page
  }

  /// Whether a button leads to another host than that of its page.
  private func isElsewhere(_ target: String?, _ page: WebURL) -> Bool {
    guard let target = target.flatMap({ WebURL($0) }) else { return false }
    return target.host.lowercased() != page.host.lowercased()
  }

  /// Whether an app's own rules open an address on the system of the tap.
  private mutating func opens(_ text: String, in app: Int) -> Bool {
    guard let url = WebURL(text), case .iOS(let version) = context.system,
      let number = snapshot.site(host: url.host)
    else { return false }
    return shelf.apple(snapshot, site: number, url: url, system: version, opens: app)
  }

  // MARK: - Telling

  /// The host, and whether the URL is a short link.
  mutating func announce(_ facts: TapFacts) {
    let definition = facts.site.definition
    let hosts = definition.hosts
    let isAlternate = !hosts.contains { $0.matches(facts.url.host) }
    let position = hosts.firstIndex { $0.matches(facts.url.host) } ?? 0
    step(
      "host", "'\(facts.url.host)' is served by \(facts.sitePath)",
      [facts.sitePath + (isAlternate ? ".alternateHost" : ".hosts[\(position)]")])
    switch facts.place {
    case .shortLink(let found, .qrCode):
      step("short link", "it is the QR code of the short link '\(found.link.slug)'", [])
    case .shortLink(let found, _):
      if link == nil { link = found.link }
      let path = facts.linkPath ?? facts.sitePath
      step("short link", "'\(facts.url.path)' is a short link to '\(found.link.url)'", [path])
      tellVersion(facts, found.link, path)
    case .longLink(let found):
      step(
        "long link", "its query spells out a link to '\(found.link.url)'", [Source.longLinks])
    case .refusedLongLink(let fault):
      step("long link", fault.message, [Source.longLinks], .warning)
    case .unknownSlug:
      step(
        "short link", "no short link has the slug '\(facts.slug)'",
        [facts.sitePath + ".shortLinks"], .warning)
    case .unreachableSlug:
      step(
        "short link", "the store does not say whether there is a link '\(facts.slug)'",
        [facts.sitePath + ".shortLinks"], .warning)
    case .page, .excluded, .nothing:
      guard let prefix = definition.shortLinks?.prefix, prefix != "/" else { break }
      step(
        "short link", "it is none: those begin with '\(prefix)'",
        [facts.sitePath + ".shortLinks.prefix"])
    case .unreadable, .appleDocument, .androidDocument, .wellKnownFile, .banner, .resolve,
      .launches:
      break
    }
  }

  private mutating func tellVersion(_ facts: TapFacts, _ link: ShortLink, _ path: String) {
    guard let wanted = AppTooOld.wantedVersion(link, context.system) else { return }
    let version = context.appVersion.map { "\($0) is installed" }
    let isOld = AppTooOld.check(facts) != nil
    step(
      "app version",
      "the link asks for version \(wanted) of the app: "
        + (version ?? "which one is installed was not said") + "; the app is told and decides",
      [path + (context.system.isApple ? ".apple.minimumVersion" : ".android.minimumVersionCode")],
      isOld ? .warning : .fact)
  }
}
