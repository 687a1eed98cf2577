private import COpenSSL

/// Checks on points of edwards25519 (RFC 8032, section 5.1): libcrypto 3.0 performs none before it
/// verifies a signature.
enum EdwardsPoint {
  /// Whether 32 bytes are the canonical encoding of a point on the curve outside the small subgroup,
  /// with whose eight points signatures can be forged.
  static func isPublicKey(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 32, let top = bytes.last else { return false }
    // The highest bit is the sign of x.
    var digits = Array(bytes.reversed())
    digits[0] = top & 0x7F
    guard !smallOrder.contains(digits), digits.lexicographicallyPrecedes(prime) else {
      return false
    }
    return hasX(digits)
  }

  /// Whether x² = (y² - 1) / (dy² + 1) has a solution, which is so exactly when the product of
  /// numerator and denominator is a square.
  private static func hasX(_ y: [UInt8]) -> Bool {
    guard let context = BN_CTX_new() else { return false }
    defer { BN_CTX_free(context) }
    BN_CTX_start(context)
    defer { BN_CTX_end(context) }
    guard let p = BN_CTX_get(context), let number = BN_CTX_get(context),
      let above = BN_CTX_get(context), let below = BN_CTX_get(context),
      BN_bin2bn(prime, Int32(prime.count), p) != nil,
      BN_bin2bn(y, Int32(y.count), number) != nil,
      BN_mod_sqr(number, number, p, context) == 1,
      BN_bin2bn(d, Int32(d.count), below) != nil,
      BN_mod_mul(below, below, number, p, context) == 1, BN_add_word(below, 1) == 1,
      BN_copy(above, number) != nil, BN_sub_word(above, 1) == 1,
      BN_mod_mul(above, above, below, p, context) == 1
    else { return false }
    return BN_kronecker(above, p, context) >= 0
  }

  /// 2²⁵⁵ - 19, most significant byte first like all numbers here.
  private static let prime: [UInt8] = [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xED]
  /// -121665 / 121666.
  private static let d = bytes([
    0x5203_6cee_2b6f_fe73, 0x8cc7_4079_7779_e898, 0x0070_0a4d_4141_d8ab,
    0x75eb_4dca_1359_78a3,
  ])
  /// The y of the points whose order divides 8.
  private static let smallOrder = [
    [0, 0, 0, 0],
    [0, 0, 0, 1],
    [
      0x05fc_536d_8802_38b1, 0x3933_c6d3_05ac_dfd5, 0xf098_eff2_89f4_c345,
      0xb027_b2c2_8f95_e826,
    ],
    [
      0x7a03_ac92_77fd_c74e, 0xc6cc_392c_fa53_202a, 0x0f67_100d_760b_3cba,
      0x4fd8_4d3d_706a_17c7,
    ],
    [
      0x7fff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff,
      0xffff_ffff_ffff_ffec,
    ],
  ].map(bytes)

  private static func bytes(_ words: [UInt64]) -> [UInt8] {
    words.flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    }
  }
}
