import HTTPCore
import HTTPServer
import Telemetry
import Testing

/// Clients that read their responses slowly or not at all.
struct WriteTimeoutTests {
  private let configuration = HTTPServerConfiguration(limits: HTTPServerLimits(writeTimeout: 20))
  private static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
  private static let answerBytes = 100_000
  private static let answers = 2000

  /// All responses together exceed the kernel's buffers.
  private func serverOfLongAnswers() throws -> TestServer {
    try TestServer(configuration, body: [UInt8](repeating: 0x78, count: Self.answerBytes))
  }

  private func greedyClient(of server: TestServer) throws -> TestClient {
    let client = try server.client(sending: String(repeating: Self.request, count: Self.answers))
    try server.barrier()
    return client
  }

  /// Expects the server to close the connection of a client that stops reading, at its deadline and
  /// not before.
  private func expectCut(_ server: TestServer, _ client: TestClient) {
    let metrics = server.metrics[0]
    server.passTime(seconds: 20)
    #expect(metrics.connectionsTimedOut.value == 0)
    // While the kernel's buffers fill, every byte extends the deadline. Without a byte sent, the
    // server may still have waited once for the next piece of a response.
    var passes = 0
    while metrics.connectionsTimedOut.value == 0, passes < 3 {
      let before = metrics.bytesSent.value
      server.passTime(seconds: 20, nanoseconds: 1)
      passes = metrics.bytesSent.value > before ? 0 : passes + 1
    }
    #expect(metrics.connectionsTimedOut.value == 1)
    #expect(metrics.connectionsOpen.value == 0)
    withExtendedLifetime(client) {}
  }

  @Test func `cuts a client that stops reading`() throws {
    let server = try serverOfLongAnswers()
    expectCut(server, try greedyClient(of: server))
    #expect(server.metrics[0].bytesSent.value < Self.answers * Self.answerBytes / 2)
  }

  @Test func `cuts a client that stops reading between two pieces of a response`() throws {
    // The kernel accepts such pieces whole or not at all.
    let server = try TestServer(configuration) {
      AnsweringHandler { _ in EndlessSource.response(bytes: 1000) }
    }
    let client = try server.client(sending: Self.request)
    let full = server.fill(client)
    // Once there is room, the kernel's buffers accept whole pieces, then nothing.
    while server.metrics[0].bytesSent.value == full { client.read(bytes: Self.answerBytes) }
    expectCut(server, client)
  }

  @Test func `extends the deadline with every byte that a client reads`() throws {
    let server = try serverOfLongAnswers()
    let client = try greedyClient(of: server)
    let sent = server.metrics[0].bytesSent
    for _ in 0..<10 {
      let before = sent.value
      while sent.value == before { client.read(bytes: Self.answerBytes) }
      server.passTime(seconds: 20)
    }
    #expect(server.metrics[0].connectionsTimedOut.value == 0)
    #expect(server.metrics[0].connectionsOpen.value == 1)
  }
}
