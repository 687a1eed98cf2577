import Dispatch
import Glibc
import Synchronization

/// A server on 127.0.0.1 that gives prepared answers, one request at a time, and records the
/// requests.
package final class SmallServer: Sendable {
  package let port: UInt16
  private let listener: Int32
  private let requests = Mutex<[String]>([])

  /// - Parameter answer: returns the bytes of the answer to a request.
  package init?(answer: @escaping @Sendable (String) -> String) {
    guard let (listener, port) = listen(backlog: 16) else { return nil }
    (self.listener, self.port) = (listener, port)
    // On a thread of its own: global queues have few threads, and tests wait on those.
    DispatchQueue(label: "small server").async { [self] in serve(answer) }
  }

  package var asked: [String] { requests.withLock { $0 } }

  private func serve(_ answer: @Sendable (String) -> String) {
    while case let connection = acceptOwn(listener), connection >= 0 {
      var text: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !text.isWholeRequest {
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { break }
        text += buffer.prefix(count)
      }
      let request = String(decoding: text, as: UTF8.self)
      requests.withLock { $0.append(request) }
      let bytes = Array(answer(request).utf8)
      _ = write(connection, bytes, bytes.count)
      close(connection)
    }
  }

  deinit { close(listener) }

  /// Stops the server after the answer in progress.
  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
}

extension [UInt8] {
  /// Whether the head and all of the announced body have arrived.
  fileprivate var isWholeRequest: Bool {
    let parts = String(decoding: self, as: UTF8.self).split(
      separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    let length = parts[0].split(separator: "\r\n").compactMap { line -> Int? in
      let field = line.split(separator: ":", maxSplits: 1)
      guard field.count == 2, field[0].lowercased() == "content-length" else { return nil }
      return Int(field[1].drop { $0 == " " })
    }
    return parts[1].utf8.count >= length.first ?? 0
  }
}

/// Accepts a connection that processes which tests start do not keep open: its peer would never see the end.
private func acceptOwn(_ listener: Int32) -> Int32 {
  let connection = accept(listener, nil, nil)
  if connection >= 0 { _ = fcntl(connection, F_SETFD, FD_CLOEXEC) }
  return connection
}

/// Listens on a free port of 127.0.0.1; nil when that fails.
private func listen(backlog: Int32) -> (listener: Int32, port: UInt16)? {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(listener, $0, length) == 0 && Glibc.listen(listener, backlog) == 0
        && getsockname(listener, $0, &length) == 0
    }
  }
  return isBound ? (listener, UInt16(bigEndian: address.sin_port)) : nil
}

/// A server on 127.0.0.1 that accepts every connection and never answers.
package final class DeadServer: Sendable {
  package let port: UInt16
  private let listener: Int32
  private let connections = Mutex<[Int32]>([])

  package init?() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 8192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard let (listener, port) = listen(backlog: 4096) else { return nil }
    (self.listener, self.port) = (listener, port)
    DispatchQueue(label: "dead server").async { [self] in
      while case let connection = acceptOwn(listener), connection >= 0 {
        connections.withLock { $0.append(connection) }
      }
    }
  }

  package func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    connections.withLock { all in
      all.forEach { close($0) }
      all = []
    }
    close(listener)
  }
}
