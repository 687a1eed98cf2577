import AppAssociation
package import LaunchRouting
package import Links
package import SiteModel
import WebSyntax

/// Answers an app's questions about deep links as the server answers them, from the routes and short
/// links of all sites.
package struct DeepLinkRoutes {
  private let snapshot: ServiceSnapshot
  private let app: Int
  private let question: AppQuestion

  /// - Parameters:
  ///   - platform: the system of the app, which it names when it asks the server.
  ///   - traits: the traits of its user.
  package init(
    _ snapshot: ServiceSnapshot, app: Int, now: Timestamp, links: LinkNotebook,
    platform: UserAgent.Platform = .iPhone, traits: VisitorTraits = VisitorTraits()
  ) {
    self.snapshot = snapshot
    self.app = app
    var agent = UserAgent()
    agent.platform = platform
    question = AppQuestion(
      snapshot, host: nil, now: now, agent: agent, traits: traits, place: links.placeInApp,
      clicks: links.clicks)
  }

  /// Returns the screen of a URL, or of a path on any site. Short links are followed first, as on
  /// the server.
  package func answer(to text: String) -> DeepLinkAnswer {
    guard text.hasPrefix("/") else { return screen(question.answer(about: text), asked: text) }
    var last = DeepLinkAnswer.nowhere(because: "no site has a route for '\(text)'")
    for number in snapshot.reachedSites {
      guard let url = WebURL("https://site.invalid" + text) else { break }
      let own = OwnURL(site: number, url: url, text: text)
      last = screen(question.answer(at: own, asked: text), asked: text)
      if case .screen = last { return last }
    }
    return last
  }

  /// What the server tells the app about a URL.
  func resolution(of url: OwnURL) -> AppAnswer { question.answer(at: url, asked: url.text) }

  private func screen(_ answer: AppAnswer, asked text: String) -> DeepLinkAnswer {
    switch answer {
    case .destination(let found):
      if let page = found.page { return screen(page) }
      return found.target.map { .nowhere(because: reason($0.place, at: $0.url)) }
        ?? .nowhere(because: reason(unknown: found.text))
    case .nothing(_, let url, let place): return .nowhere(because: reason(place, at: url))
    case .missingParameter, .unknownWay, .unknownURL:
      return .nowhere(because: reason(unknown: text))
    case .notYet(let text), .gone(let text):
      return .nowhere(because: "the short link '\(text)' leads nowhere now")
    case .needsPassword(let text):
      return .nowhere(
        because: "the short link '\(text)' requires a password, which browsers ask for")
    case .unreachable:
      return .nowhere(
        because: "the store does not answer whether the link '\(text)' exists")
    }
  }

  private func screen(_ page: SitePage) -> DeepLinkAnswer {
    let (route, name) = (snapshot.route(of: page), page.path)
    guard route.apps.contains(app) else {
      let keys = route.apps.map { "'\(snapshot.apps[$0].key)'" }.joined(separator: ", ")
      let others = keys.isEmpty ? "no app" : keys
      return .nowhere(because: "\(name) opens '\(page.url.text)' in \(others)")
    }
    guard let screen = route.screen else {
      return .nowhere(because: "\(name) names no screen for '\(page.url.text)'")
    }
    return .screen(Screen(screen, page.parameters.map { Screen.Parameter($0.name, $0.value) }))
  }

  private func path(_ url: OwnURL, _ rule: Int) -> String { "sites[\(url.site)].routes[\(rule)]" }

  /// Why there is no screen at a URL that is no page, or to which a link leads.
  private func reason(_ place: Place, at url: OwnURL) -> String {
    switch place {
    case .shortLink(_, .visit), .longLink:
      "'\(url.text)' is another short link, which is not followed"
    case .excluded(let rule, _):
      "\(path(url, rule)) keeps '\(url.text)' in the browser"
    case .unreadable: "the path of '\(url.text)' cannot be read"
    case .unknownSlug: "there is no short link '\(url.text)'"
    case .unreachableSlug: "the store does not answer whether the link '\(url.text)' exists"
    case .refusedLongLink(let fault): fault.message
    case .shortLink, .document, .changePassword, .wellKnownFile, .siteFile, .missingFile, .banner,
      .resolve, .launches, .claims, .appLinks, .pageCode:
      "'\(url.text)' is a file of the server"
    case .page, .nothing, .respelled, .root: "no route matches '\(url.text)'"
    }
  }

  private func reason(unknown text: String) -> String {
    guard let url = WebURL(text), url.userInfo == nil else { return "'\(text)' is not a web page" }
    return "'\(url.host)' is not a host of the configuration"
  }
}

extension SitePage {
  /// The path of its route in the configuration.
  var path: String { "sites[\(url.site)].routes[\(rule)]" }
}
