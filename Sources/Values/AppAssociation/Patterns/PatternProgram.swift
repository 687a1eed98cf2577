import WebSyntax

/// Patterns as one program: it finds the captures of a path already known to match, and runs several
/// patterns over one text.
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    /// Reads a byte that the node accepts.
    case read(PatternNode)
    /// Goes on at the targets, the first ones preferred.
    case split([Int])
    case captureStart(Int), captureEnd(Int)
    /// The pattern with this number matches if the text ends here.
    case end(Int)
  }

  private(set) var instructions: [Instruction] = []

  /// Appends a pattern and returns its first instruction.
  @discardableResult
  mutating func append(_ nodes: [PatternNode], number: Int = 0) -> Int {
    let start = instructions.count
    compile(nodes[...])
    instructions.append(.end(number))
    return start
  }

  private mutating func compile(_ nodes: ArraySlice<PatternNode>) {
    for (index, node) in zip(nodes.indices, nodes) {
      switch node {
      case .byte, .one, .byteClass, .range: instructions.append(.read(node))
      case .many:
        let start = instructions.count
        instructions += [.split([start + 1, start + 3]), .read(.one), .split([start])]
      case .choice(let values): compile(choice: values.sequences.map { $0[...] })
      case .optionalRest: return compile(choice: [nodes[(index + 1)...], []])
      case .captureStart(let index): instructions.append(.captureStart(Int(index)))
      case .captureEnd(let index): instructions.append(.captureEnd(Int(index)))
      case .nothing: instructions.append(.split([]))
      }
    }
  }

  private mutating func compile(choice: [ArraySlice<PatternNode>]) {
    let fork = instructions.count
    instructions.append(.split([]))
    var starts: [Int] = []
    var exits: [Int] = []
    for nodes in choice {
      starts.append(instructions.count)
      compile(nodes)
      exits.append(instructions.count)
      instructions.append(.split([]))
    }
    instructions[fork] = .split(starts)
    for exit in exits { instructions[exit] = .split([instructions.count]) }
  }
}

extension PatternProgram {
  private struct Thread {
    var instruction = 0
    var position = 0
    var captures: [Range<Int>]
  }

  /// Returns the range of each capture, earlier ones as long as possible; nil without a match.
  ///
  /// Every pair of instruction and position is tried at most once, so the time is bounded by the
  /// product of the two lengths.
  func captures(in text: Span<UInt8>, count: Int, ignoresCase: Bool) -> [Range<Int>]? {
    let width = text.count + 1
    var visited = BitSet(count: instructions.count * width)
    var threads = [Thread(captures: [Range<Int>](repeating: 0..<0, count: count))]
    while var thread = threads.popLast() {
      guard visited.insert(thread.instruction * width + thread.position) else { continue }
      switch instructions[thread.instruction] {
      case .end:
        if thread.position == text.count { return thread.captures }
        continue
      case .split(let targets):
        for target in targets.reversed() {
          thread.instruction = target
          threads.append(thread)
        }
        continue
      case .captureStart(let index):
        thread.captures[index] = thread.position..<thread.position
      case .captureEnd(let index):
        thread.captures[index] = thread.captures[index].lowerBound..<thread.position
      case .read(let node):
        guard thread.position < text.count else { continue }
        let byte = text[thread.position]
        guard node.accepts(ignoresCase ? ASCII.lowercased(byte) : byte) else { continue }
        thread.position += 1
      }
      thread.instruction += 1
      threads.append(thread)
    }
    return nil
  }
}

/// A set of small numbers.
private struct BitSet {
  private var words: [UInt64]

  init(count: Int) {
    words = [UInt64](repeating: 0, count: count / 64 + 1)
  }

  mutating func insert(_ number: Int) -> Bool {
    let bit = UInt64(1) << UInt64(number & 63)
    guard words[number >> 6] & bit == 0 else { return false }
    words[number >> 6] |= bit
    return true
  }
}
