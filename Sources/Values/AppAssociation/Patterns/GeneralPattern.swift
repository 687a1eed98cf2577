import WebSyntax

/// A pattern with multi-character variables.
///
/// Instead of backtracking over the values, it tracks the set of all text positions that the nodes
/// so far can reach, one bit each. Every node advances the set once.
struct GeneralPattern: Sendable {
  private let nodes: [PatternNode]
  private let ignoresCase: Bool
  /// The nodes of all values, and for variables with only literal ones the work for each position of
  /// a text.
  private let (size, literalSteps): (Int, Int)

  /// - Parameter nodes: folded where case is ignored.
  init(_ nodes: [PatternNode], ignoresCase: Bool) {
    self.nodes = nodes
    self.ignoresCase = ignoresCase
    size = nodes.reduce(0) { $0 + ($1.literals == nil ? $1.size : 0) }
    literalSteps = nodes.compactMap(\.literals).reduce(0) { $0 + 1 + $1.longest / 16 }
  }

  /// The work of a comparison with a text, at most, in steps of a budget.
  func steps(_ count: Int) -> Int {
    let (product, isTooLarge) = size.multipliedReportingOverflow(by: count / 64 + 1)
    return isTooLarge ? .max / 4 : product / 4 + (literalSteps + 1) * count
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    guard ignoresCase else { return isMatched(text) }
    return text.indices.map { ASCII.lowercased(text[$0]) }.withSpan(isMatched)
  }

  private func isMatched(_ text: Span<UInt8>) -> Bool {
    let words = text.count / 64 + 1
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words * 3) { buffer in
      buffer.initialize(repeating: 0)
      var bits = buffer.mutableSpan
      // Adjacent in one buffer: the positions reached, the union over a variable's values, and the
      // positions for one value.
      let positions = PositionSet(start: 0, words: words)
      let sum = PositionSet(start: words, words: words)
      let value = PositionSet(start: words * 2, words: words)
      positions.insert(0, &bits)
      for node in nodes {
        guard positions.advance(node, text, sum: sum, value: value, &bits),
          !positions.isEmpty(bits)
        else { return false }
      }
      return positions.contains(text.count, bits)
    }
  }
}

/// The values of a variable without wildcards. The index keeps the time for each position of a text
/// to the length of the values, however many there are.
struct LiteralSet: Sendable {
  private let values: [[UInt8]]
  private let index: PrefixIndex
  /// The length of the longest value.
  let longest: Int

  init(_ values: [[UInt8]]) {
    self.values = values
    longest = values.reduce(0) { max($0, $1.count) }
    index = PrefixIndex(values)
  }

  /// The ends of all values that begin at a position of a text.
  func ends(in text: Span<UInt8>, from position: Int) -> [Int] {
    var ends: [Int] = []
    // Each candidate begins with the one before it, so no byte is compared twice.
    var (end, agrees) = (position, true)
    _ = index.first(text.extracting(position..<text.count)) { number in
      let value = values[number]
      while agrees, end - position < value.count {
        agrees = end < text.count && text[end] == value[end - position]
        end += 1
      }
      if agrees { ends.append(end) }
      return false
    }
    return ends
  }
}
