import Dispatch
import HTTPCore
import HTTPServer
import Synchronization
import Testing

/// Responds later, echoes streamed bodies, and supplies bodies in pieces.
private final class SlowHandler: TestHandler {
  /// The lease for each body with a limit of its own.
  private let lease: Lease?

  init(lease: Lease? = nil) { self.lease = lease }

  func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake {
    switch request.text(request.path) {
    case "/stream": .stream(CountingSink())
    case "/some": .collectSome(limit: 5, lease: lease.map { Held($0) })
    case "/refuse": .refuse(HTTPResponse(.unauthorized, body: Array("no".utf8)))
    default: .collect
    }
  }

  func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    let path = request.text(request.path)
    if path == "/pieces" || path == "/broken" {
      let fails = path == "/broken"
      var response = HTTPResponse(.ok)
      response.source = PieceSource(fails ? ["one"] : ["one ", "", "two ", "three"], fails: fails)
      return .ready(response)
    }
    let body = Array("later \(path)".utf8) + request.body
    guard path.hasPrefix("/later") else {
      return .ready(HTTPResponse(.ok, body: Array("now".utf8)))
    }
    return .later { completion in
      DispatchQueue.global().async { completion(HTTPResponse(.ok, body: body)) }
    }
  }
}

/// Counts its holders.
private final class Lease: Sendable {
  let holders = Mutex(0)
  /// The limit of each body.
  let bytes: Int

  init(bytes: Int = .max) { self.bytes = bytes }
}

private final class Held: HTTPBodyLease {
  private let lease: Lease

  init(_ lease: Lease) {
    self.lease = lease
    lease.holders.withLock { $0 += 1 }
  }

  deinit { lease.holders.withLock { $0 -= 1 } }

  func reach(_ bytes: Int) -> Bool { bytes <= lease.bytes }

  var refusal: HTTPResponse { HTTPResponse(.serviceUnavailable, body: Array("full".utf8)) }
}

private final class CountingSink: HTTPBodySink {
  private let bytes = Mutex(0)

  func receive(_ bytes: [UInt8], completion: @escaping @Sendable () -> Void) {
    self.bytes.withLock { $0 += bytes.count }
    DispatchQueue.global().async(execute: completion)
  }

  func finish(completion: @escaping HTTPCompletion) {
    completion(HTTPResponse(.ok, body: Array("\(bytes.withLock { $0 }) bytes".utf8)))
  }

  func cancel() {}
}

private final class PieceSource: HTTPBodySource {
  private let pieces: Mutex<[String]>
  private let fails: Bool

  init(_ pieces: [String], fails: Bool) {
    self.pieces = Mutex(pieces)
    self.fails = fails
  }

  func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void) {
    let piece = pieces.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    let part: HTTPBodyPart = piece.map { .bytes(Array($0.utf8)) } ?? (fails ? .failure : .end)
    DispatchQueue.global().async { completion(part) }
  }
}

struct DeferralTests {
  /// A request without its body of five bytes.
  private static let some = request("POST /some", "Content-Length: 5")

  @Test func `responses stay in the order of their requests`() throws {
    let server = try TestServer { SlowHandler() }
    let lines = ["GET /later/1", "GET /now", "GET /later/2", "GET /now"]
    let client = try server.client(sending: lines.map { request($0) }.joined())
    let text = client.read(until: "/later/2") + client.read(until: "now")
    let answers = text.replacing("HTTP/1.1 200 OK", with: "\r\n").split(separator: "\r\n")
    let bodies = answers.map(String.init).filter { $0.hasPrefix("later") || $0.hasPrefix("now") }
    #expect(bodies == ["later /later/1", "now", "later /later/2", "now"])
  }

  @Test func `a deferred response takes a body and keeps the connection`() throws {
    let server = try TestServer { SlowHandler() }
    let later = request("POST /later", "Content-Length: 3", body: "abc")
    let client = try server.client(sending: later)
    #expect(client.read(until: "abc").contains("later /laterabc"))
    client.send(request("GET /now"))
    #expect(client.read(until: "now").contains("200 OK"))
  }

  @Test(arguments: ["Content-Length", "chunked"])
  func `a streamed body may be longer than the limit`(framing: String) throws {
    let server = try TestServer { SlowHandler() }
    let client = try server.client()
    let body = String(repeating: "x", count: 3_000_000)
    client.send("POST /stream HTTP/1.1\r\nHost: a\r\n")
    client.send(
      framing == "chunked"
        ? "Transfer-Encoding: chunked\r\n\r\n2DC6C0\r\n" + body + "\r\n0\r\n\r\n"
        : "Content-Length: 3000000\r\n\r\n" + body)
    #expect(client.read(until: "bytes").hasSuffix("3000000 bytes"))
    client.send(request("GET /now"))
    #expect(client.read(until: "now").contains("200 OK"))
  }

  @Test func `a refused body is not read`() throws {
    let server = try TestServer { SlowHandler() }
    let client = try server.client(
      sending: request("POST /refuse", "Expect: 100-continue", "Content-Length: 99"))
    let text = client.readAll()
    #expect(text.hasPrefix("HTTP/1.1 401 Unauthorized"))
    #expect(!text.contains("100 Continue"))
  }

