import CSockets
package import System
import WebSyntax

extension Listener {
  /// What would keep this process from listening at an address, nothing but another process that listens
  /// there. An internet address is bound for a moment, and nobody can connect to it meanwhile.
  package static func obstacle(at address: SocketAddress) -> SystemError? {
    do throws(SystemError) {
      guard case .unix(let path) = address.kind else {
        SystemCall.close(try bind(address, sharesPort: false))
        return nil
      }
      guard try SocketFile.checked(path) == nil,
        FileObstacle.toMaking(in: FileObstacle.folder(of: path)) != nil
      else { return nil }
      return SystemError(operation: "bind", subject: address.description, code: EACCES)
    } catch {
      let isTaken = error.code == EACCES && address.port.map(isListenedOn) == true
      return error.isAddressInUse || isTaken ? nil : error
    }
  }

  /// Whether any process listens on a port, as far as /proc tells.
  private static func isListenedOn(_ port: UInt16) -> Bool {
    ["/proc/net/tcp", "/proc/net/tcp6"].contains { path in
      let table = (try? readFile(path, limit: 16 << 20)) ?? []
      return String(decoding: table, as: UTF8.self).split(separator: "\n").contains { line in
        // A number, the address with the port in hexadecimal digits, its peer, the state, and more.
        let columns = line.split(separator: " ")
        guard columns.count > 3, columns[3] == "0A", let colon = columns[1].lastIndex(of: ":")
        else { return false }
        return UInt16(columns[1][columns[1].index(after: colon)...], radix: 16) == port
      }
    }
  }

  /// Why an address cannot be listened on and what would help, from the error of `open`.
  package static func sentence(about error: SystemError) -> String {
    let unixPath = error.subject.hasPrefix("unix:") ? String(error.subject.dropFirst(5)) : nil
    switch error.code {
    case EADDRINUSE:
      let command = unixPath == nil ? "ss -ltnp" : "ss -lxp"
      return "another process listens there: '\(command)', by root, shows which one"
    case ENOTSOCK:
      return "something other than a socket is there: expected a path without a file"
    case EADDRNOTAVAIL:
      return "this machine has no such address: expected one that 'ip address' shows, or 0.0.0.0 "
        + "or [::] for all of them"
    case EAFNOSUPPORT:
      return "this machine has no addresses of this kind: expected one that 'ip address' shows"
    default: break
    }
    if let unixPath, let obstacle = FileObstacle.toMaking(in: FileObstacle.folder(of: unixPath)) {
      return obstacle
    }
    guard error.code == EACCES else { return error.reason }
    return "the user '\(Process.userName)' may not: expected a port above 1023, a socket of "
      + "systemd such as keiro-tls.socket, or the capability CAP_NET_BIND_SERVICE"
  }
}

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
