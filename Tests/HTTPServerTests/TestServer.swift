import HTTPCore
import HTTPServer
import Sockets
import Telemetry
import Testing

/// A server on a free port for the time of a test, in simulated time.
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

  func client() throws -> TestClient { try TestClient(port: port) }

  /// Waits until the worker has handled what reached it before this call: it takes connections in
  /// the order in which they became ready, and a new one is the last.
  func barrier() throws {
    let other = try client()
    other.send("HEAD /barrier HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n")
    try #require(other.readAll().hasSuffix("\r\n\r\n"))
  }

  /// Lets time pass for a server that has handled what was sent to it.
  func advance(seconds: Int) throws {
    try barrier()
    passTime(seconds: seconds)
  }

  /// Lets time pass whatever the server is doing.
  func passTime(seconds: Int = 0, nanoseconds: Int = 0) {
    clock.advance(nanoseconds: seconds * SimulatedClock.second + nanoseconds)
    server.tick()
  }

  /// Moves the wall clock alone.
  func setWallClock(_ secondsSinceEpoch: Double) {
    clock.setWallClock(secondsSinceEpoch)
    server.tick()
  }

  deinit {
    server.drain(timeout: 0)
  }
}
