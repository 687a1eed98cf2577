import Cryptography
package import JSONSyntax

/// A token in which an identity provider identifies a person: a signed JWT (RFC 7519).
package struct IdentityToken: Sendable {
  /// The identifier of the signing key; nil when the token names none.
  let keyID: String?
  private let algorithm: String
  private let signed: [UInt8]
  private let signature: [UInt8]
  private let claims: JSONNode

  /// Why a token is refused, for logs and tests.
  package enum Refusal: String, Error, Equatable, Sendable {
    case malformed
    /// The algorithm is not accepted, such as `none` or one with a shared secret.
    case algorithm
    case unknownKey = "unknown-key"
    case signature
    case issuer
    case audience
    case nonce
    case expired
    case early
    case subject
  }

  package struct Expectation: Sendable {
    let issuer: String
    let clientID: String
    let nonce: String
    /// The current time, in seconds since 1970.
    let now: Int

    package init(issuer: String, clientID: String, nonce: String, now: Int) {
      self.issuer = issuer
      self.clientID = clientID
      self.nonce = nonce
      self.now = now
    }
  }

  /// The tolerated difference between clocks, in seconds.
  private static let skew = 60
  private static let sizeLimit = 64 * 1024

  /// Parses a compact JWS without verifying it. Throws `malformed` for anything else, and for
  /// tokens with extensions that have to be understood.
  package init(_ text: String) throws(Refusal) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.sizeLimit, parts.count == 3,
      let head = Base64.url.decode(parts[0]), let body = Base64.url.decode(parts[1]),
      let signature = Base64.url.decode(parts[2]),
      let header = (try? JSONDocument(parsing: head, depthLimit: 16))?.root,
      let claims = (try? JSONDocument(parsing: body, depthLimit: 32))?.root,
      let algorithm = header.member("alg")?.string, claims.object != nil,
      // Extensions that must be understood (RFC 7515, section 4.1.11).
      header.member("crit") == nil
    else { throw .malformed }
    keyID = header.member("kid")?.string
    self.algorithm = algorithm
    self.signature = signature
    self.claims = claims
    signed = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// Verifies the token and returns its claims (OpenID Connect Core, section 3.1.3.7).
  package func claims(
    _ expected: Expectation, keys: ProviderKeys
  ) throws(Refusal) -> JSONNode {
    guard ["RS256", "ES256", "EdDSA"].contains(algorithm) else { throw .algorithm }
    guard keys.keys.contains(where: isMeant) else { throw .unknownKey }
    guard isSigned(by: keys) else { throw .signature }
    guard claims.member("iss")?.string == expected.issuer else { throw .issuer }
    try checkAudience(expected.clientID)
    guard claims.member("nonce")?.string == expected.nonce else { throw .nonce }
    guard let expires = seconds("exp"), expires > expected.now - Self.skew else { throw .expired }
    guard let issued = seconds("iat"), issued <= expected.now + Self.skew else { throw .early }
    if let start = seconds("nbf"), start > expected.now + Self.skew { throw .early }
    guard let subject = claims.member("sub")?.string, !subject.isEmpty, subject.utf8.count <= 255
    else { throw .subject }
    return claims
  }

  package func isSigned(by keys: ProviderKeys) -> Bool { keys.keys.contains(where: verifies) }

  private func isMeant(_ key: ProviderKeys.Key) -> Bool { keyID == nil || key.id == keyID }

  private func verifies(_ key: ProviderKeys.Key) -> Bool {
    guard isMeant(key), key.algorithm == algorithm else { return false }
    guard algorithm == "ES256" else { return key.key.verifies(signature, of: signed) }
    return PublicKey.der(ofPair: signature).map { key.key.verifies($0, of: signed) } ?? false
  }

  private func checkAudience(_ clientID: String) throws(Refusal) {
    let audience = claims.member("aud")
    let names = audience?.array?.compactMap(\.string) ?? [audience?.string].compactMap(\.self)
    guard names.contains(clientID) else { throw .audience }
    if names.count > 1 || claims.member("azp") != nil {
      guard claims.member("azp")?.string == clientID else { throw .audience }
    }
  }

  /// The time in a claim, in seconds since 1970; fractions are dropped.
  private func seconds(_ name: String) -> Int? {
    guard case .number(let text) = claims.member(name)?.value, let number = Double(text),
      number >= 0, number < 1e15
    else { return nil }
    return Int(number)
  }
}
