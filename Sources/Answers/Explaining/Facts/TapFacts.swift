import Links
import SiteModel
import WebSyntax

/// The facts about one URL of a site and a tap on it, gathered before anything is decided. Warnings
/// see nothing else.
struct TapFacts {
  let url: WebURL
  /// The URL, ready for the resolver.
  let own: OwnURL
  let site: CompiledSite
  let apps: [AppDefinition]
  let context: TapContext
  /// How this URL is reached: where the tap was, or by a redirect from the one before.
  let source: TapSource
  /// The server's view of the URL, without its fragment.
  let place: Place
  /// Where the short link of the place is defined: in the configuration or in the store.
  let linkPath: String?
  /// The route that an app finds, which sees the fragment; nil when none matches.
  let appRoute: Int?
  /// The server's decision about a link; nil for everything else.
  let decision: Decision?
  /// The server's answer to the browser of the tap.
  let server: ServerAnswer
  /// The association file's answer on the system of the tap; nil without a file.
  var answer: AssociationAnswer?
  /// Apple's answers on the newest system and on the last that reads legacy entries.
  var newest: AssociationAnswer?
  var legacy: AssociationAnswer?
  /// Android's answer on its newest system.
  var android: AssociationAnswer?
  /// The page of a route or a link that a browser shows at the URL; nil without one.
  var page: PageFacts?

  var sitePath: String { "sites[\(own.site)]" }

  /// The association file of the system of the tap.
  var fileName: String {
    context.system.isApple ? "apple-app-site-association" : "assetlinks.json"
  }

  /// The place of the association file in the configuration, or of the site that it is made from.
  var filePath: String {
    context.system.isApple
      ? (site.definition.ownAppleDocument == nil ? sitePath : sitePath + ".documents.apple")
      : (site.definition.ownAndroidDocument == nil ? sitePath : sitePath + ".documents.android")
  }

  /// The app of the page's banner; nil without one.
  var bannerApp: AppDefinition? { page?.bannerApp.map { apps[$0] } }

  var opens: Bool { answer?.opens ?? false }

  /// The route that the URL means to an app, with its place.
  var route: (definition: RouteDefinition, path: String)? {
    appRoute.map { (site.definition.routes[$0], "\(sitePath).routes[\($0)]") }
  }

  /// The place of the route whose page the server shows.
  var pagePath: String {
    guard case .page(let number, _) = place else { return sitePath }
    return "\(sitePath).routes[\(number)]"
  }

  /// The slug in the path, decoded.
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
