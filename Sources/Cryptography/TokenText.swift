/// The text of an API token: a prefix by which people and scanners of leaks know it, and 256 random
/// bits. It is shown once; what is kept is its digest.
package struct TokenText: Equatable, Sendable {
  package static let prefix = "keiro_"

  package let text: String
  /// By which people and logs call the token; no part of the secret.
  package let id: String
  /// SHA-256 of the text.
  package let digest: [UInt8]

  /// A new token; nil when the system has no randomness to give.
  package static func generate() -> TokenText? {
    guard let secret = RandomBytes.make(32), let id = RandomBytes.base62(10) else { return nil }
    let text = prefix + Base64Text.url.encode(secret)
    return digest(of: text).map { TokenText(text: text, id: id, digest: $0) }
  }

  /// What a store knows a token by; nil for text that is no token of keiro's, which need not be
  /// looked for.
  package static func digest(of text: String) -> [UInt8]? {
    guard text.hasPrefix(prefix),
      Base64Text.url.decode(text.dropFirst(prefix.count))?.count == 32
    else { return nil }
    return SHA256.digest(Array(text.utf8))
  }
}
