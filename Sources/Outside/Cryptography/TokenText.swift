/// The text of an API token: a prefix that people and leak scanners recognise, and 256 random bits. It
/// is shown once; only its digest is stored.
package struct TokenText: Equatable, Sendable {
  /// The beginning of every token.
  package static let prefix = "keiro_"

  /// The secret text, including the prefix.
  package let text: String
  /// The name of the token for people and logs; not part of the secret.
  package let id: String
  /// SHA-256 of the text.
  package let digest: [UInt8]

  /// A new token; nil when the random generator failed.
  package static func generate() -> TokenText? {
    guard let secret = RandomBytes.make(32), let id = RandomBytes.base62(10) else { return nil }
    let text = prefix + Base64.url.encode(secret)
    return digest(of: text).map { TokenText(text: text, id: id, digest: $0) }
  }

  /// The digest under which a store keeps a token; nil for a text that cannot be a Keiro token and need
  /// not be looked up.
  package static func digest(of text: String) -> [UInt8]? {
    guard text.hasPrefix(prefix),
      Base64.url.decode(text.dropFirst(prefix.count))?.count == 32
    else { return nil }
    return SHA256.digest(Array(text.utf8))
  }
}
