import Glibc

/// Thousands of clients that try to occupy a server: they send a head or a body byte by byte, or
/// send many requests and never read the answers.
enum SlowClients {
  enum Kind: String, CaseIterable {
    case head, body, reading, silent

    var start: String {
      switch self {
      case .head: "GET /slow HTTP/1.1\r\nHost: asajikan.jp\r\nX: "
      case .body: "POST /slow HTTP/1.1\r\nHost: asajikan.jp\r\nContent-Length: 100000\r\n\r\n"
      case .reading:
        String(repeating: "GET /topics/ HTTP/1.1\r\nHost: asajikan.jp\r\n\r\n", count: 2000)
      case .silent: ""
      }
    }

    var drip: String { self == .head || self == .body ? "x" : "" }
  }

  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 4, let port = UInt16(arguments[0]),
      let kind = Kind(rawValue: arguments[1]),
      let count = Int(arguments[2]), let seconds = Int(arguments[3])
    else {
      usage("usage: keiro-bench slow PORT head|body|reading|silent COUNT SECONDS")
    }
    let start = Array(kind.start.utf8)
    var clients = (0..<count).compactMap { _ in
      WireClient(port: port, timeout: 1, receiveBuffer: kind == .reading ? 4096 : nil)
    }
    let opened = clients.count
    for client in clients { client.sendSome(start) }
    let drip = Array(kind.drip.utf8)
    for _ in 0..<seconds {
      sleep(1)
      clients.removeAll { $0.isClosed(reads: kind != .reading) }
      if !drip.isEmpty { for client in clients { client.sendSome(drip) } }
    }
    print("\(kind.rawValue): \(opened) opened, \(opened - clients.count) closed by the server")
    return opened == count ? 0 : 1
  }
}

extension WireClient {
  /// Sends as much as fits, without waiting.
  func sendSome(_ bytes: [UInt8]) {
    _ = Glibc.send(
      descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
  }

  /// Whether the server has ended the connection.
  ///
  /// - Parameter reads: whether responses are read and discarded; a client that never reads only
  ///   checks the socket for errors.
  func isClosed(reads: Bool) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return false }
    if Int32(entry.revents) & (POLLERR | POLLHUP) != 0 { return true }
    guard reads else { return false }
    while true {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count == 0 { return true }
      if count < 0 { return errno != EAGAIN }
    }
  }
}

/// Opens connections and closes them at once, every other one with a reset.
enum Flood {
  static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count == 2, let port = UInt16(arguments[0]), let seconds = Int(arguments[1])
    else {
      usage("usage: keiro-bench flood PORT SECONDS")
    }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    var opened = 0
    while clock.now < end {
      guard let client = WireClient(port: port, timeout: 1000) else { continue }
      opened += 1
      if opened % 2 == 0 { client.resetAtEnd() }
      if opened % 3 == 0 { client.sendSome(Array("GET / HTTP/1.1\r\nHost: asaji".utf8)) }
    }
    print("\(opened) connections opened and dropped")
    return opened > 0 ? 0 : 1
  }
}

extension WireClient {
  func resetAtEnd() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
