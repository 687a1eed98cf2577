import WebSyntax

/// The byte ranges matched by the captures of a path, in path order.
///
/// The first two are stored inline, since hardly any route has more; matching such a route
/// allocates nothing.
package struct CaptureRanges: Hashable, Sendable {
  package let count: Int
  private var first = 0..<0
  private var second = 0..<0
  private var others: [Range<Int>]

  package init(count: Int) {
    self.count = count
    others = count > 2 ? [Range<Int>](repeating: 0..<0, count: count - 2) : []
  }

  init(_ ranges: [Range<Int>]) {
    self.init(count: ranges.count)
    for (index, range) in ranges.enumerated() { self[index] = range }
  }

  /// The byte offsets of a capture in the path. The index must be less than `count`.
  package subscript(index: Int) -> Range<Int> {
    get {
      switch index {
      case 0: first
      case 1: second
      default: others[index - 2]
      }
    }
    set {
      switch index {
      case 0: first = newValue
      case 1: second = newValue
      default: others[index - 2] = newValue
      }
    }
  }
}

/// The captures of a path that consists only of captures and literal text, as nearly all do. They
/// are found by comparing bytes instead of running a program.
struct LiteralCaptures: Sendable {
  /// The text before the first capture, between captures, and after the last.
  private let literals: [[UInt8]]

  /// Creates captures; nil for paths with other nodes or without a capture.
  init?(_ nodes: [PatternNode]) {
    var literals: [[UInt8]] = []
    var literal: [UInt8] = []
    var rest = nodes[...]
    while let node = rest.popFirst() {
      switch node {
      case .byte(let byte): literal.append(byte)
      case .captureStart(let index):
        guard rest.prefix(3) == [.one, .many, .captureEnd(index)] else { return nil }
        rest = rest.dropFirst(3)
        literals.append(literal)
        literal = []
      default: return nil
      }
    }
    guard !literals.isEmpty else { return nil }
    self.literals = literals + [literal]
  }

  /// Returns the range of each capture, earlier ones as long as possible; nil without a match.
  ///
  /// The search runs from the end: matching each literal as late as possible makes the capture
  /// before it as long as possible and leaves the most room for earlier ones.
  func captures(in text: Span<UInt8>, ignoresCase: Bool) -> CaptureRanges? {
    let last = literals.count - 1
    var ranges = CaptureRanges(count: last)
    let start = literals[0].count
    var end = text.count - literals[last].count
    guard start < end, text.holds(literals[0], at: 0, ignoresCase),
      text.holds(literals[last], at: end, ignoresCase)
    else { return nil }
    var index = last - 1
    while index > 0 {
      var offset = end - 1 - literals[index].count
      while offset > start, !text.holds(literals[index], at: offset, ignoresCase) { offset -= 1 }
      guard offset > start else { return nil }
      ranges[index] = (offset + literals[index].count)..<end
      end = offset
      index -= 1
    }
    ranges[0] = start..<end
    return ranges
  }
}

extension Span<UInt8> {
  /// Whether bytes, which are in lower case where case is ignored, stand at a position.
  func holds(_ bytes: [UInt8], at start: Int, _ ignoresCase: Bool) -> Bool {
    guard start + bytes.count <= count else { return false }
    for index in bytes.indices {
      let byte = self[start + index]
      if bytes[index] != (ignoresCase ? ASCII.lowercased(byte) : byte) { return false }
    }
    return true
  }
}
