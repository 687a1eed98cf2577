/// A set of ASCII bytes, tested with a shift instead of a series of comparisons.
struct ByteSet: Sendable {
  private let low: UInt64
  private let high: UInt64

  /// Letters of both cases, digits and the given marks.
  init(alphanumericsAnd marks: StaticString) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for byte in UInt8(0)..<128 {
      let isMember =
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: marks.withUTF8Buffer { $0.contains(byte) }
        }
      guard isMember else { continue }
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    self.low = low
    self.high = high
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let half = byte < 64 ? low : high
    return byte < 128 && half &>> UInt64(byte) & 1 != 0
  }
}
