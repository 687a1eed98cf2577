import AppAssociation
import Links
import Platforms
import SiteModel
import WebSyntax

/// Gathers the facts about a URL of a site from the resolver, the server's answers and the
/// association files. Reports nothing and decides nothing.
struct FactGathering {
  let premises: TapPremises
  let shelf: AssociationShelf

  /// Gathers everything but the page and what only warnings compare.
  func facts(about url: WebURL, _ own: OwnURL, by source: TapSource) -> TapFacts {
    let (snapshot, links) = (premises.snapshot, premises.links)
    let place = links.place(of: own)
    let answers = ServerAnswers(snapshot, now: premises.now, links: links)
    let decision = answers.decision(
      at: own, place, agent: agent, traits: premises.context.traits)
    var facts = TapFacts(
      premises: premises, url: url, own: own, site: snapshot.sites[own.site], source: source,
      place: place,
      linkPath: linkPath(place, site: own.site), appRoute: links.appRoute(of: own),
      decision: decision,
      server: answers.answer(
        at: own, place, decision, agent: agent, traits: premises.context.traits))
    facts.answer =
      switch premises.context.system {
      case .iOS(let version): shelf.apple(question(facts), system: version)
      case .android(let version): shelf.android(question(facts), system: version)
      // The file of HarmonyOS has no rules that could answer.
      case .harmony: nil
      }
    return facts
  }

  private func question(_ facts: TapFacts) -> AssociationShelf.Question {
    AssociationShelf.Question(
      snapshot: premises.snapshot, site: facts.own.site, url: facts.url,
      routeApp: facts.route?.definition.apps.first, installed: premises.context.installed)
  }

  /// Asks the association files for the systems that warnings compare.
  func ask(forWarningsAbout facts: inout TapFacts) {
    let question = question(facts)
    facts.newest = shelf.apple(question, system: .newestIOS)
    facts.legacy = shelf.apple(question, system: .lastWithoutComponents)
    facts.android = shelf.android(question, system: .newestAndroid)
  }

  /// The path of a short link's definition, or `the store`.
  private func linkPath(_ place: Place, site: Int) -> String? {
    guard case .shortLink(let link, _) = place else { return nil }
    return link.isConfigured ? "sites[\(site)].shortLinks.links.\(link.link.slug)" : "the store"
  }

  /// The browser of the tap, as the server sees it.
  private var agent: UserAgent {
    let context = premises.context
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

  /// The page of a route or a short link that a browser shows; nil without one.
  func page(of facts: TapFacts) -> PageFacts? {
    guard var page = shownPage(facts) else { return nil }
    if let argument = page.bannerArgument, let app = page.bannerApp {
      page.opensBannerArgument = opens(argument, in: app)
    }
    return page
  }

  private func shownPage(_ facts: TapFacts) -> PageFacts? {
    switch facts.place {
    case .page(let number, _):
      let route = facts.site.definition.routes[number]
      guard route.web == nil else { return nil }
      return PageFacts(
        of: route, facts.site.routes[number].opening, on: facts.site.definition, at: facts.url,
        apps: facts.apps)
    case .shortLink, .longLink:
      guard case .landing(let landing) = facts.decision?.outcome else { return nil }
      return PageFacts(of: landing, at: facts.url, apps: facts.apps)
    default: return nil
    }
  }

  /// Returns whether an app's own rules open an address on the system of the tap.
  private func opens(_ text: String, in app: Int) -> Bool {
    guard let url = WebURL(text), case .iOS(let version) = premises.context.system,
      let site = premises.snapshot.site(host: url.host)
    else { return false }
    let question = AssociationShelf.Question(
      snapshot: premises.snapshot, site: site, url: url, routeApp: nil)
    return shelf.apple(question, system: version, opens: app)
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
