import WebSyntax

/// The values of a variable without wildcards, indexed by their first byte.
struct LiteralSet: Sendable {
  /// The non-empty values, sorted.
  private let values: [[UInt8]]
  /// For each byte, the position of the first value that starts with it, plus one entry for the
  /// end. Empty when the table would be larger than the few values.
  private let starts: [Int32]
  private let holdsEmpty: Bool

  init(_ values: [[UInt8]]) {
    let sorted = values.filter { !$0.isEmpty }.sorted { $0.lexicographicallyPrecedes($1) }
    holdsEmpty = values.contains([])
    self.values = sorted
    guard sorted.count > 8 else {
      starts = []
      return
    }
    var counts = [Int32](repeating: 0, count: 257)
    for value in sorted { counts[Int(value[0]) + 1] += 1 }
    for byte in 1...256 { counts[byte] += counts[byte - 1] }
    starts = counts
  }

  /// Inserts the end positions of all values that begin at a given position.
  func insertEnds(
    in text: Span<UInt8>, at position: Int, _ ignoresCase: Bool, into set: PositionSet,
    _ bits: inout MutableSpan<UInt64>
  ) {
    if holdsEmpty { set.insert(position, &bits) }
    guard position < text.count else { return }
    let first = Int(ignoresCase ? ASCII.lowercased(text[position]) : text[position])
    let candidates =
      starts.isEmpty ? values.indices : Int(starts[first])..<Int(starts[first + 1])
    for index in candidates {
      if stands(values[index], in: text, at: position, ignoresCase) {
        set.insert(position + values[index].count, &bits)
      }
    }
  }

  private func stands(
    _ value: [UInt8], in text: Span<UInt8>, at position: Int, _ ignoresCase: Bool
  ) -> Bool {
    guard position + value.count <= text.count else { return false }
    for index in value.indices {
      let byte = text[position + index]
      if value[index] != (ignoresCase ? ASCII.lowercased(byte) : byte) { return false }
    }
    return true
  }
}
