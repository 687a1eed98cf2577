import Dispatch
import Glibc
import Synchronization

/// A server on 127.0.0.1 that accepts every connection and never answers.
final class DeadServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let connections = Mutex<[Int32]>([])

  init?() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 8192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4096) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { return nil }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    DispatchQueue(label: "dead server").async { [self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        connections.withLock { $0.append(connection) }
      }
    }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    connections.withLock { all in
      all.forEach { close($0) }
      all = []
    }
    close(listener)
  }
}
