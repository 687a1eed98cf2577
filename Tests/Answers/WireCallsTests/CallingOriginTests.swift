import HTTPCore
import Links
import LinkStorage
import Service
import Testing

@testable import ServiceSupport
@testable import WireCalls

/// What pages of other origins may read (WHATWG Fetch, "CORS protocol").
@Suite struct CallingOriginTests {
  private static let app = "https://app.shlink.io"
  private static let other = "https://other.example"

  private let named: ServiceFixture
  private let any: ServiceFixture
  private let closed: ServiceFixture

  init() throws {
    func service(_ origins: [String]) throws -> ServiceFixture {
      let service = try ServiceFixture(compatible: CompatibleService.allCases, origins: origins)
      try service.add(#""slug": "news", "url": "https://e.example/1""#)
      service.token = nil
      return service
    }
    named = try service([Self.app, "http://localhost:3000"])
    any = try service(["*"])
    closed = try service([])
  }

  /// Calls of a page, with their statuses without a token.
  private static let wireCalls = [
    WireRow("GET", "/rest/v3/health", 200), WireRow("GET", "/rest/v3/short-urls", 401),
    WireRow("POST", "/rest/v3/short-urls", 401), WireRow("GET", "/rest/v3/short-urls/news", 401),
    WireRow("GET", "/rest/v3/nothing", 404), WireRow("PUT", "/rest/v3/short-urls", 405),
    WireRow("GET", "/v4/user", 403), WireRow("GET", "/v4/nothing", 404),
    WireRow("POST", "/v4/shorten", 403),
    WireRow("GET", "/yourls-api.php?action=version", 403), WireRow("PATCH", "/yourls-api.php", 405),
  ]

  @Test(arguments: wireCalls)
  func `a page of a named origin reads the answer, whatever it is`(_ call: WireRow) throws {
    let origin = "Origin: \(Self.app)\r\n"
    for body in ["", "{}"] where call.method != "GET" || body.isEmpty {
      let answer = try named.call(call.method, call.target, body, fields: origin)
      #expect(answer.status == call.status, "\(answer.text)")
      #expect(answer.field("Access-Control-Allow-Origin") == Self.app)
      #expect(answer.field("Cross-Origin-Resource-Policy") == "cross-origin")
      #expect(answer.field("Vary")?.contains("Origin") == true)
      #expect(answer.field("Access-Control-Allow-Credentials") == nil)
    }
  }

  @Test(arguments: wireCalls)
  func `a page of another origin reads nothing`(_ call: WireRow) throws {
    for fields in ["Origin: \(Self.other)\r\n", "Origin: null\r\n", ""] {
      let answer = try named.call(call.method, call.target, fields: fields)
      #expect(answer.status == call.status)
      #expect(answer.field("Access-Control-Allow-Origin") == nil)
      #expect(answer.field("Cross-Origin-Resource-Policy") != "cross-origin")
      // A cache must not give one origin the answer of another.
      #expect(answer.field("Vary")?.contains("Origin") == true)
    }
    let answer = try closed.call(call.method, call.target, fields: "Origin: \(Self.app)\r\n")
    #expect(answer.field("Access-Control-Allow-Origin") == nil && answer.field("Vary") == nil)
  }

  @Test(arguments: wireCalls)
  func `all origins are one answer`(_ call: WireRow) throws {
    let answer = try any.call(call.method, call.target, fields: "Origin: \(Self.other)\r\n")
    #expect(answer.field("Access-Control-Allow-Origin") == "*")
    #expect(answer.field("Vary")?.contains("Origin") != true)
  }

  private static let preflight =
    "Access-Control-Request-Method: PATCH\r\n"
    + "Access-Control-Request-Headers: content-type,x-api-key\r\n"

  @Test(arguments: wireCalls)
  func `a preflight needs no token`(_ call: WireRow) throws {
    for (service, origin) in [(named, Self.app), (any, "*")] {
      let answer = try service.call(
        "OPTIONS", call.target, fields: "Origin: \(Self.app)\r\n" + Self.preflight)
      #expect(answer.status == 204 && answer.body.isEmpty)
      #expect(answer.field("Access-Control-Allow-Origin") == origin)
      #expect(answer.field("Access-Control-Allow-Headers") == "content-type,x-api-key")
      for method in ["GET", "POST", "PATCH", "PUT", "DELETE"] {
        #expect(answer.field("Access-Control-Allow-Methods")?.contains(method) == true)
      }
      #expect(answer.field("Access-Control-Max-Age") == "3600")
      #expect(answer.field("Access-Control-Allow-Credentials") == nil)
    }
  }

  @Test(arguments: wireCalls)
  func `a preflight from elsewhere is refused as every such request is`(_ call: WireRow) throws {
    for (service, origin) in [(named, Self.other), (closed, Self.app)] {
      let fields = "Origin: \(origin)\r\n" + Self.preflight
      let answer = try service.call("OPTIONS", call.target, fields: fields)
      let plain = try service.call("OPTIONS", call.target)
      #expect(answer.status == plain.status)
      for name in ["Origin", "Methods", "Headers"] {
        #expect(!answer.names.contains("Access-Control-Allow-" + name))
      }
    }
  }

  @Test(arguments: [
    "/v1/links", "/v1/links/a.example/news", "/v1/shortLinks", "/v1/stats", "/v1/nothing",
    "/dashboard",
    "/dashboard/links", "/", "/healthz", "/metrics", "/openapi.json",
  ])
  func `Keiro's own API and pages are open to no origin`(_ target: String) throws {
    for service in [named, any] {
      for method in ["GET", "POST", "DELETE", "OPTIONS"] {
        let answer = try service.call(
          method, target, fields: "Origin: \(Self.app)\r\n" + Self.preflight)
        #expect(!answer.names.contains { $0.hasPrefix("Access-Control-") }, "\(method)")
        #expect(answer.field("Cross-Origin-Resource-Policy") != "cross-origin")
      }
    }
  }

  @Test func `a page makes a link and reads it`() throws {
    let token = try named.makeToken([.readLinks, .writeLinks], name: "page")
    let fields = "Origin: http://localhost:3000\r\nX-Api-Key: \(token)\r\n"
    let made = try named.call(
      "POST", "/rest/v3/short-urls", #"{"longUrl":"https://e.example/3","customSlug":"third"}"#,
      fields: fields)
    #expect(made["shortCode"] == "third")
    #expect(made.field("Access-Control-Allow-Origin") == "http://localhost:3000")
    let read = try named.call("GET", "/rest/v3/short-urls", fields: fields)
    #expect(read.status == 200)
    #expect(read.field("Access-Control-Allow-Origin") == "http://localhost:3000")
    let wrong = try named.call("POST", "/rest/v3/short-urls", "{", fields: fields)
    #expect(wrong.status == 400)
    #expect(wrong.field("Access-Control-Allow-Origin") == "http://localhost:3000")
  }

  @Test func `names and networks that are not served stay shut`() throws {
    let answer = try any.call(
      "OPTIONS", "/rest/v3/short-urls", fields: "Origin: \(Self.app)\r\n" + Self.preflight,
      host: "rebound.example")
    #expect(answer.status == 421)
  }
}

extension Answer {
  fileprivate var names: [String] {
    response.fields.entries.map { String(decoding: response.fields.bytes[$0.name], as: UTF8.self) }
  }
}
