private import COpenSSL

/// A public key for verifying signatures through libcrypto.
package enum PublicKey: Equatable, Sendable {
  /// ECDSA with SHA-256: a point of P-256, with coordinates of 32 bytes each.
  case es256(x: [UInt8], y: [UInt8])
  /// Ed25519: a key of 32 bytes.
  case ed25519([UInt8])
  /// RSA, PKCS #1 version 1.5 with SHA-256: modulus and exponent, most significant byte first.
  case rs256(modulus: [UInt8], exponent: [UInt8])

  /// Whether the signature was made with the key. False for an invalid key, and for RSA keys of fewer
  /// than 2048 or more than 8192 bits.
  ///
  /// - Parameters:
  ///   - signature: the signature, as DER for ES256.
  ///   - message: the whole signed message.
  package func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
    guard let key = read() else { return false }
    defer {
      EVP_PKEY_free(key)
      ERR_clear_error()
    }
    guard let context = EVP_MD_CTX_new() else { return false }
    defer { EVP_MD_CTX_free(context) }
    // Ed25519 hashes by itself.
    let hash = if case .ed25519 = self { nil as OpaquePointer? } else { EVP_sha256() }
    guard EVP_DigestVerifyInit(context, nil, hash, nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
  }

  /// Whether the key is valid: a point on its curve outside any small subgroup, or a modulus and
  /// exponent usable by RSA. Takes milliseconds for RSA.
  package var isValid: Bool {
    if case .ed25519(let bytes) = self { return EdwardsPoint.isPublicKey(bytes) }
    guard let key = read() else { return false }
    defer {
      EVP_PKEY_free(key)
      ERR_clear_error()
    }
    guard let context = EVP_PKEY_CTX_new(key, nil) else { return false }
    defer { EVP_PKEY_CTX_free(context) }
    return EVP_PKEY_public_check(context) == 1
  }

  /// The key as an object of libcrypto, which the caller frees; nil for invalid parts.
  private func read() -> OpaquePointer? {
    guard let der = subjectPublicKeyInfo else { return nil }
    let key = keiro_read_public_key(der, der.count)
    if key == nil { ERR_clear_error() }
    return key
  }

  /// Converts an ECDSA signature from two consecutive numbers (RFC 7518, section 3.4) to DER; nil for
  /// an invalid one.
  package static func der(ofPair pair: [UInt8]) -> [UInt8]? {
    guard pair.count == 64 else { return nil }
    return DER.sequence(DER.integer(Array(pair[..<32])) + DER.integer(Array(pair[32...])))
  }

  /// The key in the format that libcrypto reads (RFC 5280, section 4.1.2.7); nil for invalid parts.
  private var subjectPublicKeyInfo: [UInt8]? {
    switch self {
    case .es256(let x, let y):
      guard x.count == 32, y.count == 32 else { return nil }
      return DER.sequence(Self.p256 + DER.bits([4] + x + y))
    case .ed25519(let bytes):
      guard bytes.count == 32 else { return nil }
      return DER.sequence(Self.edwards + DER.bits(bytes))
    case .rs256(let modulus, let exponent):
      let digits = modulus.drop { $0 == 0 }
      guard (256...1024).contains(digits.count), (1...8).contains(exponent.count) else {
        return nil
      }
      let key = DER.sequence(DER.integer(modulus) + DER.integer(exponent))
      return DER.sequence(Self.rsa + DER.bits(key))
    }
  }

  /// The algorithm identifiers (RFC 5480, RFC 8410, RFC 3279).
  private static let p256: [UInt8] = [
    0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48,
    0xCE, 0x3D, 0x03, 0x01, 0x07,
  ]
  private static let edwards: [UInt8] = [0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70]
  private static let rsa: [UInt8] = [
    0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
  ]
}

/// The subset of DER (X.690) needed for keys and signatures.
private enum DER {
  static func sequence(_ content: [UInt8]) -> [UInt8] { tagged(0x30, content) }

  static func bits(_ content: [UInt8]) -> [UInt8] { tagged(0x03, [0] + content) }

  /// An unsigned number.
  static func integer(_ digits: [UInt8]) -> [UInt8] {
    var digits = Array(digits.drop { $0 == 0 })
    if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
    return tagged(0x02, digits)
  }

  private static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 0x80 { return [tag, UInt8(truncatingIfNeeded: count)] + content }
    let high = UInt8(truncatingIfNeeded: count >> 8)
    let low = UInt8(truncatingIfNeeded: count)
    return (count < 0x100 ? [tag, 0x81, low] : [tag, 0x82, high, low]) + content
  }
}
