import Glibc

/// Why a file could not be read.
package struct FileReadError: Error, Equatable {
  /// What the system says, or what the file is in place of a readable one.
  package let message: String

  package init(message: String) {
    self.message = message
  }
}

/// Reads a whole regular file of at most `limit` bytes.
package func readFile(_ path: String, limit: Int) throws(FileReadError) -> [UInt8] {
  let descriptor = try openForReading(path)
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
  guard status.st_mode & S_IFMT != S_IFDIR else { throw .system(EISDIR) }
  return try read(descriptor, limit: limit)
}

/// Reads all of standard input, which may be a pipe, a file or a terminal, of at most `limit` bytes.
package func readStandardInput(limit: Int) throws(FileReadError) -> [UInt8] {
  try read(STDIN_FILENO, limit: limit)
}

/// Whether a folder is there, links followed.
package func folderExists(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Whether something is at a path, links followed. What cannot be looked at counts as being there,
/// so that opening it tells why.
package func fileExists(_ path: String) -> Bool {
  access(path, F_OK) == 0 || errno != ENOENT
}

/// Opens a file; a FIFO too, without waiting for its writer.
package func openForReading(_ path: String) throws(FileReadError) -> Int32 {
  guard !path.utf8.contains(0) else { throw FileReadError(message: "the name holds a NUL") }
  while true {
    // A FIFO without a writer must not hang the start.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor >= 0 { return descriptor }
    let code = errno
    guard code == EINTR else { throw .system(code) }
  }
}

private func read(_ descriptor: Int32, limit: Int) throws(FileReadError) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = try readSome(descriptor, into: &chunk)
    if count == 0 { return bytes }
    guard bytes.count + count <= limit else {
      throw FileReadError(message: "the file is larger than \(limit) bytes")
    }
    bytes += chunk[..<count]
  }
}

/// Reads what there is, and waits when there is nothing; 0 at the end.
package func readSome(_ descriptor: Int32, into chunk: inout [UInt8]) throws(FileReadError) -> Int {
  while true {
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    let code = errno
    if count >= 0 { return count }
    if code == EAGAIN {
      var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&wish, 1, -1)
    } else if code != EINTR {
      throw .system(code)
    }
  }
}

extension FileReadError {
  static func system(_ code: Int32) -> FileReadError {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else {
      return FileReadError(message: "error \(code)")
    }
    let bytes = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let message = String(decoding: bytes, as: UTF8.self)
    return FileReadError(message: message.prefix(1).lowercased() + message.dropFirst())
  }
}
