/// The lines of a text, for converting byte offsets to positions on demand.
package struct JSONLines: Sendable {
  private let bytes: [UInt8]
  /// One mark for every block of the text, and one for its end: a number for every line would take
  /// more memory, and a line may have many thousand bytes.
  private let marks: [Mark]

  /// What lies before the first byte of a block.
  private struct Mark {
    var feeds = 0
    var start = 0
    /// The number of UTF-8 continuation bytes.
    var continuations = 0

    mutating func pass(_ byte: UInt8, at offset: Int) {
      if byte == UInt8(ascii: "\n") {
        feeds += 1
        start = offset + 1
      } else if JSONLines.continuation.contains(byte) {
        continuations += 1
      }
    }
  }

  private static let block = 1024

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    var marks: [Mark] = []
    marks.reserveCapacity(bytes.count / Self.block + 2)
    var mark = Mark()
    for (offset, byte) in bytes.enumerated() {
      if offset.isMultiple(of: Self.block) { marks.append(mark) }
      mark.pass(byte, at: offset)
    }
    marks.append(mark)
    self.marks = marks
  }

  /// Returns the line and column of a byte; offsets beyond the text count as its end.
  package func position(of offset: Int) -> JSONPosition {
    let offset = min(max(offset, 0), bytes.count)
    let mark = mark(at: offset)
    let continuations = mark.continuations - self.mark(at: mark.start).continuations
    return JSONPosition(line: mark.feeds + 1, column: offset - mark.start - continuations + 1)
  }

  private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

  private func mark(at offset: Int) -> Mark {
    let block = min(offset / Self.block, marks.count - 1)
    var mark = marks[block]
    for index in min(block * Self.block, offset)..<offset { mark.pass(bytes[index], at: index) }
    return mark
  }

  /// Returns the offset of a line's first byte; nil when there is no such line.
  private func start(ofLine line: Int) -> Int? {
    guard line > 1 else { return line == 1 ? 0 : nil }
    var (low, high) = (0, marks.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if marks[middle].feeds < line - 1 { low = middle } else { high = middle - 1 }
    }
    var feeds = marks[low].feeds
    for index in min(low * Self.block, bytes.count)..<bytes.count {
      guard bytes[index] == UInt8(ascii: "\n") else { continue }
      feeds += 1
      if feeds == line - 1 { return index + 1 }
    }
    return nil
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
    guard let line = range(line: position.line), let offset = offset(position, in: line) else {
      return nil
    }
    // A character has at most four bytes.
    let start = max(line.lowerBound, offset - before * 4)
    let end = min(line.upperBound, offset + after * 4)
    let left = shown(start..<offset)
    let right = shown(offset..<end)
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
    guard let start = start(ofLine: line) else { return nil }
    return start..<(self.start(ofLine: line + 1).map { $0 - 1 } ?? bytes.count)
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
