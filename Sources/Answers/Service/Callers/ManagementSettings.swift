package import LinkStorage

/// The section `dashboard` of the configuration.
package struct DashboardSettings: Equatable, Sendable {
  /// The origin in lower case, such as `https://keiro.example.com`; nil without one, and then there
  /// are neither passkeys nor providers.
  package var origin: String?
  /// The providers that people may sign in with, in the order of their buttons.
  package var providers: [Provider] = []

  package init() {}

  package struct Provider: Equatable, Sendable {
    /// The name on the button and in the paths of the provider's callbacks.
    package var name = ""
    /// The issuer, a URL that every ID token has to name.
    package var issuer = ""
    /// The identifier that the provider has assigned to this dashboard.
    package var clientID = ""
    package var clientSecret = ""
    package var roleClaim = ""
    /// The roles by values of the claim; `*` matches everyone whom the provider knows.
    package var roles: [String: PersonRole] = [:]

    package init() {}
  }

  /// Nil when no provider has that name.
  package func provider(_ name: String) -> Provider? { providers.first { $0.name == name } }

  /// The host of the origin, to which passkeys belong.
  package var relyingParty: String? {
    guard let origin, let slash = origin.firstIndex(of: "/") else { return nil }
    let authority = origin[slash...].drop { $0 == "/" }
    return String(authority.prefix { $0 != ":" && $0 != "/" })
  }
}

/// A service whose published clients may use this server instead.
package enum CompatibleService: String, CaseIterable, Sendable {
  case yourls, shlink, bitly

  /// The expected values of `server.compatible`, for error messages.
  package static var expectation: String {
    "a service: expected one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }
}
