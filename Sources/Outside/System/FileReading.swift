import CSystem

package struct FileReadError: Error, Equatable {
  /// The system's message, or what the path leads to instead of a readable file.
  package let message: String

  package init(message: String) {
    self.message = message
  }

  init(_ error: SystemError) {
    let reason = error.reason.prefix(1).lowercased() + error.reason.dropFirst()
    let obstacle = error.code == EACCES ? FileObstacle.toReading(error.subject) : nil
    message = reason + (obstacle.map { ": " + $0 } ?? "")
  }
}

/// Reads a whole file of at most `limit` bytes. A larger regular file is refused before its bytes are
/// read.
package func readFile(_ path: String, limit: Int) throws(FileReadError) -> [UInt8] {
  let (descriptor, size) = try openForReading(path)
  defer { SystemCall.close(descriptor) }
  guard size ?? 0 <= limit else { throw .tooLarge(limit) }
  return try read(descriptor, expected: size ?? 0, limit: limit, path)
}

/// Reads the bytes of a range of a regular file.
package func readFile(
  _ path: String, from start: Int, to end: Int
) throws(FileReadError) -> [UInt8] {
  let pieces = try FilePieces(path: path, from: start)
  var bytes: [UInt8] = []
  bytes.reserveCapacity(end - start)
  while bytes.count < end - start, let piece = try pieces.next() { bytes += piece }
  return Array(bytes.prefix(end - start))
}

/// Reads all of standard input, which may be a pipe, a file or a terminal, up to `limit` bytes.
package func readStandardInput(limit: Int) throws(FileReadError) -> [UInt8] {
  try read(STDIN_FILENO, limit: limit, "-")
}

/// Whether a folder exists; links are followed.
package func folderExists(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && keiro_is_folder(&status) != 0
}

/// Whether something exists at a path; links are followed. An inaccessible path counts as existing, so
/// that opening it reports why.
package func fileExists(_ path: String) -> Bool {
  let (result, code) = SystemCall.perform { access(path, F_OK) }
  return result == 0 || code != ENOENT
}

/// The path of a file without links; where there is no file, the path to which they lead.
package func resolvedPath(_ path: String) -> String {
  var path = path
  // As many links as Linux follows.
  for _ in 0..<40 {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    var target = [CChar](repeating: 0, count: 4096)
    let length = readlink(path, &target, target.count)
    guard length > 0 else { return path }
    let text = String(decoding: target.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    path = text.hasPrefix("/") ? text : FileObstacle.folder(of: path) + "/" + text
  }
  return path
}

/// The size of a file in bytes, following links; nil when there is none.
package func fileSize(_ path: String) -> Int? {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : nil
}

/// Opens a file, or a FIFO without waiting for its writer. The size is nil unless it is a regular file;
/// folders are refused.
func openForReading(_ path: String) throws(FileReadError) -> (descriptor: Int32, size: Int?) {
  guard !path.utf8.contains(0) else { throw FileReadError(message: "the name holds a NUL") }
  return try reading { () throws(SystemError) in
    let descriptor = try SystemCall.check("open", path) { keiro_open_file(path) }
    do throws(SystemError) {
      return (descriptor, try sizeOfFile(descriptor, path))
    } catch {
      SystemCall.close(descriptor)
      throw error
    }
  }
}

/// Does work whose failures keep a file from being read.
func reading<Result>(
  _ work: () throws(SystemError) -> Result
) throws(FileReadError) -> Result {
  do throws(SystemError) {
    return try work()
  } catch {
    throw FileReadError(error)
  }
}

/// The size of a regular file; nil for pipes, terminals and devices. Folders are refused.
func sizeOfFile(_ descriptor: Int32, _ path: String) throws(SystemError) -> Int? {
  var status = stat()
  try SystemCall.check("stat", path) { fstat(descriptor, &status) }
  guard keiro_is_folder(&status) == 0 else {
    throw SystemError(operation: "read", subject: path, code: EISDIR)
  }
  return keiro_is_file(&status) != 0 ? Int(status.st_size) : nil
}

private func read(
  _ descriptor: Int32, expected: Int = 0, limit: Int, _ path: String
) throws(FileReadError) -> [UInt8] {
  let bytes = try reading { () throws(SystemError) in
    try FileBytes.all(descriptor, expected: expected, limit: limit, path)
  }
  guard let bytes else { throw .tooLarge(limit) }
  return bytes
}

extension FileReadError {
  fileprivate static func tooLarge(_ limit: Int) -> FileReadError {
    FileReadError(message: "the file is larger than \(limit) bytes")
  }
}

/// Distinguishes states of a file without reading it.
package struct FileStamp: Equatable, Sendable {
  private let device: UInt64
  private let file: UInt64
  private let size: Int
  /// The time of the last change, in nanoseconds since 1970.
  private let modified: Int

  /// The current state of a file, following links; nil when there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, file, size) = (UInt64(status.st_dev), UInt64(status.st_ino), Int(status.st_size))
    modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }
}
