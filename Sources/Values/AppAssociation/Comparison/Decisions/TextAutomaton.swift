import WebSyntax

/// An automaton that runs all tests in a single pass over a text.
struct TextAutomaton {
  /// The positions reached in all patterns, in ascending order.
  typealias State = [Int32]

  private enum Element {
    case one(PatternNode)
    case many
    case fork([Int32])
    case jump(Int32)
    /// The test has passed if the text ends here.
    case end(Int)
    case dead
  }

  private var elements: [Element] = []
  /// Whether each element's test ignores case, and whether it decodes.
  private var folds: [Bool] = []
  private var decodes: [Bool] = []
  private var starts: [Int32] = []

  init(_ tests: [TextTest]) {
    for (number, test) in tests.enumerated() {
      for nodes in test.alternatives {
        starts.append(Int32(elements.count))
        append(nodes)
        elements.append(.end(number))
        let count = elements.count - folds.count
        folds += Array(repeating: test.ignoresCase, count: count)
        decodes += Array(repeating: test.decodes, count: count)
      }
    }
  }

  private mutating func append(_ nodes: [PatternNode]) {
    for node in nodes {
      switch node {
      case .byte, .one, .byteClass, .range: elements.append(.one(node))
      case .many: elements.append(.many)
      case .choice(let values): append(choice: values.sequences)
      case .nothing: elements.append(.dead)
      case .optionalRest, .captureStart, .captureEnd: break
      }
    }
  }

  private mutating func append(choice sequences: [[PatternNode]]) {
    let fork = elements.count
    elements.append(.dead)
    var starts: [Int32] = []
    var jumps: [Int] = []
    for sequence in sequences {
      starts.append(Int32(elements.count))
      append(sequence)
      jumps.append(elements.count)
      elements.append(.dead)
    }
    elements[fork] = .fork(starts)
    for jump in jumps { elements[jump] = .jump(Int32(elements.count)) }
  }

  // MARK: - Reading

  /// The state before the first letter is read.
  var start: State {
    var reached: Set<Int32> = []
    for start in starts { insert(start, &reached) }
    return reached.sorted()
  }

  /// Returns the state after one more letter.
  func state(after state: State, _ letter: TextAlphabet.Letter) -> State {
    guard letter.written.count > 1 else { return step(state, letter.decoded) { _ in true } }
    let decoded = step(state, letter.decoded) { decodes[Int($0)] }
    var written = state
    for byte in letter.written { written = step(written, byte) { !decodes[Int($0)] } }
    return (decoded + written).sorted()
  }

  private func step(_ state: State, _ byte: UInt8, where isRead: (Int32) -> Bool) -> State {
    var reached: Set<Int32> = []
    let lower = ASCII.lowercased(byte)
    for index in state where isRead(index) {
      switch elements[Int(index)] {
      case .one(let node):
        if node.accepts(folds[Int(index)] ? lower : byte) { insert(index + 1, &reached) }
      case .many: insert(index, &reached)
      case .fork, .jump, .end, .dead: break
      }
    }
    return reached.sorted()
  }

  private func insert(_ index: Int32, _ reached: inout Set<Int32>) {
    switch elements[Int(index)] {
    case .one, .end: _ = reached.insert(index)
    case .many:
      if reached.insert(index).inserted { insert(index + 1, &reached) }
    case .fork(let targets): for target in targets { insert(target, &reached) }
    case .jump(let target): insert(target, &reached)
    case .dead: break
    }
  }

  /// Returns the numbers of the tests that pass if the text ends here.
  func passed(_ state: State) -> Set<Int> {
    var passed: Set<Int> = []
    for index in state {
      if case .end(let number) = elements[Int(index)] { passed.insert(number) }
    }
    return passed
  }

  /// Returns the bytes that may lead to other states than the rest do; nil when any byte may.
  func distinguished(_ state: State) -> Set<UInt8>? {
    var bytes: Set<UInt8> = []
    for index in state {
      guard case .one(let node) = elements[Int(index)] else { continue }
      switch node {
      case .byte(let byte):
        bytes.insert(byte)
        if folds[Int(index)], ASCII.isLetter(byte) { bytes.insert(byte & 0xDF) }
      case .one: break
      default: return nil
      }
    }
    return bytes
  }
}

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
