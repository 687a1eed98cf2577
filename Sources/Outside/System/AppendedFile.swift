import CSystem

/// A file of lines that grows while a command runs: each line is passed to the system before the next
/// one begins, so that an interrupted command has lost nothing.
package final class AppendedFile {
  private let descriptor: Int32
  private let path: String

  /// Opens a file, and creates it if it is absent, readable for its owner and group.
  package init(path: String) throws(SystemError) {
    self.path = path
    descriptor = try SystemCall.check("open", path) { keiro_open_log(path) }
  }

  deinit { SystemCall.close(descriptor) }

  /// Appends all bytes.
  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try FileBytes.write(bytes, to: descriptor, path)
  }
}

extension Clock {
  /// Sleeps, even when signals are handled meanwhile.
  package static func sleep(seconds: Double) {
    let end = monotonic() + Int(max(seconds, 0) * 1_000_000_000)
    while case let rest = end - monotonic(), rest > 0 {
      var time = timespec(tv_sec: rest / 1_000_000_000, tv_nsec: rest % 1_000_000_000)
      nanosleep(&time, nil)
    }
  }
}
