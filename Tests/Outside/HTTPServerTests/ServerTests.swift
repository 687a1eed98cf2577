import HTTPCore
@testable import HTTPServer
import Sockets
import System
import Telemetry
import Testing

struct ServerTests {
  @Test func `answers pipelined requests in order`() throws {
    let server = try TestServer()
    let client = try server.client()
    let targets = (0..<50).map { "/\($0)" }
    client.send(targets.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
    client.endWriting()
    let answers = client.readAll().split(separator: "echo GET ").dropFirst()
    #expect(answers.map { String($0.prefix { $0.isNumber || $0 == "/" }) } == targets)
  }

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

  @Test func `answers HEAD with the length and without the body`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    let answer = client.readAll()
    #expect(answer.contains("Content-Length: 11\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
  }

  @Test func `answers a client that waits for 100 Continue`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send(
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n"
        + "Connection: close\r\n\r\n")
    #expect(client.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send("ok")
    #expect(client.readAll().hasSuffix("echo POST /ok"))
  }

  @Test func `answers a client that has closed its sending side`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send("GET /half HTTP/1.1\r\nHost: a\r\n\r\n")
    client.endWriting()
    #expect(client.readAll().hasSuffix("echo GET /half"))
  }

  @Test func `gives the reason and closes when bytes are not a request`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n")
    let answer = client.readAll()
    #expect(statuses(answer) == ["200 OK", "400 Bad Request"])
    #expect(answer.hasSuffix("the request line does not begin with a method"))
  }

  @Test func `changes its handler between two requests`() throws {
    let server = try TestServer()
    let client = try server.client()
    client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHo")
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
