import JSONSyntax
import LinkStorage
import Links
import Testing
import WebSyntax

@testable import ServiceSupport

@Suite struct ListLinksTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    for number in 0..<7 {
      service.now += 1
      let host = number == 6 ? "www.a.example" : "a.example"
      let body = """
        {"host": "\(host)", "slug": "l\(number)", "url": "https://a.example/item/\(number)", \
        "tags": ["\(number % 2 == 0 ? "even" : "odd")", "ä"], "name": "Name \(number)"}
        """
      try #require(service.call("POST", "/v1/links", body).status == 201)
    }
  }

  private func slugs(_ query: String) throws -> [String] {
    let answer = try service.call("GET", "/v1/links" + query)
    return answer.json.member("links")?.array?.compactMap { $0.text(at: "slug") } ?? []
  }

  @Test func `gives the newest first, and last those of the configuration`() throws {
    let answer = try service.call("GET", "/v1/links")
    let links = try #require(answer.json.member("links")?.array)
    #expect(
      links.map { $0.text(at: "host").map { $0 + "/" } ?? "" } == [
        "www.a.example/", "a.example/", "a.example/", "a.example/", "a.example/", "a.example/",
        "a.example/", "a.example/", "*.w.example/",
      ])
    #expect(
      try slugs("") == ["l6", "l5", "l4", "l3", "l2", "l1", "l0", "fixed", "fixed"])
    #expect(
      links.map { $0.text(at: "source") } == Array(repeating: "store", count: 7)
        + ["configuration", "configuration"])
    #expect(answer["next"] == "null")
  }

  @Test(arguments: [
    ("?host=www.a.example", ["l6"]), ("?host=WWW.A.example", ["l6"]), ("?host=none", []),
    ("?tag=odd", ["l5", "l3", "l1"]), ("?tag=%C3%A4&host=www.a.example", ["l6"]),
    ("?search=FIXED&host=a.example", ["fixed"]), ("?search=item/3", ["l3"]),
    ("?search=NAME+4", ["l4"]), ("?search=%25", []),
    ("?search=&tag=%C3%A4", ["l6", "l5", "l4", "l3", "l2", "l1", "l0"]), ("?tag=od", []),
    ("?tag=even&search=l2", ["l2"]),
  ]) func `filters by host, tag and text`(_ query: String, _ expected: [String]) throws {
    #expect(try slugs(query) == expected)
  }

  @Test func `goes on where the page before ended, whatever happened meanwhile`() throws {
    let first = try service.call("GET", "/v1/links?limit=3")
    #expect(first.json.member("links")?.array?.count == 3)
    let cursor = try #require(first["next"])
    _ = try service.call("DELETE", "/v1/links/a.example/l4")
    service.now += 1
    try service.add(#""slug": "new", "url": "https://a.example/""#)
    #expect(try slugs("?limit=3&cursor=\(cursor)") == ["l3", "l2", "l1"])
    var seen: [String] = []
    var next = Optional("")
    while let cursor = next {
      let page = try service.call("GET", "/v1/links?limit=1&cursor=\(cursor)")
      seen += page.json.member("links")?.array?.compactMap { $0.text(at: "slug") } ?? []
      next = page["next"] == "null" ? nil : page["next"]
    }
    #expect(seen == ["new", "l6", "l5", "l3", "l2", "l1", "l0", "fixed", "fixed"])
  }

  @Test(arguments: [
    ("?cursor=x", "cursor"), ("?cursor=1.2.3", "cursor"),
    ("?cursor=99999999999999999999.1", "cursor"), ("?cursor=c.-1", "cursor"),
    ("?cursor=c.99999999999999999999", "cursor"), ("?cursor=c.x", "cursor"),
    ("?limit=0", "limit"), ("?limit=1001", "limit"), ("?limit=-1", "limit"), ("?limit=a", "limit"),
    ("?limit=", "limit"), ("?limit=1&limit=2", "limit"), ("?colour=red", "colour"),
    ("?%68ost=a&host=b", "host"), ("?hots=a", "hots"),
  ]) func `refuses parameters that make no sense`(_ query: String, _ name: String) throws {
    let answer = try service.call("GET", "/v1/links" + query)
    #expect(answer.status == 400 && answer.problem == "invalid-parameter", "\(answer.text)")
    #expect(answer.faults == [name])
  }

  @Test(arguments: [
    "-9223372036854775808.-9223372036854775808", "9223372036854775807.1", "0.0", "c.999999999",
  ])
  func `takes any place for a cursor`(_ cursor: String) throws {
    #expect(try service.call("GET", "/v1/links?cursor=\(cursor)").status == 200)
  }
}

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
