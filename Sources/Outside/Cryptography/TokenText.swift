private import COpenSSL

/// The text of an API token: a prefix that people and leak scanners recognise, and 256 random bits. It
/// is shown once; only its digest is stored.
package struct TokenText: Equatable, Sendable {
  package static let prefix = "keiro_"

  /// The secret text, including the prefix.
  package let text: String
  /// The name of the token for people and logs; not part of the secret.
  package let id: String
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
    guard text.utf8.starts(with: prefix.utf8),
      Base64.url.decode(text.dropFirst(prefix.count))?.count == 32
    else { return nil }
    return SHA256.digest(Array(text.utf8))
  }
}

package enum RandomBytes {
  /// Returns random bytes; nil when the system's random generator failed.
  package static func make(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    guard RAND_bytes(&bytes, Int32(count)) == 1 else {
      ERR_clear_error()
      return nil
    }
    return bytes
  }

  /// Returns characters of `A-Za-z0-9`, uniformly distributed; nil when the random generator failed.
  package static func base62(_ count: Int) -> String? {
    var text: [UInt8] = []
    while text.count < count {
      guard let bytes = make(count + count / 8 + 8) else { return nil }
      // 248 is the largest multiple of 62 in a byte; larger values would favour some characters.
      for byte in bytes where byte < 248 && text.count < count {
        text.append(alphabet[Int(byte) % 62])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
}
