import Links
import SiteModel
import WebSyntax

/// The facts about one URL of a site and a tap on it, gathered before anything is decided. Warnings
/// see nothing else.
struct TapFacts {
  let premises: TapPremises
  let url: WebURL
  /// The URL in the form that the resolver takes.
  let own: OwnURL
  let site: CompiledSite
  /// The way in which the URL is reached: the source of the tap, or a redirect from the previous
  /// URL.
  let source: TapSource
  /// The server's view of the URL, without its fragment.
  let place: Place
  /// The path of the short link's definition: in the configuration or in the store.
  let linkPath: String?
  /// The route that an app, which sees the fragment, finds; nil when none matches.
  let appRoute: Int?
  /// The server's decision about a link; nil for everything else.
  let decision: Decision?
  /// The server's answer to the browser of the tap.
  let server: ServerAnswer
  /// The association file's answer for the system of the tap; nil without a file.
  var answer: AssociationAnswer?
  /// Apple's answers for the newest system and for the last one that reads legacy entries.
  var newest: AssociationAnswer?
  var legacy: AssociationAnswer?
  /// Android's answer for its newest system.
  var android: AssociationAnswer?
  /// The page of a route or link that a browser shows at the URL; nil without one.
  var page: PageFacts?

  var apps: [AppDefinition] { premises.snapshot.apps }
  var context: TapContext { premises.context }
  var record: TapRecord { premises.record }

  var sitePath: String { "sites[\(own.site)]" }

  var fileName: String {
    context.system.isApple ? "apple-app-site-association" : "assetlinks.json"
  }

  /// The path in the configuration of the association file, or of the site that it is generated
  /// from.
  var filePath: String {
    context.system.isApple
      ? (site.definition.ownAppleDocument == nil ? sitePath : sitePath + ".documents.apple")
      : (site.definition.ownAndroidDocument == nil ? sitePath : sitePath + ".documents.android")
  }

  var bannerApp: AppDefinition? { page?.bannerApp.map { apps[$0] } }

  var opens: Bool { answer?.opens ?? false }

  /// What sentences call the app of an answer.
  func name(_ answer: AssociationAnswer) -> String {
    answer.app.map { context.name(of: apps[$0]) } ?? answer.name
  }

  /// The route that an app finds for the URL, with its path in the configuration.
  var route: (definition: RouteDefinition, path: String)? {
    appRoute.map { (site.definition.routes[$0], "\(sitePath).routes[\($0)]") }
  }

  /// The path in the configuration of the route whose page the server shows.
  var pagePath: String {
    guard case .page(let number, _) = place else { return sitePath }
    return "\(sitePath).routes[\(number)]"
  }

  var slug: String {
    let prefix = site.definition.shortLinks?.prefix ?? "/"
    let path = PercentCoding.decodeUnreserved(own.path[...])
    return PercentCoding.decodeLossy(path.dropFirst(prefix.utf8.count))
  }

  var shortLink: (link: ShortLink, path: String)? {
    switch place {
    case .shortLink(let found, .visit), .shortLink(let found, .explanation):
      (found.link, linkPath ?? sitePath)
    default: nil
    }
  }
}

/// The ways in which a page offers to open or install the app.
struct PageFacts {
  /// The banner's `app-argument`; nil for a page without a banner.
  let bannerArgument: String?
  /// The banner's app; nil when no app of the route, or of the configuration, has that App Store
  /// number.
  let bannerApp: Int?
  /// Whether the rules of the banner's app open the argument on the system of the tap.
  var opensBannerArgument = false
  let lack: Lack?

  /// What a page lacks that an Open button needs.
  enum Lack: Equatable {
    /// The page has no button although the app would open: the site has no other host to link to.
    case host
    /// The button needs the app's own scheme.
    case universalLink
  }
}

extension PageFacts {
  init(
    of route: RouteDefinition, _ opening: PageOpening, on site: SiteDefinition, at url: WebURL,
    apps: [AppDefinition]
  ) {
    bannerApp = route.apps.first { apps[$0].apple?.appStoreID != nil }
    bannerArgument = bannerApp.map { _ in site.canonicalURL(of: url) }
    switch opening {
    case .none:
      let lacksHost = site.otherHost == nil && route.universalLink && !route.apps.isEmpty
      lack = lacksHost ? .host : nil
    case .scheme: lack = .universalLink
    case .otherHost: lack = nil
    }
  }

  init(of landing: LandingPage, at url: WebURL, apps: [AppDefinition]) {
    bannerArgument = landing.appStoreID.map { _ in landing.destination }
    bannerApp = landing.appStoreID.flatMap { number in
      apps.firstIndex { $0.apple?.appStoreID == number }
    }
    let leadsHere = WebURL(landing.destination)?.comparedHost == url.comparedHost
    lack =
      if landing.openURL != nil { nil } else if landing.schemeURL != nil { .universalLink } else {
        leadsHere ? .host : nil
      }
  }
}

extension SiteDefinition {
  /// The canonical address of a page, which its banner passes to the app.
  fileprivate func canonicalURL(of url: WebURL) -> String {
    let path = url.path.isEmpty ? "/" : url.path
    return "https://" + (primaryHost ?? url.comparedHost) + path
      + (url.query.map { "?" + $0 } ?? "")
  }
}

extension TapContext {
  func name(of app: AppDefinition) -> String { usesTitles ? app.name : app.key }
}
