import Glibc
import HTTPCore
import HTTPServer
import Sockets
import Telemetry
import Testing

/// Echoes the request, so that responses can be told apart.
final class EchoHandler: HTTPHandler {
  let name: String
  let body: [UInt8]

  init(name: String = "echo", body: [UInt8] = []) {
    self.name = name
    self.body = body
  }

  func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { .collect }

  func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    .ready(response(to: request, from: peer, at: now))
  }

  func response(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPResponse {
    let text = "\(name) \(request.method.name) \(request.text(request.target))"
    return HTTPResponse(.ok, body: Array(text.utf8) + request.body + body)
  }

  func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse {
    HTTPResponse(failure.status, body: Array(failure.message.utf8))
  }

  func finished(_ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange) {}
  func tick(at now: HTTPInstant) {}
}

/// A server on a free port for the duration of a test.
final class TestServer {
  let server: HTTPServer
  let port: UInt16
  let metrics: [WorkerMetrics]
  private lazy var other = try? client()

  convenience init(
    _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(), body: [UInt8] = []
  ) throws {
    try self.init(configuration) { EchoHandler(body: body) }
  }

  /// - Parameter makeHandler: called once for each worker.
  init(
    _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
    makeHandler: @Sendable () -> any HTTPHandler
  ) throws {
    let address = try #require(SocketAddress("127.0.0.1:0"))
    let listener = try Listener.open(address, workers: configuration.workers)
    metrics = (0..<configuration.workers).map { _ in WorkerMetrics(routeNames: ["none"]) }
    server = try HTTPServer(
      configuration: configuration, listeners: [listener], metrics: metrics
    ) { _ in makeHandler() }
    port = try #require(listener.name.split(separator: ":").last.flatMap { UInt16($0) })
    server.start()
  }

  func client() throws -> TestClient { try TestClient(port: port) }

  /// Waits until the worker has handled everything that reached it before this call.
  func barrier() {
    other?.send("HEAD /barrier HTTP/1.1\r\nHost: b\r\n\r\n")
    _ = other?.read(until: "\r\n\r\n")
  }

  deinit {
    server.drain(timeout: 0)
  }
}

/// A blocking client that gives up after twenty seconds.
final class TestClient {
  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
  }

  deinit {
    close(descriptor)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
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

  /// Whether the server has closed the connection within the time limit.
  func isClosedByServer() -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) == 0
  }
}

/// The status of each response in a conversation, in order.
func statuses(_ text: String) -> [String] {
  text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst().map {
    String($0.prefix { $0 != "\r\n" })
  }
}
