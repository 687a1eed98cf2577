/// A path pattern, including the slash rules that apply only to paths.
///
/// Observed in Apple's `swcutil`: an empty path is read as `/`; trailing slashes are ignored in
/// both path and pattern; a leading slash in the pattern is optional, and several count as one; a
/// pattern that ends in `/*` also accepts the path without that last segment.
///
/// A class, like everything that each look-up touches: copying a pattern's many arrays took longer
/// than comparing them with a path.
final class PathPattern: Sendable {
  let pattern: Pattern
  let captureNames: [String]
  private let captures: Captures
  private let hasPlainSlashes: Bool

  private enum Captures {
    case none
    case literal(LiteralCaptures)
    case program(PatternProgram)
  }

  private static let root = [UInt8(ascii: "/")]

  init(
    _ text: String, variables: SubstitutionVariables?, ignoresCase: Bool,
    captures: CapturePattern? = nil, countsCharacters: Bool = false,
    variation: MatchingVariation = []
  ) {
    var nodes = captures.map { $0.nodes(variables) } ?? PatternParser.nodes(text, variables)
    if countsCharacters { nodes = nodes.countingCharacters }
    hasPlainSlashes = variation.contains(.plainSlashes)
    var isRestOptional = false
    if !hasPlainSlashes { isRestOptional = Self.normalize(&nodes, variation) }
    pattern = Pattern(nodes, ignoresCase: ignoresCase, isRestOptional: isRestOptional)
    captureNames = captures?.names ?? []
    if isRestOptional { nodes.insert(.optionalRest, at: nodes.count - 2) }
    let folded = ignoresCase ? nodes.map(\.folded) : nodes
    if captureNames.isEmpty {
      self.captures = .none
    } else if let literal = LiteralCaptures(folded) {
      self.captures = .literal(literal)
    } else {
      var program = PatternProgram()
      program.append(folded)
      self.captures = .program(program)
    }
  }

  /// The nodes of a pattern with normalised slashes.
  static func nodes(_ text: String, _ variables: SubstitutionVariables?) -> [PatternNode] {
    var nodes = PatternParser.nodes(text, variables)
    _ = normalize(&nodes, [])
    return nodes
  }

  /// Returns nodes with normalised slashes, and with a mark where their rest is optional.
  static func nodesWithRest(_ nodes: [PatternNode]) -> [PatternNode] {
    var nodes = nodes
    guard normalize(&nodes, []) else { return nodes }
    nodes.removeLast(2)
    nodes.append(.optionalRest)
    return nodes
  }

  /// Returns the patterns of which one must match a path without its trailing slashes.
  static func alternatives(
    _ text: String, _ variables: SubstitutionVariables?
  ) -> [[PatternNode]] {
    var nodes = PatternParser.nodes(text, variables)
    return normalize(&nodes, []) ? [nodes, nodes.dropLast(2)] : [nodes]
  }

  /// Normalises slashes and returns whether the last segment is optional.
  private static func normalize(
    _ nodes: inout [PatternNode], _ variation: MatchingVariation
  ) -> Bool {
    let slash = PatternNode.byte(UInt8(ascii: "/"))
    let endsInSlash = nodes.last == slash
    while nodes.last == slash { nodes.removeLast() }
    if nodes.first?.isMany != true {
      nodes.removeFirst(nodes.prefix { $0 == slash }.count)
      if !nodes.isEmpty { nodes.insert(slash, at: 0) }
    } else if variation.contains(.leadingStarIsNotEmpty) {
      nodes.insert(.one, at: 0)
    }
    if endsInSlash, variation.contains(.starBetweenSlashesIsKept) { return false }
    return nodes.suffix(2) == [slash, .many]
  }

  /// The range of the path without its trailing slashes.
  static func trimmed(_ path: Span<UInt8>) -> Range<Int> {
    var end = path.count
    while end > 0, path[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return 0..<end
  }

  func matches(_ path: Span<UInt8>) -> Bool {
    guard !hasPlainSlashes else {
      return path.isEmpty ? Self.root.withSpan(pattern.matches) : pattern.matches(path)
    }
    return pattern.matches(path.extracting(Self.trimmed(path)))
  }

  /// Returns the text ranges of the named captures, in order; nil when the path does not match.
  func captures(in path: Span<UInt8>) -> CaptureRanges? {
    let text = path.extracting(Self.trimmed(path))
    switch captures {
    case .none: return matches(path) ? CaptureRanges(count: 0) : nil
    case .literal(let captures):
      return captures.captures(in: text, ignoresCase: pattern.ignoresCase)
    case .program(let program):
      let ranges = program.captures(
        in: text, count: captureNames.count, ignoresCase: pattern.ignoresCase)
      return ranges.map(CaptureRanges.init)
    }
  }
}
