/// Byte operations on eight bytes at a time, at any alignment.
///
/// In a text of eight bytes or more the last word overlaps the previous one, so the remainder is
/// never processed byte by byte.
package enum ByteWords {
  /// Whether both texts are equal.
  package static func areEqual(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    return one.withUnsafeBytes { one in
      other.withUnsafeBytes { other in
        guard one.count >= 8 else { return rest(one) == rest(other) }
        var offset = 0
        while offset &+ 8 < one.count {
          if word(one, at: offset) != word(other, at: offset) { return false }
          offset &+= 8
        }
        return word(one, at: one.count &- 8) == word(other, at: one.count &- 8)
      }
    }
  }

  /// Whether the bytes contain one of two bytes.
  package static func hold(_ bytes: Span<UInt8>, either one: UInt8, or other: UInt8) -> Bool {
    bytes.withUnsafeBytes { raw in
      guard raw.count >= 8 else { return raw.contains { $0 == one || $0 == other } }
      var offset = 0
      while offset &+ 8 < raw.count {
        if hold(word(raw, at: offset), one, other) { return true }
        offset &+= 8
      }
      return hold(word(raw, at: raw.count &- 8), one, other)
    }
  }

  private static func hold(_ word: UInt64, _ one: UInt8, _ other: UInt8) -> Bool {
    hasZero(word ^ every(UInt64(one))) || hasZero(word ^ every(UInt64(other)))
  }

  private static func hasZero(_ word: UInt64) -> Bool {
    (word &- every(0x01)) & ~word & every(0x80) != 0
  }

  /// A word of eight equal bytes.
  package static func every(_ byte: UInt64) -> UInt64 {
    byte &* 0x0101_0101_0101_0101
  }

  /// A fast hash: each word is multiplied in, and both halves of the product are kept. It is not
  /// collision-resistant against chosen texts.
  package static func hash(_ bytes: Span<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { raw in
      let hash = UInt64(truncatingIfNeeded: raw.count) &* multiplier
      guard raw.count >= 8 else { return mix(hash, rest(raw)) }
      var sum = hash
      var offset = 0
      while offset &+ 8 < raw.count {
        sum = mix(sum, word(raw, at: offset))
        offset &+= 8
      }
      return mix(sum, word(raw, at: raw.count &- 8))
    }
  }

  /// The golden ratio: odd, with equal numbers of ones and zeros.
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: multiplier)
    return product.high ^ product.low
  }

  /// The word at an offset, which needs eight bytes.
  package static func word(_ raw: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Up to seven bytes as one word.
  package static func rest(_ raw: UnsafeRawBufferPointer) -> UInt64 {
    var word: UInt64 = 0
    for byte in raw { word = word &<< 8 | UInt64(byte) }
    return word
  }
}
