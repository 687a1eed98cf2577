import CSockets
import System

/// The file of a unix socket: this file, and not another one at its path later.
struct SocketFile: Equatable {
  private let path: String
  private let device: UInt
  private let number: UInt

  /// Nil when there is no socket at the path.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0, keiro_is_socket(&status) != 0 else { return nil }
    self.path = path
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }

  /// Nil when there is nothing at the path.
  ///
  /// - Throws: `ENOTSOCK` when there is something other than a socket, a link to one included.
  static func checked(_ path: String) throws(SystemError) -> SocketFile? {
    if let file = SocketFile(path: path) { return file }
    var status = stat()
    let (result, _) = SystemCall.perform { lstat(path, &status) }
    guard result != 0 else {
      throw SystemError(operation: "bind", subject: "unix:" + path, code: ENOTSOCK)
    }
    return nil
  }

  /// Removes the file, unless something else has taken its place.
  func remove() throws(SystemError) {
    guard SocketFile(path: path) == self else { return }
    try SystemCall.check("unlink", path) { unlink(path) }
  }
}
