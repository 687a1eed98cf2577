import AppAssociation
import HTTPCore
import Links
import SiteModel
import WebSyntax

/// Everything that is known about one URL of a site and a tap on it, gathered before anything is
/// decided; warnings look at this and at nothing else.
struct TapFacts {
  let url: WebURL
  /// The same, ready for the resolver.
  let own: OwnURL
  let site: CompiledSite
  let apps: [AppDefinition]
  let context: TapContext
  /// How this URL is reached: where the tap was, or by a redirect from the one before.
  let source: TapSource
  /// What the server finds, which never sees a fragment.
  let place: Place
  /// Where the short link of the place stands: in the configuration or in the store.
  let linkPath: String?
  /// The route that an app finds, which does; nil when none matches.
  let appRoute: Int?
  /// What the server decides about a link; nil for everything else.
  let decision: Decision?
  /// What the server answers to the browser of the tap.
  let server: ServerAnswer
  /// The association file's answer on the system of the tap; nil when there is no file.
  var answer: AssociationShelf.Answer?
  /// Apple's answers on the newest system and on the last that reads legacy entries.
  var newest: AssociationShelf.Answer?
  var legacy: AssociationShelf.Answer?
  /// Android's answer on its newest system.
  var android: AssociationShelf.Answer?
  /// The page that a browser shows at the URL; nil when it shows none of a route.
  var page: PageFacts?

  var sitePath: String { "sites[\(own.site)]" }

  /// The place of the association file in the configuration, or what it is made from.
  var filePath: String {
    context.system.isApple
      ? (site.definition.ownAppleDocument == nil ? sitePath : sitePath + ".documents.apple")
      : (site.definition.ownAndroidDocument == nil ? sitePath : sitePath + ".documents.android")
  }

  var opens: Bool { answer?.opens ?? false }

  /// The route that the URL means to an app, with its place.
  var route: (definition: RouteDefinition, path: String)? {
    appRoute.map { (site.definition.routes[$0], "\(sitePath).routes[\($0)]") }
  }

  /// The slug that is asked for, as people read it.
  var slug: String {
    let prefix = site.definition.shortLinks?.prefix ?? "/"
    return PercentCoding.decodeLossy(own.path.dropFirst(prefix.utf8.count))
  }

  var shortLink: (link: ShortLink, path: String)? {
    switch place {
    case .shortLink(let found, .visit), .shortLink(let found, .explanation):
      (found.link, linkPath ?? sitePath)
    default: nil
    }
  }
}

/// What a page has for people who want the app.
struct PageFacts {
  /// What stands in the banner's `app-argument`; nil for a page without banner.
  var bannerArgument: String?
  /// The app that the banner is about; nil when the configuration has none with its number.
  var bannerApp: Int?
  /// Whether that app's own rules open the argument on the system of the tap.
  var opensBannerArgument = false
  /// Whether the page has an Open button that leads to another host than the page's own.
  var button: Button

  enum Button {
    case none, sameHost, otherHost
  }
}

extension SiteDefinition {
  /// The address that pages of the site call their own: what a banner hands to the app.
  func canonicalURL(of url: WebURL) -> String {
    let path = url.path.isEmpty ? "/" : url.path
    return "https://" + (primaryHost ?? url.host.lowercased()) + path
      + (url.query.map { "?" + $0 } ?? "")
  }

  /// What the page of a route has for people who want the app.
  func pageFacts(of route: RouteDefinition, at url: WebURL, apps: [AppDefinition]) -> PageFacts {
    let routeApps = route.apps.map { apps[$0] }
    let bannerApp = route.apps.first { apps[$0].apple?.appStoreID != nil }
    let hasButton =
      !routeApps.isEmpty && (route.universalLink || topOfApp(route.apps.first) != nil)
    // The button leads from one of the two hosts to the other.
    let host = url.host.lowercased()
    let (primary, other) = (primaryHost ?? host, otherHost ?? primaryHost ?? host)
    let target = other == host ? primary : other
    return PageFacts(
      bannerArgument: bannerApp.map { _ in canonicalURL(of: url) }, bannerApp: bannerApp,
      button: hasButton ? (target == host ? .sameHost : .otherHost) : .none)
  }
}
