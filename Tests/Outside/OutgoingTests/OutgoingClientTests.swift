import Outgoing
import SmallServer
import Testing
import WebSyntax

struct OutgoingClientTests {
  private static let redirect =
    "HTTP/1.1 301 Moved\r\nLocation: https://e.example/\r\nX: 1\r\nx: 2\r\nContent-Length: 3\r\n"
    + "X: \(String(repeating: "x", count: 8200))\r\nX: \t \u{301}3\r\n"
    + "Connection: close\r\n\r\nabc"

  private static func inside() throws -> OutgoingRules {
    var rules = OutgoingRules()
    rules.allowNetworks = [try IPNetwork(parsing: "127.0.0.0/8")]
    rules.allowPlainHTTP = true
    return rules
  }

  @Test func `answers with status, fields and body, and follows no redirect`() throws {
    let server = try #require(SmallServer { _ in Self.redirect })
    defer { server.stop() }
    var request = OutgoingRequest("GET", "http://127.0.0.1:\(server.port)/a?b=c")
    request.fields = [("X-Name", "value\r\nX-Other: forged")]
    let answer = try OutgoingClient(Self.inside()).send(request)
    #expect(answer.status == 301 && answer["location"] == "https://e.example/")
    #expect(answer.fields.filter { $0.name == "x" }.map(\.value) == ["1", "2", "\u{301}3"])
    #expect(answer.body == Array("abc".utf8))
    let asked = try #require(server.asked.first)
    #expect(server.asked.count == 1 && asked.hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
    #expect(asked.contains("X-Name: valueX-Other: forged\r\n"))
  }

  @Test(arguments: [
    ("30", 30), ("Fri, 15 Jan 2027 08:01:40 GMT", 100), ("Fri, 15 Jan 2027 07:00:00 GMT", 0),
    ("99999999999999999999", .max), ("-1", nil), ("soon", nil), (nil, nil),
  ])
  func `waits for a number of seconds, or until a date`(value: String?, seconds: Int?) {
    let fields = value.map { [("retry-after", $0)] } ?? []
    let answer = OutgoingAnswer(status: 503, fields: fields, body: [])
    #expect(answer.secondsToWait(at: 1_800_000_000) == seconds)
  }

  @Test func `sends a body and its own method`() throws {
    let server = try #require(
      SmallServer { _ in "HTTP/1.1 204 Done\r\nConnection: close\r\n\r\n" })
    defer { server.stop() }
    var request = OutgoingRequest("POST", "http://127.0.0.1:\(server.port)/hook")
    request.body = Array("{}".utf8)
    #expect(try OutgoingClient(Self.inside()).send(request).status == 204)
    let asked = try #require(server.asked.first)
    #expect(asked.hasPrefix("POST /hook HTTP/1.1\r\n") && asked.contains("Content-Length: 2\r\n"))
    #expect(!asked.contains("Expect"))
  }

  @Test(arguments: [
    "https://localhost/", "https://127.0.0.1/", "https://127.1/", "https://0x7f000001/",
    "https://2130706433/", "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://0/",
  ])
  func `opens no connection to this machine, however it is written`(_ url: String) throws {
    #expect {
      _ = try OutgoingClient(OutgoingRules()).send(OutgoingRequest("GET", url))
    } throws: { error in
      if case .closedAddress = error as? OutgoingError { true } else { false }
    }
  }

  @Test(arguments: [
    ("http://e.example/", OutgoingError.plainHTTP),
    ("file:///etc/passwd", .notAddress("file:///etc/passwd")),
    ("https://user@e.example/", .notAddress("https://user@e.example/")),
    ("e.example", .notAddress("e.example")),
  ])
  func `asks nothing but the web`(_ url: String, _ error: OutgoingError) throws {
    #expect(throws: error) {
      _ = try OutgoingClient(OutgoingRules()).send(OutgoingRequest("GET", url))
    }
  }

  @Test func `tells what a proxy answers that lets nothing through`() throws {
    let proxy = try #require(
      SmallServer { _ in "HTTP/1.1 403 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" })
    defer { proxy.stop() }
    var rules = try Self.inside()
    rules.proxy = "http://127.0.0.1:\(proxy.port)"
    #expect {
      _ = try OutgoingClient(rules).send(OutgoingRequest("GET", "https://e.example/"))
    } throws: { error in
      (error as? OutgoingError)?.message
        == "the proxy answered 403: expected one that lets requests through"
    }
  }

  @Test func `reads no more than was asked for`() throws {
    let long = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + String(repeating: "x", count: 9000)
    let server = try #require(SmallServer { _ in long })
    defer { server.stop() }
    var request = OutgoingRequest("GET", "http://127.0.0.1:\(server.port)/")
    request.bodyLimit = 1000
    #expect(throws: OutgoingError.tooLong) {
      _ = try OutgoingClient(Self.inside()).send(request)
    }
  }
}
