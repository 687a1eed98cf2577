/// The pattern of a path, with the slash rules that only paths have.
///
/// Observed of Apple's `swcutil`: an empty path reads as `/`; trailing slashes count neither in the
/// path nor in the pattern; a leading slash of the pattern is optional, several are one; a pattern
/// that ends in `/*` also accepts the path without that last segment.
struct PathPattern: Sendable {
  let pattern: Pattern
  let captureNames: [String]
  private let program: CaptureProgram?

  init(
    _ text: String, variables: SubstitutionVariables, ignoresCase: Bool,
    captures: CapturePattern? = nil
  ) {
    var nodes = captures.map { $0.nodes(variables) } ?? PatternParser.nodes(text, variables)
    while nodes.last == .byte(UInt8(ascii: "/")) { nodes.removeLast() }
    if nodes.first?.isMany != true {
      let slashes = nodes.prefix { $0 == .byte(UInt8(ascii: "/")) }.count
      nodes.removeFirst(slashes)
      if !nodes.isEmpty { nodes.insert(.byte(UInt8(ascii: "/")), at: 0) }
    }
    let isRestOptional = nodes.suffix(2) == [.byte(UInt8(ascii: "/")), .many]
    pattern = Pattern(nodes, ignoresCase: ignoresCase, isRestOptional: isRestOptional)
    captureNames = captures?.names ?? []
    guard !captureNames.isEmpty else {
      program = nil
      return
    }
    if isRestOptional { nodes.insert(.optionalRest, at: nodes.count - 2) }
    program = CaptureProgram(ignoresCase ? nodes.map(\.folded) : nodes)
  }

  /// The path without its trailing slashes.
  static func trimmed(_ path: Span<UInt8>) -> Range<Int> {
    var end = path.count
    while end > 0, path[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return 0..<end
  }

  func matches(_ path: Span<UInt8>) -> Bool {
    pattern.matches(path.extracting(Self.trimmed(path)))
  }

  /// What the names of the pattern cover, in their order; nil when it does not match.
  func captures(in path: Span<UInt8>) -> [Range<Int>]? {
    guard let program else { return matches(path) ? [] : nil }
    let text = path.extracting(Self.trimmed(path))
    return program.captures(in: text, count: captureNames.count, ignoresCase: pattern.ignoresCase)
  }
}
