private import COpenSSL

package enum CryptographyLibrary {
  /// The version, such as `3.5.4`.
  package static var version: String {
    OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
  }
}

/// The SHA-256 digest (FIPS 180-4) through libcrypto.
package enum SHA256 {
  /// The 32 bytes of the digest; nil when libcrypto fails, for example when memory runs out.
  package static func digest(_ bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let done = EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil)
    guard done == 1, length == 32 else { return nil }
    return digest
  }
}

/// HMAC with SHA-256 (RFC 2104) through libcrypto.
package enum HMACSHA256 {
  /// The 32 bytes of the code; nil when libcrypto fails, for example when memory runs out.
  package static func code(_ message: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard let count = Int32(exactly: key.count) else { return nil }
    var code = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    guard HMAC(EVP_sha256(), key, count, message, message.count, &code, &length) != nil,
      length == 32
    else {
      ERR_clear_error()
      return nil
    }
    return code
  }

  /// Whether a code is that of the message, compared in constant time.
  package static func isCode(_ code: [UInt8], of message: [UInt8], key: [UInt8]) -> Bool {
    guard let right = Self.code(message, key: key), right.count == code.count else { return false }
    return CRYPTO_memcmp(right, code, code.count) == 0
  }
}
