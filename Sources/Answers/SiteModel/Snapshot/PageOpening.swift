import AppAssociation
import HTTPCore
package import Links
import WebSyntax

/// The way into the app from a route's page.
package enum PageOpening: Equatable, Sendable {
  /// Nothing on the page itself opens the app.
  case none
  /// A tap on another host of the site opens the app.
  ///
  /// - Parameter path: the path on that host; nil for the path of the page.
  case otherHost(String, path: String?)
  /// Only the app's own scheme opens it, on Apple's systems.
  case scheme(String)

  package var isScheme: Bool { if case .scheme = self { true } else { false } }

  /// Returns whether the button leads to a host. The page on that host has no Open button, because
  /// with the app installed the tap would have opened it; it offers the store instead.
  package func leads(toHost host: ArraySlice<UInt8>) -> Bool {
    guard case .otherHost(let other, _) = self else { return false }
    return host.elementsEqual(other.utf8)
  }
}

/// The ways from a route's page into its first app for each system.
package struct PageOpenings: Equatable, Sendable {
  package let apple, android: PageOpening

  package init(apple: PageOpening, android: PageOpening) {
    self.apple = apple
    self.android = android.isScheme ? .none : android
  }
}

extension SiteDefinition {
  /// - Parameter appleRules: the rules of the site's association file; nil without one.
  func openings(
    of route: RouteDefinition, apps: [AppDefinition], appleRules: AssociationEvaluator?
  ) -> PageOpenings {
    func opening(where runsThere: (AppDefinition) -> Bool) -> PageOpening {
      route.apps.first { runsThere(apps[$0]) }.map { number in
        self.opening(of: route, number, apps[number], appleRules: appleRules)
      } ?? .none
    }
    return PageOpenings(
      apple: opening { $0.apple != nil }, android: opening { $0.android != nil })
  }

  private func opening(
    of route: RouteDefinition, _ number: Int, _ app: AppDefinition,
    appleRules: AssociationEvaluator?
  ) -> PageOpening {
    guard route.component.exclude != true else { return .none }
    let home = route.universalLink ? nil : topOfApp(number)
    guard route.universalLink || home != nil else { return .none }
    let samples =
      home.map { [$0] }
      ?? RoutingRule(component: route.component, apps: route.apps, opensApps: true)
      .samples(substitutionVariables: substitutionVariables)
    if let otherHost, opens(samples, on: otherHost, app: app, appleRules: appleRules) {
      return .otherHost(otherHost, path: home)
    }
    guard home == nil, let scheme = app.apple?.customSchemes.first else { return .none }
    return .scheme(scheme)
  }

  /// Returns whether an app opens one of the sample URLs on a host.
  func opens(
    _ samples: [String], on host: String, app: AppDefinition, appleRules: AssociationEvaluator?
  ) -> Bool {
    // Android's file may be narrower in ways that a sample does not show.
    guard app.apple != nil else { return app.android != nil }
    guard let appleRules else { return false }
    // Without samples, for an unusual pattern, the configuration is trusted.
    guard !samples.isEmpty else { return true }
    return samples.contains { sample in
      WebURL("https://\(host)\(sample)").map {
        appleRules.opens($0, identifiers: app.appleIdentifiers)
      } ?? false
    }
  }
}

/// Finds the addresses at which a tap on a page opens an app: those that the sites' association
/// files cover, on a different host from the page's.
final class AppOpenings: Sendable {
  private let sites: [CompiledSite]
  private let hosts: HostTable
  private let identifiers: [[String]]

  init(_ sites: [CompiledSite], hosts: HostTable, apps: [AppDefinition]) {
    self.sites = sites
    self.hosts = hosts
    identifiers = apps.map(\.appleIdentifiers)
  }

  func openAddress(of app: Int) -> LinkApp.OpenAddress {
    { [self] destination, pageHost in address(destination, app: app, from: pageHost) }
  }

  private func address(_ destination: String, app: Int, from pageHost: String) -> String? {
    guard let url = WebURL(destination), URLScheme.isWeb(url.scheme), url.userInfo == nil,
      url.port == nil
    else { return nil }
    let host = String(decoding: HTTPHost.name(of: Array(url.host.utf8)[...]), as: UTF8.self)
    guard let number = hosts.site(named: Array(host.utf8)[...]),
      sites[number].appleRules?.opens(url, identifiers: identifiers[app]) == true
    else { return nil }
    let site = sites[number].definition
    let isAnotherSite =
      !pageHost.isEmpty && !site.allHosts.contains { $0.matches(pageHost) }
    if isAnotherSite { return destination }
    if let other = site.otherHost, other != pageHost {
      return "https://" + other + destination.dropFirst("\(url.scheme)://\(url.host)".utf8.count)
    }
    return pageHost.isEmpty || pageHost == host ? nil : destination
  }
}

extension AssociationEvaluator {
  /// Returns whether the file opens an address in one of several Apple apps.
  func opens(_ url: WebURL, identifiers: [String]) -> Bool {
    let parts = EvaluatedURL(url)
    return identifiers.contains { verdict(for: parts, app: $0).decision == .match }
  }
}

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
    whole.page(at: address).map { sites[$0.url.site].routes[$0.rule].deferred } ?? []
  }
}
