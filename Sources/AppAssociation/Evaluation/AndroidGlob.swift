/// A pattern of Dynamic App Links. It looks like an Apple pattern, but differs: `*` stops at the
/// first occurrence of the next pattern character and never backtracks; `?` is one character.
///
/// Source: Google, "Configure website associations", dynamic app links.
struct AndroidGlob: Hashable, Sendable {
  let pattern: [UInt8]

  init(_ text: String) {
    pattern = Array(text.utf8)
  }

  func matches(_ text: [UInt8]) -> Bool {
    let end = agreement(with: text)
    return end.pattern == pattern.count && end.text == text.count
  }

  /// The number of bytes of pattern and text that match.
  func agreement(with text: [UInt8]) -> (pattern: Int, text: Int) {
    var place = 0
    var position = 0
    while position < pattern.count {
      switch pattern[position] {
      case UInt8(ascii: "*"):
        let start = position
        while position < pattern.count, pattern[position] == UInt8(ascii: "*") { position += 1 }
        guard position < pattern.count else { return (position, text.count) }
        guard pattern[position] != UInt8(ascii: "?") else { continue }
        guard let next = text[place...].firstIndex(of: pattern[position]) else {
          return (start, place)
        }
        place = next
      case UInt8(ascii: "?"):
        guard place < text.count else { return (position, place) }
        position += 1
        place += 1
      default:
        guard place < text.count, text[place] == pattern[position] else { return (position, place) }
        position += 1
        place += 1
      }
    }
    return (position, place)
  }

  /// The reason why the pattern does not cover the text.
  func difference(from text: [UInt8]) -> String {
    let end = agreement(with: text)
    let agreed = String(decoding: text[..<end.text], as: UTF8.self)
    let start = end.text == 0 ? "no match at all:" : "matches up to '\(agreed)',"
    let rest = String(decoding: text[end.text...], as: UTF8.self)
    let wanted = String(decoding: pattern[end.pattern...], as: UTF8.self)
    if wanted.isEmpty {
      return "\(start) where the pattern ends and the URL continues with '\(rest)'"
    }
    return rest.isEmpty
      ? "\(start) where the URL ends and the pattern continues with '\(wanted)'"
      : "\(start) where the URL continues with '\(rest)' and the pattern with '\(wanted)'"
  }
}
