private import COpenSSL

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
