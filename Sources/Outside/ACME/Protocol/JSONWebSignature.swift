import Cryptography
import JSONSyntax

/// Requests signed with the key of an account (RFC 7515, RFC 8555, section 6.2).
struct JSONWebSignature {
  /// The way a request names its account.
  enum Signer {
    /// The key itself, for an account that the authority does not know yet.
    case key
    /// The URL of the account.
    case account(String)
  }

  let key: SigningKey

  /// The body of a request; nil when libcrypto fails.
  ///
  /// - Parameter payload: the payload; nil for a request that only reads (POST-as-GET).
  func body(_ payload: JSONOutput?, to url: String, nonce: String, as signer: Signer) -> [UInt8]? {
    guard let identity = identity(signer) else { return nil }
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

  private func identity(_ signer: Signer) -> JSONOutput.Member? {
    switch signer {
    case .key: publicKey.map { JSONOutput.Member("jwk", .object($0)) }
    case .account(let url): JSONOutput.Member("kid", .string(url))
    }
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
