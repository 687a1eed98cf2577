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

/// Tokens for apps, as the API makes and shows them.
@Suite struct AppTokenTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private func made(_ members: String) throws -> Answer {
    try service.call("POST", "/v1/tokens", "{\"scopes\": [\"links:create\"], \(members)}")
  }

  @Test func `shows what a token may make`() throws {
    let answer = try made(#""hosts": ["a.example"], "perHour": 5, "lifetime": "12h""#)
    #expect(answer.status == 201 && answer["perHour"] == "5" && answer["lifetime"] == "12h")
    #expect(try made(#""hosts": ["www.a.example"], "lifetime": "90d""#)["perHour"] == "60")
    let list = try service.call("GET", "/v1/tokens")
    let shown = list.json.member("tokens")?.array ?? []
    #expect(shown.map { $0.text(at: "perHour") } == [nil, "5", "60"])
    #expect(shown.map { $0.text(at: "lifetime") } == [nil, "12h", "90d"])
  }

  @Test(arguments: [
    (#""hosts": ["x.w.example"]"#, "hosts", "has no 'destinationHosts'"),
    (#""hosts": ["none.example"]"#, "hosts", "none.example"),
    (#""name": "everywhere""#, "hosts", "expected that host"),
    (#""hosts": ["a.example"], "perHour": 0"#, "perHour", "from 1 to 1000"),
    (#""hosts": ["a.example"], "lifetime": "2030-01-01""#, "lifetime", "such as 90d"),
  ]) func `refuses a token that gives away too much`(
    _ members: String, _ field: String, _ words: String
  ) throws {
    let answer = try made(members)
    #expect(answer.status == 422 && answer.faults == [field], "\(answer.text)")
    #expect(answer.text.contains(words), "\(answer.text)")
    #expect(try service.store.tokens().allSatisfy { $0.making == nil })
  }

}
