import CSystem

/// Reads the records of a file in order, whatever is between them, without keeping the file in memory.
package struct RecordReader: ~Copyable {
  /// A part of the file from the beginning of a record, or of something else, to the next one.
  package struct Part: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
      case record([UInt8])
      /// Bytes without a seal: a line of an earlier release, or what is left of a record.
      case unsealed([UInt8])
      /// A record that is not whole.
      case broken
    }

    package let content: Content
    /// Whether the file goes on behind it, or it ends as a record does.
    package let isEnded: Bool
    /// The range of its bytes in the file.
    package let range: Range<Int>
  }

  private let file: FilePieces
  private var buffer: [UInt8] = []
  /// The beginning of the next part in the buffer.
  private var start = 0
  /// The number of bytes of the next part that were searched for its end.
  private var searched = 0
  private var isAtEnd = false

  /// - Parameter start: the number of bytes to leave out, the end of a part.
  package init(path: String, from start: Int = 0) throws(FileReadError) {
    file = try FilePieces(path: path, from: start)
  }

  /// Returns the next part; nil at the end.
  package mutating func next() throws(FileReadError) -> Part? {
    while true {
      if let end = nextEnd() {
        if let part = part(to: end, isEnded: true) { return part }
      } else if isAtEnd {
        return part(to: buffer.count, isEnded: false)
      } else {
        try read()
      }
    }
  }

  /// The end of the part in the buffer: behind a line feed, or before the next separator.
  private mutating func nextEnd() -> Int? {
    // A separator at the beginning is the part's own.
    let from = start + max(searched, 1)
    searched = buffer.count - start
    guard start < buffer.count else { return nil }
    if buffer[start] == RecordSeal.end { return start + 1 }
    return buffer.withUnsafeBufferPointer { buffer -> Int? in
      guard from < buffer.count, let base = buffer.baseAddress else { return nil }
      let line = Self.find(RecordSeal.end, in: base, from..<buffer.count)
      let separator = Self.find(RecordSeal.separator, in: base, from..<(line ?? buffer.count))
      return separator ?? line.map { $0 + 1 }
    }
  }

  private static func find(
    _ byte: UInt8, in base: UnsafePointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    guard let found = memchr(base + range.lowerBound, Int32(byte), range.count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private mutating func read() throws(FileReadError) {
    guard let piece = try file.next() else {
      isAtEnd = true
      return
    }
    buffer.removeFirst(start)
    start = 0
    buffer += piece
  }

  /// Takes the part up to an end in the buffer; nil for an empty one.
  private mutating func part(to end: Int, isEnded: Bool) -> Part? {
    let bytes = buffer[start..<end]
    let offset = file.position - buffer.count
    let range = (offset + start)..<(offset + end)
    (start, searched) = (end, 0)
    let body = bytes.last == RecordSeal.end ? bytes.dropLast() : bytes
    guard let first = body.first else { return nil }
    guard first == RecordSeal.separator else {
      return Part(content: .unsealed(Array(body)), isEnded: isEnded, range: range)
    }
    let record = RecordSeal.record(in: body.dropFirst())
    return Part(
      content: record.map(Part.Content.record) ?? .broken,
      // A record that is whole but for its line feed needs none: the next one begins with a separator.
      isEnded: isEnded || record != nil, range: range)
  }
}
