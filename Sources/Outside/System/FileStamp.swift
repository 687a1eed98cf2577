import CSystem

/// What tells one state of a file from another without reading it.
package struct FileStamp: Equatable, Sendable {
  private let device: UInt64
  private let file: UInt64
  private let size: Int
  /// Nanoseconds since 1970.
  private let modified: Int

  /// Links are followed; nil when there is no file.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    file = UInt64(status.st_ino)
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }
}
