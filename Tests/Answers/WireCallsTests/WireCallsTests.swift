import HTTPCore
import LinkStorage
import Links
import Service
import Testing

@testable import ServiceSupport
@testable import WireCalls

/// An example from a service's documentation: a call, the status of its answer, and members of the
/// answer.
struct WireRow: CustomTestStringConvertible, Sendable {
  let method: String
  let target: String
  let body: String
  let status: Int
  /// Expected values by paths such as `link.clicks`; a star matches any value.
  let fields: KeyValuePairs<String, String>

  init(
    _ method: String, _ target: String, _ body: String, _ status: Int,
    _ fields: KeyValuePairs<String, String> = [:]
  ) {
    (self.method, self.target, self.body) = (method, target, body)
    (self.status, self.fields) = (status, fields)
  }

  init(
    _ method: String, _ target: String, _ status: Int,
    _ fields: KeyValuePairs<String, String> = [:]
  ) {
    self.init(method, target, "", status, fields)
  }

  var testDescription: String { "\(method) \(target) \(body)" }

  func check(_ answer: Answer) {
    #expect(answer.status == status, "\(testDescription): \(answer.text)")
    for (path, value) in fields {
      let found = answer[path]
      #expect(
        value == "*" ? found != nil : found == value,
        "\(testDescription): \(path) in \(answer.text)")
    }
  }
}

/// A service with two links and some clicks, called like another service.
struct WireCaller {
  let fixture: ServiceFixture
  let token: String

  init(
    _ scopes: [TokenScope] = [.readLinks, .writeLinks, .readStatistics], on hosts: [String] = [],
    _ services: [CompatibleService] = CompatibleService.allCases, store: (any LinkStore)? = nil
  ) throws {
    fixture = try ServiceFixture(store: store, compatible: services)
    for body in [
      #"{"host":"a.example","slug":"news","url":"https://e.example/1","name":"News","tags":["x","y"]}"#,
      #"{"host":"a.example","slug":"old","url":"https://e.example/2","tags":["x"]}"#,
    ] {
      #expect(try fixture.call("POST", "/v1/links", body).status == 201)
    }
    for _ in 0..<3 {
      _ = try fixture.visit(
        "/s/news", agent: Agents.windows, fields: "Referer: https://r.example/\r\n")
    }
    fixture.flushClicks()
    let (store, later) = (fixture.store, Timestamp(secondsSinceEpoch: 1_795_230_000))
    // The order by clicks uses sums that have been merged.
    try waitForAnswer {
      store.rollUp(StatisticsRetention(), limit: 100, now: later, completion: $0)
    }
    token = try fixture.makeToken(scopes, on: hosts, name: "client")
    fixture.token = nil
  }

  func ask(_ row: WireRow) throws -> Answer { try ask(row.method, row.target, row.body) }

  /// Sends the token in the way of the service.
  func ask(
    _ method: String, _ target: String, _ body: String = "", token: String? = nil,
    fields: String = ""
  ) throws -> Answer {
    let token = token ?? self.token
    let key = target.hasPrefix("/rest/") ? "X-Api-Key: \(token)" : "Authorization: Bearer \(token)"
    return try fixture.call(
      method, target.replacing("TOKEN", with: token), body.replacing("TOKEN", with: token),
      fields: key + "\r\n" + fields)
  }
}

/// The common behaviour of the calls of all services.
@Suite struct WireCallsTests {
  private static let samples: [(service: CompatibleService, target: String)] = [
    (.yourls, "/yourls-api.php?action=version&format=json&signature=TOKEN"),
    (.shlink, "/rest/v3/short-urls"), (.bitly, "/v4/user"),
  ]

  @Test(arguments: CompatibleService.allCases)
  func `a service that is not named has no addresses`(_ service: CompatibleService) throws {
    let named = try WireCaller([.readLinks], on: [], [service])
    let others = try WireCaller(
      [.readLinks], on: [], CompatibleService.allCases.filter { $0 != service })
    for sample in Self.samples {
      let isNamed = sample.service == service
      #expect(try named.ask("GET", sample.target).status == (isNamed ? 200 : 404))
      #expect(try others.ask("GET", sample.target).status == (isNamed ? 404 : 200))
    }
    // The answer is the API's own, as for any unknown address.
    let sample = try #require(Self.samples.first { $0.service != service })
    #expect(try named.ask("GET", sample.target).problem == "not-found")
  }

