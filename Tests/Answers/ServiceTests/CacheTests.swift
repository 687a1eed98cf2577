import Service
import FoundationEssentials
import LinkStorage
import Links
import SQLiteStore
import Testing
import WebSyntax
@testable import ServiceSupport

@Suite struct CacheTests {
  @Test func `shows every worker a change at its next request`() throws {
    let service = try ServiceFixture(workers: 3)
    func answers(_ target: String) throws -> [String] {
      try (0..<3).map { worker in
        let answer = try service.visit(target, host: "www.a.example", worker: worker)
        return answer.location ?? String(answer.status)
      }
    }
    #expect(try answers("/s/x") == ["404", "404", "404"])
    try service.add(#""slug": "x", "url": "https://e.example/1""#)
    #expect(try Set(answers("/s/x")) == ["https://e.example/1"])
    _ = try service.call("PATCH", "/v1/links/a.example/x", #"{"url": "https://e.example/2"}"#)
    #expect(try Set(answers("/s/x")) == ["https://e.example/2"])
    _ = try service.call(
      "POST", "/v1/import?format=ndjson&overwrite=true",
      #"{"host": "a.example", "slug": "x", "url": "https://e.example/3"}"#)
    #expect(try Set(answers("/s/x")) == ["https://e.example/3"])
    _ = try service.call("DELETE", "/v1/links/a.example/x")
    #expect(try Set(answers("/s/x")) == ["404"])
    _ = try service.call(
      "POST", "/v1/links:batch",
      #"{"host": "a.example", "slug": "x", "url": "https://e.example/4"}"#)
    #expect(try Set(answers("/s/x")) == ["https://e.example/4"])
  }

  @Test func `looks for a link once, and for what is not there once`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    try service.add(#""slug": "x", "url": "https://e.example/""#)
    _ = try service.visit("/s/x")
    _ = try service.visit("/s/none")
    let before = store.lookups
    for _ in 0..<100 {
      _ = try service.visit("/s/x")
      _ = try service.visit("/s/none")
    }
    #expect(store.lookups == before)
  }

  @Test(arguments: [
    ("/s/x", 1), ("/s/x?a=b", 1), ("/s/%78", 1), ("/s/x+", 1), ("/s/", 0),
    // One query for all hosts of a site; an ending may belong to the slug, and the part before a slash
    // may be the slug of a link that takes a path.
    ("/s/none", 1), ("/s/a/b", 2), ("/s/.", 0), ("/s/none.qr", 2),
  ])
  func `asks the store once about each name that a new path may mean`(
    _ target: String, _ expected: Int
  ) throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    try service.add(#""slug": "x", "url": "https://e.example/""#)
    let before = store.lookups
    let first = try service.visit(target)
    let lookups = store.lookups - before
    #expect(lookups == expected)
    #expect(try service.visit(target).status == first.status)
    #expect(store.lookups - before == lookups)
  }

  @Test(arguments: [
    #""url": "https://e.example/", "name": "n""#,
    #""url": "https://e.example/", "password": "secret""#,
    #""url": "https://e.example/"# + String(repeating: "a", count: 2020) + #"""#,
  ])
  func `reads a link once at its first visit, whatever memory can hold it`(members: String) throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    try service.add(#""slug": "x", "# + members)
    let before = store.lookups
    let first = try service.visit("/s/x")
    #expect(store.lookups == before + 1)
    #expect(try service.visit("/s/x").status == first.status)
    #expect(store.lookups == before + 1)
  }

  @Test func `asks the store nothing for a client that has tried too many names`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    try service.add(#""slug": "x", "url": "https://e.example/""#)
    try service.add(#""slug": "y", "url": "https://e.example/""#)
    #expect(try service.visit("/s/x").status == 302)
    #expect(try service.visit("/s/none").status == 404)
    service.directory.guards.misses.charge(3000, to: IPAddress("192.0.2.1"), at: service.instant)
    let before = store.lookups
    for path in ["/s/made-up", "/s/made/up", "/s/made-up?a=b", "/s/y"] {
      let answer = try service.visit(path)
      #expect(answer.status == 429 && answer.field("Retry-After") != nil, "\(path)")
    }
    // Known links continue to work, and so does everything that does not need the store.
    #expect(try service.visit("/s/x").status == 302)
    #expect(try service.visit("/item/7").status == 200)
    #expect(store.lookups == before)
    #expect(try service.visit("/s/y", client: "192.0.2.2").status == 302)
    #expect(try service.visit("/s/made-up", client: "192.0.2.2").status == 404)
  }

  @Test func `forgets everything after more changes than it can remember`() throws {
    let service = try ServiceFixture(workers: 2)
    try service.add(#""slug": "x", "url": "https://e.example/1""#)
    #expect(try service.visit("/s/x").location == "https://e.example/1")
    _ = try service.call("PATCH", "/v1/links/a.example/x", #"{"url": "https://e.example/2"}"#)
    service.directory.changes.note(
      .keys((0..<20_000).map { LinkKey(host: "a.example", slug: "s\($0)") }))
    #expect(try service.visit("/s/x").location == "https://e.example/2")
    #expect(try service.visit("/s/x", worker: 1).location == "https://e.example/2")
  }

  @Test func `sees what another process has changed once it is told`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/keiro-cache-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let own: any LinkStore = try SQLiteStore(path: folder + "/keiro.db")
    let foreign: any LinkStore = try SQLiteStore(path: folder + "/keiro.db")
    defer {
      own.close()
      foreign.close()
    }
    let service = try ServiceFixture(store: own, workers: 2)
    try service.add(#""slug": "x", "url": "https://e.example/1""#)
    #expect(try service.visit("/s/x").status == 302 && service.visit("/s/y").status == 404)
    let cursor = try own.changes(since: nil).cursor
    let key = LinkKey(host: "a.example", slug: "x")
    var link = try #require(try foreign.link(at: key)).link
    link.url = "https://e.example/2"
    let changed = link
    try waitForAnswer {
      foreign.update(changed, revision: nil, by: .service, now: service.timestamp, completion: $0)
    }
    link.slug = "y"
    let added = link
    try waitForAnswer {
      foreign.create(added, CreationTerms(), by: .service, now: service.timestamp, completion: $0)
    }
    let changes = try own.changes(since: cursor)
    #expect(changes.links == .keys([key, added.key]))
    service.directory.changes.note(.keys([key, added.key]))
    #expect(try service.visit("/s/x").location == "https://e.example/2")
    #expect(try service.visit("/s/x", worker: 1).location == "https://e.example/2")
    #expect(try service.visit("/s/y").location == "https://e.example/2")
  }

  @Test func `goes on with what it knows while the store fails`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    try service.add(#""slug": "x", "url": "https://e.example/""#)
    try service.add(#""slug": "m", "url": "https://e.example/", "maxClicks": 5"#)
    _ = try service.visit("/s/x")
    store.fails = true
    #expect(try service.visit("/s/x").status == 302 && service.visit("/s/fixed").status == 302)
    let miss = try service.visit("/s/new")
    #expect(miss.status == 503 && miss.field("Retry-After") == "1")
    #expect(miss.contentType == "text/html; charset=utf-8" && miss.cacheControl == "no-store")
    #expect(
      try service.visit("/s/new", fields: "Accept: application/json\r\n").problem
        == "store-unavailable")
    #expect(try service.visit("/s/m").status == 503)
    #expect(try service.visit("/item/7").status == 200)
    #expect(try service.visit("/page", host: "x.w.example").status == 200)
    #expect(try service.visit("/other", host: "x.w.example").status == 503)
    #expect(try service.visit("/.well-known/apple-app-site-association").status == 200)
    let resolved = try service.visit("/_keiro/resolve?url=/s/new")
    #expect(resolved.problem == "store-unavailable" && resolved.field("Retry-After") == "1")
    for (method, target, body) in [
      ("POST", "/v1/links", #"{"host": "a.example", "url": "https://e.example/"}"#),
      ("PATCH", "/v1/links/a.example/x", "{}"), ("DELETE", "/v1/links/a.example/x", ""),
      ("GET", "/v1/links/a.example/x", ""), ("GET", "/v1/links", ""), ("GET", "/v1/stats", ""),
      (
        "POST", "/v1/import?format=ndjson&overwrite=true",
        #"{"host": "a.example", "slug": "i", "url": "https://e.example/"}"#
      ),
      ("POST", "/v1/explain", #"{"url": "https://a.example/s/x"}"#),
    ] {
      let answer = try service.call(method, target, body)
      #expect(
        answer.status == 503 && answer.problem == "store-unavailable", "\(target) \(answer.text)")
      #expect(answer.field("Retry-After") == "1")
    }
    let batch = try service.call(
      "POST", "/v1/links:batch", #"{"host": "a.example", "url": "https://e.example/"}"#)
    #expect(batch.lines.first?.text(at: "status") == "503")
    #expect(try service.call("GET", "/readyz").status == 503)
    #expect(
      try service.call("GET", "/v1/a.example%2Fs%2Fx/linkStats")["error.status"] == "UNAVAILABLE")
    store.fails = false
    #expect(try service.visit("/s/new").status == 404 && service.visit("/s/m").status == 302)
  }
}
