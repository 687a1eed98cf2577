import HTTPCore
import Telemetry
import Testing
import WebSyntax

@testable import HTTPServer

/// Answers probes under one path.
private final class ProbedHandler: TestHandler {
  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer {
    .ready(HTTPResponse(.ok, body: Array("fine".utf8)))
  }

  func isProbe(_ request: HTTPRequest) -> Bool { request.text(request.path) == "/healthz" }
}

/// Clients who take places and do not use them.
@Suite struct CrowdTests {
  private func server(
    _ change: (inout HTTPServerLimits) -> Void, networks: [String]? = nil,
    proxies: TrustedProxies = TrustedProxies()
  ) throws -> TestServer {
    var limits = HTTPServerLimits(connections: 8, connectionsPerAddress: 0)
    change(&limits)
    return try TestServer(
      HTTPServerConfiguration(
        limits: limits, proxies: proxies,
        networks: networks?.compactMap { try? IPNetwork(parsing: $0) })
    ) { ProbedHandler() }
  }

  private func status(_ server: TestServer, _ path: String, source: UInt8 = 1) throws -> String {
    let asked = request("GET \(path)", "Connection: close")
    let client = try server.client(sending: asked, source: source)
    return statuses(client.readAll()).first ?? "nothing"
  }

  /// Clients who have begun something, each of which the server has read.
  private func crowd(
    _ count: Int, of server: TestServer, _ text: String, source: UInt8 = 1
  ) throws -> [TestClient] {
    try (0..<count).map { _ in
      let client = try server.client(sending: text, source: source)
      client.deliver()
      return client
    }
  }

  /// A request whose body lacks a byte.
  private static let body = request("POST /", "Content-Length: 1")

  @Test(arguments: ["G", "GET / HTTP/1.1\r\nHost: a\r\nX: ", "GET / HTTP/1.1\r\n", ""])
  func `heads that never end make room, the oldest first`(text: String) throws {
    let server = try server { _ in }
    let held = try crowd(40, of: server, text)
    for _ in 0..<5 { #expect(try status(server, "/") == "200 OK") }
    #expect(held.prefix(20).allSatisfy { $0.isClosedByServer() })
    let metrics = server.metrics[0]
    #expect(metrics.connectionsRefused.value == 0)
    #expect(metrics.connectionsCutShort.value + metrics.connectionsEvicted.value >= 32)
  }

  @Test func `a head that goes on while others wait is answered`() throws {
    let server = try server { _ in }
    let old = try crowd(7, of: server, "GET / HTTP/1.1\r\n")
    try server.barrier()
    server.passTime(seconds: 1)
    let young = try #require(try crowd(1, of: server, "GET / HTTP/1.1\r\nHo").first)
    #expect(try status(server, "/") == "200 OK")
    young.send("st: a\r\nConnection: close\r\n\r\n")
    #expect(statuses(young.readAll()) == ["200 OK"])
    withExtendedLifetime(old) {}
  }

  @Test func `an address with heads that never end gives them up for its own requests`() throws {
    let server = try server { $0.connectionsPerAddress = 4 }
    let held = try crowd(12, of: server, "GET / HTTP/1.1\r\n", source: 2)
    #expect(try status(server, "/", source: 2) == "200 OK")
    #expect(try status(server, "/", source: 1) == "200 OK")
    #expect(server.metrics[0].connectionsReplaced.value == 9)
    #expect(server.metrics[0].connectionsLimited.value == 0)
    withExtendedLifetime(held) {}
  }

  @Test func `an address gives up a connection that has been idle for a second`() throws {
    let server = try server { $0.connectionsPerAddress = 1 }
    let first = try server.client(sending: request("GET /"))
    #expect(first.read(until: "fine").contains("200 OK"))
    #expect(try status(server, "/") == "429 Too Many Requests")
    server.passTime(seconds: 1)
    #expect(try status(server, "/") == "200 OK")
    #expect(first.isClosedByServer())
  }

  // MARK: - Probes

  @Test func `probes are answered when every place is taken`() throws {
    let server = try server { $0.connectionsForProbes = 2 }
    let held = try crowd(8, of: server, Self.body)
    for _ in 0..<5 { #expect(try status(server, "/healthz") == "200 OK") }
    for _ in 0..<5 { #expect(try status(server, "/") == "503 Service Unavailable") }
    // Connections that begin something in the places of probes lose them to the next ones.
    let more = try crowd(9, of: server, "GET /healthz HTTP/1.1\r\n")
    #expect(try status(server, "/healthz") == "200 OK")
    #expect(server.metrics[0].connectionsRefused.value >= 5)
    withExtendedLifetime((held, more)) {}
  }

  @Test func `probes are answered for an address with too many connections`() throws {
    let server = try server {
      $0.connectionsPerAddress = 2
      $0.connectionsForProbes = 2
    }
    let held = try crowd(2, of: server, Self.body)
    #expect(try status(server, "/healthz") == "200 OK")
    #expect(try status(server, "/") == "429 Too Many Requests")
    #expect(try status(server, "/", source: 2) == "200 OK")
    for client in held { client.send("x") }
    for client in held { #expect(client.read(until: "fine").contains("200 OK")) }
  }

  @Test func `a connection for probes takes no other request, with or without a body`() throws {
    let server = try server { $0.connectionsForProbes = 1 }
    let held = try crowd(8, of: server, Self.body)
    let client = try server.client(sending: Self.body)
    #expect(statuses(client.readAll()) == ["503 Service Unavailable"])
    let pipelined = try server.client(sending: request("GET /healthz") + request("GET /"))
    #expect(statuses(pipelined.readAll()) == ["200 OK"])
    withExtendedLifetime(held) {}
  }

  // MARK: - Networks

  @Test func `a connection from a closed network is closed before it takes a place`() throws {
    let server = try server({ $0.connections = 1 }, networks: ["127.0.0.2/32"])
    for _ in 0..<30 { #expect(try status(server, "/", source: 3) == "nothing") }
    let silent = try server.client(source: 3)
    #expect(silent.isClosedByServer() && server.metrics[0].connectionsForeign.value == 31)
    #expect(server.metrics[0].connectionsOpen.value == 0)
    #expect(try status(server, "/", source: 2) == "200 OK")
  }

  @Test func `a proxy is let in, since its clients may come from an open network`() throws {
    let proxies = TrustedProxies(networks: [try IPNetwork(parsing: "127.0.0.7/32")])
    let server = try server({ _ in }, networks: ["10.0.0.0/8"], proxies: proxies)
    #expect(try status(server, "/", source: 7) == "200 OK")
    #expect(try status(server, "/", source: 1) == "nothing")
  }
}
