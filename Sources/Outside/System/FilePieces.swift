import CSystem

/// A file, or standard input for `-`, read in pieces since it may be of any size.
package final class FilePieces {
  /// The length of the file in bytes; nil for a pipe or a terminal.
  package let size: Int?
  /// The number of bytes before the next piece.
  package private(set) var position = 0
  private let descriptor: Int32
  private let path: String
  /// Holds the descriptor; nil for a file opened here.
  private let temporary: TemporaryFile?

  private static let pieceSize = 1 << 18

  /// Opens a file, or standard input for `-`. Throws if it cannot be read.
  ///
  /// - Parameter start: the number of bytes of a regular file to leave out.
  package init(path: String, from start: Int = 0) throws(FileReadError) {
    self.path = path
    temporary = nil
    guard path == "-" else {
      (descriptor, size) = try openForReading(path)
      guard start > 0 else { return }
      position = start
      do throws(SystemError) {
        try SystemCall.check("lseek", path) { lseek(descriptor, start, SEEK_SET) }
      } catch {
        SystemCall.close(descriptor)
        throw FileReadError(error)
      }
      return
    }
    descriptor = STDIN_FILENO
    size = try reading { () throws(SystemError) in try sizeOfFile(STDIN_FILENO, path) }
  }

  /// Reads a temporary file from its beginning; nothing else may read it at the same time, and nothing may
  /// be appended afterwards.
  package init(_ file: TemporaryFile) throws(FileReadError) {
    (path, descriptor, temporary) = (file.path, file.descriptor, file)
    size = try reading { () throws(SystemError) in
      try SystemCall.check("lseek", file.path) { lseek(file.descriptor, 0, SEEK_SET) }
      return try sizeOfFile(file.descriptor, file.path)
    }
  }

  deinit {
    if descriptor != STDIN_FILENO, temporary == nil { SystemCall.close(descriptor) }
  }

  /// Returns the next piece; nil at the end.
  package func next() throws(FileReadError) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let count = try reading { () throws(SystemError) in
      try FileBytes.some(descriptor, into: &piece, path)
    }
    position += count
    return count == 0 ? nil : Array(piece[..<count])
  }
}
