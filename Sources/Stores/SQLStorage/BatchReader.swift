package import LinkStorage
package import System

/// Reads batches from a file of records, or of lines as earlier releases wrote them. What cannot be read
/// never takes its neighbours with it.
package struct BatchReader: ~Copyable {
  package struct Entry: Sendable {
    package let batch: CountBatch
    /// The number of bytes of the file up to its end.
    package let end: Int
  }

  private var records: RecordReader
  private var waiting: [Entry] = []
  /// The number of records so far that cannot be read.
  package private(set) var unreadable = 0
  /// The number of bytes so far, without the part of a record at the end of the file.
  package private(set) var length: Int

  /// - Parameter start: the number of bytes to leave out, the end of an entry.
  package init(path: String, from start: Int = 0) throws(FileReadError) {
    records = try RecordReader(path: path, from: start)
    length = start
  }

  /// Returns the next batch; nil at the end.
  package mutating func next() throws(FileReadError) -> Entry? {
    while waiting.isEmpty {
      guard let part = try records.next() else { return nil }
      take(part)
    }
    return waiting.removeFirst()
  }

  private mutating func take(_ part: RecordReader.Part) {
    let batches: [CountBatch?] =
      switch part.content {
      case .record(let record): [SpoolLine.decode(record)]
      case .unsealed(let line): SpoolLine.decode(unsealed: line)
      case .broken: [nil]
      }
    let whole = batches.compactMap(\.self)
    // A record that was cut off at the end was never acknowledged.
    guard part.isEnded || !whole.isEmpty else { return }
    unreadable += batches.count - whole.count
    waiting = whole.enumerated().map { number, batch in
      let isLast = number == whole.count - 1
      return Entry(batch: batch, end: isLast ? part.range.upperBound : part.range.lowerBound)
    }
    length = part.range.upperBound
  }
}

extension LinkStoreError {
  /// - Parameter error: of a file beside the store.
  package init(_ error: SystemError) {
    self.init(
      kind: error.isWithoutRoom ? .full : .failed, code: error.code, message: "\(error)",
      operation: error.operation)
  }

  package init(_ error: FileReadError, reading path: String) {
    self.init(kind: .failed, code: 0, message: error.message, operation: "read \(path)")
  }
}
