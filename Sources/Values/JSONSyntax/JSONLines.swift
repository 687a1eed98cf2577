/// The line starts of a text, for converting byte offsets to positions on demand.
package struct JSONLines: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]
  /// The number of UTF-8 continuation bytes before each block, so that columns on a line of many
  /// thousand bytes need not be counted from its start each time.
  private let continuations: [Int]

  private static let block = 1024

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    var continuations: [Int] = []
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      if offset.isMultiple(of: Self.block) { continuations.append(count) }
      if Self.continuation.contains(byte) { count += 1 }
    }
    continuations.append(count)
    self.continuations = continuations
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    self.starts = starts
  }

  /// Returns the line and column of a byte; offsets beyond the text count as its end.
  package func position(of offset: Int) -> JSONPosition {
    let offset = min(max(offset, 0), bytes.count)
    var low = 0
    var high = starts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let start = starts[low]
    let column = offset - start - (continuations(before: offset) - continuations(before: start)) + 1
    return JSONPosition(line: low + 1, column: column)
  }

  private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

  private func continuations(before offset: Int) -> Int {
    let block = min(offset / Self.block, continuations.count - 1)
    let start = min(block * Self.block, offset)
    return continuations[block] + bytes[start..<offset].count { Self.continuation.contains($0) }
  }
}

extension JSONLines {
  /// The part of a line around a position, for display.
  package struct Excerpt: Equatable, Sendable {
    /// The text, with control characters replaced by spaces and `…` where the line was cut.
    package let text: String
    /// The number of characters before the position.
    package let indentation: Int
  }

  /// Returns an excerpt; nil outside the text. Reads only the part of a long line that is shown.
  ///
  /// - Parameters:
  ///   - before: the number of characters shown before the position.
  ///   - after: the number of characters shown from the position onwards.
  package func excerpt(_ position: JSONPosition, before: Int = 60, after: Int = 40) -> Excerpt? {
    guard let line = range(line: position.line), let place = offset(position, in: line) else {
      return nil
    }
    // A character has at most four bytes.
    let start = max(line.lowerBound, place - before * 4)
    let end = min(line.upperBound, place + after * 4)
    let left = shown(start..<place)
    let right = shown(place..<end)
    let isCutLeft = start > line.lowerBound || left.count > before
    let isCutRight = end < line.upperBound || right.count > after
    var text = String.UnicodeScalarView()
    if isCutLeft { text.append("…") }
    text += left.suffix(before)
    let indentation = text.count
    text += right.prefix(after)
    if isCutRight { text.append("…") }
    return Excerpt(text: String(text), indentation: indentation)
  }

  /// The range of a line without its line feed.
  private func range(line: Int) -> Range<Int>? {
    guard starts.indices.contains(line - 1) else { return nil }
    let end = starts.indices.contains(line) ? starts[line] - 1 : bytes.count
    return starts[line - 1]..<end
  }

  /// Returns the last offset with that column, since continuation bytes count towards the column of
  /// the next character.
  private func offset(_ position: JSONPosition, in line: Range<Int>) -> Int? {
    var low = line.lowerBound
    var high = line.upperBound
    while low < high {
      let middle = (low + high + 1) / 2
      if self.position(of: middle).column <= position.column {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return self.position(of: low) == position ? low : nil
  }

  private func shown(_ range: Range<Int>) -> [Unicode.Scalar] {
    String(decoding: bytes[range], as: UTF8.self).unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
  }
}
