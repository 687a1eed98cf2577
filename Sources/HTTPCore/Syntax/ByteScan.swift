import WebSyntax

/// Byte searches that examine eight bytes at a time where possible.
enum ByteScan {
  /// The place of the next line feed; nil when there is none.
  static func lineFeed(in bytes: Span<UInt8>, from start: Int) -> Int? {
    bytes.withUnsafeBytes { raw in
      var index = start
      while index &+ 8 <= raw.count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let found = zeros(in: word ^ every(0x0A))
        if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
        index &+= 8
      }
      while index < raw.count {
        if raw[index] == 0x0A { return index }
        index &+= 1
      }
      return nil
    }
  }

  /// The place of the first byte not allowed in a field value; nil when there is none.
  static func control(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    bytes.extracting(range).withUnsafeBytes { raw in
      var index = 0
      while index &+ 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let below = (word &- every(0x20)) & ~word & every(0x80)
        let suspicious = below | zeros(in: word ^ every(0x7F))
        if suspicious != 0, let found = control(in: raw, index..<index &+ 8) {
          return range.lowerBound &+ found
        }
        index &+= 8
      }
      return control(in: raw, index..<raw.count).map { range.lowerBound &+ $0 }
    }
  }

  private static func control(in raw: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
    range.first { !HTTPSyntax.isFieldValue(raw[$0]) }
  }

  /// The end of the token that begins at the lower bound; the lower bound itself when there is none.
  static func tokenEnd(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    let tokens = HTTPSyntax.tokens
    var index = range.lowerBound
    while index < range.upperBound, tokens.contains(bytes[index]) { index &+= 1 }
    return index
  }

  /// The range without white space at its ends.
  static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, HTTPSyntax.isSpace(bytes[start]) { start &+= 1 }
    while start < end, HTTPSyntax.isSpace(bytes[end &- 1]) { end &-= 1 }
    return start..<end
  }

  /// The next element of a comma-separated list, without surrounding white space; nil at the end of
  /// the list. Empty elements are skipped (RFC 9110, section 5.6.1.2).
  static func nextElement(
    in bytes: Span<UInt8>, _ rest: inout Range<Int>
  ) -> Range<Int>? {
    while !rest.isEmpty {
      let comma = rest.first { bytes[$0] == UInt8(ascii: ",") }
      let element = trimmed(bytes, rest.lowerBound..<(comma ?? rest.upperBound))
      rest = (comma.map { $0 + 1 } ?? rest.upperBound)..<rest.upperBound
      if !element.isEmpty { return element }
    }
    return nil
  }

  /// Whether the bytes equal the text, ignoring case.
  static func equals(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    var letter = text.utf8Start
    for index in range {
      if ASCII.lowercased(bytes[index]) != ASCII.lowercased(letter.pointee) {
        return false
      }
      letter += 1
    }
    return true
  }

  private static func every(_ byte: UInt64) -> UInt64 {
    byte &* 0x0101_0101_0101_0101
  }

  /// A word whose lowest set bit is in its lowest zero byte.
  private static func zeros(in word: UInt64) -> UInt64 {
    (word &- every(0x01)) & ~word & every(0x80)
  }
}

extension ByteScan {
  /// Whether the bytes equal the text exactly.
  static func isExactly(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    var letter = text.utf8Start
    for index in range {
      if bytes[index] != letter.pointee { return false }
      letter += 1
    }
    return true
  }
}
