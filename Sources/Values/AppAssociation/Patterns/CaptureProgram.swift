import WebSyntax

/// A path pattern with captures, compiled to a program that finds the captured ranges in a path
/// already known to match.
///
/// Every pair of instruction and position is tried at most once, so the time is bounded by the
/// product of the two lengths.
struct CaptureProgram: Sendable {
  enum Instruction: Sendable {
    case byte(UInt8)
    case one
    case byteClass(ByteClass)
    case range(ClosedRange<UInt8>)
    /// Tries the targets in order.
    case split([Int])
    case captureStart(Int), captureEnd(Int)
    case accept
  }

  private var instructions: [Instruction] = []

  init(_ nodes: [PatternNode]) {
    compile(nodes, isWhole: true)
    instructions.append(.accept)
    // The position of the last instruction is known only after the rest is compiled.
    let end = instructions.count - 1
    for index in instructions.indices {
      if case .split(let targets) = instructions[index] {
        instructions[index] = .split(targets.map { $0 == Self.end ? end : $0 })
      }
    }
  }

  private static let end = -1

  private mutating func compile(_ nodes: [PatternNode], isWhole: Bool) {
    for node in nodes {
      switch node {
      case .byte(let byte): instructions.append(.byte(byte))
      case .one: instructions.append(.one)
      case .byteClass(let byteClass): instructions.append(.byteClass(byteClass))
      case .range(let range): instructions.append(.range(range))
      case .many: compileMany()
      case .choice(let values): compileChoice(values.sequences)
      case .optionalRest: instructions.append(.split([instructions.count + 1, Self.end]))
      case .captureStart(let index): instructions.append(.captureStart(Int(index)))
      case .captureEnd(let index): instructions.append(.captureEnd(Int(index)))
      case .nothing: instructions.append(.split([]))
      }
    }
  }

  private mutating func compileMany() {
    let start = instructions.count
    instructions.append(.split([start + 1, start + 3]))
    instructions.append(.one)
    instructions.append(.split([start]))
  }

  private mutating func compileChoice(_ choices: [[PatternNode]]) {
    let fork = instructions.count
    instructions.append(.split([]))
    var starts: [Int] = []
    var exits: [Int] = []
    for choice in choices {
      starts.append(instructions.count)
      compile(choice, isWhole: false)
      exits.append(instructions.count)
      instructions.append(.split([]))
    }
    instructions[fork] = .split(starts)
    for exit in exits { instructions[exit] = .split([instructions.count]) }
  }
}

extension CaptureProgram {
  /// Returns the range of each capture, earlier ones as long as possible; nil without a match.
  func captures(in text: Span<UInt8>, count: Int, ignoresCase: Bool) -> [Range<Int>]? {
    run(text, ignoresCase: ignoresCase, captures: count)
  }

  private struct Thread {
    var instruction: Int
    var position: Int
    var captures: [Range<Int>]
  }

  private func run(_ text: Span<UInt8>, ignoresCase: Bool, captures: Int) -> [Range<Int>]? {
    let width = text.count + 1
    var visited = BitSet(count: instructions.count * width)
    let empty = [Range<Int>](repeating: 0..<0, count: captures)
    var threads = [Thread(instruction: 0, position: 0, captures: empty)]
    while var thread = threads.popLast() {
      guard visited.insert(thread.instruction * width + thread.position) else { continue }
      switch instructions[thread.instruction] {
      case .accept:
        if thread.position == text.count { return thread.captures }
      case .split(let targets):
        for target in targets.reversed() {
          threads.append(
            Thread(
              instruction: target, position: thread.position, captures: thread.captures))
        }
      case .captureStart(let index):
        if captures > index {
          thread.captures[index] = thread.position..<thread.position
        }
        thread.instruction += 1
        threads.append(thread)
      case .captureEnd(let index):
        if captures > index {
          thread.captures[index] = thread.captures[index].lowerBound..<thread.position
        }
        thread.instruction += 1
        threads.append(thread)
      case .byte, .one, .byteClass, .range:
        guard thread.position < text.count,
          Self.accepts(instructions[thread.instruction], text[thread.position], ignoresCase)
        else { continue }
        thread.instruction += 1
        thread.position += 1
        threads.append(thread)
      }
    }
    return nil
  }

  private static func accepts(
    _ instruction: Instruction, _ byte: UInt8, _ ignoresCase: Bool
  ) -> Bool {
    switch instruction {
    case .byte(let wanted): wanted == (ignoresCase ? ASCII.lowercased(byte) : byte)
    case .one: true
    case .byteClass(let byteClass): byteClass.contains(byte)
    case .range(let range): range.contains(byte)
    default: false
    }
  }
}

/// A set of small numbers.
private struct BitSet {
  private var words: [UInt64]

  init(count: Int) {
    words = [UInt64](repeating: 0, count: count / 64 + 1)
  }

  /// Inserts a number and returns whether it was new.
  mutating func insert(_ number: Int) -> Bool {
    let bit = UInt64(1) << UInt64(number & 63)
    guard words[number >> 6] & bit == 0 else { return false }
    words[number >> 6] |= bit
    return true
  }
}
