import Dispatch
import HTTPCore
import Telemetry
import Testing
import WebSyntax

@testable import HTTPServer

/// The limits on connections, in total and by address.
@Suite struct AdmissionTests {
  private func server(
    _ limits: HTTPServerLimits, workers: Int = 1, proxies: TrustedProxies = TrustedProxies()
  ) throws -> TestServer {
    try TestServer(HTTPServerConfiguration(workers: workers, limits: limits, proxies: proxies))
  }

  /// A client that has been answered once; its connection is idle.
  private func kept(_ server: TestServer, source: UInt8 = 1) throws -> TestClient {
    let client = try server.client(source: source)
    try ask(client)
    return client
  }

  private func ask(_ client: TestClient) throws {
    client.send(request("GET /"))
    try #require(client.read(until: "GET /").hasPrefix("HTTP/1.1 200 OK"))
  }

  /// A client that has been answered once and has begun another request in the same segment, which
  /// the server therefore has read.
  private func busy(_ server: TestServer) throws -> TestClient {
    let client = try server.client(sending: request("GET /") + "GET /2 HTTP/1.1\r\nHo")
    try #require(client.read(until: "GET /").hasPrefix("HTTP/1.1 200 OK"))
    return client
  }

  /// A client that has been answered once, and whose next request lacks the last byte of its body.
  private func sending(_ server: TestServer) throws -> TestClient {
    let last = request("POST /2", "Connection: close", "Content-Length: 1")
    let client = try server.client(sending: request("GET /") + last)
    try #require(client.read(until: "GET /").hasPrefix("HTTP/1.1 200 OK"))
    return client
  }

  private func finish(_ client: TestClient) -> [String] {
    client.send("st: a\r\nConnection: close\r\n\r\n")
    return statuses(client.readAll())
  }

  private func total(_ server: TestServer, _ counter: KeyPath<WorkerMetrics, Counter>) -> Int {
    server.metrics.map { $0[keyPath: counter].value }.reduce(0, +)
  }

  @Test func `answers 503 while every slot has a request in flight, and recovers`() throws {
    let server = try server(HTTPServerLimits(connections: 2))
    let held = [try sending(server), try sending(server)]
    let refused = try server.client()
    #expect(statuses(refused.readAll()) == ["503 Service Unavailable"])
    #expect(total(server, \.connectionsRefused) == 1 && total(server, \.connectionsEvicted) == 0)
    // The refused connection no longer lingers.
    server.passTime(seconds: 3)
    // The slot is free before the next connection is accepted.
    held[0].send("x")
    #expect(statuses(held[0].readAll()) == ["200 OK"])
    let next = try kept(server)
    held[1].send("x")
    #expect(statuses(held[1].readAll()) == ["200 OK"])
    try ask(next)
    #expect(total(server, \.connectionsRefused) == 1)
  }

  @Test func `gives the slot of the connection that has been idle longest to a new one`() throws {
    let server = try server(HTTPServerLimits(connections: 3))
    var clients: [TestClient] = []
    for _ in 0..<3 {
      clients.append(try kept(server))
      server.passTime(seconds: 1)
    }
    try ask(clients[0])
    server.passTime(seconds: 1)
    let newcomer = try kept(server)
    #expect(clients[1].isClosedByServer())
    try ask(clients[0])
    try ask(clients[2])
    try ask(newcomer)
    #expect(total(server, \.connectionsEvicted) == 1 && total(server, \.connectionsRefused) == 0)
  }

  @Test func `never cuts a connection with a request in flight`() throws {
    let server = try server(HTTPServerLimits(connections: 2))
    let old = try busy(server)
    server.passTime(seconds: 5)
    let idle = try kept(server)
    let newcomer = try kept(server)
    #expect(idle.isClosedByServer())
    #expect(finish(old) == ["200 OK"])
    try ask(newcomer)
  }

  @Test func `gives up kept connections before those that have sent nothing yet`() throws {
    let server = try server(HTTPServerLimits(connections: 2))
    let silent = try server.client()
    server.passTime(seconds: 1)
    // Accepted in this order.
    let idle = try kept(server)
    _ = try busy(server)
    #expect(idle.isClosedByServer())
    try ask(silent)
  }

  @Test func `gives up a connection that has sent nothing when there is no other`() throws {
    let server = try server(HTTPServerLimits(connections: 1))
    let silent = try server.client()
    let newcomer = try kept(server)
    #expect(silent.isClosedByServer())
    try ask(newcomer)
  }

