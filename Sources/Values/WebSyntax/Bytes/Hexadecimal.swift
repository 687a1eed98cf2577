/// Hexadecimal digits in either case.
@usableFromInline
package enum Hexadecimal {
  /// Returns the value of a digit; nil for any other byte.
  @inlinable @inline(__always)
  package static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }

  /// Returns the lower-case digit for the four low bits.
  @inlinable @inline(__always)
  package static func digit(_ value: UInt8) -> UInt8 {
    let value = value & 15
    return value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "a") &- 10 &+ value
  }

  /// Returns the upper-case digit for the four low bits.
  @inlinable @inline(__always)
  package static func upperDigit(_ value: UInt8) -> UInt8 {
    let value = value & 15
    return value < 10 ? UInt8(ascii: "0") &+ value : UInt8(ascii: "A") &- 10 &+ value
  }

  /// The bytes that pairs of digits describe; nil unless the text has nothing but pairs of digits.
  package static func bytes(_ digits: some Collection<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      if let first = high { bytes.append(first << 4 | value) }
      high = high == nil ? value : nil
    }
    return bytes
  }

  /// Formats bytes as two lower-case digits each.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0)] }, as: UTF8.self)
  }

  /// Formats a word as sixteen lower-case digits.
  package static func text(_ word: UInt64) -> String {
    withUnsafeBytes(of: word.bigEndian) { text($0) }
  }
}

extension [UInt8] {
  /// Appends a number in lower-case digits without leading zeros.
  package mutating func append(hexadecimal number: UInt) {
    let count = Swift.max(1, (UInt.bitWidth - number.leadingZeroBitCount + 3) / 4)
    for index in stride(from: count - 1, through: 0, by: -1) {
      append(Hexadecimal.digit(UInt8(truncatingIfNeeded: number >> UInt(index * 4))))
    }
  }
}
