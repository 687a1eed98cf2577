import AppAssociation
import HTTPCore
package import ShortLinks

/// A link that was looked up for an explanation, with what a decision wants to know beside it.
package struct FoundLink: Equatable, Sendable {
  package let link: ShortLink
  /// The clicks of people that it has had.
  package let clicks: Int

  package init(_ link: ShortLink, clicks: Int = 0) {
    self.link = link
    self.clicks = clicks
  }
}

/// What a URL names on the server.
enum ServerPlace {
  /// A path that no request may have.
  case unreadable
  /// An association file, another file under `/.well-known/`, or an endpoint for apps.
  case own
  /// The link, and where it is kept.
  case shortLink(FoundLink, path: String, wantsExplanation: Bool)
  case qrCode(ShortLink)
  case unknownSlug(String)
  case route(Int, RoutingMatch)
  case nothing
}

extension ServiceSnapshot {
  /// What a URL names on a site, as the public listeners would find it.
  ///
  /// - Parameter found: the link that the caller found in the store; links of the configuration go
  ///   first.
  func place(of url: WebURL, site number: Int, found: FoundLink?) -> ServerPlace {
    let path = Array((url.path.isEmpty ? "/" : url.path).utf8)
    guard RequestPath.isAcceptable(path[...]) else { return .unreadable }
    let isFile = path.elementsEqual("/apple-app-site-association".utf8)
    if isFile || path.starts(with: "/.well-known/".utf8) || path.starts(with: "/_keiro/".utf8) {
      return .own
    }
    if let place = shortLinkPlace(path, site: number, found: found) { return place }
    return sites[number].match(url, fragment: nil).map { .route($0.rule, $0) } ?? .nothing
  }

  private func shortLinkPlace(_ path: [UInt8], site number: Int, found: FoundLink?) -> ServerPlace?
  {
    guard let links = shortLinks[number], path.starts(with: links.prefix) else { return nil }
    let written = path.dropFirst(links.prefix.count)
    let slug = PercentCoding.decodeLossy(written)
    func link(_ slug: String) -> (FoundLink, String)? {
      if let own = links.find(slug: slug) {
        return (FoundLink(own.link), "sites[\(number)].shortLinks.links.\(slug)")
      }
      guard let found, found.link.slug == slug else { return nil }
      return (found, "the store")
    }
    let readings = ShortLinkName.slug(written).map(ShortLinkName.readings) ?? []
    for (name, face) in readings {
      guard let (found, path) = link(String(decoding: name, as: UTF8.self)) else { continue }
      switch face {
      case .visit: return .shortLink(found, path: path, wantsExplanation: false)
      case .explanation: return .shortLink(found, path: path, wantsExplanation: true)
      case .qrCode: return .qrCode(found.link)
      }
    }
    return links.sharesItsPrefix ? nil : .unknownSlug(slug)
  }
}

extension CompiledSite {
  /// The route of an app's URL; a server never sees the fragment.
  func match(_ url: WebURL, fragment: String?) -> RoutingMatch? {
    let path = Array((url.path.isEmpty ? "/" : url.path).utf8)
    return routing.match(
      path: path.span, query: Array((url.query ?? "").utf8).span,
      fragment: Array((fragment ?? "").utf8).span)
  }
}

extension ServiceSnapshot {
  /// Where a store may keep the link that a URL names, the likeliest first; empty for URLs that
  /// are no short URL of a site, and for links of the configuration, which need no look-up.
  package func linkKeys(of url: String) -> [LinkKey] {
    guard let parts = WebURL(url),
      let number = PublicRouter(snapshot: self).site(host: Array(parts.host.utf8)[...])
    else { return [] }
    let path = Array(parts.path.utf8)
    guard let links = shortLinks[number], path.starts(with: links.prefix) else { return [] }
    let written = path.dropFirst(links.prefix.count)
    let readings = ShortLinkName.slug(written).map(ShortLinkName.readings) ?? []
    guard !readings.contains(where: { links.find($0.slug) != nil }) else { return [] }
    let slugs = readings.map { String(decoding: $0.slug, as: UTF8.self) }
    return slugs.filter { Slug.fault(of: $0) == nil }.flatMap {
      sites[number].definition.linkKeys(host: parts.host, slug: $0)
    }
  }
}