  @Test func `answers a request that arrives together with the connection that needs room`() throws
  {
    let gate = DispatchSemaphore(value: 0)
    let limits = HTTPServerLimits(connections: 2)
    let server = try TestServer(HTTPServerConfiguration(limits: limits)) {
      AnsweringHandler { request in
        if request.text(request.path) == "/block" { gate.wait() }
        return .ready(HTTPResponse(.ok, body: Array("GET /".utf8)))
      }
    }
    let first = try kept(server)
    let second = try server.client(sending: request("GET /block"))
    // The worker is busy or about to be: whichever it sees first, these two belong together.
    first.send(request("GET /"))
    let third = try server.client(sending: request("GET /"))
    gate.signal()
    for client in [first, second, third] {
      #expect(client.read(until: "GET /").hasPrefix("HTTP/1.1 200 OK"))
    }
    #expect(total(server, \.connectionsRefused) == 0)
  }

  @Test func `finds the place of a connection on another worker`() throws {
    let server = try server(HTTPServerLimits(connections: 1), workers: 2)
    var last = try kept(server)
    // The kernel chooses the worker of each.
    for _ in 0..<24 {
      let next = try kept(server)
      #expect(last.isClosedByServer())
      last = next
    }
    #expect(total(server, \.connectionsEvicted) == 24 && total(server, \.connectionsRefused) == 0)
  }

  @Test func `gives up many connections one after another, the oldest first`() throws {
    let server = try server(HTTPServerLimits(connections: 40))
    var old: [TestClient] = []
    for _ in 0..<40 {
      old.append(try kept(server))
      server.passTime(nanoseconds: 1)
    }
    var new: [TestClient] = []
    for client in old {
      new.append(try busy(server))
      #expect(client.isClosedByServer())
    }
    #expect(new.allSatisfy { finish($0) == ["200 OK"] })
  }

  // MARK: - By address

  @Test func `answers 429 to an address with too many connections, and to no other`() throws {
    let server = try server(HTTPServerLimits(connections: 100, connectionsPerAddress: 2))
    let held = [try kept(server), try kept(server)]
    let refused = try server.client()
    #expect(statuses(refused.readAll()) == ["429 Too Many Requests"])
    #expect(total(server, \.connectionsLimited) == 1)
    let others = [try kept(server, source: 2), try kept(server, source: 3)]
    try others.forEach(ask)
    try held.forEach(ask)
  }

  @Test func `frees the slots of an address when its connections end`() throws {
    let server = try server(HTTPServerLimits(connections: 100, connectionsPerAddress: 1))
    for _ in 0..<5 {
      let client = try server.client(sending: request("GET /", "Connection: close"))
      #expect(statuses(client.readAll()) == ["200 OK"])
    }
    #expect(total(server, \.connectionsLimited) == 0)
  }

  @Test func `says nothing to an address that goes on beyond its limit`() throws {
    let server = try server(HTTPServerLimits(connections: 100, connectionsPerAddress: 1))
    let held = try kept(server)
    var answers: [[String]] = []
    var refused: [TestClient] = []
    for _ in 0..<20 {
      let client = try server.client()
      refused.append(client)
      answers.append(statuses(client.readAll()))
    }
    #expect(answers.filter { $0 == ["429 Too Many Requests"] }.count == 16)
    #expect(answers.suffix(4).allSatisfy { $0.isEmpty })
    try ask(held)
    _ = try kept(server, source: 2)
  }

  @Test func `counts no connections of trusted proxies`() throws {
    let proxies = TrustedProxies(networks: [try IPNetwork(parsing: "127.0.0.1/32")])
    let server = try server(HTTPServerLimits(connectionsPerAddress: 1), proxies: proxies)
    let many = try (0..<5).map { _ in try kept(server) }
    try many.forEach(ask)
    let other = try kept(server, source: 2)
    #expect(try statuses(server.client(source: 2).readAll()) == ["429 Too Many Requests"])
    try ask(other)
  }

  @Test func `has no limit by address when that is 0`() throws {
    let limited = try server(HTTPServerLimits(connectionsPerAddress: 40))
    let some = try (0..<40).map { _ in try kept(limited) }
    #expect(try statuses(limited.client().readAll()) == ["429 Too Many Requests"])
    try some.forEach(ask)

    let server = try server(HTTPServerLimits(connectionsPerAddress: 0))
    let many = try (0..<41).map { _ in try kept(server) }
    try many.forEach(ask)
    #expect(total(server, \.connectionsLimited) == 0)
  }

  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
    ("192.0.2.1", "::ffff:192.0.2.1", true), ("2001:db8::1", "2001:db8::ffff:1", true),
    ("2001:db8::1", "2001:db8:0:1::1", false), ("::1", "192.0.2.1", false),
    ("::1", "0.0.0.1", false),
  ])
  func `takes an IPv6 network of 64 bits for one client`(
    _ one: String, _ other: String, _ isSame: Bool
  ) throws {
    let clients = try [one, other].map { ConnectionCounts.Client(try #require(IPAddress($0))) }
    #expect((clients[0] == clients[1]) == isSame)
  }
}
