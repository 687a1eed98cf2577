import Dispatch
import HTTPCore
import HTTPServer
import Sockets
import TLS
import Telemetry
import Testing

/// A server on a free port for the duration of a test, in simulated time.
final class TestServer {
  let server: HTTPServer
  let port: UInt16
  /// The port of the TLS listener; 0 without TLS.
  let securePort: UInt16
  let metrics: [WorkerMetrics]
  private let clock = SimulatedClock()
  private var clients: [ClientReference] = []

  private struct ClientReference {
    weak var client: TestClient?
  }

  convenience init(
    _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(), body: [UInt8] = []
  ) throws {
    try self.init(configuration) { EchoHandler(body: body) }
  }

  /// - Parameter makeHandler: called once for each worker.
  init(
    _ configuration: HTTPServerConfiguration = HTTPServerConfiguration(), tls: TLSContext? = nil,
    makeHandler: @Sendable () -> any HTTPHandler
  ) throws {
    let address = try #require(SocketAddress("127.0.0.1:0"))
    let listener = try Listener.open(address, workers: configuration.workers)
    let secure =
      tls == nil ? [] : [try Listener.open(address, workers: configuration.workers)]
    metrics = (0..<configuration.workers).map { _ in
      WorkerMetrics(routeNames: ["none"], failureNames: TLSFailure.allCases.map(\.name))
    }
    server = try HTTPServer(
      configuration: configuration, listeners: [listener], secureListeners: secure, tls: tls,
      metrics: metrics, clock: clock.serverClock
    ) { _ in makeHandler() }
    securePort = secure.first.flatMap { Self.port(of: $0) } ?? 0
    port = try #require(Self.port(of: listener))
    server.start()
  }

  private static func port(of listener: Listener) -> UInt16? {
    listener.name.split(separator: ":").last.flatMap { UInt16($0) }
  }

  /// - Parameter text: what the client sends at once; nil for nothing yet.
  func client(sending text: String? = nil, source: UInt8 = 1) throws -> TestClient {
    let client = try TestClient(port: port, source: source)
    if let text { client.send(text) }
    clients.removeAll { $0.client == nil }
    clients.append(ClientReference(client: client))
    return client
  }

  /// Waits until the worker has handled everything that reached it before this call. A new connection
  /// may be answered in the round of the loop that accepts it, before others of that round, and a
  /// listener may accept one in a round: hence several requests, one after another. All of them may be
  /// answered before another event of their round, whose work is done when the second tick is.
  ///
  /// - Parameter prefix: the beginning of the answer, where its end cannot be told.
  func barrier(prefix: String? = nil) throws {
    for reference in clients { reference.client?.deliver() }
    for _ in 0..<3 {
      let other = try TestClient(port: port)
      other.send("HEAD /barrier HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n")
      let answer = other.readAll()
      try #require(prefix.map(answer.hasPrefix) ?? answer.hasSuffix("\r\n\r\n"))
    }
    for _ in 0..<2 { server.tick() }
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

  /// Drains the server on another thread, which signals the end.
  func drain(timeout: Int) -> DispatchSemaphore {
    let drained = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { [server] in
      server.drain(timeout: timeout)
      drained.signal()
    }
    return drained
  }

  /// Lets a client begin to read an endless answer and stop, and waits until the kernel's buffers are full.
  ///
  /// - Returns: the number of bytes sent.
  func fill(_ client: TestClient) -> Int {
    _ = client.read(until: "x")
    var before = -1
    while metrics[0].bytesSent.value > before {
      before = metrics[0].bytesSent.value
      for _ in 0..<5 { passTime() }
    }
    return before
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
