import CSystem

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
