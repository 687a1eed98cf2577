package import AppAssociation
package import WebSyntax

extension SiteDefinition {
  /// The host used in canonical URLs; nil when the site has only wildcard hosts.
  package var primaryHost: String? {
    hosts.first { !$0.isWildcard }?.name
  }

  /// The name of the site on its pages; nil when the configuration has none.
  package var displayName: String? { brand.name ?? title }

  /// A host of the site, other than the canonical one, on which a tap on a page may open the app;
  /// nil when there is none.
  package var otherHost: String? {
    alternateHost?.name ?? hosts.first { !$0.isWildcard && $0.name != primaryHost }?.name
  }

  package var allHosts: [HostPattern] {
    alternateHost.map { hosts.contains($0) ? hosts : hosts + [$0] } ?? hosts
  }

  package var namedApps: Set<Int> {
    Set(routes.flatMap(\.apps) + webcredentials + activitycontinuation + appclips)
      .union(shortLinks?.app.map { [$0] } ?? [])
  }

  /// Returns the banner for the first of the given apps that is in the App Store; nil when none is.
  package static func banner(of apps: [AppDefinition]) -> SmartAppBanner? {
    for app in apps {
      guard let apple = app.apple, let number = apple.appStoreID else { continue }
      let clip = apple.appClipIDs.first?.bundleIdentifier
      return SmartAppBanner(
        appStoreID: number, argument: nil, clipBundleID: clip, displaysClipCard: clip != nil)
    }
    return nil
  }

  /// Returns the path of the first universal link of an app without placeholders, the likely
  /// address of its top page.
  package func topOfApp(_ app: Int?) -> String? {
    guard let app else { return nil }
    for route in routes where route.universalLink && route.component.exclude != true {
      guard route.apps.contains(app), let path = route.component.path, path.hasPrefix("/") else {
        continue
      }
      let isLiteral = !path.utf8.contains { "*?{$".utf8.contains($0) }
      if isLiteral, route.component.query == nil, route.component.fragment == nil { return path }
    }
    return nil
  }

  package var routingRules: [RoutingRule] {
    routes.map { route in
      RoutingRule(
        component: route.component, apps: route.apps,
        opensApps: route.universalLink && route.component.exclude != true)
    }
  }
}

/// The purpose of an app or a site. Documents of a site contain only apps of its own environment.
package enum DeploymentEnvironment: String, CaseIterable, Sendable {
  case production, staging, development
}

extension [AppDefinition] {
  /// Returns the identifiers of the apps in association files: application identifiers of Apple
  /// apps and App Clips, package names of Android, identifiers of HarmonyOS.
  private func identifiers(of environment: DeploymentEnvironment) -> Set<String> {
    Set(filter { $0.environment == environment }.flatMap(\.identifiers))
  }

  /// Returns descriptions, for use in sentences, of the apps of other environments by their
  /// identifiers. An identifier that an app of this environment shares is not foreign.
  package func foreignIdentifiers(to environment: DeploymentEnvironment) -> [String: String] {
    let own = identifiers(of: environment)
    var foreign: [String: String] = [:]
    for app in self where app.environment != environment {
      for identifier in app.identifiers where !own.contains(identifier) {
        foreign[identifier] = "app '\(app.key)' of \(app.environment.rawValue)"
      }
    }
    return foreign
  }
}

extension AppDefinition {
  /// The application identifiers that may open links.
  package var appleIdentifiers: [String] { (apple?.appIDs ?? []).map(\.description) }

  /// Every identifier of the app in association files.
  package var identifiers: [String] {
    let apple = ((apple?.appIDs ?? []) + (apple?.appClipIDs ?? [])).map(\.description)
    return apple + [android?.packageName, harmony?.appIdentifier].compactMap(\.self)
  }
}
