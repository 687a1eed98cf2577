import CSystem
import WebSyntax

/// A file of records that is appended to, for one process at a time.
///
/// A record is safe on the disk once `append` returns, and leaves nothing behind when it throws. What a
/// crash has cut off nevertheless is recognized by ``RecordReader``, and removed by `cut`.
package struct RecordFile: Sendable {
  package let path: String
  /// The number of bytes up to the end of the last record.
  package private(set) var length: Int
  private let calls: FileCalls

  /// - Parameters:
  ///   - path: the file, which is created with the first record, for its owner alone.
  ///   - length: the number of its bytes that hold records, as its reader knows.
  package init(path: String, length: Int, calls: FileCalls = .system) {
    self.path = path
    self.length = length
    self.calls = calls
  }

  /// Appends a record, which holds neither line feeds nor record separators.
  package mutating func append(_ record: [UInt8]) throws(SystemError) {
    let bytes = RecordSeal.seal(record)
    let descriptor = try SystemCall.check("open", path) { [path] in keiro_open_records(path) }
    defer { SystemCall.close(descriptor) }
    do throws(SystemError) {
      _ = try cut(descriptor)
      try FileBytes.write(bytes, to: descriptor, path, calls)
      try SystemCall.check("fdatasync", path) { calls.sync(descriptor) }
      if length == 0 { try syncFolder(of: path) }
    } catch {
      // If this fails as well, the next call tries again before it appends.
      _ = try? cut(descriptor)
      throw error
    }
    length += bytes.count
  }

  /// Removes what follows the last record.
  ///
  /// - Returns: the number of bytes removed.
  @discardableResult package mutating func cut() throws(SystemError) -> Int {
    guard fileSize(path) ?? 0 > length else { return 0 }
    let descriptor = try SystemCall.check("open", path) { [path] in keiro_open_records(path) }
    defer { SystemCall.close(descriptor) }
    return try cut(descriptor)
  }

  /// Removes the file, or at least its records with the next one.
  package mutating func remove() {
    unlink(path)
    length = 0
  }

  private func cut(_ descriptor: Int32) throws(SystemError) -> Int {
    var status = stat()
    try SystemCall.check("stat", path) { fstat(descriptor, &status) }
    let rest = Int(status.st_size) - length
    guard rest > 0 else { return 0 }
    try SystemCall.check("ftruncate", path) { ftruncate(descriptor, length) }
    return rest
  }
}

/// The form of records in a file: as texts in a JSON sequence, each begins with a record separator and
/// ends with a line feed (RFC 7464), neither of which JSON on one line holds. A sum of its bytes stands
/// before the end.
package enum RecordSeal {
  static let separator: UInt8 = 0x1E
  static let end: UInt8 = 0x0A
  private static let digits = 16

  /// The bytes of a record in a file.
  package static func seal(_ record: [UInt8]) -> [UInt8] {
    [separator] + record + sum(record) + [end]
  }

  /// The record of bytes between a separator and an end; nil if they are not those of a whole one.
  static func record(in bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.count >= digits else { return nil }
    let record = Array(bytes.dropLast(digits))
    return bytes.suffix(digits).elementsEqual(sum(record)) ? record : nil
  }

  private static func sum(_ bytes: [UInt8]) -> [UInt8] {
    var hash = FNV1a()
    bytes.withUnsafeBufferPointer { hash.add($0) }
    return Array(Hexadecimal.text(hash.hash).utf8)
  }
}
