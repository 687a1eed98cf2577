import Cryptography
import JSONSyntax

/// Requests signed with the key of an account (RFC 7515, RFC 8555, section 6.2).
struct JSONWebSignature {
  let key: SigningKey

  /// The body of a request; nil when libcrypto fails.
  ///
  /// - Parameters:
  ///   - payload: the payload; nil for a request that only reads (POST-as-GET).
  ///   - account: the URL of the account; nil for one that the authority does not know yet, which is named by
  ///     the key itself.
  func body(
    _ payload: JSONOutput?, to url: String, nonce: String, account: String?
  ) -> [UInt8]? {
    let kid = account.map { JSONOutput.Member("kid", .string($0)) }
    guard let identity = kid ?? publicKey.map({ .init("jwk", .object($0)) }) else { return nil }
    let header = JSONOutput.object([
      .init("alg", .string("ES256")), identity, .init("nonce", .string(nonce)),
      .init("url", .string(url)),
    ])
    let protected = Self.encode(header.compact)
    let payload = payload.map { Self.encode($0.compact) } ?? ""
    guard let signature = key.signature(of: Array("\(protected).\(payload)".utf8)) else {
      return nil
    }
    return Array(
      JSONOutput.object([
        .init("protected", .string(protected)), .init("payload", .string(payload)),
        .init("signature", .string(Base64.url.encode(signature))),
      ]).compact.utf8)
  }

  /// Proves to the authority that the server of a host belongs to the account (section 8.1).
  func keyAuthorization(_ token: String) -> String? {
    guard let members = publicKey,
      let digest = SHA256.digest(Array(JSONOutput.object(members).compact.utf8))
    else { return nil }
    return token + "." + Base64.url.encode(digest)
  }

  /// The members of the public key in the order that its digest requires (RFC 7638, section 3).
  private var publicKey: [JSONOutput.Member]? {
    key.publicKey.map { point in
      [
        .init("crv", .string("P-256")), .init("kty", .string("EC")),
        .init("x", .string(Base64.url.encode(point.x))),
        .init("y", .string(Base64.url.encode(point.y))),
      ]
    }
  }

  private static func encode(_ text: String) -> String { Base64.url.encode(Array(text.utf8)) }
}
