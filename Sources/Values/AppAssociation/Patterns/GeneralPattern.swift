import WebSyntax

/// A pattern with multi-character variables.
///
/// Instead of backtracking over the values, it tracks the set of all text positions that the nodes
/// so far can reach, one bit each. Every node advances the set once.
struct GeneralPattern: Sendable {
  private enum Step: Sendable {
    case node(PatternNode)
    case literals(LiteralSet)
    case sequences([[PatternNode]])
  }

  private let steps: [Step]
  private let ignoresCase: Bool

  init(_ nodes: [PatternNode], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    steps = nodes.map { node in
      guard case .choice(let values) = node else { return .node(node) }
      return values.literals.map { .literals($0) } ?? .sequences(values.sequences)
    }
  }

  func matches(_ text: Span<UInt8>) -> Bool {
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
      for step in steps {
        switch step {
        case .node(let node):
          positions.advance(node, text, ignoresCase, &bits)
        case .literals(let set):
          if Interruption.isDue { return false }
          sum.clear(&bits)
          var start = positions.next(from: 0, bits)
          while let position = start {
            set.insertEnds(in: text, at: position, ignoresCase, into: sum, &bits)
            start = positions.next(from: position + 1, bits)
          }
          positions.copy(sum, &bits)
        case .sequences(let choices):
          let isDone = positions.advance(
            past: choices, text, ignoresCase, sum: sum, value: value, &bits)
          guard isDone else { return false }
        }
        if positions.isEmpty(bits) { return false }
      }
      return positions.contains(text.count, bits)
    }
  }
}

/// The values of a variable without wildcards, indexed by their first byte.
struct LiteralSet: Sendable {
  private let values: [UInt8: [[UInt8]]]
  private let holdsEmpty: Bool

  init(_ values: [[UInt8]]) {
    holdsEmpty = values.contains([])
    self.values = Dictionary(grouping: values.filter { !$0.isEmpty }) { $0[0] }
  }

  /// Inserts the end positions of all values that begin at a given position.
  func insertEnds(
    in text: Span<UInt8>, at position: Int, _ ignoresCase: Bool, into set: PositionSet,
    _ bits: inout MutableSpan<UInt64>
  ) {
    if holdsEmpty { set.insert(position, &bits) }
    guard position < text.count else { return }
    let first = ignoresCase ? ASCII.lowercased(text[position]) : text[position]
    for value in values[first] ?? [] where text.holds(value, at: position, ignoresCase) {
      set.insert(position + value.count, &bits)
    }
  }
}
