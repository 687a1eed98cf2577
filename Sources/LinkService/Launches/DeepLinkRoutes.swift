import AppAssociation
import HTTPCore
package import LaunchRouting
package import ShortLinks

/// The routes and short links of all sites, as an app asks them where a deep link leads.
package struct DeepLinkRoutes {
  /// Finds a link that the configuration does not have, as in a store.
  package typealias LinkLookup = (LinkKey) -> ShortLink?

  private let snapshot: ServiceSnapshot
  /// Position of the app that asks.
  private let app: Int
  private let now: Timestamp
  private let lookUp: LinkLookup

  package init(
    _ snapshot: ServiceSnapshot, app: Int, now: Timestamp,
    lookUp: @escaping LinkLookup = { _ in nil }
  ) {
    self.snapshot = snapshot
    self.app = app
    self.now = now
    self.lookUp = lookUp
  }

  private var apps: [AppDefinition] { snapshot.apps }

  private func definition(_ place: Place) -> SiteDefinition {
    snapshot.sites[place.site].definition
  }

  /// The screen of a URL, or of a path on any site; short links go first, as on the server.
  package func answer(to text: String) -> DeepLinkAnswer {
    guard text.hasPrefix("/") else { return answer(url: text, followsShortLinks: true) }
    var last = DeepLinkAnswer.nowhere(because: "no site has a route for '\(text)'")
    for number in snapshot.sites.indices {
      guard let url = WebURL("https://site.invalid" + text) else { break }
      last = answer(Place(site: number, url: url, text: text), followsShortLinks: true)
      if case .screen = last { return last }
    }
    return last
  }

  /// A URL that lies on a site.
  private struct Place {
    let site: Int
    let url: WebURL
    /// As it was asked for.
    let text: String

    var path: [UInt8] { Array((url.path.isEmpty ? "/" : url.path).utf8) }
  }

  private func answer(url text: String, followsShortLinks: Bool) -> DeepLinkAnswer {
    guard let url = WebURL(text), url.userInfo == nil else {
      return .nowhere(because: "'\(text)' is no web page")
    }
    guard let site = site(host: url.host) else {
      return .nowhere(because: "'\(url.host)' is no host of the configuration")
    }
    return answer(
      Place(site: site, url: url, text: text), followsShortLinks: followsShortLinks)
  }

  private func answer(_ place: Place, followsShortLinks: Bool) -> DeepLinkAnswer {
    guard RequestPath.isAcceptable(place.path[...]) else {
      return .nowhere(because: "the path of '\(place.text)' cannot be read")
    }
    if followsShortLinks, let slug = slug(place) {
      if let link = link(slug, place) { return follow(link, from: place) }
      guard sharesItsPrefix(place) else {
        return .nowhere(because: "the configuration has no short link '\(place.text)'")
      }
    }
    let match = snapshot.sites[place.site].routing.match(
      path: place.path.span, query: Array((place.url.query ?? "").utf8).span,
      fragment: Array((place.url.fragment ?? "").utf8).span)
    guard let match else { return .nowhere(because: "no route matches '\(place.text)'") }
    return screen(match, place)
  }

  private func screen(_ match: RoutingMatch, _ place: Place) -> DeepLinkAnswer {
    let route = definition(place).routes[match.rule]
    let name = "sites[\(place.site)].routes[\(match.rule)]"
    guard route.component.exclude != true else {
      return .nowhere(because: "\(name) keeps '\(place.text)' in the browser")
    }
    guard route.apps.contains(app) else {
      let keys = route.apps.map { "'\(apps[$0].key)'" }.joined(separator: ", ")
      let others = keys.isEmpty ? "no app" : keys
      return .nowhere(because: "\(name) opens '\(place.text)' in \(others)")
    }
    guard let screen = route.screen else {
      return .nowhere(because: "\(name) names no screen for '\(place.text)'")
    }
    let parameters = match.captures.map { capture in
      Screen.Parameter(capture.name, PercentCoding.decodeLossy(place.path[capture.range]))
    }
    return .screen(Screen(screen, parameters))
  }

  /// A host that is named goes before one that a wildcard covers.
  private func site(host: String) -> Int? {
    let hosts = snapshot.sites.map(\.definition.allHosts)
    func first(_ isWildcard: Bool) -> Int? {
      hosts.firstIndex { $0.contains { $0.isWildcard == isWildcard && $0.matches(host) } }
    }
    return first(false) ?? first(true)
  }
}

extension DeepLinkRoutes {
  /// What follows the prefix of the site's short links; nil for other paths.
  private func slug(_ place: Place) -> String? {
    guard let links = snapshot.shortLinks[place.site], place.path.starts(with: links.prefix) else {
      return nil
    }
    return PercentCoding.decodeLossy(place.path.dropFirst(links.prefix.count))
  }

  private func link(_ slug: String, _ place: Place) -> ShortLink? {
    if let link = snapshot.shortLinks[place.site]?.find(slug: slug)?.link { return link }
    return definition(place).linkKeys(host: place.url.host, slug: slug).lazy.compactMap(lookUp)
      .first
  }

  /// Whether routes live under the prefix too.
  private func sharesItsPrefix(_ place: Place) -> Bool {
    snapshot.shortLinks[place.site]?.sharesItsPrefix ?? false
  }

  /// A short link is followed once, as the server does for an app that asks it.
  private func follow(_ link: ShortLink, from place: Place) -> DeepLinkAnswer {
    let query = place.url.query.map { PercentCoding.encodeUnsafe(Array($0.utf8)[...]) }
    let resolution = resolve(
      link, visit: Visit(query: query), now: now,
      site: LinkSite(destinationHosts: definition(place).destinationHosts))
    guard case .destination(let location) = resolution else {
      return .nowhere(because: "the short link '\(place.text)' leads nowhere now")
    }
    return answer(url: location, followsShortLinks: false)
  }
}
