import HTTPCore
import HTTPServer
import TLS
import Telemetry
import Testing
import WebSyntax

/// Connections that begin with a PROXY protocol header, over real sockets.
struct ProxyHeaderServerTests {
  /// Proxies have the address 127.0.0.7.
  private func server(
    limits: HTTPServerLimits = HTTPServerLimits(), tls: TLSContext? = nil, trusts: Bool = false
  ) throws -> TestServer {
    let introducers = TrustedProxies(networks: [try IPNetwork(parsing: "127.0.0.7")])
    let proxies = trusts ? introducers : TrustedProxies()
    return try TestServer(
      HTTPServerConfiguration(limits: limits, proxies: proxies, introducers: introducers), tls: tls
    ) { PeerHandler() }
  }

  private static let header = "PROXY TCP4 192.0.2.1 10.0.0.1 56324 443\r\n"
  private static let request = "GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n"

  @Test func `takes the address of the client from the header`() throws {
    let server = try server()
    let proxy = try server.client(sending: Self.header + Self.request, source: 7)
    #expect(proxy.readAll().hasSuffix("192.0.2.1 plain"))
    let other = try server.client(sending: Self.request)
    #expect(other.readAll().hasSuffix("127.0.0.1 plain"))
  }

  @Test func `understands a header that arrives in pieces`() throws {
    let server = try server()
    let proxy = try server.client(source: 7)
    for byte in Self.header {
      proxy.send(String(byte))
      try server.barrier()
    }
    proxy.send(Self.request)
    #expect(proxy.readAll().hasSuffix("192.0.2.1 plain"))
  }

  @Test func `the header comes before TLS`() throws {
    let context = try TLSContext([try TestIdentity.usual.get().identity()])
    let server = try server(tls: context)
    let connection = try TestClient(port: server.securePort, source: 7)
    connection.send(Self.header)
    let client = try #require(SecureClient(connection))
    client.send(Self.request)
    let answer = String(decoding: try #require(client.readAll()), as: UTF8.self)
    #expect(answer.hasSuffix("192.0.2.1 secure"))
  }

  private static let v2 = "\r\n\r\n\0\r\nQUIT\n\u{21}\u{11}"
  private static let addresses = "\u{0A}\u{01}\u{02}\u{03}\u{0A}\0\0\u{01}\u{01}\u{02}\0\u{50}"

  @Test(arguments: [
    (header, false, "unknown"), (header, true, "trusted"),
    (v2 + "\0\u{0C}" + addresses, false, "unknown"), (v2 + "\0\u{0C}" + addresses, true, "trusted"),
    (v2 + "\0\u{14}" + addresses + "\u{20}\0\u{05}\u{01}\0\0\0\0", false, "secure"),
    (v2 + "\0\u{14}" + addresses + "\u{20}\0\u{05}\0\0\0\0\0", true, "plain"),
  ])
  func `knows what the proxy tells of the client's TLS`(
    header: String, trusts: Bool, front: String
  ) throws {
    let server = try server(trusts: trusts)
    let proxy = try server.client(sending: header + Self.request, source: 7)
    #expect(proxy.readAll().contains("\r\nFront: \(front)\r\n"))
  }

  @Test(arguments: [request, "PROXY TCP4 192.0.2.1\r\n", "PROXY TCP9 a b 1 2\r\n", "\r\n\r\nX"])
  func `closes a connection whose header is malformed`(text: String) throws {
    let server = try server()
    let proxy = try server.client(sending: text, source: 7)
    #expect(!proxy.readAll().contains("HTTP"))
    #expect(server.metrics[0].introductionsRefused.value == 1)
  }

  @Test func `waits for the header no longer than for the head of a request`() throws {
    let server = try server(limits: HTTPServerLimits(headerTimeout: 10))
    let proxy = try server.client(sending: "PROXY ", source: 7)
    try server.advance(seconds: 11)
    #expect(proxy.isClosedByServer())
  }

  @Test func `counts connections by the address of the header`() throws {
    let server = try server(limits: HTTPServerLimits(connectionsPerAddress: 2))
    func open(_ address: String) throws -> TestClient {
      let client = try server.client(source: 7)
      client.send("PROXY TCP4 \(address) 10.0.0.1 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
      return client
    }
    let kept = try (0..<2).map { _ in try open("192.0.2.1") }
    for client in kept { #expect(client.read(until: "plain").contains("200 OK")) }
    #expect(try open("192.0.2.1").readAll().contains("429"))
    #expect(try open("192.0.2.2").read(until: "plain").contains("200 OK"))
  }
}

/// Responds with the address of the client.
private final class PeerHandler: TestHandler {
  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer {
    let address = peer.address.map { "\($0)" } ?? "unix"
    return .ready(
      HTTPResponse(
        .ok, fields: HTTPFields(["Front": "\(peer.front)"]),
        body: Array("\(address) \(peer.isSecure ? "secure" : "plain")".utf8)))
  }
}
