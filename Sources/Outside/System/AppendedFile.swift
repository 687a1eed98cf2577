import CSystem

/// A file of lines that grows while a command runs: each line is passed to the system before the next
/// one begins, so that an interrupted command has lost nothing. A line that was cut off stays one of its
/// own.
package final class AppendedFile {
  private let descriptor: Int32
  private let path: String

  /// Opens a file, and creates it if it is absent, readable for its owner and group.
  package init(path: String) throws(SystemError) {
    self.path = path
    descriptor = try openAfterWholeLine(path)
  }

  deinit { SystemCall.close(descriptor) }

  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try FileBytes.write(bytes, to: descriptor, path)
  }
}

/// Opens a file of lines for appending, and creates it if it is absent. Half a line, as a full disk or
/// the end of a process leaves it, is ended, so that the next line does not continue it.
func openAfterWholeLine(_ path: String) throws(SystemError) -> Int32 {
  let descriptor = try SystemCall.check("open", path) { keiro_open_log(path) }
  if endsWithinLine(path) { _ = FileBytes.put([UInt8(ascii: "\n")], to: descriptor) }
  return descriptor
}

/// Whether a regular file ends without a line feed.
private func endsWithinLine(_ path: String) -> Bool {
  var status = stat()
  guard stat(path, &status) == 0, keiro_is_file(&status) != 0, status.st_size > 0,
    let (descriptor, _) = try? openForReading(path)
  else { return false }
  defer { SystemCall.close(descriptor) }
  var last: UInt8 = 0
  let (count, _) = SystemCall.perform { pread(descriptor, &last, 1, status.st_size - 1) }
  return count == 1 && last != UInt8(ascii: "\n")
}
