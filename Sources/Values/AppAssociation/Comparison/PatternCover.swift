/// Whether one pattern accepts everything that another accepts: it is matched against the other as
/// if that were a text, whose wildcards are letters that only wildcards accept.
struct PatternCover {
  enum Letters {
    case asWritten
    /// Both patterns ignore case.
    case folded
    /// The inner pattern ignores case, so each of its letters stands for two.
    case innerOfEitherCase
  }

  let inner: [PatternNode]
  let letters: Letters

  /// False when the budget runs out.
  func isCovered(by outer: [PatternNode], _ budget: inout WorkBudget) -> Bool {
    var start = 0
    while start < outer.count, !outer[start].isMany, !outer[start].isChoice {
      guard start < inner.count, accepts(outer[start], start) else {
        return budget.spend(start) && false
      }
      start += 1
    }
    let words = inner.count / 64 + 1
    guard budget.spend(start + words) else { return false }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words * 3) { buffer in
      buffer.initialize(repeating: 0)
      var bits = buffer.mutableSpan
      var walk = PatternWalk(cover: self, words: words, budget: budget)
      walk.positions.insert(start, &bits)
      let arrives = walk.run(outer[start...], &bits)
      budget = walk.budget
      return arrives
    }
  }

  /// Whether a node of the outer pattern accepts everything that a node of the inner one accepts.
  fileprivate func accepts(_ node: PatternNode, _ position: Int) -> Bool {
    switch letters {
    case .asWritten: node.covers(inner[position])
    case .folded: node.folded.covers(inner[position].folded)
    case .innerOfEitherCase: node.covers(inner[position].eitherCase)
    }
  }

  fileprivate func isSame(_ values: VariableValues, _ position: Int) -> Bool {
    guard letters != .innerOfEitherCase, case .choice(let own) = inner[position] else {
      return false
    }
    return own == values
  }
}

/// The positions in the inner pattern up to which the outer one matches, one bit each.
private struct PatternWalk {
  let cover: PatternCover
  let positions: PositionSet
  private let sum: PositionSet
  private let value: PositionSet
  private(set) var budget: WorkBudget

  init(cover: PatternCover, words: Int, budget: WorkBudget) {
    self.cover = cover
    self.budget = budget
    positions = PositionSet(start: 0, words: words)
    sum = PositionSet(start: words, words: words)
    value = PositionSet(start: words * 2, words: words)
  }

  /// Whether the nodes lead to the end of the inner pattern.
  mutating func run(_ nodes: ArraySlice<PatternNode>, _ bits: inout MutableSpan<UInt64>) -> Bool {
    for node in nodes {
      if case .choice(let values) = node {
        choose(values, &bits)
      } else {
        advance(positions, node, &bits)
      }
      if budget.isSpent || positions.isEmpty(bits) { return false }
    }
    return positions.contains(cover.inner.count, bits)
  }

  /// A variable advances past itself and past everything that one of its values covers.
  private mutating func choose(_ values: VariableValues, _ bits: inout MutableSpan<UInt64>) {
    sum.copy(positions, &bits)
    spend(sum.advance(cover.inner.count, &bits) { cover.isSame(values, $0) })
    for sequence in values.sequences where !budget.isSpent {
      value.copy(positions, &bits)
      for node in sequence {
        advance(value, node, &bits)
        if value.isEmpty(bits) { break }
      }
      sum.formUnion(value, &bits)
    }
    positions.copy(sum, &bits)
  }

  private mutating func advance(
    _ set: PositionSet, _ node: PatternNode, _ bits: inout MutableSpan<UInt64>
  ) {
    guard !node.isMany else {
      set.extend(cover.inner.count, &bits)
      return spend(0)
    }
    spend(set.advance(cover.inner.count, &bits) { cover.accepts(node, $0) })
  }

  private mutating func spend(_ steps: Int) {
    _ = budget.spend(steps + positions.words)
  }
}

extension PatternNode {
  fileprivate var isChoice: Bool {
    if case .choice = self { true } else { false }
  }

  /// Whether a one-byte node accepts every byte that another one-byte node accepts.
  fileprivate func covers(_ other: PatternNode) -> Bool {
    switch (self, other) {
    case (.one, .byte), (.one, .one), (.one, .byteClass): true
    case (.byte(let byte), .byte(let wanted)): byte == wanted
    case (.byteClass(let byteClass), .byte(let byte)): byteClass.contains(byte)
    case (.byteClass(let byteClass), .byteClass(let inner)): byteClass.covers(inner)
    case (.range(let range), .byte(let byte)): range.contains(byte)
    default: false
    }
  }

  /// A letter widened to the class of all letters, an upper bound where case is ignored.
  fileprivate var eitherCase: PatternNode {
    switch self {
    case .byte(let byte) where ByteClass.alpha.contains(byte): .byteClass(.alpha)
    case .byteClass(let byteClass): .byteClass(byteClass.folded)
    default: self
    }
  }
}

extension ByteClass {
  fileprivate func covers(_ other: ByteClass) -> Bool {
    switch (self, other) {
    case (.alnum, _), (.alpha, .upper), (.alpha, .lower), (.xdigit, .digit): true
    default: self == other
    }
  }
}
