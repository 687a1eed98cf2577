import Dispatch
import HTTPCore
import HTTPServer
import Sockets
import Telemetry
import Testing

/// Deadlines in simulated time, exact to the nanosecond.
struct TimeoutTests {
  private let configuration = HTTPServerConfiguration(
    limits: HTTPServerLimits(headerTimeout: 10, bodyTimeout: 30, idleTimeout: 75, writeTimeout: 20))

  private func server() throws -> TestServer { try TestServer(configuration) }

  @Test func `cuts a client that does not finish its head`() throws {
    let server = try server()
    let client = try server.client(sending: "GET / HTTP/1.1\r\nHo")
    try server.advance(seconds: 10)
    #expect(server.metrics[0].connectionsTimedOut.value == 0)
    server.passTime(nanoseconds: 1)
    #expect(server.metrics[0].connectionsTimedOut.value == 1)
    #expect(statuses(client.readAll()) == ["408 Request Timeout"])
  }

  @Test func `does not extend the deadline of a head that trickles in`() throws {
    let server = try server()
    let client = try server.client()
    for byte in "GET / HTTP/" {
      client.send(String(byte))
      try server.advance(seconds: 1)
    }
    #expect(statuses(client.readAll()) == ["408 Request Timeout"])
  }

  @Test func `times the head of a kept connection from its first byte`() throws {
    let server = try server()
    let client = try server.client(sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = client.read(until: "GET /")
    try server.advance(seconds: 74)
    client.send("GET /late HTTP/1.1\r\n")
    try server.advance(seconds: 10)
    client.send("Host: a\r\n\r\n")
    #expect(client.read(until: "/late").hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test func `cuts a client that does not finish its body`() throws {
    let server = try server()
    let client = try server.client(sending: request("POST /", "Content-Length: 9"))
    for byte in ["a", "b", "c"] {
      client.send(byte)
      try server.advance(seconds: 10)
    }
    #expect(server.metrics[0].connectionsTimedOut.value == 0)
    server.passTime(nanoseconds: 1)
    #expect(statuses(client.readAll()) == ["408 Request Timeout"])
  }

  @Test func `closes an idle connection without a response`() throws {
    let server = try server()
    let idle = try server.client(sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(idle.read(until: "GET /").hasPrefix("HTTP/1.1 200 OK"))
    try server.advance(seconds: 75)
    #expect(server.metrics[0].connectionsOpen.value == 1)
    server.passTime(nanoseconds: 1)
    #expect(server.metrics[0].connectionsOpen.value == 0)
    #expect(idle.isClosedByServer())
    #expect(server.metrics[0].connectionsTimedOut.value == 0)
  }

  @Test func `closes a connection that sends nothing`() throws {
    let server = try server()
    let silent = try server.client()
    try server.advance(seconds: 10)
    #expect(server.metrics[0].connectionsOpen.value == 1)
    server.passTime(nanoseconds: 1)
    #expect(silent.isClosedByServer())
  }

  @Test func `lingers for two seconds after rejecting a request`() throws {
    let server = try server()
    let client = try server.client(sending: "nonsense\r\n\r\n")
    #expect(statuses(client.readAll()) == ["400 Bad Request"])
    client.send("and more nonsense")
    try server.advance(seconds: 2)
    #expect(server.metrics[0].connectionsOpen.value == 1)
    server.passTime(nanoseconds: 1)
    #expect(server.metrics[0].connectionsOpen.value == 0)
  }

  @Test func `closes a connection whose deferred response never comes`() throws {
    let server = try TestServer(configuration) { AnsweringHandler { _ in .later { _ in } } }
    let client = try server.client(sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
    try server.advance(seconds: 120)
    #expect(server.metrics[0].connectionsTimedOut.value == 0)
    server.passTime(nanoseconds: 1)
    #expect(client.readAll() == "")
    #expect(server.metrics[0].connectionsTimedOut.value == 1)
  }

  @Test func `dates responses by the wall clock, which does not affect deadlines`() throws {
    let server = try server()
    let client = try server.client(sending: "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.read(until: "GET /1").contains("\r\nDate: Fri, 20 Nov 2026 12:00:00 GMT\r\n"))
    server.setWallClock(SimulatedClock.start + 86_400)
    client.send(request("GET /2"))
    #expect(client.read(until: "GET /2").contains("\r\nDate: Sat, 21 Nov 2026 12:00:00 GMT\r\n"))
    server.setWallClock(0)
    client.send("GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    #expect(client.readAll().contains("\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"))
  }

  @Test func `ticks by itself with the system clocks`() throws {
    let address = try #require(SocketAddress("127.0.0.1:0"))
    let ticked = DispatchSemaphore(value: 0)
    let server = try HTTPServer(
      configuration: configuration, listeners: [try Listener.open(address, workers: 1)],
      metrics: [WorkerMetrics(routeNames: ["none"])]
    ) { _ in AnsweringHandler(onTick: { ticked.signal() }) { _ in .later { _ in } } }
    server.start()
    #expect(ticked.wait(timeout: .now() + .seconds(20)) == .success)
    server.drain(timeout: 0)
  }
}
