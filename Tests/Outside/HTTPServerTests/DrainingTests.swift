import Dispatch
import HTTPServer
import Telemetry
import Testing

struct DrainingTests {
  /// Drains a server for five seconds that has one idle connection, which it closes, and one with a client
  /// that has begun a request.
  private func drain(_ server: TestServer) throws -> (TestClient, drained: DispatchSemaphore) {
    let idle = try server.client(sending: request("GET /"))
    #expect(idle.read(until: "GET /").hasPrefix("HTTP/1.1 200 OK"))
    let client = try server.client(sending: "GET /slow HTTP/1.1\r\n")
    try server.barrier()
    let drained = server.drain(timeout: 5)
    #expect(idle.isClosedByServer())
    server.passTime(seconds: 5)
    return (client, drained)
  }

  @Test func `finishes requests in flight`() throws {
    let server = try TestServer()
    let (client, drained) = try drain(server)
    client.send("Host: a\r\n\r\n")
    let answer = client.readAll()
    #expect(answer.hasSuffix("GET /slow"))
    #expect(answer.contains("Connection: close"))
    #expect(drained.wait(timeout: .now() + .seconds(20)) == .success)
  }

  @Test func `closes connections that are not done in time`() throws {
    let server = try TestServer()
    let (client, drained) = try drain(server)
    #expect(server.metrics[0].connectionsOpen.value == 1)
    server.passTime(nanoseconds: 1)
    #expect(client.readAll() == "")
    #expect(drained.wait(timeout: .now() + .seconds(20)) == .success)
    #expect(server.metrics[0].connectionsOpen.value == 0)
  }

  @Test func `closes all connections at once if the timeout is zero`() throws {
    let server = try TestServer(HTTPServerConfiguration(workers: 2))
    let clients = try (0..<8).map { number in
      let client = try server.client(sending: request("GET /1") + "GET /slow HTTP/1.1\r\n")
      _ = client.read(until: "GET /1")
      return client
    }
    server.server.drain(timeout: 0)
    for client in clients { #expect(client.readAll() == "") }
    #expect(server.metrics.map(\.connectionsOpen.value) == [0, 0])
  }
}
