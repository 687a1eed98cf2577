import AppAssociation
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

  /// Returns whether the button leads to a host. The page on that host has no Open button, because
  /// with the app installed the tap would have opened it; it offers the store instead.
  package func leads(toHost host: ArraySlice<UInt8>) -> Bool {
    guard case .otherHost(let other, _) = self else { return false }
    return host.elementsEqual(other.utf8)
  }
}

extension SiteDefinition {
  /// Returns the way into a route's first app from its page.
  ///
  /// - Parameter appleRules: the rules of the site's association file; nil without one.
  func opening(
    of route: RouteDefinition, apps: [AppDefinition], appleRules: AssociationEvaluator?
  ) -> PageOpening {
    guard let number = route.apps.first, route.component.exclude != true else { return .none }
    let app = apps[number]
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
