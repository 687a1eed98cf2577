/// A list that proxies extend at its end, each with what it knows of the hop before it: read from the
/// end, since only what was added last is known to be true.
///
/// All field lines of the name are one list (RFC 9110, section 5.3). Nothing is copied, and what is
/// read is bounded: a client may send thousands of elements.
struct ForwardedList {
  let fields: HTTPFields
  let name: StaticString
  /// Whether commas may stand in quoted strings.
  let hasQuotedStrings: Bool

  /// More hops than any chain of proxies has.
  static let longestChain = 16
  /// The length at most of all elements that are read, with their separators.
  static let longestRead = 4096

  /// Calls `body` for each element without the white space around it, the last first, until it
  /// returns false or the bounds are reached. Empty elements are none (RFC 9110, section 5.6.1.2).
  func readFromEnd(_ body: (Span<UInt8>) -> Bool) {
    var hops = Self.longestChain
    var room = Self.longestRead
    _ = fields.containsFromEnd(name) { line in
      var end = line.count
      while end > 0 {
        guard let start = start(of: end, in: line, room: room) else { return true }
        let element = ByteScan.trimmed(line, start..<end)
        room -= end - start + 1
        end = start - 1
        guard !element.isEmpty else { continue }
        guard body(line.extracting(element)) else { return true }
        hops -= 1
        guard hops > 0 else { return true }
      }
      return false
    }
  }

  /// The first byte of the element before `end`; nil when it is out of the room.
  ///
  /// Read backwards, the element that a proxy has added stands on its own: no quotation mark that a
  /// client leaves open before it takes it in.
  private func start(of end: Int, in line: Span<UInt8>, room: Int) -> Int? {
    var isQuoted = false
    var index = end
    while index > 0 {
      guard end - index < room else { return nil }
      index -= 1
      switch line[index] {
      case UInt8(ascii: ",") where !isQuoted: return index + 1
      case UInt8(ascii: "\"") where hasQuotedStrings:
        if !isQuoted || !Self.isEscaped(index, in: line) { isQuoted.toggle() }
      default: break
      }
    }
    return 0
  }

  /// Whether a backslash that is none of a pair stands before the byte.
  private static func isEscaped(_ index: Int, in line: Span<UInt8>) -> Bool {
    var start = index
    while start > 0, line[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (index - start) % 2 == 1
  }
}
