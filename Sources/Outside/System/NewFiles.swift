import CSystem

/// Creates a folder and its missing parents.
///
/// - Parameters:
///   - path: the folder.
///   - mode: the permissions of created folders, before the umask.
package func makeFolder(_ path: String, mode: UInt32 = 0o755) throws(SystemError) {
  guard !path.isEmpty, !folderExists(path) else { return }
  if let slash = path.dropLast(path.hasSuffix("/") ? 1 : 0).lastIndex(of: "/") {
    try makeFolder(String(path[..<slash]), mode: mode)
  }
  let (result, code) = SystemCall.perform { mkdir(path, mode) }
  guard result == 0 || code == EEXIST else {
    throw SystemError(operation: "make the folder", subject: path, code: code)
  }
}

/// Writes a new file that its owner and group may read; an existing one is an error and stays as it is.
/// On failure there is no file.
package func writeNewFile(
  _ path: String, _ bytes: [UInt8], calls: FileCalls = .system
) throws(SystemError) {
  let descriptor = try SystemCall.check("create", path) { keiro_create_file(path) }
  defer { SystemCall.close(descriptor) }
  do throws(SystemError) {
    try FileBytes.write(bytes, to: descriptor, path, calls)
    try SystemCall.check("fsync", path) { calls.sync(descriptor) }
    try syncFolder(of: path)
  } catch {
    unlink(path)
    throw error
  }
}

/// Removes a file; without effect if there is none.
package func removeFile(_ path: String) { unlink(path) }
