/// The pattern of one rule for one part of a URL.
struct TextTest {
  /// The text passes when one of them covers it.
  let alternatives: [[PatternNode]]
  let ignoresCase: Bool
  /// Whether escapes of the text are decoded first.
  let decodes: Bool

  init(_ alternatives: [[PatternNode]], ignoresCase: Bool, decodes: Bool) {
    let counted = decodes ? alternatives.map(\.countingCharacters) : alternatives
    self.alternatives = ignoresCase ? counted.map { $0.map(\.folded) } : counted
    self.ignoresCase = ignoresCase
    self.decodes = decodes
  }

  /// Whether a text without escapes passes.
  func accepts(_ text: [UInt8]) -> Bool {
    alternatives.contains { nodes in
      text.withSpan { Pattern(nodes, ignoresCase: ignoresCase).matches($0) }
    }
  }
}

/// The part of a URL that tests are about, as far as it bounds the texts that can stand there.
enum TextPlace {
  case path, query, value, fragment

  /// Whether a byte can stand there without an escape.
  func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"): false
    case UInt8(ascii: "?"): self != .path
    case UInt8(ascii: "&"): self != .value
    default: true
    }
  }
}
