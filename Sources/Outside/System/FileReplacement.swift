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
    try self.init(path, calls) { keiro_create_replacement($0, mode) }
  }

  /// For contents that are written at ``nextPath``, by one process at a time. Until they get other
  /// ``permissions(_:)``, only their owner may read them.
  package init(copyFor path: String, calls: FileCalls = .system) throws(SystemError) {
    try self.init(path, calls) { keiro_create_copy($0) }
  }

  private init(
    _ path: String, _ calls: FileCalls, _ create: (String) -> Int32
  ) throws(SystemError) {
    let next = path + ".new"
    (self.path, self.next, self.calls) = (path, next, calls)
    descriptor = try SystemCall.check("create", next) { create(next) }
  }

  deinit {
    SystemCall.close(descriptor)
    // Gone if it has become the file.
    _ = calls.unlink(next)
  }

  /// The path of the next contents until they are committed.
  package var nextPath: String { next }

  /// Gives the next contents an owner, a group and a mode, as far as this process may: what it cannot give
  /// to the group, the group may not read either.
  package func permissions(_ permissions: FilePermissions) throws(SystemError) {
    var mode = permissions.mode
    if fchown(descriptor, permissions.user, permissions.group) != 0,
      fchown(descriptor, UInt32.max, permissions.group) != 0
    {
      mode &= ~0o070
    }
    try SystemCall.check("chmod", next) { fchmod(descriptor, mode) }
  }

  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try FileBytes.write(bytes, to: descriptor, next, calls)
  }

  /// Puts the next contents in the place of those before, once the disk has them.
  ///
  /// - Parameter replaces: whether there may be contents before; if not, they are an error and stay.
  package consuming func commit(replaces: Bool = true) throws(SystemError) {
    try sync()
    try SystemCall.check("rename", path) { calls.rename(next, path, replaces) }
    try syncFolder(of: path)
  }

  /// Waits until the disk has the next contents.
  package func sync() throws(SystemError) {
    try SystemCall.check("fsync", next) { calls.sync(descriptor) }
  }

  /// Replaces an existing file completely, or leaves it as it is; owner, group and mode remain.
  package static func rewrite(_ path: String, by bytes: [UInt8]) throws(SystemError) {
    let replacement = try FileReplacement(copyFor: path)
    if let permissions = FilePermissions(of: path) { try replacement.permissions(permissions) }
    try replacement.append(bytes)
    try replacement.commit()
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

/// A lock on a range of a file's bytes, against everybody who would lock a part of them, until it is
/// released with its owner.
package struct FileRangeLock: ~Copyable {
  private let descriptor: Int32

  /// - Returns: nil when a part of the range is locked.
  package init?(_ path: String, _ range: Range<Int>) throws(SystemError) {
    let (descriptor, code) = SystemCall.perform {
      keiro_lock_range(path, range.lowerBound, range.count)
    }
    guard descriptor >= 0 else {
      if code == EWOULDBLOCK { return nil }
      throw SystemError(operation: "lock", subject: path, code: code)
    }
    self.descriptor = descriptor
  }

  deinit { SystemCall.close(descriptor) }
}
