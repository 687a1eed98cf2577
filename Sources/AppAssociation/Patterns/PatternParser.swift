/// Reads the text of a pattern.
enum PatternParser {
  /// A pattern without variables: `*`, `?` and bytes.
  static func wildcards(_ text: String) -> [PatternNode] {
    text.utf8.map(wildcard)
  }

  /// A pattern with `$(name)`; one that is not closed never matches.
  /// Without variables `$(name)` is text.
  static func nodes(_ text: String, _ variables: SubstitutionVariables?) -> [PatternNode] {
    guard let variables else { return wildcards(text) }
    var nodes: [PatternNode] = []
    var rest = Substring(text)
    while let open = rest.firstRange(of: "$(") {
      nodes += rest[..<open.lowerBound].utf8.map(wildcard)
      let inside = rest[open.upperBound...]
      guard let close = inside.firstIndex(of: ")") else { return nodes + [.nothing] }
      nodes.append(variables.node(String(inside[..<close])))
      rest = inside[inside.index(after: close)...]
    }
    return nodes + rest.utf8.map(wildcard)
  }

  private static func wildcard(_ byte: UInt8) -> PatternNode {
    switch byte {
    case UInt8(ascii: "*"): .many
    case UInt8(ascii: "?"): .one
    default: .byte(byte)
    }
  }
}
