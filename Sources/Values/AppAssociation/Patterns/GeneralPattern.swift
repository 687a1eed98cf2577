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
  /// The nodes of all values, and the number of variables that have only literal ones.
  private let (size, literalCount): (Int, Int)

  init(_ nodes: [PatternNode], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    var (size, literalCount) = (0, 0)
    steps = nodes.map { node in
      guard case .choice(let values) = node else {
        size += 1
        return .node(node)
      }
      if let literals = values.literals {
        literalCount += 1
        return .literals(literals)
      }
      size += values.size
      return .sequences(values.sequences)
    }
    (self.size, self.literalCount) = (size, literalCount)
  }

  /// The work of a comparison with a text, at most, in steps of a budget.
  func steps(_ count: Int) -> Int {
    let (product, isTooLarge) = size.multipliedReportingOverflow(by: count / 64 + 1)
    return isTooLarge ? .max / 4 : product / 8 + (literalCount + 1) * count
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
      for step in steps {
        switch step {
        case .node(let node):
          positions.advance(node, text, &bits)
        case .literals(let set):
          if Interruption.isDue { return false }
          sum.clear(&bits)
          var start = positions.next(from: 0, bits)
          while let position = start {
            for end in set.ends(in: text, from: position) { sum.insert(end, &bits) }
            start = positions.next(from: position + 1, bits)
          }
          positions.copy(sum, &bits)
        case .sequences(let choices):
          guard positions.advance(past: choices, text, sum: sum, value: value, &bits) else {
            return false
          }
        }
        if positions.isEmpty(bits) { return false }
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

  init(_ values: [[UInt8]]) {
    self.values = values
    index = PrefixIndex(values)
  }

  /// The ends of all values that begin at a position of a text.
  func ends(in text: Span<UInt8>, from position: Int) -> [Int] {
    var ends: [Int] = []
    _ = index.first(text.extracting(position..<text.count)) { number in
      if text.holds(values[number], at: position, false) {
        ends.append(position + values[number].count)
      }
      return false
    }
    return ends
  }
}
