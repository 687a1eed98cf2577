import AppAssociation
package import LaunchRouting
package import Links
package import SiteModel
import WebSyntax

/// Answers an app's questions about deep links from the routes and short links of all sites.
package struct DeepLinkRoutes {
  private let snapshot: ServiceSnapshot
  private let app: Int
  private let now: Timestamp
  private let links: LinkNotebook
  private let platform: UserAgent.Platform
  private let traits: VisitorTraits

  /// - Parameters:
  ///   - platform: the system of the app, which it names when it asks the server.
  ///   - traits: the traits of its user.
  package init(
    _ snapshot: ServiceSnapshot, app: Int, now: Timestamp, links: LinkNotebook,
    platform: UserAgent.Platform = .iPhone, traits: VisitorTraits = VisitorTraits()
  ) {
    self.snapshot = snapshot
    self.app = app
    self.now = now
    self.links = links
    self.platform = platform
    self.traits = traits
  }

  /// Returns the screen of a URL, or of a path on any site. Short links are followed first, as on
  /// the server.
  package func answer(to text: String) -> DeepLinkAnswer {
    guard text.hasPrefix("/") else { return answer(url: text, followsLinks: true) }
    var last = DeepLinkAnswer.nowhere(because: "no site has a route for '\(text)'")
    for number in snapshot.reachedSites {
      guard let url = WebURL("https://site.invalid" + text) else { break }
      last = answer(OwnURL(site: number, url: url, text: text), followsLinks: true)
      if case .screen = last { return last }
    }
    return last
  }

  private func answer(url text: String, followsLinks: Bool) -> DeepLinkAnswer {
    guard let url = WebURL(text), url.userInfo == nil else {
      return .nowhere(because: "'\(text)' is not a web page")
    }
    guard let own = OwnURL(url, text: text, in: snapshot) else {
      return .nowhere(because: "'\(url.host)' is not a host of the configuration")
    }
    return answer(own, followsLinks: followsLinks)
  }

  private func answer(_ url: OwnURL, followsLinks: Bool) -> DeepLinkAnswer {
    switch links.placeInApp(of: url) {
    case .shortLink(let link, .visit), .longLink(let link, _):
      guard followsLinks else {
        return .nowhere(because: "'\(url.text)' is another short link, which is not followed")
      }
      return follow(link, from: url)
    case .page(let rule, let match): return screen(rule, match, url)
    case .excluded(let rule, _):
      return .nowhere(because: "\(path(url, rule)) keeps '\(url.text)' in the browser")
    case .unreadable: return .nowhere(because: "the path of '\(url.text)' cannot be read")
    case .unknownSlug:
      return .nowhere(because: "there is no short link '\(url.text)'")
    case .unreachableSlug:
      return .nowhere(because: "the store does not answer whether the link '\(url.text)' exists")
    case .refusedLongLink(let fault): return .nowhere(because: fault.message)
    case .shortLink(_, .qrCode), .shortLink(_, .pixel), .shortLink(_, .explanation), .document,
      .changePassword, .wellKnownFile, .siteFile, .missingFile, .banner, .resolve, .launches,
      .claims, .appLinks, .pageCode:
      return .nowhere(because: "'\(url.text)' is a file of the server")
    case .nothing, .respelled, .root: return .nowhere(because: "no route matches '\(url.text)'")
    }
  }

  private func path(_ url: OwnURL, _ rule: Int) -> String { "sites[\(url.site)].routes[\(rule)]" }

  private func screen(_ rule: Int, _ match: RoutingMatch, _ url: OwnURL) -> DeepLinkAnswer {
    let route = snapshot.sites[url.site].definition.routes[rule]
    let name = path(url, rule)
    guard route.apps.contains(app) else {
      let keys = route.apps.map { "'\(snapshot.apps[$0].key)'" }.joined(separator: ", ")
      let others = keys.isEmpty ? "no app" : keys
      return .nowhere(because: "\(name) opens '\(url.text)' in \(others)")
    }
    guard let screen = route.screen else {
      return .nowhere(because: "\(name) names no screen for '\(url.text)'")
    }
    let parameters = match.captures.map { capture in
      Screen.Parameter(capture.name, PercentCoding.decodeLossy(url.path[capture.range]))
    }
    return .screen(Screen(screen, parameters))
  }

  /// Follows a link once, as the server does for an app that asks.
  private func follow(_ link: ServedLink, from url: OwnURL) -> DeepLinkAnswer {
    switch resolution(of: link, from: url) {
    case .destination(let location): answer(url: location, followsLinks: false)
    case .needsPassword:
      .nowhere(because: "the short link '\(url.text)' requires a password, which browsers ask for")
    case .notFound, .gone: .nowhere(because: "the short link '\(url.text)' leads nowhere now")
    }
  }

  /// What the server tells the app about a link.
  func resolution(of link: ServedLink, from url: OwnURL) -> Resolution {
    var visit = url.visit(to: link, clicks: links.clicks(of: link.link))
    (visit.agent.platform, visit.traits) = (platform, traits)
    return resolve(link.link, visit: visit, now: now, site: link.site)
  }
}
