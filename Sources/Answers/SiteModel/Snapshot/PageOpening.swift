import AppAssociation
import WebSyntax

/// The way from a route's page into its app.
package enum PageOpening: Equatable, Sendable {
  /// The app opens nothing of the page, or only by a tap elsewhere.
  case none
  /// A tap on another host of the site opens the app.
  ///
  /// - Parameter path: nil for the path of the page.
  case otherHost(String, path: String?)
  /// Only the app's own scheme opens it, on systems of Apple.
  case scheme(String)

  /// Whether the button leads to a host. The page on that host has no button: with the app
  /// installed the tap that led to it would have opened the app, so it offers the store instead.
  package func leads(toHost host: ArraySlice<UInt8>) -> Bool {
    guard case .otherHost(let other, _) = self else { return false }
    return host.elementsEqual(other.utf8)
  }
}

extension SiteDefinition {
  /// The way from the page of a route into its first app.
  ///
  /// - Parameter appleRules: the site's association file; nil without one.
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

  private func opens(
    _ samples: [String], on host: String, app: AppDefinition, appleRules: AssociationEvaluator?
  ) -> Bool {
    // The file for Android is narrower in ways that a sample does not show.
    guard let apple = app.apple else { return app.android != nil }
    guard let appleRules else { return false }
    // Of a pattern that is too odd for samples nothing is known but what the configuration says.
    guard !samples.isEmpty else { return true }
    return samples.contains { sample in
      guard let url = WebURL("https://\(host)\(sample)").map(EvaluatedURL.init) else {
        return false
      }
      return apple.appIDs.contains { identifier in
        appleRules.verdict(for: url, app: identifier.description).decision == .match
      }
    }
  }
}
