import Glibc

/// A file, or standard input where `-` stands, read piece by piece: it may be of any size.
package final class FilePieces {
  /// Of the file in bytes; nil for a pipe or a terminal.
  package let size: Int?
  /// How many bytes were read.
  package private(set) var position = 0
  private let descriptor: Int32

  private static let pieceSize = 1 << 18

  package init(path: String) throws(FileReadError) {
    descriptor = path == "-" ? STDIN_FILENO : try openForReading(path)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else {
      close(descriptor)
      throw .system(EISDIR)
    }
    size = kind == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// The next piece; nil at the end.
  package func next() throws(FileReadError) -> [UInt8]? {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    let count = try readSome(descriptor, into: &piece)
    position += count
    return count == 0 ? nil : Array(piece[..<count])
  }
}
