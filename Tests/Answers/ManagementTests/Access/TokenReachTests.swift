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
