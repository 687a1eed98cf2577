import WebSyntax

/// A set of positions in a text, stored as bits of a shared buffer.
struct PositionSet {
  /// The first word and the number of words.
  let start: Int
  let words: Int

  func clear(_ bits: inout MutableSpan<UInt64>) {
    for word in start..<start + words { bits[word] = 0 }
  }

  func insert(_ position: Int, _ bits: inout MutableSpan<UInt64>) {
    bits[start + position >> 6] |= 1 << UInt64(position & 63)
  }

  func copy(_ other: PositionSet, _ bits: inout MutableSpan<UInt64>) {
    for word in 0..<words { bits[start + word] = bits[other.start + word] }
  }

  func formUnion(_ other: PositionSet, _ bits: inout MutableSpan<UInt64>) {
    for word in 0..<words { bits[start + word] |= bits[other.start + word] }
  }

  func contains(_ position: Int, _ bits: borrowing MutableSpan<UInt64>) -> Bool {
    bits[start + position >> 6] >> UInt64(position & 63) & 1 == 1
  }

  func isEmpty(_ bits: borrowing MutableSpan<UInt64>) -> Bool {
    for word in start..<start + words where bits[word] != 0 { return false }
    return true
  }

  /// The first position at or after the given one; nil when there is none.
  func next(from position: Int, _ bits: borrowing MutableSpan<UInt64>) -> Int? {
    var word = position >> 6
    guard word < words else { return nil }
    var rest = bits[start + word] & (UInt64.max << UInt64(position & 63))
    while rest == 0 {
      word += 1
      guard word < words else { return nil }
      rest = bits[start + word]
    }
    return word << 6 + rest.trailingZeroBitCount
  }

  /// The last position; nil when there is none.
  func last(_ bits: borrowing MutableSpan<UInt64>) -> Int? {
    var word = words - 1
    while word >= 0 {
      let rest = bits[start + word]
      if rest != 0 { return word << 6 + 63 - rest.leadingZeroBitCount }
      word -= 1
    }
    return nil
  }

  /// Advances every position past one node, which is folded as the text is, and removes positions
  /// where the node does not match; false when the work has to end.
  ///
  /// - Parameters:
  ///   - sum: another set of the same buffer, for the union over the values of a variable.
  ///   - value: a third one, for one value.
  func advance(
    _ node: PatternNode, _ text: Span<UInt8>, sum: PositionSet, value: PositionSet,
    _ bits: inout MutableSpan<UInt64>
  ) -> Bool {
    guard case .choice(let values) = node else {
      advance(node, text, &bits)
      return true
    }
    sum.clear(&bits)
    if let literals = values.literals {
      if Interruption.isDue { return false }
      var start = next(from: 0, bits)
      while let position = start {
        for end in literals.ends(in: text, from: position) { sum.insert(end, &bits) }
        start = next(from: position + 1, bits)
      }
    } else {
      for sequence in values.sequences {
        if Interruption.isDue { return false }
        value.copy(self, &bits)
        for node in sequence { value.advance(node, text, &bits) }
        sum.formUnion(value, &bits)
      }
    }
    copy(sum, &bits)
    return true
  }

  private func advance(
    _ node: PatternNode, _ text: Span<UInt8>, _ bits: inout MutableSpan<UInt64>
  ) {
    if node.isMany { return extend(text.count, &bits) }
    advance(text.count, &bits) { node.accepts(text[$0]) }
  }

  /// Advances every position by one if it passes a test and removes the others.
  ///
  /// - Parameter end: the position after the last one that can be tested.
  @inline(__always)
  private func advance(
    _ end: Int, _ bits: inout MutableSpan<UInt64>, where accepts: (Int) -> Bool
  ) {
    var carry: UInt64 = 0
    for word in 0..<words {
      var rest = bits[start + word]
      var accepted: UInt64 = 0
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        rest &= rest - 1
        let position = word << 6 + bit
        guard position < end else { break }
        if accepts(position) { accepted |= 1 << UInt64(bit) }
      }
      bits[start + word] = accepted << 1 | carry
      carry = accepted >> 63
    }
  }

  /// Adds all positions from the first one to the end of the text.
  private func extend(_ end: Int, _ bits: inout MutableSpan<UInt64>) {
    guard let first = next(from: 0, bits) else { return }
    for word in first >> 6..<words { bits[start + word] = .max }
    bits[start + first >> 6] = .max << UInt64(first & 63)
    // The last word has bits for positions beyond the end of the text.
    bits[start + words - 1] &= .max >> UInt64(63 - end & 63)
  }
}
