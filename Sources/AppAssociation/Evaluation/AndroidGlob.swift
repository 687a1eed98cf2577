/// A pattern of Dynamic App Links. It looks like one of Apple's and differs: `*` runs only up to
/// the next character of the pattern and never goes back; `?` is one character.
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

  /// How far pattern and text go together.
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

  /// Why the pattern does not cover the text.
  func difference(from text: [UInt8]) -> String {
    let end = agreement(with: text)
    let agreed = String(decoding: text[..<end.text], as: UTF8.self)
    let start = end.text == 0 ? "nothing agrees:" : "agrees up to '\(agreed)',"
    let rest = String(decoding: text[end.text...], as: UTF8.self)
    let wanted = String(decoding: pattern[end.pattern...], as: UTF8.self)
    if wanted.isEmpty {
      return "\(start) where the pattern ends and the URL goes on with '\(rest)'"
    }
    return rest.isEmpty
      ? "\(start) where the URL ends and the pattern goes on with '\(wanted)'"
      : "\(start) where the URL goes on with '\(rest)' and the pattern with '\(wanted)'"
  }
}
