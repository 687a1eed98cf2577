import AppAssociation
import HTTPCore

/// Finds out what a request asks for. Look-ups are by hash and by trie, so the way does not grow
/// with the number of hosts, links or routes.
struct PublicRouter {
  let snapshot: ServiceSnapshot

  /// The site of a host as it stands in a request or URL; nil for hosts that nobody serves.
  func site(host: ArraySlice<UInt8>) -> Int? {
    let name = HTTPHost.name(of: host)
    if let site = snapshot.hosts[name] { return site }
    guard let dot = name.firstIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return nil
    }
    return snapshot.wildcardHosts[name[(dot + 1)...]]
  }

  /// What a path and query of a site name.
  func route(
    site: Int, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>, fragment: ArraySlice<UInt8> = []
  ) -> PublicRoute {
    guard RequestPath.isAcceptable(path) else { return .unreadablePath }
    if let fixed = snapshot.fixedPaths[path] { return fixed.route }
    if path.starts(with: Self.wellKnownPrefix) {
      let name = path.dropFirst(Self.wellKnownPrefix.count)
      return snapshot.wellKnownFile(site: site, name).map(PublicRoute.wellKnownFile) ?? .nothing
    }
    if path.starts(with: Self.ownPrefix) { return .nothing }
    let compiled = snapshot.sites[site]
    if let shortLinks = compiled.shortLinks, path.starts(with: shortLinks.prefix) {
      let slug = path.dropFirst(shortLinks.prefix.count)
      if let (link, face) = shortLinks.find(slug) { return .shortLink(link, face) }
      if !shortLinks.sharesItsPrefix { return .nothing }
    }
    let match = compiled.routing.match(
      path: path.span, query: query.span, fragment: fragment.span)
    guard let match, !compiled.routes[match.rule].isRefused else { return .nothing }
    return .page(match.rule, match)
  }

  private static let wellKnownPrefix = Array("/.well-known/".utf8)
  private static let ownPrefix = Array("/_keiro/".utf8)
}

/// The paths that are the same on every site.
enum FixedPath: Sendable {
  case appleDocument, androidDocument, banner, resolve

  static let all: [(path: String, fixed: FixedPath)] = [
    ("/.well-known/apple-app-site-association", .appleDocument),
    ("/apple-app-site-association", .appleDocument),
    ("/.well-known/assetlinks.json", .androidDocument),
    ("/_keiro/banner", .banner),
    ("/_keiro/resolve", .resolve),
  ]

  var route: PublicRoute {
    switch self {
    case .appleDocument: .appleDocument
    case .androidDocument: .androidDocument
    case .banner: .banner
    case .resolve: .resolve
    }
  }
}
