import WebSyntax

/// An automaton that runs all tests in a single pass over a text.
struct TextAutomaton {
  /// The instructions reached in all patterns, in ascending order.
  typealias State = [Int]

  private var program = PatternProgram()
  /// Whether each instruction's test ignores case, and whether it decodes.
  private var folds: [Bool] = []
  private var decodes: [Bool] = []
  private var isWanted: [Bool] = []
  private var starts: [Int] = []

  /// - Parameter wanted: the tests that matter; nil for all.
  init(_ tests: [TextTest], wanted: Set<Int>?) {
    for (number, test) in tests.enumerated() {
      for nodes in test.alternatives {
        starts.append(program.append(nodes, number: number))
        let count = program.instructions.count - folds.count
        folds += Array(repeating: test.ignoresCase, count: count)
        decodes += Array(repeating: test.decodes, count: count)
        isWanted += Array(repeating: wanted?.contains(number) ?? true, count: count)
      }
    }
  }

  var start: State { reading(from: starts) }

  /// Whether a continuation may pass a test that matters.
  func holdsWanted(_ state: State) -> Bool { state.contains { isWanted[$0] } }

  func state(after state: State, _ letter: TextAlphabet.Letter) -> State {
    guard letter.written.count > 1 else { return step(state, letter.decoded) { _ in true } }
    let decoded = step(state, letter.decoded) { decodes[$0] }
    var written = state
    for byte in letter.written { written = step(written, byte) { !decodes[$0] } }
    return (decoded + written).sorted()
  }

  private func step(_ state: State, _ byte: UInt8, where isRead: (Int) -> Bool) -> State {
    let lower = ASCII.lowercased(byte)
    return reading(
      from: state.filter { index in
        guard isRead(index), case .read(let node) = program.instructions[index] else {
          return false
        }
        return node.accepts(folds[index] ? lower : byte)
      }.map { $0 + 1 })
  }

  /// The instructions that read next, or end, when the program goes on at some of them.
  private func reading(from starts: [Int]) -> State {
    var (open, seen, state): ([Int], Set<Int>, State) = (starts, [], [])
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      switch program.instructions[index] {
      case .read, .end: state.append(index)
      case .split(let targets): open += targets
      case .captureStart, .captureEnd: open.append(index + 1)
      }
    }
    return state.sorted()
  }

  /// The part of a state that belongs to tests of decoded text.
  func decoding(_ state: State) -> State { state.filter { decodes[$0] } }

  /// Returns the numbers of the tests that pass if the text ends here.
  ///
  /// - Parameter trimmed: the state of the tests of decoded text, which may end before the text does.
  func passed(_ state: State, trimmed: State) -> Set<Int> {
    Set(
      (state.filter { !decodes[$0] } + trimmed).compactMap {
        if case .end(let number) = program.instructions[$0] { number } else { nil }
      })
  }

  /// Returns the bytes that may lead to other states than the rest do; nil when any byte may.
  func distinguished(_ state: State) -> Set<UInt8>? {
    var bytes: Set<UInt8> = []
    for index in state {
      guard case .read(let node) = program.instructions[index] else { continue }
      switch node {
      case .byte(let byte):
        bytes.insert(byte)
        if folds[index], ASCII.isLetter(byte) { bytes.insert(byte & 0xDF) }
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
  /// The number of nodes of all patterns.
  let size: Int

  init(_ alternatives: [[PatternNode]], ignoresCase: Bool, decodes: Bool) {
    let counted = decodes ? alternatives.map(\.countingCharacters) : alternatives
    self.alternatives = ignoresCase ? counted.map { $0.map(\.folded) } : counted
    self.ignoresCase = ignoresCase
    self.decodes = decodes
    size = counted.joined().reduce(0) { $0 + $1.size }
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

  func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "#"): false
    case UInt8(ascii: "?"): self != .path
    case UInt8(ascii: "&"): self != .value
    default: true
    }
  }
}
