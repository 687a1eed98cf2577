import JSONSyntax
import LinkStorage
import Links
import Testing
import WebSyntax
@testable import ServiceSupport

/// The health of destinations in calls of the API.
@Suite struct HealthTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    for slug in ["ok", "dead", "new"] {
      try service.add("\"slug\": \"\(slug)\", \"url\": \"https://e.example/\(slug)\"")
    }
    try keep("ok", LinkHealth(.ok, status: 200, location: nil, time: service.timestamp))
    try keep(
      "dead",
      LinkHealth(
        .dead, status: 404, location: "https://e.example/gone", time: service.timestamp))
  }

  private func keep(_ slug: String, _ health: LinkHealth) throws {
    let key = LinkKey(host: "a.example", slug: slug)
    let link = try #require(try service.store.currentLink(at: key))
    let note = HealthNote(
      id: link.id, url: link.link.url, .seen(health, told: nil), next: service.timestamp)
    let store = service.store
    let kept = try waitForAnswer { store.keepHealth([note], completion: $0) }
    try #require(kept == 1)
  }

  private func slugs(_ query: String) throws -> [String] {
    let answer = try service.call("GET", "/v1/links?host=a.example&" + query)
    return (answer.json.member("links")?.array ?? []).compactMap { $0.text(at: "slug") }
  }

  @Test func `a link has the health of its destination, alone and in lists`() throws {
    let alone = try service.call("GET", "/v1/links/a.example/dead").json
    #expect(alone.text(at: "health.state") == "dead" && alone.text(at: "health.status") == "404")
    #expect(alone.text(at: "health.location") == "https://e.example/gone")
    #expect(alone.text(at: "health.time") == service.timestamp.description)
    let unasked = try service.call("GET", "/v1/links/a.example/new").json
    #expect(unasked.member("health") == nil)
    let listed = try service.call("GET", "/v1/links?search=dead").json
    #expect(listed.text(at: "links.0.health.state") == "dead")
  }

  @Test func `lists are of links whose destinations did so`() throws {
    #expect(try slugs("health=dead") == ["dead"])
    #expect(try slugs("health=ok") == ["ok"])
    #expect(try slugs("health=looping") == [])
    #expect(try slugs("health=").contains("new"))
    let answer = try service.call("GET", "/v1/links?health=ill")
    #expect(answer.status == 400, "\(answer.text)")
    #expect(answer.text.contains("expected one of ok, moved, dead, looping, unknown"))
  }

  @Test func `a link may be sent back as it was read, and begins anew with another destination`()
    throws
  {
    let read = try service.call("GET", "/v1/links/a.example/dead")
    let same = try service.call("PATCH", "/v1/links/a.example/dead", read.text)
    #expect(same.status == 200, "\(same.text)")
    #expect(try slugs("health=dead") == ["dead"])
    _ = try service.call(
      "PATCH", "/v1/links/a.example/dead", #"{"url": "https://e.example/other"}"#)
    #expect(try slugs("health=dead") == [])
  }
}
