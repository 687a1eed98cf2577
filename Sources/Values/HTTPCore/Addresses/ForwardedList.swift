/// A list that each proxy extends at its end with its knowledge of the previous hop. It is read from the
/// end, since only the last element is known to be true.
///
/// All field lines of the name form one list (RFC 9110, section 5.3). Nothing is copied, and the reading
/// is bounded: a client may send thousands of elements.
struct ForwardedList {
  let fields: HTTPFields
  let name: StaticString
  /// Whether commas may occur in quoted strings.
  let hasQuotedStrings: Bool

  /// The maximum number of elements that are read: more hops than any chain of proxies has.
  static let longestChain = 16
  /// The maximum number of bytes that are read, including separators.
  static let longestRead = 4096

  /// Calls `body` for each element without surrounding white space, from last to first, until it returns
  /// false or a bound is reached. Empty elements are skipped (RFC 9110, section 5.6.1.2).
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

  /// The first byte of the element that ends at `end`; nil if it exceeds the room.
  ///
  /// Reading backwards keeps the element of a proxy intact: a quotation mark that a client leaves open
  /// before it cannot absorb it.
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

  /// Whether an unescaped backslash precedes the byte.
  private static func isEscaped(_ index: Int, in line: Span<UInt8>) -> Bool {
    var start = index
    while start > 0, line[start - 1] == UInt8(ascii: "\\") { start -= 1 }
    return (index - start) % 2 == 1
  }
}
