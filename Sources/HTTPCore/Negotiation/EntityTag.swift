/// Entity tags and what `If-None-Match` says of them (RFC 9110, sections 8.8.3 and 13.1.2).
enum EntityTag {
  /// Whether a value of If-None-Match names one of the tags, weak marks aside, or is `*`.
  ///
  /// - Parameter tags: strong tags with their quotation marks.
  static func matches(_ value: ArraySlice<UInt8>, tags: [[UInt8]]) -> Bool {
    var rest = value
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: ","), 0x20, 0x09: rest.removeFirst()
      case UInt8(ascii: "*"): return true
      case UInt8(ascii: "W") where rest.dropFirst().first == UInt8(ascii: "/"):
        rest.removeFirst(2)
      case UInt8(ascii: "\""):
        guard let close = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return false }
        let tag = rest[...close]
        if tags.contains(where: { $0[...] == tag }) { return true }
        rest = rest[(close + 1)...]
      default: return false
      }
    }
    return false
  }
}
