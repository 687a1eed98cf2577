import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel
import Testing
@testable import ServiceSupport

/// Tokens that are limited to hosts, that expire, and whose uses are recorded.
@Suite struct TokenReachTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture { definition in
      definition.sites[2].shortLinks = .init(prefix: "/", app: nil, links: [])
    }
    for host in ["a.example", "x.w.example", "p.example"] {
      let body =
        #"{"host": "\#(host)", "slug": "one", "url": "https://e.example/"}"#
      try #require(service.call("POST", "/v1/links", body).status == 201)
    }
    service.token = try service.makeToken(TokenScope.allCases, on: ["a.example", "*.w.example"])
  }

  private static func new(_ host: String, _ slug: String = "two") -> String {
    #"{"host": "\#(host)", "slug": "\#(slug)", "url": "https://e.example/"}"#
  }

  @Test(arguments: [
    ("GET", "/v1/links/HOST/one", "", 200), ("PATCH", "/v1/links/HOST/one", #"{"name": "n"}"#, 200),
    ("DELETE", "/v1/links/HOST/one", "", 204), ("GET", "/v1/links?host=HOST", "", 200),
    ("POST", "/v1/links", new("HOST"), 201), ("GET", "/v1/stats?host=HOST", "", 200),
    ("GET", "/v1/stats?host=HOST&slug=one", "", 200), ("GET", "/v1/audit?host=HOST", "", 200),
    ("POST", "/v1/explain", #"{"url": "https://HOST/s/one"}"#, 200),
    ("POST", "/v1/explain", #"{"url": "https://HOST/one", "matrix": true}"#, 200),
    ("POST", "/v1/import?format=ndjson&as=HOST", "\n", 200),
  ])
  func `reaches its hosts and no other`(
    _ method: String, _ target: String, _ body: String, _ status: Int
  ) throws {
    for (host, expected) in [("a.example", status), ("x.w.example", status), ("p.example", 403)] {
      let answer = try service.call(
        method, target.replacing("HOST", with: host), body.replacing("HOST", with: host))
      #expect(answer.status == expected, "\(host) \(answer.text)")
      #expect(expected != 403 || answer.problem == "host-not-reached")
    }
  }

  @Test func `lists, exports and audits its hosts alone`() throws {
    func hosts(_ nodes: [JSONNode]) -> [String] {
      nodes.compactMap { $0.text(at: "host") }.sorted()
    }
    let listed = try service.call("GET", "/v1/links")
    let seen = hosts(listed.json.member("links")?.array ?? [])
    #expect(seen == ["*.w.example", "a.example", "a.example", "x.w.example"])
    #expect(try hosts(service.call("GET", "/v1/export").lines) == ["a.example", "x.w.example"])
    let audited = try service.call("GET", "/v1/audit")
    #expect(hosts(audited.json.member("entries")?.array ?? []) == ["a.example", "x.w.example"])
    #expect(audited.json.member("entries")?.array?.count == 2)
  }

  @Test func `imports and makes many links on its hosts alone`() throws {
    let lines = ["a.example", "p.example"].map { Self.new($0, "many") }.joined(separator: "\n")
    let report = try service.call("POST", "/v1/import?format=ndjson", lines)
    #expect(report["created"] == "1" && report["rejected"] == "1")
    #expect(report.text.contains("you have no access to the host 'p.example'"))
    let batch = try service.call(
      "POST", "/v1/links:batch", lines.replacing("many", with: "more"))
    #expect(batch.lines.map { $0.text(at: "status") } == ["201", "403"])
  }

  @Test func `sees the clicks of its hosts, and no launches`() throws {
    #expect(try service.call("GET", "/v1/stats").status == 400)
    #expect(try service.call("GET", "/v1/stats?by=launch&host=a.example").status == 403)
    service.token = try service.makeToken([.readStatistics], on: ["a.example"])
    #expect(try service.call("GET", "/v1/stats").status == 200)
  }

  @Test func `serves Firebase's callers on its hosts alone`() throws {
    func body(_ host: String) -> String {
      #"{"longDynamicLink": "https://\#(host)/?link=https://a.example/item/4"}"#
    }
    #expect(try service.call("POST", "/v1/shortLinks", body("a.example")).status == 200)
    #expect(try service.call("POST", "/v1/shortLinks", body("p.example")).status == 403)
    let one = "https%3A%2F%2Fp.example%2Fone"
    #expect(try service.call("GET", "/v1/\(one)/linkStats").status == 403)
    let asked = #"{"requestedLink": "https://p.example/one"}"#
    #expect(try service.call("POST", "/v1/reopenAttribution", asked).status == 403)
  }

  @Test func `allows nothing once it has expired`() throws {
    let end = Timestamp(secondsSinceEpoch: Int(service.now) + 60)
    service.token = try service.makeToken([.readLinks], expires: end)
    #expect(try service.call("GET", "/v1/links").status == 200)
    service.now += 59
    #expect(try service.call("GET", "/v1/links").status == 200)
    service.now += 1
    let answer = try service.call("GET", "/v1/links")
    #expect(answer.status == 401 && answer.text.contains("expired"))
  }

  @Test func `notes uses to the minute, once for all calls of a minute`() throws {
    let name = "noted"
    service.token = try service.makeToken([.readLinks], name: name)
    let id = try #require(service.store.tokens().first { $0.name == name }).id
    _ = service.directory.tokenUses.take()
    for _ in 0..<3 { _ = try service.call("GET", "/v1/links") }
    let minute = Timestamp(secondsSinceEpoch: Int(service.now) / 60 * 60)
    #expect(service.directory.tokenUses.take() == [TokenUse(id: id, time: minute)])
    _ = try service.call("GET", "/v1/links")
    #expect(service.directory.tokenUses.take() == [])
    service.now += 60
    _ = try service.call("GET", "/v1/links")
    #expect(service.directory.tokenUses.take().map(\.id) == [id])
    // A refused call does not count as a use of the token.
    service.now += 60
    _ = try service.call("GET", "/v1/stats")
    #expect(service.directory.tokenUses.take() == [])
  }
}
