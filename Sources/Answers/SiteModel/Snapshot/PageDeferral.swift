import AppAssociation
package import Links
import WebSyntax

extension ServiceDefinition {
  /// Returns the ways in which a visitor of a route's page carries the page's address into a newly
  /// installed app: those of the links that may lead there, as far as the stores offer the app. A
  /// page passes on the address that the browser shows, so it reveals nothing about the link that
  /// led to it, and every visitor gets the same one.
  func deferredWays(of route: RouteDefinition, on site: SiteDefinition) -> [ClaimWay] {
    guard route.component.exclude != true, route.web == nil else { return [] }
    let ways = site.shortLinks?.deferred ?? deferredWays(intoAppsOf: route, on: site)
    let apps = route.apps.map { self.apps[$0] }
    let isInAppStore = apps.contains { $0.apple?.appStoreID != nil }
    let isOnGooglePlay = apps.contains { $0.android != nil }
    return ways.filter { way in
      switch way {
      case .referrer: isOnGooglePlay
      case .paste: isInAppStore
      case .code: isInAppStore || isOnGooglePlay
      case .clip: SiteDefinition.banner(of: apps)?.clipBundleID != nil
      }
    }
  }

  /// Returns the ways of other sites' links, for a page of a site that has no links.
  private func deferredWays(
    intoAppsOf route: RouteDefinition, on site: SiteDefinition
  ) -> [ClaimWay] {
    let ways = sites.filter { other in
      guard let links = other.shortLinks else { return false }
      let isBound = other.destinationHosts.map { hosts in
        !site.hosts.contains { host in hosts.contains { $0.matches(host.name) } }
      }
      return isBound != true && links.app.map(route.apps.contains) != false
    }.flatMap { $0.shortLinks?.deferred ?? [] }
    return ClaimWay.allCases.filter(ways.contains)
  }
}

extension ServiceSnapshot {
  /// Returns the ways in which a visitor who is led to an address carries it into a newly installed
  /// app; empty for addresses that are not pages of Keiro.
  package func deferredWays(ofPageAt address: String) -> [ClaimWay] {
    guard let url = OwnURL(address, askedHost: nil, in: whole),
      case .page(let route, _) = url.destinationPlace(in: whole)
    else { return [] }
    return sites[url.site].routes[route].deferred
  }
}
