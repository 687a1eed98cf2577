import CSockets
package import System

/// Sockets that listen on one address, one for each worker.
///
/// With `SO_REUSEPORT` the kernel spreads connections over the workers' sockets. It would also let
/// a second server of the same user share the port in silence, so the port is first bound without
/// it: that fails when anybody is there.
package final class Listener: Sendable {
  /// As the configuration writes it, with the port that was really bound.
  package let name: String
  /// One for each worker, or a single one that all share.
  private let descriptors: [Int32]
  private let pathToRemove: String?

  private init(name: String, descriptors: [Int32], pathToRemove: String?) {
    self.name = name
    self.descriptors = descriptors
    self.pathToRemove = pathToRemove
  }

  /// Takes over a socket that somebody else has bound, such as systemd.
  package convenience init(inherited descriptor: Int32, name: String) throws(SystemError) {
    let flags = try SystemCall.check("fcntl", name) { keiro_get_flags(descriptor) }
    try SystemCall.check("fcntl", name) { keiro_set_nonblocking(descriptor, flags) }
    Self.prepareConnections(descriptor)
    self.init(name: name, descriptors: [descriptor], pathToRemove: nil)
  }

  /// Binds and listens.
  package static func open(
    _ address: SocketAddress, workers: Int
  ) throws(SystemError) -> Listener {
    switch address.kind {
    case .unix(let path): try openUnix(address, path)
    case .internet: try openInternet(address, workers: workers)
    }
  }

  private static func openInternet(
    _ address: SocketAddress, workers: Int
  ) throws(SystemError) -> Listener {
    let probe = try bind(address, sharesPort: false)
    let bound = address.withPort(of: probe)
    SystemCall.close(probe)
    var descriptors: [Int32] = []
    do throws(SystemError) {
      for _ in 0..<max(workers, 1) {
        let descriptor = try bind(bound, sharesPort: true)
        descriptors.append(descriptor)
        try listen(descriptor, bound)
      }
    } catch {
      descriptors.forEach(SystemCall.close)
      throw error
    }
    return Listener(name: bound.description, descriptors: descriptors, pathToRemove: nil)
  }

  private static func openUnix(
    _ address: SocketAddress, _ path: String
  ) throws(SystemError) -> Listener {
    try removeStale(address, path)
    let descriptor = try bind(address, sharesPort: false)
    do throws(SystemError) {
      try SystemCall.check("chmod", path) { chmod(path, 0o660) }
      try listen(descriptor, address)
    } catch {
      SystemCall.close(descriptor)
      throw error
    }
    return Listener(name: address.description, descriptors: [descriptor], pathToRemove: path)
  }

  /// Removes the socket file that a killed server has left; one that answers stays.
  private static func removeStale(
    _ address: SocketAddress, _ path: String
  ) throws(SystemError) {
    let probe = try SystemCall.check("socket", path) {
      CSockets.socket(AF_UNIX, keiro_sock_stream(), 0)
    }
    defer { SystemCall.close(probe) }
    let (_, code) = address.withPointer { pointer, length in
      SystemCall.perform { connect(probe, pointer, length) }
    }
    switch code {
    case ECONNREFUSED: try SystemCall.check("unlink", path) { unlink(path) }
    case ENOENT: return
    case 0, EAGAIN: throw SystemError(operation: "bind", subject: "unix:" + path, code: EADDRINUSE)
    default: return
    }
  }

  private static func bind(
    _ address: SocketAddress, sharesPort: Bool
  ) throws(SystemError) -> Int32 {
    let name = address.description
    let descriptor = try SystemCall.check("socket", name) {
      CSockets.socket(address.family, keiro_sock_stream(), 0)
    }
    do throws(SystemError) {
      try setOption(descriptor, name, SOL_SOCKET, SO_REUSEADDR)
      if sharesPort { try setOption(descriptor, name, SOL_SOCKET, SO_REUSEPORT) }
      if address.family == AF_INET6 {
        try setOption(descriptor, name, keiro_ipproto_ipv6(), IPV6_V6ONLY)
      }
      let (result, code) = address.withPointer { pointer, length in
        SystemCall.perform { CSockets.bind(descriptor, pointer, length) }
      }
      guard result == 0 else { throw SystemError(operation: "bind", subject: name, code: code) }
    } catch {
      SystemCall.close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func listen(_ descriptor: Int32, _ address: SocketAddress) throws(SystemError) {
    prepareConnections(descriptor)
    try SystemCall.check("listen", address.description) { CSockets.listen(descriptor, 4096) }
  }

  /// How much the kernel may hold of an answer that it has not begun to send.
  private static let unsentBytes: Int32 = 128 << 10

  /// Sets what accepted connections inherit, which saves a call for each of them: answers are
  /// written whole, so waiting for more to send only delays them; and a client that does not read
  /// must not have the kernel take megabytes for it. A unix socket has neither option.
  private static func prepareConnections(_ descriptor: Int32) {
    for (option, value) in [(TCP_NODELAY, 1), (TCP_NOTSENT_LOWAT, unsentBytes)] {
      var value = value
      _ = setsockopt(
        descriptor, keiro_ipproto_tcp(), option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  private static func setOption(
    _ descriptor: Int32, _ name: String, _ level: Int32, _ option: Int32
  ) throws(SystemError) {
    var one: Int32 = 1
    try SystemCall.check("setsockopt", name) {
      setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// How many sockets there are: one, or one for each worker.
  package var socketCount: Int { descriptors.count }

  /// The descriptor at a position; nil when there is none.
  package func socket(_ index: Int) -> Int32? {
    descriptors.indices.contains(index) ? descriptors[index] : nil
  }

  /// Stops listening; to be called once, after the workers have let go of the sockets.
  package func close() {
    descriptors.forEach(SystemCall.close)
    if let pathToRemove { _ = unlink(pathToRemove) }
  }
}
