import CSystem
import Synchronization

/// A folder for secrets, which only its owner may read. Files are replaced as a whole.
package final class SecretFolder: Sendable {
  private let path: String
  /// The descriptor of the lock; negative when it is not held.
  private let lockDescriptor = Mutex<Int32>(-1)

  /// Creates the folder and its missing parents.
  package init(path: String) throws(SystemError) {
    self.path = path
    try makeFolder(path, mode: 0o700)
  }

  deinit {
    let descriptor = lockDescriptor.withLock(\.self)
    if descriptor >= 0 { SystemCall.close(descriptor) }
  }

  /// The contents of a file; nil when there is none.
  ///
  /// - Parameters:
  ///   - name: a name without a slash.
  ///   - limit: the maximum size in bytes; a larger file is an error.
  package func read(_ name: String, limit: Int) throws(FileReadError) -> [UInt8]? {
    let file = path + "/" + name
    guard fileExists(file) else { return nil }
    return try readFile(file, limit: limit)
  }

  /// Replaces a file completely, or leaves it as it is.
  ///
  /// - Parameters:
  ///   - name: a name without a slash.
  ///   - bytes: its new contents.
  package func write(_ name: String, _ bytes: [UInt8]) throws(SystemError) {
    try FileReplacement.replace(path + "/" + name, by: bytes, mode: 0o600)
  }

  /// Locks the folder for this process; false while another one holds the lock.
  package func lock() -> Bool {
    lockDescriptor.withLock { descriptor in
      if descriptor < 0 { descriptor = SystemCall.perform { keiro_lock(path + "/lock") }.result }
      return descriptor >= 0
    }
  }
}
