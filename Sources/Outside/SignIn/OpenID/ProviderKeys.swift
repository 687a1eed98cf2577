import Cryptography
import JSONSyntax

/// The signing keys of a provider (RFC 7517).
package struct ProviderKeys: Sendable {
  struct Key: Sendable {
    let id: String?
    let algorithm: String
    let key: PublicKey
  }

  let keys: [Key]

  /// More than any provider has at a time.
  private static let limit = 64

  /// Reads a document of keys, ignoring those of unknown kinds; nil when the document is not valid.
  package init?(_ bytes: [UInt8]) {
    guard let list = (try? JSONDocument(parsing: bytes))?.root.member("keys")?.array else {
      return nil
    }
    keys = list.prefix(Self.limit).compactMap(Self.key)
  }

  private static func key(_ node: JSONNode) -> Key? {
    func bytes(_ name: String) -> [UInt8]? {
      node.member(name)?.string.flatMap { Base64.url.decode($0) }
    }
    guard node.member("use")?.string ?? "sig" == "sig" else { return nil }
    let id = node.member("kid")?.string
    let stated = node.member("alg")?.string
    func made(_ algorithm: String, _ key: PublicKey) -> Key? {
      stated ?? algorithm == algorithm ? Key(id: id, algorithm: algorithm, key: key) : nil
    }
    switch (node.member("kty")?.string, node.member("crv")?.string) {
    case ("RSA", _):
      guard let modulus = bytes("n"), let exponent = bytes("e") else { return nil }
      return made("RS256", .rs256(modulus: modulus, exponent: exponent))
    case ("EC", "P-256"):
      guard let x = bytes("x"), let y = bytes("y") else { return nil }
      return made("ES256", .es256(x: x, y: y))
    case ("OKP", "Ed25519"):
      guard let x = bytes("x") else { return nil }
      return made("EdDSA", .ed25519(x))
    default: return nil
    }
  }
}
