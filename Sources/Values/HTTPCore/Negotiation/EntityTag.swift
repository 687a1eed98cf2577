import WebSyntax

/// Entity tags and their comparison (RFC 9110, section 8.8.3).
enum EntityTag {
  enum Comparison {
    /// The comparison for If-Match, in which a weak tag equals no other.
    case strong
    /// The comparison for If-None-Match, which ignores weak marks.
    case weak
  }

  /// Whether a value of If-Match or If-None-Match is `*`, or a list that contains the tag. A list is
  /// read up to its first malformed element.
  ///
  /// - Parameter tag: a strong tag with its quotation marks; nil for content without one.
  static func matches(
    _ value: Span<UInt8>, tag: [UInt8]?, _ comparison: Comparison
  ) -> Bool {
    if ByteScan.isExactly(value, 0..<value.count, "*") { return true }
    guard let tag else { return false }
    // Nearly every client sends exactly the tag that it received.
    if ByteWords.areEqual(tag.span, value) { return true }
    var index = 0
    while let listed = next(in: value, &index) {
      let isComparable = comparison == .weak || !listed.isWeak
      if isComparable, ByteWords.areEqual(tag.span, value.extracting(listed.tag)) { return true }
    }
    return false
  }

  /// The next tag of a list; nil at the end of the list and at anything other than a tag. Empty
  /// elements are skipped (RFC 9110, section 5.6.1.2).
  private static func next(
    in value: Span<UInt8>, _ index: inout Int
  ) -> (isWeak: Bool, tag: Range<Int>)? {
    while index < value.count, isSeparator(value[index]) { index += 1 }
    let isWeak =
      index + 1 < value.count && ByteScan.isExactly(value, index..<(index + 2), "W/")
    let start = isWeak ? index + 2 : index
    guard start < value.count, value[start] == UInt8(ascii: "\"") else { return nil }
    var end = start + 1
    while end < value.count, value[end] != UInt8(ascii: "\"") { end += 1 }
    guard end < value.count else { return nil }
    index = end + 1
    guard index == value.count || isSeparator(value[index]) else { return nil }
    return (isWeak, start..<index)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || HTTPSyntax.isSpace(byte)
  }
}
