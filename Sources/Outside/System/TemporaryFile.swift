import CSystem

/// A file without a name, which only its holder can read: its space is released with the last
/// descriptor, however the process ends.
package final class TemporaryFile: Sendable {
  let descriptor: Int32
  let path: String

  /// - Parameters:
  ///   - folder: the folder whose disk stores it.
  ///   - name: the name during its creation, which must be unpredictable; an existing file or link
  ///     with that name is not used.
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
}
