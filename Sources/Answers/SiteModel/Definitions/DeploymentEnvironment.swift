import AppAssociation

/// What an app or a site is for. Documents of a site hold apps of its own environment alone.
package enum DeploymentEnvironment: String, CaseIterable, Sendable {
  case production, staging, development
}

extension [AppDefinition] {
  /// The identifiers of apps as association files name them: application identifiers of Apple and of
  /// App Clips, packages of Android, identifiers of HarmonyOS.
  private func identifiers(of environment: DeploymentEnvironment) -> Set<String> {
    Set(filter { $0.environment == environment }.flatMap(\.identifiers))
  }

  /// The apps of other environments, as sentences name them, by their identifiers. One that an app of this environment has
  /// too is not foreign.
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
  /// Every name under which association files know the app.
  package var identifiers: [String] {
    let apple = ((apple?.appIDs ?? []) + (apple?.appClipIDs ?? [])).map(\.description)
    return apple + [android?.packageName, harmony?.appIdentifier].compactMap(\.self)
  }
}
