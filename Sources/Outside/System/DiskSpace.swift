import Glibc

/// The room on the disk of a file or folder, in bytes.
package struct DiskSpace: Equatable, Sendable {
  /// What this process may still write.
  package let free: Int
  package let total: Int

  /// Nil when the system does not tell.
  package init?(of path: String) {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    // A system that tells more than an integer holds has room enough.
    free = Int(clamping: UInt128(status.f_bavail) * UInt128(status.f_frsize))
    total = Int(clamping: UInt128(status.f_blocks) * UInt128(status.f_frsize))
  }

  /// Whether so little is left that somebody should see to it.
  package var isScarce: Bool { free < 5 << 30 && free < total / 20 }
}
