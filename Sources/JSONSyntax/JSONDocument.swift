/// A parsed JSON text that can still tell where each of its values stands.
package struct JSONDocument: Sendable {
  package let root: JSONNode
  private let lines: JSONLines

  /// Parses a whole JSON text (RFC 8259): UTF-8, one value, nothing behind it but white space.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - depthLimit: how many arrays and objects may be open at once.
  /// - Throws: the first fault, with its place and likely cause.
  package init(parsing bytes: [UInt8], depthLimit: Int = 128) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit)
    self.root = try parser.document()
    self.lines = JSONLines(bytes: bytes)
  }

  /// The line and column of a byte.
  package func position(of offset: Int) -> JSONPosition {
    lines.position(of: offset)
  }
}

/// A place in a text, as editors show it.
package struct JSONPosition: Equatable, Sendable {
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars.
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The starts of a text's lines, to turn byte offsets into positions only when somebody asks.
package struct JSONLines: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]
  /// How many bytes before each block go on a scalar, so that the column of a place on a line of
  /// many thousand bytes is not counted from the line's beginning every time.
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

  /// The text of a line without its line feed; empty when there is no such line.
  package func text(line: Int) -> String {
    guard starts.indices.contains(line - 1) else { return "" }
    let start = starts[line - 1]
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
