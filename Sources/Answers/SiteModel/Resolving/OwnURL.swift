package import AppAssociation
import HTTPCore
package import Links
package import WebSyntax

extension ServiceSnapshot {
  /// Returns the page that a link with this destination leads to; nil for anything else.
  ///
  /// - Parameter askedHost: the host that completes a bare path; nil when a bare path is not a URL.
  func page(at address: String, askedHost: String? = nil) -> SitePage? {
    guard let url = OwnURL(address, askedHost: askedHost, in: self),
      case .page(let rule, let match) = url.destinationPlace(in: self)
    else { return nil }
    return SitePage(url: url, rule: rule, match: match)
  }

  package func route(of page: SitePage) -> RouteDefinition {
    sites[page.url.site].definition.routes[page.rule]
  }

  /// Returns whether a route of one of the sites opens an app at an address.
  package func opensApp(at address: String) -> Bool { openingRoute(at: address) != nil }

  /// Returns the apps of the route that opens one at an address; empty for none.
  func appsOpened(at address: String) -> [Int] { openingRoute(at: address)?.apps ?? [] }

  private func openingRoute(at address: String) -> RouteDefinition? {
    page(at: address).map(route).flatMap { $0.universalLink ? $0 : nil }
  }
}

/// A page of a site, as the app's router sees it.
package struct SitePage {
  package let url: OwnURL
  /// The index of the route that matches.
  package let rule: Int
  let match: RoutingMatch

  /// The captures of the path with their names.
  package var parameters: [(name: String, value: String)] {
    match.captures.map { ($0.name, PercentCoding.decodeLossy(url.path[$0.range])) }
  }
}

/// A URL of one of the configured sites, ready for the resolver.
package struct OwnURL {
  /// The index of the site in the snapshot.
  package let site: Int
  /// The host in lower case, without port and trailing dot.
  package let host: String
  /// The path as written, except that what a URL may not hold is escaped.
  package let path: [UInt8]
  /// The query without `?`; nil when there is no `?`.
  package let query: [UInt8]?
  /// The fragment without `#`; empty when there is none.
  package let fragment: [UInt8]
  /// The URL as given, for messages.
  package let text: String

  /// Returns nil for invalid URLs and for hosts that no site serves.
  ///
  /// - Parameter askedHost: the host that completes a bare path; nil when a bare path is not a URL.
  package init?(_ text: String, askedHost: String?, in snapshot: ServiceSnapshot) {
    let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
    let whole = isPath ? askedHost.map { "https://\($0)\(text)" } : text
    guard let whole, let url = WebURL(whole), URLScheme.isWeb(url.scheme) else {
      return nil
    }
    self.init(url, text: whole, in: snapshot)
  }

  /// Returns nil for hosts that no site serves, and for URLs with a user name.
  package init?(_ url: WebURL, text: String? = nil, in snapshot: ServiceSnapshot) {
    guard url.userInfo == nil, let site = snapshot.site(host: url.comparedHost) else {
      return nil
    }
    self.init(site: site, url: url, text: text)
  }

  /// Creates a URL that counts as one of the site, regardless of its host.
  package init(site: Int, url: WebURL, text: String? = nil) {
    self.site = site
    self.text = text ?? url.description
    host = String(
      decoding: HTTPHost.name(of: Array(url.comparedHost.utf8)[...]), as: UTF8.self)
    let sent = EvaluatedURL(url)
    path = sent.path.isEmpty ? [UInt8(ascii: "/")] : sent.path
    query = url.query == nil ? nil : sent.query
    fragment = sent.fragment
  }

  /// Returns the address to which browsers at this URL are redirected.
  package func address(of target: WebLocation, _ match: RoutingMatch? = nil) -> String {
    target.address(
      host: Array(host.utf8)[...], path: path[...], query: query.map { $0[...] }, match: match)
  }

  /// Returns a visit by nobody in particular to the link at this URL.
  package func visit(to link: ServedLink, clicks: Int = 0) -> Visit {
    Visit(
      query: query.map { String(decoding: $0, as: UTF8.self) }, path: link.path,
      clicksSoFar: clicks)
  }

  /// Resolves the URL as a server does, which never receives the fragment.
  package func place(in snapshot: ServiceSnapshot, known: some KnownLinks) -> Resolved {
    snapshot.place(
      site: site, host: Array(host.utf8)[...], path: path[...], query: query.map { $0[...] },
      known: known)
  }

  /// Resolves the URL as an app does, which receives the fragment.
  package func placeInApp(in snapshot: ServiceSnapshot, known: some KnownLinks) -> Resolved {
    snapshot.place(
      site: site, host: Array(host.utf8)[...], path: path[...], query: query.map { $0[...] },
      fragment: fragment[...], known: known)
  }

  /// Resolves the URL as a link's destination in an app, where a further link is not followed.
  func destinationPlace(in snapshot: ServiceSnapshot) -> Place {
    let resolved = snapshot.place(
      site: site, host: Array(host.utf8)[...], path: path[...], query: query.map { $0[...] },
      fragment: fragment[...], known: ConfiguredLinksOnly(), readsLongLinks: false)
    // Every stored key counts as absent here, so no further look-up is needed.
    guard case .found(let place) = resolved else { return .nothing }
    return place
  }
}

/// The QR code of a page, which visitors at a computer scan with their phones.
package enum PageCode: Equatable, Sendable {
  case address(String)
  /// The query has no `url=`.
  case missingParameter
  /// The URL is not a page of a site, or is too long for a code that phones can read.
  case nothing
}

extension ServiceSnapshot {
  private static let addressBytes = 1024

  /// Returns the QR code of a page. Needs no store: a name known only to a store is not a page's
  /// path.
  ///
  /// - Parameter host: the requested host, which completes a URL that is only a path.
  package func pageCode(query: ArraySlice<UInt8>?, host: String) -> PageCode {
    guard let text = URLParameter.value(in: query ?? []) else { return .missingParameter }
    guard let url = page(at: text, askedHost: host)?.url else { return .nothing }
    let host = sites[url.site].definition.primaryHost ?? url.host
    let target = url.path + (url.query.map { [UInt8(ascii: "?")] + $0 } ?? [])
    let address = origins.origin(of: host) + String(decoding: target, as: UTF8.self)
    return address.utf8.count <= Self.addressBytes ? .address(address) : .nothing
  }
}
