/// Percent-decoding for `percentEncoded: false`; anything that is not an escape stays as written.
enum PercentDecoding {
  /// Passes the decoded text on; short texts stay on the stack.
  static func with(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> Bool) -> Bool {
    guard holdsPercent(text) else { return body(text) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { buffer in
      var count = 0
      decode(text) { byte in
        buffer.initializeElement(at: count, to: byte)
        count += 1
      }
      return body(UnsafeBufferPointer(rebasing: buffer[..<count]).span)
    }
  }

  static func decoded(_ text: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    decode(text) { result.append($0) }
    return result
  }

  /// Whether some `%` does not begin an escape, a case that is documented nowhere.
  static func hasStrayPercent(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "%") {
      if escape(text, at: index) == nil { return true }
    }
    return false
  }

  private static func holdsPercent(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "%") { return true }
    return false
  }

  private static func decode(_ text: Span<UInt8>, _ append: (UInt8) -> Void) {
    var index = 0
    while index < text.count {
      if let byte = escape(text, at: index) {
        append(byte)
        index += 3
      } else {
        append(text[index])
        index += 1
      }
    }
  }

  private static func escape(_ text: Span<UInt8>, at index: Int) -> UInt8? {
    guard text[index] == UInt8(ascii: "%"), index + 2 < text.count,
      let high = hexadecimal(text[index + 1]), let low = hexadecimal(text[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
