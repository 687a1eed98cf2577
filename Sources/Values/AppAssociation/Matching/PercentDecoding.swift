import WebSyntax

/// Percent-decoding for `percentEncoded: false`; anything other than an escape is left as written.
package enum PercentDecoding {
  /// Calls the body with the decoded text; short texts stay on the stack.
  static func with(_ text: Span<UInt8>, _ body: (Span<UInt8>) -> Bool) -> Bool {
    guard holdsPercent(text) else { return body(text) }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { buffer in
      var count = 0
      PercentCoding.decodeValidEscapes(text) { byte in
        buffer.initializeElement(at: count, to: byte)
        count += 1
      }
      return body(UnsafeBufferPointer(rebasing: buffer[..<count]).span)
    }
  }

  /// The bytes of a text with its escapes decoded.
  package static func decoded(_ text: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    PercentCoding.decodeValidEscapes(text) { result.append($0) }
    return result
  }

  /// Returns whether some `%` does not begin an escape, a case that is not documented.
  package static func hasStrayPercent(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "%") {
      if PercentCoding.escapedByte(text, at: index + 1) == nil { return true }
    }
    return false
  }

  private static func holdsPercent(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "%") { return true }
    return false
  }
}
