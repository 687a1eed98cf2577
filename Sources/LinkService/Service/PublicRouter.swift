import AppAssociation
import HTTPCore
import ShortLinks

/// Finds out what a request asks for. Look-ups are by hash and by trie, so the way does not grow
/// with the number of hosts, links or routes.
struct PublicRouter {
  let snapshot: ServiceSnapshot
  /// Nil when only the links of the configuration count.
  var links: LinkFinder?

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
  ///
  /// - Parameter host: as `HTTPHost` names it; the links of the store live on hosts.
  func route(
    site: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>,
    fragment: ArraySlice<UInt8> = []
  ) -> PublicRoute {
    // Looked up first: the paths of the table are known to be good.
    if let fixed = snapshot.fixedPaths[path] { return fixed.route }
    guard RequestPath.isAcceptable(path) else { return .unreadablePath }
    if path.starts(with: Self.wellKnownPrefix) {
      let name = path.dropFirst(Self.wellKnownPrefix.count)
      return snapshot.wellKnownFile(site: site, name).map(PublicRoute.wellKnownFile) ?? .nothing
    }
    if path.starts(with: Self.ownPrefix) { return .nothing }
    let compiled = snapshot.sites[site]
    var otherwise = PublicRoute.nothing
    if let shortLinks = snapshot.shortLinks[site], path.starts(with: shortLinks.prefix) {
      let name = path.dropFirst(shortLinks.prefix.count)
      do throws(LinkStoreError) {
        if let found = try find(name, shortLinks, site, host) { return found }
        otherwise = .unknownSlug
      } catch {
        otherwise = .storeFailed
      }
      // Pages need no store: where links and routes live side by side, those go on.
      if !shortLinks.sharesItsPrefix { return otherwise }
    }
    let match = compiled.routing.match(
      path: path.span, query: query.span, fragment: fragment.span)
    guard let match, !compiled.routes[match.rule].isRefused else { return otherwise }
    return .page(match.rule, match)
  }

  /// The link of a name: of the configuration, or else of the store, on the host that was asked or
  /// on any other, since a site has one set of links whatever its hosts.
  private func find(
    _ name: ArraySlice<UInt8>, _ shortLinks: CompiledShortLinks, _ site: Int,
    _ host: ArraySlice<UInt8>
  ) throws(LinkStoreError) -> PublicRoute? {
    guard let slug = ShortLinkName.slug(name) else { return nil }
    let first = ShortLinkName.first(slug)
    if let route = try find(first, shortLinks, site, host) { return route }
    guard let second = ShortLinkName.second(slug) else { return nil }
    return try find(second, shortLinks, site, host)
  }

  private func find(
    _ reading: ShortLinkName.Reading, _ shortLinks: CompiledShortLinks, _ site: Int,
    _ host: ArraySlice<UInt8>
  ) throws(LinkStoreError) -> PublicRoute? {
    let (slug, face) = reading
    if let link = shortLinks.find(slug) { return .shortLink(link, face) }
    guard let links else { return nil }
    func stored(on host: ArraySlice<UInt8>) throws(LinkStoreError) -> ServedLink? {
      try links.find(host: host, slug: slug) { snapshot.serve($0, site: site) }
    }
    if let link = try stored(on: host) { return .shortLink(link, face) }
    for other in snapshot.sites[site].exactHosts where other[...] != host {
      if let link = try stored(on: other[...]) { return .shortLink(link, face) }
    }
    return nil
  }

  private static let wellKnownPrefix = Array("/.well-known/".utf8)
  private static let ownPrefix = Array("/_keiro/".utf8)
}

/// The paths that are the same on every site.
enum FixedPath: Sendable {
  case appleDocument, androidDocument, banner, resolve, launches

  static let all: [(path: String, fixed: FixedPath)] = [
    ("/.well-known/apple-app-site-association", .appleDocument),
    ("/apple-app-site-association", .appleDocument),
    ("/.well-known/assetlinks.json", .androidDocument),
    ("/_keiro/banner", .banner),
    ("/_keiro/resolve", .resolve),
    ("/_keiro/launches", .launches),
  ]

  var route: PublicRoute {
    switch self {
    case .appleDocument: .appleDocument
    case .androidDocument: .androidDocument
    case .banner: .banner
    case .resolve: .resolve
    case .launches: .launches
    }
  }
}
