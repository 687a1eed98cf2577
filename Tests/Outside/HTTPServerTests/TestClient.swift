import Foundation
import Glibc
import TLSClient
import Testing

/// A blocking client that gives up after twenty seconds.
final class TestClient {
  let descriptor: Int32

  /// - Parameter source: the last byte of the client's own address, 127.0.0.x.
  init(port: UInt16, source: UInt8 = 1) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    let own = Self.address(last: source, port: 0)
    try #require(Self.with(own) { bind(descriptor, $0, $1) } == 0)
    let server = Self.address(last: 1, port: port)
    try #require(Self.with(server) { connect(descriptor, $0, $1) } == 0)
  }

  private static func address(last: UInt8, port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = (UInt32(0x7F00_0000) | UInt32(last)).bigEndian
    return address
  }

  private static func with(
    _ address: sockaddr_in, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Sets whether small segments wait for others, up to a fifth of a second.
  func holdSegments(_ isHolding: Bool) {
    var value: Int32 = isHolding ? 1 : 0
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CORK, &value, size)
  }

  /// Waits until the server's system has received the sent bytes: on a busy machine a later
  /// connection may overtake them. A server that reads no more, or has gone, is not waited for.
  func deliver() {
    var left: Int32 = 0
    Self.yield(milliseconds: 5000) {
      ioctl(descriptor, UInt(TIOCOUTQ), &left) != 0 || left == 0
    }
  }

  /// Waits until the server has taken from its socket what was sent, unless it never does. What has only
  /// arrived may still be read together with what is sent next.
  func awaitReading() {
    deliver()
    var own = sockaddr_in()
    var server = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &own) {
      _ = getsockname(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    withUnsafeMutableBytes(of: &server) {
      _ = getpeername(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &size)
    }
    // A row of the kernel's table: its number, both addresses, the state, both queues.
    let place = { (address: sockaddr_in) in
      String(format: "%08X:%04X", address.sin_addr.s_addr, Int(UInt16(bigEndian: address.sin_port)))
    }
    let row = " \(place(server)) \(place(own)) "
    Self.yield(milliseconds: 5000) {
      guard let found = Self.kernelRow(with: row) else { return hasAnswer }
      return found.split(separator: " ").dropFirst(4).first?.hasSuffix(":00000000") ?? true
    }
  }

  /// A row of the system's connections, of which there are thousands.
  private static func kernelRow(with text: String) -> String? {
    guard let file = fopen("/proc/self/net/tcp", "r") else { return nil }
    defer { fclose(file) }
    var row = [CChar](repeating: 0, count: 256)
    while fgets(&row, Int32(row.count), file) != nil {
      guard strstr(row, text) != nil else { continue }
      return String(decoding: row.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    return nil
  }

  /// Whether the server has sent something, or ended the connection. The kernel's table may lack a row
  /// while others come and go.
  private var hasAnswer: Bool {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) != 0
  }

  /// Waits until the server has sent as many segments, unless it never does.
  func awaitSegments(_ count: Int32) {
    Self.yield(milliseconds: 5000) { keiro_segments_received(descriptor) >= count }
  }

  private static func yield(milliseconds: Int, until isSo: () -> Bool) {
    let end = ContinuousClock.now.advanced(by: .milliseconds(milliseconds))
    while !isSo(), ContinuousClock.now < end { sched_yield() }
  }

  func endWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Everything up to the end of the connection, or to the time limit.
  func readAll() -> String {
    String(decoding: readAllBytes(), as: UTF8.self)
  }

  func readAllBytes() -> [UInt8] {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return text }
      text += buffer[..<count]
    }
  }

  /// Everything up to and including `end`.
  func read(until end: String) -> String {
    var text: [UInt8] = []
    var byte: UInt8 = 0
    while recv(descriptor, &byte, 1, 0) == 1 {
      text.append(byte)
      if text.suffix(end.utf8.count).elementsEqual(end.utf8) { break }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads and discards up to `count` bytes.
  func read(bytes count: Int) {
    var buffer = [UInt8](repeating: 0, count: count)
    _ = recv(descriptor, &buffer, count, 0)
  }

  /// Whether the server has closed the connection within the time limit.
  func isClosedByServer() -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) == 0
  }
}

/// A request to the host `a`: its line without the version, its other fields, and its body.
func request(_ line: String, _ fields: String..., body: String = "") -> String {
  (["\(line) HTTP/1.1", "Host: a"] + fields + ["", body]).joined(separator: "\r\n")
}

/// The status of each response in a conversation, in order.
func statuses(_ text: String) -> [String] {
  text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst().map {
    String($0.prefix { $0 != "\r\n" })
  }
}
