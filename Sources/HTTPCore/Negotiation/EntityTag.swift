/// Entity tags and their comparison with `If-None-Match` (RFC 9110, sections 8.8.3 and 13.1.2).
enum EntityTag {
  /// Whether a value of If-None-Match contains one of the tags, ignoring weak marks, or is `*`.
  ///
  /// - Parameter tags: strong tags with their quotation marks.
  static func matches(_ value: Span<UInt8>, tags: [[UInt8]]) -> Bool {
    // Nearly every client sends exactly the tag that it received.
    if contains(tags, value) { return true }
    var index = 0
    while index < value.count {
      switch value[index] {
      case UInt8(ascii: ","), 0x20, 0x09: index += 1
      case UInt8(ascii: "*"): return true
      case UInt8(ascii: "W") where index + 1 < value.count && value[index + 1] == UInt8(ascii: "/"):
        index += 2
      case UInt8(ascii: "\""):
        var end = index + 1
        while end < value.count, value[end] != UInt8(ascii: "\"") { end += 1 }
        guard end < value.count else { return false }
        let tag = value.extracting(index..<(end + 1))
        if contains(tags, tag) { return true }
        index = end + 1
      default: return false
      }
    }
    return false
  }

  private static func contains(_ tags: [[UInt8]], _ tag: Span<UInt8>) -> Bool {
    for candidate in tags {
      if ByteWords.areEqual(candidate.span, tag) { return true }
    }
    return false
  }
}
