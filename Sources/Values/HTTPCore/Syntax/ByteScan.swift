import WebSyntax

/// Searches in bytes, sixteen at a time.
enum ByteScan {
  /// The index of the next line feed; nil when there is none.
  static func lineFeed(in bytes: Span<UInt8>, from start: Int) -> Int? {
    let index = first(in: bytes, start..<bytes.count) { $0 .== every(0x0A) }
    return index < bytes.count ? index : nil
  }

  /// The end of the field value that begins at the lower bound: the index of the first byte that no
  /// value may contain.
  @inline(__always)
  static func valueEnd(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    first(in: bytes, range) {
      ($0 .< every(0x20)) .& ($0 .!= every(0x09)) .| ($0 .== every(0x7F))
    }
  }

  /// The end of the token that begins at the lower bound; the lower bound itself when there is none.
  @inline(__always)
  static func tokenEnd(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    // Nearly every name consists of letters and hyphens, and ends before a colon.
    let end = first(in: bytes, range) { .!(letters($0) .| ($0 .== every(0x2D))) }
    guard end < range.upperBound, bytes[end] != UInt8(ascii: ":") else { return end }
    return rareTokenEnd(in: bytes, end..<range.upperBound)
  }

  @inline(never)
  private static func rareTokenEnd(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound, HTTPSyntax.isToken(bytes[index]) { index &+= 1 }
    return index
  }

  /// The marks of the letters of both cases.
  @inline(__always)
  static func letters(_ block: Block) -> Marks {
    (block | every(0x20)) &- every(UInt8(ascii: "a")) .< every(26)
  }

  /// The range without white space at its ends.
  @inline(__always)
  static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return range }
    // Nearly every value follows a single space.
    let start = range.lowerBound &+ (bytes[range.lowerBound] == 0x20 ? 1 : 0)
    let rest = Range(uncheckedBounds: (start, range.upperBound))
    guard !rest.isEmpty else { return rest }
    let isSpaced =
      HTTPSyntax.isSpace(bytes[start]) || HTTPSyntax.isSpace(bytes[range.upperBound &- 1])
    return isSpaced ? trimmedFurther(bytes, rest) : rest
  }

  private static func trimmedFurther(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
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
  @inline(__always)
  static func equals(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return bytes.extracting(range).withUnsafeBytes {
      ByteWords.areEqualIgnoringCase($0, UnsafeRawBufferPointer(of: text))
    }
  }

  /// Whether all bytes equal the text, ignoring case.
  static func equals(_ bytes: Span<UInt8>, _ text: StaticString) -> Bool {
    equals(bytes, bytes.indices, text)
  }

  @inline(__always)
  static func isExactly(_ bytes: Span<UInt8>, _ range: Range<Int>, _ text: StaticString) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return bytes.extracting(range).withUnsafeBytes {
      ByteWords.areEqual($0, UnsafeRawBufferPointer(of: text))
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes of a text, which exist as long as the program.
  @inline(__always)
  fileprivate init(of text: StaticString) {
    self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }
}