  @Test(arguments: ["Content-Length: 6\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n6\r\nabcdef"])
  func `a body is refused that is longer than its own limit`(rest: String) throws {
    let server = try TestServer { SlowHandler() }
    let client = try server.client(sending: "POST /some HTTP/1.1\r\nHost: a\r\n" + rest)
    #expect(client.readAll().hasPrefix("HTTP/1.1 413 "))
    let other = try server.client(sending: Self.some + "abcde")
    #expect(other.read(until: "now").contains("200 OK"))
    // The next request of the connection has the connection's own limit again.
    other.send(request("POST /later", "Content-Length: 6", body: "abcdef"))
    #expect(other.read(until: "abcdef").contains("later /laterabcdef"))
  }

  @Test(arguments: [
    ("Content-Length: 9999999999\r\n\r\n", 413), ("Content-Length: 5\r\n\r\nab", 408),
    ("Transfer-Encoding: chunked\r\n\r\nx\r\n", 400),
  ])
  func `a body that is refused is noted with its request`(rest: String, status: Int) throws {
    let notes = Notes()
    let server = try TestServer { NotingHandler(notes) }
    let client = try server.client(sending: "POST /some HTTP/1.1\r\nHost: a\r\n" + rest)
    try server.barrier()
    try server.advance(seconds: 60)
    #expect(client.readAll().hasPrefix("HTTP/1.1 \(status) "))
    #expect(notes.all.withLock { $0 } == ["/some \(status)"])
  }

  @Test func `a lease is held until its body is answered or its connection ends`() throws {
    let lease = Lease()
    let server = try TestServer { SlowHandler(lease: lease) }
    let one = try server.client(sending: Self.some + "ab")
    let other = try server.client(sending: Self.some + "ab")
    try server.barrier()
    #expect(lease.holders.withLock { $0 } == 2)
    one.send("cde")
    #expect(one.read(until: "now").contains("200 OK"))
    #expect(lease.holders.withLock { $0 } == 1)
    try server.advance(seconds: 60)
    #expect(other.readAll().hasPrefix("HTTP/1.1 408 "))
    #expect(lease.holders.withLock { $0 } == 0)
  }

  @Test func `a body is refused as soon as it takes more memory than there is`() throws {
    let lease = Lease(bytes: 3)
    let server = try TestServer { SlowHandler(lease: lease) }
    let client = try server.client(sending: Self.some + "abc")
    try server.barrier()
    #expect(lease.holders.withLock { $0 } == 1)
    client.send("d")
    let answer = client.readAll()
    #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.hasSuffix("full"))
    #expect(answer.contains("Connection: close"))
    #expect(lease.holders.withLock { $0 } == 0)
    // The same for a body that arrives with its head.
    let other = try server.client(sending: Self.some + "abcde")
    #expect(other.readAll().hasPrefix("HTTP/1.1 503 "))
    #expect(lease.holders.withLock { $0 } == 0)
  }

  @Test func `a body in pieces is sent in chunks, and to HTTP 1.0 up to the end`() throws {
    let server = try TestServer { SlowHandler() }
    let client = try server.client(sending: request("GET /pieces") + request("GET /now"))
    let text = client.read(until: "now")
    #expect(text.contains("Transfer-Encoding: chunked"))
    #expect(text.contains("\r\n\r\n4\r\none \r\n4\r\ntwo \r\n5\r\nthree\r\n0\r\n\r\nHTTP/1.1 200"))
    let old = try server.client(sending: "GET /pieces HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    let whole = old.readAll()
    #expect(whole.hasSuffix("\r\n\r\none two three"))
    #expect(!whole.contains("chunked"))
  }

  @Test func `a body that fails midway is not terminated`() throws {
    let server = try TestServer { SlowHandler() }
    let client = try server.client(sending: request("GET /broken"))
    #expect(client.readAll().hasSuffix("\r\n3\r\none\r\n"))
  }

  @Test func `HEAD does not get a body in pieces`() throws {
    let server = try TestServer { SlowHandler() }
    let client = try server.client(sending: request("HEAD /pieces", "Connection: close"))
    #expect(client.readAll().hasSuffix("\r\n\r\n"))
  }

  @Test func `draining waits for a deferred response`() throws {
    let server = try TestServer { SlowHandler() }
    let client = try server.client(sending: request("GET /later"))
    #expect(client.read(until: "later /later").contains("200 OK"))
    client.send(request("GET /later"))
    server.server.drain(timeout: 5)
    #expect(client.readAll().contains("later /later"))
  }
}

private final class Notes: Sendable {
  let all = Mutex<[String]>([])
}

/// Notes what was answered, except to a server's barrier.
private final class NotingHandler: TestHandler {
  private let notes: Notes

  init(_ notes: Notes) {
    self.notes = notes
  }

  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer {
    .ready(HTTPResponse(.noContent))
  }

  func finished(_ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange) {
    let target = request.map { $0.text($0.path) } ?? "?"
    guard target != "/barrier" else { return }
    notes.all.withLock { $0.append("\(target) \(response.status.code)") }
  }
}
