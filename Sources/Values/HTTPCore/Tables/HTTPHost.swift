import WebSyntax

/// The name in a Host field or in the authority of a URL.
package enum HTTPHost {
  /// The host in lower case, without its port and without one trailing dot; the same slice when
  /// there is nothing to change.
  package static func name(of authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard !isPlain(authority.span) else { return authority }
    let (length, hasCapitals) = measure(authority.span)
    let name = authority.prefix(length)
    return hasCapitals ? name.map(ASCII.lowercased)[...] : name
  }

  private static func measure(_ bytes: Span<UInt8>) -> (length: Int, hasCapitals: Bool) {
    var length = 0
    var hasCapitals = false
    let isAddress = bytes.count > 0 && bytes[0] == UInt8(ascii: "[")
    scan: while length < bytes.count {
      switch bytes[length] {
      case UInt8(ascii: ":") where !isAddress: break scan
      case UInt8(ascii: "]"):
        length += 1
        break scan
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): hasCapitals = true
      default: break
      }
      length += 1
    }
    if length > 1, bytes[length - 1] == UInt8(ascii: ".") { length -= 1 }
    return (length, hasCapitals)
  }

  /// Whether there is nothing to change: no port, no capitals, no brackets, no trailing dot. Checks
  /// eight bytes at a time, since nearly every request has such a host; false is inconclusive.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= 8, bytes[bytes.count - 1] != UInt8(ascii: ".") else { return false }
    return bytes.withUnsafeBytes { raw in
      var offset = 0
      while offset &+ 8 < raw.count {
        if isSuspicious(ByteWords.word(raw, at: offset)) { return false }
        offset &+= 8
      }
      return !isSuspicious(ByteWords.word(raw, at: raw.count &- 8))
    }
  }

  /// Whether one of eight bytes is a colon or between `A` and `]`, a range that contains the
  /// capitals and the brackets.
  private static func isSuspicious(_ word: UInt64) -> Bool {
    // Without the highest bits no byte carries into the next one. A non-ASCII byte then looks like
    // ASCII and at worst causes a needless detailed check.
    let low = word & ByteWords.every(0x7F)
    let fromA = low &+ ByteWords.every(0x80 - 0x41)
    let behindBracket = low &+ ByteWords.every(0x80 - 0x5E)
    let isNoColon = (low ^ ByteWords.every(0x3A)) &+ ByteWords.every(0x7F)
    return (fromA & ~behindBracket | ~isNoColon) & ByteWords.every(0x80) != 0
  }
}
