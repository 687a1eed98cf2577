import Cryptography
import JSONSyntax

/// The JSON Web Token that identifies the sender to APNs (RFC 7519, ES256).
///
/// Apple refuses tokens older than an hour, and senders that renew them more often than every 20
/// minutes.
struct ProviderToken {
  /// The age at which a token is renewed, in seconds.
  static let renewal = 45 * 60
  static let shortestLife = 20 * 60

  private let key: SigningKey
  private let keyID: String
  private let teamID: String
  private var current: (text: String, issuedAt: Int)?

  init(_ key: SigningKey, keyID: String, teamID: String) {
    self.key = key
    self.keyID = keyID
    self.teamID = teamID
  }

  /// The token to send now; nil when libcrypto fails.
  mutating func text(now: Int) -> String? {
    if let current, now - current.issuedAt < Self.renewal, now >= current.issuedAt {
      return current.text
    }
    guard let text = make(now) else { return nil }
    current = (text, now)
    return text
  }

  /// Requests a new token, unless the current one is too young for that.
  ///
  /// - Returns: whether a new one will be made.
  mutating func expire(now: Int) -> Bool {
    guard let current, now - current.issuedAt >= Self.shortestLife else { return false }
    self.current = nil
    return true
  }

  private func make(_ now: Int) -> String? {
    let header = JSONOutput.object([.init("alg", .string("ES256")), .init("kid", .string(keyID))])
    let claims = JSONOutput.object([.init("iss", .string(teamID)), .init("iat", .int(now))])
    let signed = [header, claims].map { Base64.url.encode(Array($0.compact.utf8)) }
      .joined(separator: ".")
    return key.signature(of: Array(signed.utf8)).map { signed + "." + Base64.url.encode($0) }
  }
}
