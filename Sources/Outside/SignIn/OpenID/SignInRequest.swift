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
  package func address(at provider: ProviderMetadata) -> String? {
    guard let digest = SHA256.digest(Array(verifier.utf8)) else { return nil }
    let items = [
      ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectAddress),
      ("scope", "openid profile email"), ("state", state), ("nonce", nonce),
      ("code_challenge", Base64.url.encode(digest)), ("code_challenge_method", "S256"),
    ]
    let separator = provider.authorizationEndpoint.contains("?") ? "&" : "?"
    return provider.authorizationEndpoint + separator + Self.form(items)
  }

  package func redemption(of code: String, secret: String) -> String {
    Self.form([
      ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectAddress),
      ("client_id", clientID), ("client_secret", secret), ("code_verifier", verifier),
    ])
  }

  /// The identity token in the answer to the form; nil when there is none.
  package static func token(inAnswer bytes: [UInt8]) -> String? {
    (try? JSONDocument(parsing: bytes))?.root.member("id_token")?.string
  }

  private static func form(_ items: [(String, String)]) -> String {
    items.map { "\($0)=\(PercentCoding.encodeComponent($1))" }.joined(separator: "&")
  }
}
