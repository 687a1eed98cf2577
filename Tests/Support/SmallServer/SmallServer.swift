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
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound else { return nil }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    // On a thread of its own: global queues have few threads, and tests wait on those.
    DispatchQueue(label: "small server").async { [self] in serve(answer) }
  }

  package var asked: [String] { requests.withLock { $0 } }

  private func serve(_ answer: @Sendable (String) -> String) {
    while case let connection = accept(listener, nil, nil), connection >= 0 {
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
