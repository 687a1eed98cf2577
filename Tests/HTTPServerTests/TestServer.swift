import HTTPCore
import HTTPServer
import Sockets
import Telemetry
import Testing

/// A server on a free port for the duration of a test, in simulated time.
final class TestServer {
  let server: HTTPServer
  let port: UInt16
  let metrics: [WorkerMetrics]
  private let clock = SimulatedClock()

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
      configuration: configuration, listeners: [listener], metrics: metrics,
      clock: clock.serverClock
    ) { _ in makeHandler() }
    port = try #require(listener.name.split(separator: ":").last.flatMap { UInt16($0) })
    server.start()
  }

  func client(source: UInt8 = 1) throws -> TestClient {
    try TestClient(port: port, source: source)
  }

  /// Waits until the worker has handled everything that reached it before this call: it handles
  /// connections in the order in which they become ready, and a new one comes last.
  func barrier() throws {
    let other = try client()
    other.send("HEAD /barrier HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n")
    try #require(other.readAll().hasSuffix("\r\n\r\n"))
  }

  /// Advances the time once the server has handled all bytes sent before this call.
  func advance(seconds: Int) throws {
    try barrier()
    passTime(seconds: seconds)
  }

  /// Advances the time without waiting for the server.
  func passTime(seconds: Int = 0, nanoseconds: Int = 0) {
    clock.advance(nanoseconds: seconds * SimulatedClock.second + nanoseconds)
    server.tick()
  }

  /// Sets only the wall clock.
  func setWallClock(_ secondsSinceEpoch: Double) {
    clock.setWallClock(secondsSinceEpoch)
    server.tick()
  }

  deinit {
    server.drain(timeout: 0)
  }
}