  @Test(arguments: [
    WireRow("POST", "/rest/v3/short-urls", #"{"longUrl":"https://e.example/3"}"#, 202),
    WireRow("PATCH", "/rest/v3/short-urls/news", #"{"title":"New"}"#, 202),
    WireRow("DELETE", "/rest/v3/short-urls/news", 202),
    WireRow("POST", "/v4/shorten", #"{"long_url":"https://e.example/4"}"#, 202),
    WireRow(
      "GET", "/yourls-api.php?action=shorturl&url=https://e.example/5&format=json&signature=TOKEN",
      202),
    WireRow("GET", "/rest/v3/short-urls/news", 200),
    WireRow("GET", "/yourls-api.php?action=version&format=json&signature=TOKEN", 200),
  ])
  func `a change that the node's own visitors do not see yet is told by status and field`(
    row: WireRow
  ) throws {
    let store = try BrokenStore()
    let client = try WireCaller(store: store)
    store.missingCopies = ["tokyo-1"]
    let answer = try client.ask(row.method, row.target, row.body)
    row.check(answer)
    #expect((answer.field("Keiro-Pending-Nodes") == "tokyo-1") == (row.status == 202))
  }

  @Test func `the metrics tell the services apart`() throws {
    let client = try WireCaller()
    for sample in Self.samples {
      let answer = try client.ask("GET", sample.target).response
      #expect(answer.answerNote.route.name == sample.service.rawValue)
      let refused = try client.ask("GET", sample.target, token: "x").response
      #expect(refused.answerNote.route.name == sample.service.rawValue)
      #expect(refused.answerNote.outcome == .refused)
    }
  }

  @Test func `no answer is kept, and none is read as another type`() throws {
    let client = try WireCaller()
    for sample in Self.samples {
      for token in [client.token, "x"] {
        let answer = try client.ask("GET", sample.target, token: token)
        #expect(answer.cacheControl == "no-store")
        #expect(answer.field("X-Content-Type-Options") == "nosniff")
        #expect(answer.field("WWW-Authenticate") == nil)
      }
    }
  }

  @Test func `a body is bounded before it is kept, and a form has an end`() throws {
    let client = try WireCaller()
    let long = String(repeating: "x", count: 300_000)
    #expect(try client.ask("POST", "/yourls-api.php", long).status == 413)
    #expect(
      try client.ask("POST", "/v4/shorten", #"{"long_url":"https://e.example/\#(long)"}"#).status
        == 413)
    let many = String(repeating: "a=b&", count: 201) + "signature=TOKEN&action=version&format=json"
    #expect(try client.ask("POST", "/yourls-api.php", many).status == 400)
    // Without a token, bodies are not accepted.
    let refused = try client.ask("POST", "/v4/shorten", long, token: "x")
    #expect(refused.status == 403)
  }

  @Test func `a head is answered as a GET`() throws {
    let client = try WireCaller()
    for sample in Self.samples { #expect(try client.ask("HEAD", sample.target).status == 200) }
    #expect(try client.ask("PATCH", "/yourls-api.php?signature=TOKEN").status == 405)
    #expect(try client.ask("PUT", "/rest/health").field("Allow") == "GET, HEAD")
  }

  @Test func `what no client would send is refused, never answered with 5xx`() throws {
    let client = try WireCaller()
    let parts = [
      "%00", "%ff", "..%2f", "//", "?", "a%2", "%F0%9F%98%80", "{name}", "clicks", "/visits",
    ]
    for prefix in [
      "/rest/", "/rest/v3/short-urls/", "/v4/bitlinks/", "/v4/",
      "/yourls-api.php?signature=TOKEN&action=expand&shorturl=",
    ] {
      for part in parts {
        for method in ["GET", "POST", "PATCH", "DELETE"] {
          let body = method == "GET" || method == "DELETE" ? "" : "[]"
          let status = try client.ask(method, prefix + part, body).status
          #expect((400...422).contains(status), "\(method) \(prefix)\(part): \(status)")
        }
      }
    }
  }

  @Test func `many wrong tokens are slowed down`() throws {
    let client = try WireCaller()
    var statuses: Set<Int> = []
    for number in 0..<200 {
      statuses.insert(try client.ask("GET", "/v4/user", token: "keiro_\(number)").status)
    }
    #expect(statuses == [403, 429])
  }
}
