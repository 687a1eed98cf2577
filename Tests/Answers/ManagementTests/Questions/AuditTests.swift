import JSONSyntax
import LinkStorage
import Testing
@testable import ServiceSupport

/// `GET /v1/audit`.
@Suite struct AuditTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
  }

  private func entries(_ query: String = "") throws -> [JSONNode] {
    try service.call("GET", "/v1/audit" + query).json.member("entries")?.array ?? []
  }

  @Test func `tells who has changed what by the API`() throws {
    let admin = service.token
    service.token = try service.makeToken([.writeLinks], name: "CI")
    try service.add(#""slug": "x", "url": "https://e.example/p""#)
    service.now += 60
    _ = try service.call("PATCH", "/v1/links/a.example/x", #"{"maxClicks": 3}"#)
    _ = try service.call("DELETE", "/v1/links/a.example/x")
    let lines = #"{"host": "a.example", "slug": "i", "url": "https://e.example/"}"#
    _ = try service.call("POST", "/v1/import?format=ndjson", lines)
    _ = try service.call("POST", "/v1/links:batch", lines.replacing("\"i\"", with: "\"j\""))
    let long = #"{"longDynamicLink": "https://a.example/?link=https://a.example/item/4"}"#
    _ = try service.call("POST", "/v1/shortLinks", long)
    service.token = admin
    let found = try entries("?actor=CI")
    #expect(
      found.map { $0.text(at: "action") } == [
        "link.created", "link.created", "links.imported", "link.deleted", "link.updated",
        "link.created",
      ])
    #expect(found.allSatisfy { $0.text(at: "actor.kind") == "token" })
    #expect(found[4].text(at: "fields") == "[maxClicks]" && found[4].text(at: "slug") == "x")
    #expect(found[2].text(at: "created") == "1" && found[2].text(at: "slug") == "null")
    #expect(found.map { $0.text(at: "time") }.last != found.map { $0.text(at: "time") }.first)
    #expect(try entries("?actor=service").map { $0.text(at: "action") }.last == "token.created")
  }

  @Test func `pages, bounds and refuses`() throws {
    for number in 0..<5 { try service.add(#""slug": "s\#(number)", "url": "https://e.example/""#) }
    var cursor: String? = ""
    var slugs: [String] = []
    while let start = cursor {
      let page = try service.call("GET", "/v1/audit?limit=2&host=a.example&cursor=\(start)")
      slugs += (page.json.member("entries")?.array ?? []).compactMap { $0.text(at: "slug") }
      cursor = page.json.member("next")?.string
    }
    #expect(slugs == ["s4", "s3", "s2", "s1", "s0"])
    #expect(try entries("?since=1h&until=2030-01-01").count == 6)
    #expect(try entries("?since=2030-01-01").isEmpty)
    for query in ["cursor=x", "cursor=-1", "limit=0", "since=x", "host=x%20y", "who=me"] {
      #expect(try service.call("GET", "/v1/audit?" + query).status == 400, "\(query)")
    }
  }
}
