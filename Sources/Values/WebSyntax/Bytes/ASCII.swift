/// The classes of ASCII bytes. Always inlined, since texts are examined byte by byte.
///
/// The type is usable from inlined code: without that, a package's module does not contain the
/// bodies of its inlinable members, and every use in another module stays a call.
@usableFromInline
package enum ASCII {
  /// Returns whether a byte is one of `0` to `9`.
  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  /// Returns whether the byte is a letter of either case.
  @inlinable @inline(__always)
  package static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Returns whether a byte is an ASCII letter or digit.
  @inlinable @inline(__always)
  package static func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte)
  }

  /// Returns the byte with `A` to `Z` folded to lower case.
  @inlinable @inline(__always)
  package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
