import AppAssociation

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
