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
