import Cryptography
import JSONSyntax
import WebSyntax

/// One attempt to sign in at a provider: the authorization code flow (OpenID Connect Core 1.0, section
/// 3.1) with PKCE (RFC 7636).
package struct SignInRequest: Equatable, Sendable {
  package let clientID: String
  /// The URL to which the provider sends the browser back.
  package let redirectAddress: String
  /// Returned with the answer; ties it to the browser that asked.
  package let state: String
  /// Contained in the identity token; ties it to this attempt.
  package let nonce: String
  /// The PKCE verifier, without which the code cannot be redeemed.
  package let verifier: String

  package init(
    clientID: String, redirectAddress: String, state: String, nonce: String, verifier: String
  ) {
    self.clientID = clientID
    self.redirectAddress = redirectAddress
    self.state = state
    self.nonce = nonce
    self.verifier = verifier
  }

  /// The URL for the browser; nil when libcrypto computes no digest.
  ///
  /// - Parameter claim: the claim with the roles, which many providers give only with the scope of its name.
  package func address(at provider: ProviderMetadata, for claim: String) -> String? {
    guard let digest = SHA256.digest(Array(verifier.utf8)) else { return nil }
    let usual = ["openid", "profile", "email"]
    let own = provider.scopes.first { $0 == claim && !usual.contains($0) }
    let items = [
      ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectAddress),
      ("scope", (usual + [own].compactMap(\.self)).joined(separator: " ")), ("state", state),
      ("nonce", nonce),
      ("code_challenge", Base64.url.encode(digest)), ("code_challenge_method", "S256"),
    ]
    let separator = provider.authorizationEndpoint.contains("?") ? "&" : "?"
    return provider.authorizationEndpoint + separator + Self.form(items)
  }

  /// The form that redeems a code, and the field Authorization that goes with it.
  ///
  /// - Parameter isBasic: whether the secret is in that field instead of the form: providers register a
  ///   client for one of the two (OpenID Connect Core 1.0, section 9).
  package func redemption(
    of code: String, secret: String, isBasic: Bool
  ) -> (body: String, authorization: String?) {
    let items = [
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectAddress),
      ("code_verifier", verifier),
    ]
    let client = [("client_id", clientID), ("client_secret", secret)]
    guard isBasic else { return (Self.form(items + client), nil) }
    // Both parts are escaped as in a form (RFC 6749, section 2.3.1).
    let name = client.map { PercentCoding.encodeComponent($1) }.joined(separator: ":")
    return (Self.form(items), "Basic " + Base64.padded.encode(Array(name.utf8)))
  }

  /// Whether an answer to the form says that the client has not proved itself.
  package static func refusesClient(_ bytes: [UInt8]) -> Bool {
    (try? JSONDocument(parsing: bytes))?.root.member("error")?.string == "invalid_client"
  }

  /// The identity token in the answer to the form; nil when there is none.
  package static func token(inAnswer bytes: [UInt8]) -> String? {
    (try? JSONDocument(parsing: bytes))?.root.member("id_token")?.string
  }

  private static func form(_ items: [(String, String)]) -> String {
    items.map { "\($0)=\(PercentCoding.encodeComponent($1))" }.joined(separator: "&")
  }
}
