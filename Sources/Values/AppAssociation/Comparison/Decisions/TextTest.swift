/// The test of one part of a URL against one rule's pattern.
struct TextTest {
  /// The patterns; the text passes when one of them matches all of it.
  let alternatives: [[PatternNode]]
  let ignoresCase: Bool
  /// Whether escapes in the text are decoded first.
  let decodes: Bool

  init(_ alternatives: [[PatternNode]], ignoresCase: Bool, decodes: Bool) {
    let counted = decodes ? alternatives.map(\.countingCharacters) : alternatives
    self.alternatives = ignoresCase ? counted.map { $0.map(\.folded) } : counted
    self.ignoresCase = ignoresCase
    self.decodes = decodes
  }

  /// Returns whether a text without escapes passes.
  func accepts(_ text: [UInt8]) -> Bool {
    alternatives.contains { nodes in
      text.withSpan { Pattern(nodes, ignoresCase: ignoresCase).matches($0) }
    }
  }
}

/// The part of a URL that a test applies to, which determines the bytes allowed there.
enum URLPart {
  case path, query, value, fragment

  /// Returns whether a byte can appear there without being escaped.
  func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"): false
    case UInt8(ascii: "?"): self != .path
    case UInt8(ascii: "&"): self != .value
    default: true
    }
  }
}
