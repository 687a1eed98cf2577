/// The separator of the fields of a table, detected from its first line.
struct CSVSeparator: Equatable, Sendable {
  let byte: UInt8
  /// The length of a line `sep=;`, which gives Excel the separator; 0 without one.
  private(set) var bytes = 0
  /// The number of lines up to its end.
  private(set) var lines = 0

  private static let candidates = [",", ";", "\t"].map { UInt8(ascii: $0) }

  /// - Parameter isWhole: whether nothing more comes, or too much has come without a line end.
  /// - Returns: nil when the first line is incomplete.
  init?(of head: [UInt8], isWhole: Bool) {
    let start = head.firstIndex { $0 != 0x0A && $0 != 0x0D } ?? head.endIndex
    guard let end = Self.endOfLine(head[start...]) ?? (isWhole ? head.endIndex : nil) else {
      return nil
    }
    let line = head[start..<end]
    if let byte = Self.named(by: line) {
      // The CR of a CRLF may be the last byte so far.
      guard isWhole || end + 1 < head.endIndex || head[end] == 0x0A else { return nil }
      self.byte = byte
      let isPair = end + 1 < head.endIndex && head[end] == 0x0D && head[end + 1] == 0x0A
      bytes = min(end + (isPair ? 2 : 1), head.endIndex)
      lines = Self.lines(in: head[..<bytes])
      return
    }
    let counts = Self.candidates.map { candidate in
      (byte: candidate, count: Self.unquoted(line).count { $0 == candidate })
    }
    // On a tie, the first candidate.
    let most = counts.map(\.count).max() ?? 0
    byte = counts.first { $0.count == most }?.byte ?? UInt8(ascii: ",")
  }

  /// The separator named by `sep=`, in quotation marks or not.
  private static func named(by line: ArraySlice<UInt8>) -> UInt8? {
    let text = line.filter { $0 != UInt8(ascii: "\"") }
    let name = text.prefix(4).map { $0 | 0x20 }
    guard text.count == 5, name.dropLast().elementsEqual("sep".utf8),
      text[3] == UInt8(ascii: "="), candidates.contains(text[4])
    else { return nil }
    return text[4]
  }

  private static func endOfLine(_ bytes: ArraySlice<UInt8>) -> Int? {
    var isQuoted = false
    return bytes.indices.first { index in
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      return !isQuoted && (bytes[index] == 0x0A || bytes[index] == 0x0D)
    }
  }

  private static func unquoted(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var isQuoted = false
    return line.filter { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return !isQuoted
    }
  }

  private static func lines(in bytes: ArraySlice<UInt8>) -> Int {
    bytes.indices.count { index in
      bytes[index] == 0x0A && (index == bytes.startIndex || bytes[index - 1] != 0x0D)
        || bytes[index] == 0x0D
    }
  }
}
