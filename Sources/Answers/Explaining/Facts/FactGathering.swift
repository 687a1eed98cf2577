import AppAssociation
import Links
import Platforms
import SiteModel
import WebSyntax

/// Gathers the facts about a URL of a site from the resolver, the server's answers and the
/// association files. Reports nothing and decides nothing.
extension TapPremises {
  /// Gathers everything but the page and what only warnings compare.
  func facts(about url: WebURL, _ own: OwnURL, by source: TapSource) -> TapFacts {
    let place = links.place(of: own)
    let answers = ServerAnswers(snapshot, now: now, links: links)
    let decision = answers.decision(at: own, place, agent: agent, traits: context.traits)
    var facts = TapFacts(
      premises: self, url: url, own: own, site: snapshot.sites[own.site], source: source,
      place: place, linkPath: linkPath(place, site: own.site), appRoute: links.appRoute(of: own),
      decision: decision,
      server: answers.answer(at: own, place, decision, agent: agent, traits: context.traits))
    facts.answer =
      switch context.system {
      case .iOS(let version): shelf.apple(facts.question, system: version)
      case .android(let version): shelf.android(facts.question, system: version)
      // The file of HarmonyOS has no rules that could answer.
      case .harmony: nil
      }
    return facts
  }

  /// The path of a short link's definition, or `the store`.
  private func linkPath(_ place: Place, site: Int) -> String? {
    guard case .shortLink(let link, _) = place else { return nil }
    return link.isConfigured ? "sites[\(site)].shortLinks.links.\(link.link.slug)" : "the store"
  }

  /// The browser of the tap, as the server sees it.
  var agent: UserAgent {
    var agent = UserAgent()
    switch context.system {
    case .iOS:
      (agent.platform, agent.browser) = (.iPhone, context.source == .chrome ? .chrome : .safari)
    case .android: (agent.platform, agent.browser) = (.android, .chrome)
    case .harmony: break
    }
    if context.source == .inAppBrowser { agent.inAppBrowser = .unnamed }
    return agent
  }
}

extension TapFacts {
  fileprivate var question: AssociationShelf.Question {
    AssociationShelf.Question(
      site: own.site, url: url, routeApps: route?.definition.apps ?? [],
      installed: context.installed
    )
  }

  /// Asks the association files for the systems that warnings compare.
  mutating func askForWarnings() {
    let question = question
    newest = premises.shelf.apple(question, system: .newestIOS)
    legacy = premises.shelf.apple(question, system: .lastWithoutComponents)
    android = premises.shelf.android(question, system: .newestAndroid)
  }

  /// Finds the page of a route or a short link that a browser shows.
  mutating func findPage() {
    var found = shownPage
    if let argument = found?.bannerArgument, let app = found?.bannerApp {
      found?.opensBannerArgument = opens(argument, in: app)
    }
    page = found
  }

  private var shownPage: PageFacts? {
    switch place {
    case .page(let number, _):
      let route = site.definition.routes[number]
      guard route.web == nil else { return nil }
      return PageFacts(
        of: route, site.routes[number].openings.apple, on: site.definition, at: url, apps: apps)
    case .shortLink, .longLink:
      guard case .landing(let landing) = decision?.outcome else { return nil }
      return PageFacts(of: landing, at: url, apps: apps)
    default: return nil
    }
  }

  /// Returns whether an app's own rules open an address on the system of the tap.
  private func opens(_ text: String, in app: Int) -> Bool {
    guard let url = WebURL(text), case .iOS(let version) = context.system,
      let site = premises.snapshot.site(host: url.host)
    else { return false }
    let question = AssociationShelf.Question(site: site, url: url)
    return premises.shelf.apple(question, system: version, opens: app)
  }
}

extension LinkNotebook {
  /// Returns the route that an app, which sees the fragment, finds for a URL; nil when none
  /// matches.
  func appRoute(of own: OwnURL) -> Int? {
    switch placeInApp(of: own) {
    case .page(let rule, _), .excluded(let rule, _): rule
    default: nil
    }
  }
}
