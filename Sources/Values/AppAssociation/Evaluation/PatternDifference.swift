import WebSyntax

/// A description of the position at which a text stops matching a pattern, and of the reason.
struct PatternDifference {
  /// The length of the longest prefix of the text that the pattern can match, in bytes.
  let agreement: Int
  /// The difference as a sentence without a capital or full stop.
  let sentence: String
  /// Whether the pattern matches the whole text.
  let isNone: Bool

  /// - Parameter nodes: the parsed pattern; comparisons of millions of steps are skipped.
  init(_ nodes: [PatternNode], _ text: [UInt8], ignoresCase: Bool) {
    let nodes = ignoresCase ? nodes.map(\.folded) : nodes
    let folded = ignoresCase ? text.map(ASCII.lowercased) : text
    let steps = nodes.reduce(0) { $0 + $1.size }
    guard steps * folded.count <= 1 << 22 else {
      agreement = 0
      isNone = false
      sentence = "the text does not match the pattern"
      return
    }
    var run = Furthest(text: folded)
    run.advance(nodes)
    agreement = run.position
    isNone = run.wanted == nil && run.position == text.count
    sentence = Self.sentence(text, run.position, nodes, run.wanted)
  }

  private static func sentence(
    _ text: [UInt8], _ agreement: Int, _ nodes: [PatternNode], _ wanted: Int?
  ) -> String {
    // A character of which only the first bytes agree is told whole.
    let first = wanted.map { place in nodes[...place].lastIndex { !$0.isContinuation } ?? place }
    let position = max(0, agreement - ((wanted ?? 0) - (first ?? 0)))
    let agreed = String(decoding: text[..<position], as: UTF8.self)
    let rest = String(decoding: text[position...], as: UTF8.self)
    let start = position == 0 ? "no match at all:" : "matches up to '\(agreed)',"
    guard let first else {
      return "\(start) where the pattern ends and the URL continues with '\(rest)'"
    }
    let expectation = expectation(nodes[first...])
    return rest.isEmpty
      ? "\(start) where the URL ends and the pattern expects \(expectation)"
      : "\(start) where the URL continues with '\(rest)' and the pattern expects \(expectation)"
  }

  private static func expectation(_ nodes: ArraySlice<PatternNode>) -> String {
    switch nodes.first {
    case .byte(let byte):
      let bytes = [byte] + nodes.dropFirst().prefix(while: \.isContinuation).compactMap(\.byte)
      return "'\(String(decoding: bytes, as: UTF8.self))'"
    case .one: return "one more character"
    case .byteClass(let byteClass): return "a character of $(\(byteClass.rawValue))"
    case .choice(let values) where values == .character: return "one more character"
    case .choice: return "a value of the variable"
    case .nothing: return "an undefined variable"
    default: return "something else"
    }
  }
}

extension PatternNode {
  /// Whether it is a byte of a character in UTF-8 but the first one.
  fileprivate var isContinuation: Bool { byte.map { $0 & 0xC0 == 0x80 } ?? false }
}

/// Follows all paths through a pattern and records the furthest position in the text.
private struct Furthest {
  let text: [UInt8]
  var position = 0
  /// The index of the node expected at the furthest position; nil when the pattern ended there.
  var wanted: Int?

  mutating func advance(_ nodes: [PatternNode]) {
    let text = text[...]
    let words = text.count / 64 + 1
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words * 4) { buffer in
      buffer.initialize(repeating: 0)
      var bits = buffer.mutableSpan
      // Adjacent in one buffer: the positions reached so far, and those after the next node.
      let positions = PositionSet(start: 0, words: words)
      let next = PositionSet(start: words, words: words)
      let sum = PositionSet(start: words * 2, words: words)
      let value = PositionSet(start: words * 3, words: words)
      positions.insert(0, &bits)
      for (index, node) in nodes.enumerated() where !node.isCapture && node != .optionalRest {
        next.copy(positions, &bits)
        _ = next.advance(node, text.span, sum: sum, value: value, &bits)
        guard !next.isEmpty(bits) else {
          wanted = index
          break
        }
        positions.copy(next, &bits)
      }
      // After a `*` every position is reached, so the first one shows where the mismatch is.
      let first = positions.next(from: 0, bits) ?? 0
      let isSingle = positions.next(from: first + 1, bits) == nil
      position = wanted != nil || isSingle ? first : positions.last(bits) ?? 0
    }
  }
}
