import JSONSyntax

/// The endpoints of a provider (OpenID Connect Discovery 1.0, section 3).
package struct ProviderMetadata: Equatable, Sendable {
  /// The issuer, which every ID token has to name.
  package let issuer: String
  /// The URL to which browsers are sent to sign in.
  package let authorizationEndpoint: String
  /// The URL at which codes are exchanged for tokens.
  package let tokenEndpoint: String
  package let keysEndpoint: String
  /// The scopes that it names.
  let scopes: [String]

  package static func address(ofIssuer issuer: String) -> String {
    (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer)
      + "/.well-known/openid-configuration"
  }

  /// Reads a document; nil when it lacks a member or belongs to another issuer (section 4.3).
  package init?(_ bytes: [UInt8], issuer: String) {
    guard let root = (try? JSONDocument(parsing: bytes))?.root,
      root.member("issuer")?.string == issuer,
      let authorization = root.member("authorization_endpoint")?.string,
      let token = root.member("token_endpoint")?.string, let keys = root.member("jwks_uri")?.string
    else { return nil }
    self.issuer = issuer
    authorizationEndpoint = authorization
    tokenEndpoint = token
    keysEndpoint = keys
    scopes = root.member("scopes_supported")?.array?.compactMap(\.string) ?? []
  }
}
