import CSystem

/// A file without a name, which only its holder can read: its room on the disk is free again once
/// nobody holds it, however the process ends.
package final class TemporaryFile: Sendable {
  let descriptor: Int32
  let path: String

  /// - Parameters:
  ///   - folder: where the disk takes it.
  ///   - name: that it has while it is made. Nobody may know it beforehand; a file or a link that
  ///     has it is not followed.
  package init(in folder: String, name: String) throws(SystemError) {
    path = "\(folder)/\(name)"
    descriptor = try SystemCall.check("create", path) { [path] in keiro_create_file(path) }
    do throws(SystemError) {
      try SystemCall.check("unlink", path) { [path] in unlink(path) }
    } catch {
      SystemCall.close(descriptor)
      throw error
    }
  }

  deinit { SystemCall.close(descriptor) }

  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try FileBytes.write(bytes, to: descriptor, path)
  }

  /// Begins to read from the first byte on. Nothing is appended any more.
  func rewind() throws(SystemError) {
    try SystemCall.check("lseek", path) { lseek(descriptor, 0, SEEK_SET) }
  }
}
