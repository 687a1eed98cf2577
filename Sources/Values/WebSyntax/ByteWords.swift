/// Byte operations that process eight bytes at a time, at any alignment.
///
/// For eight bytes or more, the last word overlaps the previous one, so the remainder is never
/// processed byte by byte.
@usableFromInline package enum ByteWords {
  @inlinable
  package static func areEqual(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    one.withUnsafeBytes { one in other.withUnsafeBytes { other in areEqual(one, other) } }
  }

  @inline(__always)
  @inlinable
  package static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer)
    -> Bool
  {
    agree(one, other) { $0 == $1 }
  }

  /// Returns whether two texts are equal, ignoring the case of ASCII letters.
  @inline(__always)
  @inlinable
  package static func areEqualIgnoringCase(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Bool {
    agree(one, other, areEqualIgnoringCase)
  }

  /// Returns whether two words of eight ASCII bytes differ at most in the case of letters.
  @inlinable
  package static func areEqualIgnoringCase(_ one: UInt64, _ other: UInt64) -> Bool {
    let difference = one ^ other
    guard difference != 0 else { return true }
    guard difference & ~every(0x20) == 0 else { return false }
    // A difference in only the case bit is a difference of case only for letters.
    let lower = one | every(0x20)
    let low = lower & every(0x7F)
    let fromA = low &+ every(0x80 - 0x61)
    let behindZ = low &+ every(0x80 - 0x7B)
    let letters = fromA & ~behindZ & ~lower & every(0x80)
    return difference &<< 2 & ~letters == 0
  }

  /// Returns whether two texts have the same length and all their words agree.
  @inline(__always)
  @inlinable
  package static func agree(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer,
    _ areAlike: (UInt64, UInt64) -> Bool
  ) -> Bool {
    guard one.count == other.count else { return false }
    guard one.count >= 8 else { return areAlike(rest(one), rest(other)) }
    var offset = 0
    while offset &+ 8 < one.count {
      if !areAlike(word(one, at: offset), word(other, at: offset)) { return false }
      offset &+= 8
    }
    return areAlike(word(one, at: one.count &- 8), word(other, at: one.count &- 8))
  }

  /// Returns whether the bytes contain either of two values.
  @inlinable
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

  /// Returns whether one of the eight bytes of a word equals one of two bytes.
  @inlinable
  package static func hold(_ word: UInt64, _ one: UInt8, _ other: UInt8) -> Bool {
    hasZero(word ^ every(UInt64(one))) || hasZero(word ^ every(UInt64(other)))
  }

  @inlinable
  package static func hasZero(_ word: UInt64) -> Bool {
    (word &- every(0x01)) & ~word & every(0x80) != 0
  }

  /// Returns a word of eight equal bytes.
  @inlinable
  package static func every(_ byte: UInt64) -> UInt64 {
    byte &* 0x0101_0101_0101_0101
  }

  /// A fast hash: each word is multiplied in, and both halves of the product are combined. It is
  /// not resistant to deliberate collisions.
  @inlinable
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

  /// The golden ratio as a 64-bit fraction, an odd number.
  @usableFromInline static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns the hash of the bytes before, with a word of eight bytes mixed in.
  @inlinable
  package static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: multiplier)
    return product.high ^ product.low
  }

  /// Loads eight bytes as a word; they must exist at the offset.
  @inline(__always)
  @inlinable
  package static func word(_ raw: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Packs up to seven bytes into one word, in which some may occur twice: words for texts of equal
  /// length differ if and only if the texts do.
  @inline(__always)
  @inlinable
  package static func rest(_ raw: UnsafeRawBufferPointer) -> UInt64 {
    if raw.count >= 4 {
      let first = raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
      let last = raw.loadUnaligned(fromByteOffset: raw.count &- 4, as: UInt32.self)
      return UInt64(first) &<< 32 | UInt64(last)
    }
    guard raw.count > 0 else { return 0 }
    let middle = UInt64(raw[raw.count &>> 1]) &<< 8
    return UInt64(raw[0]) &<< 16 | middle | UInt64(raw[raw.count &- 1])
  }
}
