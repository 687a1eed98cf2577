import CSystem

/// Notifications to systemd and sockets from it (sd_notify(3), sd_listen_fds(3)).
///
/// The protocol is a short datagram; implementing it directly avoids a dependency on libsystemd,
/// since the binary also runs without systemd.
package struct ServiceManager: Sendable {
  private let environment: [String: String]

  /// - Parameter environment: the variables of the process, among them those that systemd sets.
  package init(environment: [String: String]) {
    self.environment = environment
  }

  /// Sends a state such as `READY=1`. A missing receiver is not an error.
  package func notify(_ state: String) {
    guard let path = environment["NOTIFY_SOCKET"], let first = path.utf8.first,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
    else { return }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var name = Array(path.utf8)
    if first == UInt8(ascii: "@") { name[0] = 0 }
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < room else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let descriptor = socket(AF_UNIX, keiro_sock_datagram(), 0)
    guard descriptor >= 0 else { return }
    defer { SystemCall.close(descriptor) }
    let message = Array(state.utf8)
    _ = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, message, message.count, keiro_msg_nosignal(), $0, length)
      }
    }
  }

  /// Whether standard error goes to the journal, which adds the time to each line (systemd.exec(5),
  /// `JOURNAL_STREAM`).
  package var keepsTime: Bool {
    var status = stat()
    guard let journal = environment["JOURNAL_STREAM"], fstat(2, &status) == 0 else { return false }
    return journal == "\(status.st_dev):\(status.st_ino)"
  }

  /// Half of the watchdog's timeout, in microseconds; nil without a watchdog.
  package var watchdogInterval: Int? {
    guard let text = environment["WATCHDOG_USEC"], let limit = Int(text), limit > 0 else {
      return nil
    }
    if let owner = environment["WATCHDOG_PID"], owner != String(getpid()) { return nil }
    return max(limit / 2, 1)
  }

  /// The sockets opened for this process with their names; `unknown` for a socket without a name.
  package var inheritedSockets: [(descriptor: Int32, name: String)] {
    guard environment["LISTEN_PID"] == String(getpid()),
      let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), (1...64).contains(count)
    else { return [] }
    let names =
      environment["LISTEN_FDNAMES"]?.split(
        separator: ":", omittingEmptySubsequences: false
      ).map(String.init) ?? []
    return (0..<count).map { index in
      (3 + index, names.indices.contains(Int(index)) ? names[Int(index)] : "unknown")
    }
  }
}
