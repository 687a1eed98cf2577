import JSONSyntax
import LinkStorage
import Service
import WebSyntax

/// Reads the section `dashboard`; missing members keep their defaults.
struct DashboardReader {
  let folder: ConfigurationFolder

  func read(_ field: JSONField?) -> DashboardSettings {
    field?.object { object in
      var settings = DashboardSettings()
      if let field = object.optional("origin"), !field.isNull { settings.origin = origin(field) }
      object.set(&settings.providers, "oidc") { field in
        field.elements()?.compactMap { $0.object(provider) ?? nil }
      }
      reportTwins(object, settings.providers)
      if settings.origin == nil, !settings.providers.isEmpty, object.optional("origin") == nil {
        object.field.reportMissing("origin", Sentence(english: "providers lead back to it"))
      }
      return settings
    } ?? DashboardSettings()
  }

  /// The origin as browsers write it: in lower case, without the default port.
  private func origin(_ field: JSONField) -> String? {
    field.value(
      { text in
        guard let url = WebURL(text), URLScheme.isWeb(url.scheme), url.path.isEmpty,
          url.query == nil, url.fragment == nil, url.userInfo == nil, text == text.lowercased(),
          url.scheme == "https" || isLoopback(url.host)
        else { return nil }
        return text
      }, isNot: "an origin: expected one such as https://keiro.example.com")
  }

  /// Whether browsers treat the host as secure even without TLS.
  private func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost")
  }

  private func reportTwins(
    _ object: JSONObjectReader, _ providers: [DashboardSettings.Provider]
  ) {
    var names: Set<String> = []
    for provider in providers where !names.insert(provider.name).inserted {
      object.optional("oidc")?.report("the name '\(provider.name)' is given twice")
    }
  }

  private func provider(_ object: JSONObjectReader) -> DashboardSettings.Provider? {
    let name = object.required("name")?.text()
    let issuer = object.required("issuer").flatMap(issuer)
    let clientID = object.required("clientID")?.text()
    let secret = object.required("clientSecret").flatMap { SecretReader(folder: folder).read($0) }
    let claim = object.required("roleClaim")?.text()
    let roles = object.required("roles").map(roles)
    guard let name, let issuer, let clientID, let secret, let claim, let roles else { return nil }
    return DashboardSettings.Provider(
      name: name, issuer: issuer, clientID: clientID, clientSecret: secret, roleClaim: claim,
      roles: roles)
  }

  private func issuer(_ field: JSONField) -> String? {
    field.value(
      { text in
        guard let url = WebURL(text), URLScheme.isWeb(url.scheme), url.query == nil,
          url.fragment == nil, url.userInfo == nil
        else { return nil }
        return text
      }, isNot: "an issuer: expected a URL such as https://login.example.com")
  }

  private func roles(_ field: JSONField) -> [String: PersonRole] {
    var roles: [String: PersonRole] = [:]
    for (name, field) in field.entries() ?? [] {
      let words = PersonRole.allCases.map(\.rawValue).joined(separator: ", ")
      roles[name] = field.value(
        { PersonRole(rawValue: $0) }, isNot: "a role: expected one of \(words)")
    }
    return roles
  }
}
