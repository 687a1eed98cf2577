/// Parses the text of a pattern.
enum PatternParser {
  /// Parses a pattern without variables: `*`, `?` and bytes.
  static func wildcards(_ text: String) -> [PatternNode] {
    text.utf8.map(wildcard)
  }

  /// Parses `$(name)` as a variable, which never matches if unclosed, or as text without variables.
  static func nodes(_ text: String, _ variables: SubstitutionVariables?) -> [PatternNode] {
    guard let variables else { return wildcards(text) }
    var text = text
    return text.withUTF8 { nodes($0.span, variables) }
  }

  private static func nodes(
    _ text: Span<UInt8>, _ variables: SubstitutionVariables
  ) -> [PatternNode] {
    var nodes: [PatternNode] = []
    nodes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "$"), index + 1 < text.count,
        text[index + 1] == UInt8(ascii: "(")
      else {
        nodes.append(wildcard(text[index]))
        index += 1
        continue
      }
      let start = index + 2
      var end = start
      while end < text.count, text[end] != UInt8(ascii: ")") { end += 1 }
      guard end < text.count else { return nodes + [.nothing] }
      let name = (start..<end).map { text[$0] }
      nodes.append(variables.node(String(decoding: name, as: UTF8.self)))
      index = end + 1
    }
    return nodes
  }

  private static func wildcard(_ byte: UInt8) -> PatternNode {
    switch byte {
    case UInt8(ascii: "*"): .many
    case UInt8(ascii: "?"): .one
    default: .byte(byte)
    }
  }
}
