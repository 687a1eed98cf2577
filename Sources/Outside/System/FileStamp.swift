import CSystem

/// Distinguishes states of a file without reading it.
package struct FileStamp: Equatable, Sendable {
  private let device: UInt64
  private let file: UInt64
  private let size: Int
  /// The time of the last change, in nanoseconds since 1970.
  private let modified: Int

  /// The current state of a file, following links; nil when there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    file = UInt64(status.st_ino)
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }
}
