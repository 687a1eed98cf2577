import CSystem

/// The calls by which files get their contents and their names. Tests replace them, to let a disk stop after
/// any byte, and a process after any step.
package struct FileCalls: Sendable {
  /// Writes the beginning of the bytes to a descriptor, and returns their number; -1 with `errno`.
  package var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
  /// Waits until the disk has what was written to a descriptor; -1 with `errno`.
  package var sync: @Sendable (Int32) -> Int32
  /// Changes the name of a file; replaces another one only if the last argument says so.
  package var rename: @Sendable (String, String, Bool) -> Int32 = { from, to, replaces in
    replaces ? CSystem.rename(from, to) : keiro_rename_new(from, to)
  }
  /// Gives a file a second name, which must be new.
  package var link: @Sendable (String, String) -> Int32 = { CSystem.link($0, $1) }
  /// Removes the name of a file.
  package var unlink: @Sendable (String) -> Int32 = { CSystem.unlink($0) }

  package init(
    write: @escaping @Sendable (Int32, UnsafeRawBufferPointer) -> Int,
    sync: @escaping @Sendable (Int32) -> Int32
  ) {
    self.write = write
    self.sync = sync
  }

  package static let system = FileCalls(
    write: { CSystem.write($0, $1.baseAddress, $1.count) }, sync: { fdatasync($0) })
}

/// Waits until the disk has the entry of a file in its folder: without that, a power failure may take
/// back the creation or the renaming of a file whose contents are safe.
package func syncFolder(of path: String) throws(SystemError) {
  let folder = FileObstacle.folder(of: path)
  let descriptor = try SystemCall.check("open", folder) { keiro_open_folder(folder) }
  defer { SystemCall.close(descriptor) }
  let (result, code) = SystemCall.perform { fsync(descriptor) }
  // Some file systems keep folders in other ways, and say that there is nothing to do.
  guard result == 0 || code == EINVAL else {
    throw SystemError(operation: "fsync", subject: folder, code: code)
  }
}
