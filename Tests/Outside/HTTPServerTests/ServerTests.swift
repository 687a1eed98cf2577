import HTTPCore
import HTTPServer
import Sockets
import System
import Telemetry
import Testing

struct ServerTests {
  @Test func `keeps interleaved requests of different connections apart`() throws {
    let server = try TestServer()
    let clients = try (0..<3).map { _ in try server.client() }
    // Empty lines before a request are counted for each connection.
    for piece in ["\r\n", "\r\nGET /a", "b HTTP/1.1\r\nHo", "st: a\r\n\r\n"] {
      for client in clients { client.send(piece) }
      try server.barrier()
    }
    for client in clients { #expect(client.read(until: "GET /ab").hasPrefix("HTTP/1.1 200 OK")) }
    clients[0].send("nonsense\r\n\r\n")
    #expect(clients[0].readAll().contains("400 Bad Request"))
    clients[1].send("GET /c HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(clients[1].read(until: "GET /c").hasPrefix("HTTP/1.1 200 OK"))
  }

  @Test func `tells a client of HTTP 1.0 that its connection is kept`() throws {
    let server = try TestServer()
    let client = try server.client(sending: "GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(client.read(until: "GET /1").contains("\r\nConnection: keep-alive\r\n"))
  }

  @Test func `gives the reason and closes when bytes are not a request`() throws {
    let server = try TestServer()
    let client = try server.client(sending: "GET / HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n")
    let answer = client.readAll()
    #expect(statuses(answer) == ["200 OK", "400 Bad Request"])
    #expect(answer.hasSuffix("the request line does not begin with a method"))
  }

  @Test func `changes its handler between two requests`() throws {
    let server = try TestServer()
    let client = try server.client(sending: request("GET /1") + "GET /2 HTTP/1.1\r\nHo")
    #expect(client.read(until: "GET /1").hasSuffix("echo GET /1"))
    try server.barrier()
    server.server.replaceHandlers(HTTPServerConfiguration()) { _ in EchoHandler(name: "other") }
    // A tick is queued behind the switch, so every worker has switched when it returns.
    server.server.tick()
    client.send("st: a\r\n\r\nGET /3 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(client.read(until: "GET /2").hasSuffix("other GET /2"))
    #expect(client.read(until: "GET /3").hasSuffix("other GET /3"))
  }

  @Test func `does not share its port with another server`() throws {
    let server = try TestServer()
    let address = try #require(SocketAddress("127.0.0.1:\(server.port)"))
    #expect {
      _ = try Listener.open(address, workers: 2)
    } throws: { error in
      (error as? SystemError)?.isAddressInUse == true
    }
  }
}
