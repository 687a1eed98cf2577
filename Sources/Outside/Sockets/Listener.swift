import CSockets
package import System

/// Sockets that listen on one address, one for each worker.
///
/// With `SO_REUSEPORT` the kernel spreads connections over the workers' sockets. It would also let
/// a second server of the same user share the port silently, so the port is first bound without it,
/// which fails when the port is in use.
package final class Listener: Sendable {
  /// The address in the syntax of the configuration, with the actual port.
  package let name: String
  /// One for each worker, or a single shared one.
  private let descriptors: [Int32]
  /// The socket file to remove at the end.
  private let file: SocketFile?

  private init(name: String, descriptors: [Int32], file: SocketFile? = nil) {
    self.name = name
    self.descriptors = descriptors
    self.file = file
  }

  /// Takes over a socket bound by another process, such as systemd.
  package convenience init(inherited descriptor: Int32, name: String) throws(SystemError) {
    let flags = try SystemCall.check("fcntl", name) { keiro_get_flags(descriptor) }
    try SystemCall.check("fcntl", name) { keiro_set_nonblocking(descriptor, flags) }
    Self.prepareConnections(descriptor)
    self.init(name: name, descriptors: [descriptor])
  }

  /// Binds and listens.
  ///
  /// - Parameter silence: the seconds during which the system withholds connections that have sent nothing
  ///   (`TCP_DEFER_ACCEPT`); nil to accept them at once. Unix sockets do not support it.
  package static func open(
    _ address: SocketAddress, workers: Int, silence: Int? = nil
  ) throws(SystemError) -> Listener {
    switch address.kind {
    case .unix(let path): return try openUnix(address, path)
    case .internet:
      let listener = try openInternet(address, workers: workers)
      if let silence {
        for descriptor in listener.descriptors {
          setTCPOption(descriptor, TCP_DEFER_ACCEPT, Int32(clamping: silence))
        }
      }
      return listener
    }
  }

  private static func openInternet(
    _ address: SocketAddress, workers: Int
  ) throws(SystemError) -> Listener {
    var descriptors: [Int32] = []
    var bound = address
    if address.port == 0 {
      // The kernel chooses one that nobody has, not even to share.
      let descriptor = try bind(address, sharesPort: true)
      descriptors.append(descriptor)
      bound = address.withPort(of: descriptor)
    } else {
      SystemCall.close(try bind(address, sharesPort: false))
    }
    do throws(SystemError) {
      while descriptors.count < max(workers, 1) {
        descriptors.append(try bind(bound, sharesPort: true))
      }
      for descriptor in descriptors { try listen(descriptor, bound) }
    } catch {
      descriptors.forEach(SystemCall.close)
      throw error
    }
    return Listener(name: bound.description, descriptors: descriptors)
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
    return Listener(
      name: address.description, descriptors: [descriptor], file: SocketFile(path: path))
  }

  /// Removes the socket file left behind by a killed server. A socket that accepts connections
  /// stays, and so does anything other than a socket.
  private static func removeStale(
    _ address: SocketAddress, _ path: String
  ) throws(SystemError) {
    guard let file = try SocketFile.checked(path) else { return }
    let probe = try SystemCall.check("socket", path) {
      CSockets.socket(AF_UNIX, keiro_sock_stream(), 0)
    }
    defer { SystemCall.close(probe) }
    let (_, code) = address.withPointer { pointer, length in
      SystemCall.perform { connect(probe, pointer, length) }
    }
    switch code {
    case ECONNREFUSED: try file.remove()
    case ENOENT: return
    case 0, EAGAIN: throw SystemError(operation: "bind", subject: "unix:" + path, code: EADDRINUSE)
    default: return
    }
  }

  static func bind(
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

  /// The maximum amount of unsent response data that the kernel buffers.
  private static let unsentBytes: Int32 = 32 << 10

  /// Sets options that accepted connections inherit, which saves a call for each. Responses are
  /// written whole, so waiting for more data would only delay them; and a client that does not read
  /// must occupy little of the kernel's memory. Unix sockets have neither option.
  private static func prepareConnections(_ descriptor: Int32) {
    setTCPOption(descriptor, TCP_NODELAY, 1)
    setTCPOption(descriptor, TCP_NOTSENT_LOWAT, unsentBytes)
  }

  /// A system without the option only serves a little worse.
  private static func setTCPOption(_ descriptor: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = setsockopt(
      descriptor, keiro_ipproto_tcp(), option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func setOption(
    _ descriptor: Int32, _ name: String, _ level: Int32, _ option: Int32
  ) throws(SystemError) {
    var one: Int32 = 1
    try SystemCall.check("setsockopt", name) {
      setsockopt(descriptor, level, option, &one, socklen_t(MemoryLayout<Int32>.size))
    }
  }

  /// Whether it has the port of an address, at whatever address of the machine, or its path.
  package func covers(_ address: SocketAddress) -> Bool {
    descriptors.first.map(address.isPlace) ?? false
  }

  /// The number of sockets: one, or one for each worker.
  package var socketCount: Int { descriptors.count }

  /// The descriptor at a position; nil when there is none.
  package func socket(_ index: Int) -> Int32? {
    descriptors.indices.contains(index) ? descriptors[index] : nil
  }

  /// The queue of connections that wait to be accepted; nil for unix sockets.
  package var acceptQueue: AcceptQueue? {
    var total: AcceptQueue?
    for descriptor in descriptors {
      var waiting: UInt32 = 0
      var limit: UInt32 = 0
      guard keiro_accept_queue(descriptor, &waiting, &limit) == 0 else { continue }
      total = AcceptQueue(
        waiting: (total?.waiting ?? 0) + Int(waiting), limit: (total?.limit ?? 0) + Int(limit))
    }
    return total
  }

  /// Stops listening; must be called once, after the workers have released the sockets.
  package func close() {
    descriptors.forEach(SystemCall.close)
    try? file?.remove()
  }
}

package struct AcceptQueue: Equatable, Sendable {
  /// The number of established connections that were not accepted yet.
  package let waiting: Int
  /// The maximum number; further clients get no answer.
  package let limit: Int
}
