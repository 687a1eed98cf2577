import CSystem

/// Distinguishes a file from another one at the same path, and from itself after a change; links are
/// followed.
package struct FileState: Equatable, Sendable {
  private let device: UInt
  private let number: UInt
  private let size: Int
  /// The time of the last change, in nanoseconds since 1970.
  private let modified: Int

  /// The current state of a file; nil when there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
    size = Int(status.st_size)
    modified = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
  }
}
