import CSystem

/// The next contents of a file, written beside it: whatever fails, and whenever the power does, the path
/// leads to the contents before or to all of the next ones.
package struct FileReplacement: ~Copyable {
  private let path: String
  private let next: String
  private let descriptor: Int32
  private let calls: FileCalls

  /// - Parameters:
  ///   - path: the file to replace, which need not exist.
  ///   - mode: the permissions of the new file, before the umask.
  package init(
    of path: String, mode: UInt32, calls: FileCalls = .system
  ) throws(SystemError) {
    self.path = path
    self.calls = calls
    let next = path + ".new"
    self.next = next
    descriptor = try SystemCall.check("create", next) { keiro_create_replacement(next, mode) }
  }

  deinit {
    SystemCall.close(descriptor)
    // Gone if it has become the file.
    unlink(next)
  }

  /// Adds to the next contents.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try FileBytes.write(bytes, to: descriptor, next, calls)
  }

  /// Puts the next contents in the place of those before, once the disk has them.
  package consuming func commit() throws(SystemError) {
    try SystemCall.check("fsync", next) { calls.sync(descriptor) }
    try SystemCall.check("rename", path) { rename(next, path) }
    try syncFolder(of: path)
  }

  /// Replaces a file completely, or leaves it as it is.
  package static func replace(
    _ path: String, by bytes: [UInt8], mode: UInt32, calls: FileCalls = .system
  ) throws(SystemError) {
    let replacement = try FileReplacement(of: path, mode: mode, calls: calls)
    try replacement.append(bytes)
    try replacement.commit()
  }
}
