private import COpenSSL

/// A private key on the curve P-256, as JSON Web Tokens are signed with (ES256, RFC 7518).
package final class SigningKey: @unchecked Sendable {
  // Unchecked, because libcrypto only reads a key to sign with it.

  private let key: OpaquePointer

  /// Reads PKCS #8 as PEM, such as a `.p8` of Apple; nil for anything else, and for an encrypted key.
  package init?(pem: String) {
    let bytes = Array(pem.utf8)
    guard let count = Int32(exactly: bytes.count), let file = BIO_new_mem_buf(bytes, count) else {
      return nil
    }
    defer { BIO_free(file) }
    // A password would be asked for at the terminal: there is none.
    guard let key = PEM_read_bio_PrivateKey(file, nil, { _, _, _, _ in -1 }, nil) else {
      ERR_clear_error()
      return nil
    }
    guard Self.isP256(key) else {
      EVP_PKEY_free(key)
      return nil
    }
    self.key = key
  }

  deinit {
    EVP_PKEY_free(key)
  }

  private static func isP256(_ key: OpaquePointer) -> Bool {
    guard EVP_PKEY_get_base_id(key) == EVP_PKEY_EC else { return false }
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    guard EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1 else {
      ERR_clear_error()
      return false
    }
    let text = String(decoding: name.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return text == "prime256v1" || text == "P-256"
  }

  /// The 64 bytes of a signature, r before s; nil when libcrypto fails.
  package func sign(_ message: [UInt8]) -> [UInt8]? {
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var der = [UInt8](repeating: 0, count: 128)
    var count = der.count
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &der, &count, message, message.count) == 1
    else {
      ERR_clear_error()
      return nil
    }
    return Self.numbers(Array(der.prefix(count)))
  }

  /// The two numbers of a signature in DER, 32 bytes each.
  private static func numbers(_ der: [UInt8]) -> [UInt8]? {
    let signature = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var position = buffer.baseAddress
      return d2i_ECDSA_SIG(nil, &position, buffer.count)
    }
    guard let signature else {
      ERR_clear_error()
      return nil
    }
    defer { ECDSA_SIG_free(signature) }
    var numbers = [UInt8](repeating: 0, count: 64)
    let done = numbers.withUnsafeMutableBufferPointer { buffer -> Bool in
      guard let base = buffer.baseAddress else { return false }
      return BN_bn2binpad(ECDSA_SIG_get0_r(signature), base, 32) == 32
        && BN_bn2binpad(ECDSA_SIG_get0_s(signature), base + 32, 32) == 32
    }
    return done ? numbers : nil
  }
}
