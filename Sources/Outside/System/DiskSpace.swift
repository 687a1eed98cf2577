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
    let block = Int(clamping: status.f_frsize)
    free = Self.bytes(Int(clamping: status.f_bavail), of: block)
    total = Self.bytes(Int(clamping: status.f_blocks), of: block)
  }

  /// A system that tells more than an integer holds has room enough.
  private static func bytes(_ blocks: Int, of block: Int) -> Int {
    let (bytes, overflows) = blocks.multipliedReportingOverflow(by: block)
    return overflows ? .max : bytes
  }

  /// Whether so little is left that somebody should see to it.
  package var isScarce: Bool { free < 5 << 30 && free < total / 20 }
}
