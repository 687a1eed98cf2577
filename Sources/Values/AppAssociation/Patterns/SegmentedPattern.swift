import WebSyntax

/// A pattern without multi-character variables, split at each `*`.
///
/// The first segment is anchored at the start of the text and the last one at its end; each segment
/// between them is searched for from the end of the previous match. The first occurrence is as good
/// as any later one, so no backtracking is needed.
struct SegmentedPattern: Sendable {
  private let first: [PatternNode]
  private let middle: [SegmentSearch]
  private let last: [PatternNode]
  /// Whether there is a `*`; without one, a single segment must match the whole text.
  private let hasMany: Bool
  private let minimumLength: Int
  private let ignoresCase: Bool

  init(_ nodes: [PatternNode], ignoresCase: Bool) {
    let segments = nodes.split(separator: .many, omittingEmptySubsequences: false).map(Array.init)
    hasMany = segments.count > 1
    first = segments.first ?? []
    last = hasMany ? segments.last ?? [] : []
    middle = segments.dropFirst().dropLast().filter { !$0.isEmpty }.map {
      SegmentSearch($0, ignoresCase: ignoresCase)
    }
    minimumLength = segments.reduce(0) { $0 + $1.count }
    self.ignoresCase = ignoresCase
  }

  func matches(_ text: Span<UInt8>) -> Bool {
    guard hasMany ? text.count >= minimumLength : text.count == minimumLength,
      agrees(text, at: 0, first)
    else { return false }
    guard hasMany else { return true }
    let end = text.count - last.count
    guard agrees(text, at: end, last) else { return false }
    var position = first.count
    for segment in middle {
      guard let next = segment.end(in: text, position..<end) else { return false }
      position = next
    }
    return true
  }

  private func agrees(_ text: Span<UInt8>, at start: Int, _ nodes: [PatternNode]) -> Bool {
    for index in nodes.indices {
      let byte = text[start + index]
      guard nodes[index].accepts(ignoresCase ? ASCII.lowercased(byte) : byte) else { return false }
    }
    return true
  }
}

/// Finds the first occurrence of a segment, a sequence of single-byte nodes.
///
/// Short segments are compared at every position. For long ones, adversarial texts would make that
/// quadratic, so all prefixes advance at once, one bit each (the "shift-and" algorithm of
/// Baeza-Yates and Gonnet).
struct SegmentSearch: Sendable {
  private let nodes: [PatternNode]
  /// Nil for short segments.
  private let automaton: ShiftAnd?
  private let ignoresCase: Bool

  private static let longestCompared = 16

  init(_ nodes: [PatternNode], ignoresCase: Bool) {
    self.nodes = nodes
    self.ignoresCase = ignoresCase
    automaton = nodes.count <= Self.longestCompared ? nil : ShiftAnd(nodes)
  }

  /// Returns the end of the segment's first occurrence in the range; nil when there is none.
  func end(in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard range.count >= nodes.count else { return nil }
    guard let automaton else { return compared(text, range) }
    return automaton.end(in: text, range, ignoresCase: ignoresCase)
  }

  private func compared(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var start = range.lowerBound
    while start + nodes.count <= range.upperBound {
      var count = 0
      while count < nodes.count {
        let byte = text[start + count]
        guard nodes[count].accepts(ignoresCase ? ASCII.lowercased(byte) : byte) else { break }
        count += 1
      }
      if count == nodes.count { return start + count }
      start += 1
    }
    return nil
  }
}

/// A search state of all prefixes of a segment at once, as the bits of a few words.
struct ShiftAnd: Sendable {
  private let words: Int
  private let count: Int
  /// The index of each byte's row of masks.
  private let rows: [UInt8]
  private let masks: [UInt64]

  init(_ nodes: [PatternNode]) {
    count = nodes.count
    words = (nodes.count + 63) / 64
    // Bytes that no node mentions share a row, which keeps long patterns small.
    let named = Set(nodes.compactMap(\.byte)).sorted()
    let hasClasses = nodes.contains { if case .byteClass = $0 { true } else { false } }
    let representatives: [UInt8] = hasClasses ? Array(0...255) : named
    var rows = [UInt8](repeating: UInt8(clamping: representatives.count), count: 256)
    for (row, byte) in representatives.enumerated() { rows[Int(byte)] = UInt8(clamping: row) }
    self.rows = rows
    var masks: [UInt64] = []
    for byte in representatives { masks += Self.mask(nodes) { $0.accepts(byte) } }
    if representatives.count < 256 { masks += Self.mask(nodes, where: \.isOne) }
    self.masks = masks
  }

  private static func mask(
    _ nodes: [PatternNode], where accepts: (PatternNode) -> Bool
  ) -> [UInt64] {
    var mask = [UInt64](repeating: 0, count: (nodes.count + 63) / 64)
    for (index, node) in nodes.enumerated() where accepts(node) {
      mask[index >> 6] |= 1 << UInt64(index & 63)
    }
    return mask
  }

  func end(in text: Span<UInt8>, _ range: Range<Int>, ignoresCase: Bool) -> Int? {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words) { buffer in
      buffer.initialize(repeating: 0)
      var state = buffer.mutableSpan
      let accepting = UInt64(1) << UInt64((count - 1) & 63)
      for position in range {
        let byte = ignoresCase ? ASCII.lowercased(text[position]) : text[position]
        let row = Int(rows[Int(byte)]) * words
        // The empty prefix always matches.
        var carry: UInt64 = 1
        for word in 0..<words {
          let old = state[word]
          state[word] = (old << 1 | carry) & masks[row + word]
          carry = old >> 63
        }
        if state[words - 1] & accepting != 0 { return position + 1 }
      }
      return nil
    }
  }
}
