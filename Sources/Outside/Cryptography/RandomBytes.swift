private import COpenSSL

/// Cryptographically secure random bytes, through libcrypto.
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
