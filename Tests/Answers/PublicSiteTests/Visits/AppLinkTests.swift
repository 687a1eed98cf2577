import DirectRequests
import HTTPCore
import LinkStorage
import Links
import PublicSite
import Service
import SiteModel
import Testing
import WebSyntax
@testable import ServiceSupport

/// `POST /_keiro/links`: links made in apps, with a token that everybody may know.
@Suite struct AppLinkTests {
  let service: ServiceFixture
  private let wanted = #"{"url": "https://e.example/one"}"#

  init() throws { service = try ServiceFixture() }

  private func appToken(
    _ making: LinkMaking = LinkMaking(), on host: String = "a.example"
  ) throws -> String {
    try service.makeToken([.createLinks], on: [host], name: "The app", making: making)
  }

  private func make(
    _ body: String, _ token: String?, key: String? = nil, type: String? = "application/json",
    client: String = "192.0.2.1", host: String = "a.example"
  ) throws -> Answer {
    let fields = [
      token.map { "Authorization: Bearer \($0)\r\n" }, key.map { "Idempotency-Key: \($0)\r\n" },
      type.map { "Content-Type: \($0)\r\n" },
    ]
    return try service.visit(
      "/_keiro/links", host: host, method: "POST",
      fields: fields.compactMap(\.self).joined(), body: body, client: client)
  }

  private func links() throws -> [ShortLink] {
    try service.store.links(LinkFilter(), after: nil, limit: 1000).links.map(\.link)
  }

  private func entries() throws -> [AuditEntry] {
    try service.store.audit(AuditQuery()).entries.map(\.entry).filter {
      $0.action == .linkCreated || $0.action == .linksCreated
    }
  }

  @Test func `makes a link that leads where the app says and ends when its token says`()
    throws
  {
    let token = try appToken(LinkMaking(lifetime: 86_400))
    let body = """
      {"url": "https://e.example/one", "name": "Shared", "campaign": {"utm_source": "share"},
       "social": {"title": "One"}}
      """
    let answer = try make(body, token, type: "application/json; charset=utf-8")
    #expect(answer.status == 201, "\(answer.text)")
    let address = try #require(answer["shortURL"])
    #expect(address.hasPrefix("https://a.example/s/") && answer["url"] == "https://e.example/one")
    #expect(answer.location == address)
    let link = try #require(links().first)
    #expect(address.hasSuffix("/" + link.slug) && link.host == "a.example")
    #expect(link.owner == "The app" && link.name == "Shared" && link.social.title == "One")
    #expect(link.campaign["utm_source"] == "share")
    #expect(
      link.expires == Timestamp(secondsSinceEpoch: service.timestamp.secondsSinceEpoch + 86_400))
    let visit = try service.visit("/s/" + link.slug, agent: Agents.windows)
    #expect(visit.location == "https://e.example/one?utm_source=share")
  }

  @Test func `the same key gives the same link, and so does the same body within a minute`() throws
  {
    let token = try appToken()
    let first = try make(wanted, token, key: "k")
    #expect(try make(wanted, token, key: "k")["shortURL"] == first["shortURL"])
    #expect(try make(#"{"url": "https://e.example/two"}"#, token, key: "k").status == 422)
    service.now += 59
    for key in [nil, "l"] {
      let other = try make(wanted, token, key: key, client: "192.0.2.9")
      #expect(other["shortURL"] == first["shortURL"])
    }
    service.now += 1
    #expect(try make(wanted, token)["shortURL"] != first["shortURL"])
    for key in ["k", "l"] {
      #expect(try make(wanted, token, key: key)["shortURL"] == first["shortURL"])
    }
    #expect(try links().count == 2)
  }

  @Test(arguments: [
    (#"{"url": "https://evil.example/"}"#, ["url"]), ("{}", ["url"]), ("[]", [""]),
    (#"{"url": "https://e.example@evil.example/"}"#, ["url"]),
    (#"{"url": "https://evil.example\\@e.example/"}"#, ["url"]),
    (#"{"url": "https:\\\\evil.example/"}"#, ["url"]), (#"{"url": "//evil.example/"}"#, ["url"]),
    (#"{"url": "javascript:alert(1)//e.example/"}"#, ["url"]),
    (#"{"url": "https://e.example.evil.example/"}"#, ["url"]),
    (#"{"url": "https://\u0435.example/"}"#, ["url"]),
    (#"{"url": "https://{query.host}/"}"#, ["url"]),
    (#"{"url": "https://e.example:99999/"}"#, ["url"]),
    (#"{"url": "https://e.example/\r\nX: y"}"#, ["url"]),
    (#"{"url": "https://e.example/", "social": {"image": "javascript:x"}}"#, ["social.image"]),
    (#"{"url": "https://e.example/", "slug": "mine"}"#, ["slug"]),
    (#"{"url": "https://e.example/", "host": "w.example"}"#, ["host"]),
    (#"{"url": "https://e.example/", "expires": "2099-01-01"}"#, ["expires"]),
    (#"{"url": "https://e.example/", "owner": "me", "apple": {}}"#, ["apple", "owner"]),
    (#"{"url": "https://e.example/", "social": {"tiitle": "x"}}"#, ["social.tiitle"]),
    (#"{"url": "https://e.example/", "findExisting": true}"#, ["findExisting"]),
  ]) func `refuses what an app may not say, and writes nothing`(
    _ body: String, _ faults: [String]
  ) throws {
    let before = try service.store.audit(AuditQuery()).entries.count
    let token = try appToken(LinkMaking(perHour: 1))
    let answer = try make(body, token)
    #expect(answer.status == 422 && answer.faults.sorted() == faults, "\(answer.text)")
    #expect(try links().isEmpty)
    #expect(try service.store.audit(AuditQuery()).entries.count == before + 1)
    // The allowance is as it was.
    #expect(try make(wanted, token).status == 201)
  }

  @Test func `refuses bodies of other types and lengths before they are read`() throws {
    let token = try appToken()
    for type in [nil, "text/plain", "application/x-www-form-urlencoded", "application/ld+json"] {
      let answer = try make(wanted, token, type: type)
      #expect(answer.status == 415 && answer.problem == "media-type")
    }
    let long = #"{"url": "https://e.example/\#(String(repeating: "a", count: 4096))"}"#
    let answer = try make(long, token)
    #expect(answer.status == 413 && answer.problem == "body-too-long")
    let fit = "{\"url\": \"https://e.example/\"" + String(repeating: " ", count: 4067) + "}"
    #expect(fit.utf8.count <= 4096)
    #expect(try make(fit, token).status == 201)
    #expect(try make("", token).problem == "invalid-json")
    #expect(try make("{", token).status == 400)
  }

  @Test func `a body whose length is not announced ends at the same limit`() throws {
    let token = try appToken()
    let request = try service.request(
      "POST", "/_keiro/links", host: "a.example",
      fields: "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n")
    let handler = service.workers[0].handler
    let peer = HTTPPeer(address: IPAddress("192.0.2.1"))
    let intake = handler.intake(for: request, from: peer, at: service.instant).awaited
    guard case .collectSome(_, let lease?) = intake else {
      Issue.record("no body is taken")
      return
    }
    #expect(lease.reach(4096) && !lease.reach(4097))
    let answer = Answer(lease.refusal)
    #expect(answer.status == 413 && answer.contentType == "application/problem+json")
  }

  @Test func `an address that has made enough waits, and repeating a request costs nothing`() throws
  {
    let token = try appToken(LinkMaking(perHour: 2))
    let bodies = (1...3).map { "{\"url\": \"https://e.example/\($0)\"}" }
    for _ in 0..<5 { #expect(try make(bodies[0], token).status == 201) }
    #expect(try make(bodies[1], token, key: "k").status == 201)
    let refused = try make(bodies[2], token)
    #expect(refused.status == 429 && refused.field("Retry-After") == "3600")
    #expect(try make(bodies[2], token, client: "192.0.2.2").status == 201)
    #expect(try links().count == 3)
    // Keys are kept, so that many of them are no way around the bounds.
    let keyed = try (1...3).map { try make(bodies[2], token, key: "\($0)", client: "192.0.2.3") }
    #expect(keyed.map(\.status) == [201, 201, 429])
    service.now += 3600
    #expect(try make(bodies[2], token).status == 201)
  }

  @Test func `a repeated request beyond the bounds gets the same answer, and makes nothing`() throws
  {
    let token = try appToken(LinkMaking(perHour: 1))
    let first = try make(wanted, token, key: "k")
    #expect(first.status == 201)
    let second = #"{"url": "https://e.example/two"}"#
    let plain = try make(second, token, client: "192.0.2.2")
    for client in ["192.0.2.1", "192.0.2.2"] {
      #expect(try make(#"{"url": "https://e.example/new"}"#, token, client: client).status == 429)
      #expect(try make(wanted, token, key: "k", client: client)["shortURL"] == first["shortURL"])
      #expect(try make(second, token, client: client)["shortURL"] == plain["shortURL"])
      #expect(try make(second, token, key: "k", client: client).problem == "idempotency-key-reused")
    }
    // The key is known as long as ever, a body alone for a minute.
    service.now += 60
    #expect(try make(wanted, token, key: "k")["shortURL"] == first["shortURL"])
    #expect(try make(second, token).status == 429)
    #expect(try links().count == 2)
    // The link is gone, and its key makes no other.
    let link = try #require(links().first { $0.url == "https://e.example/one" })
    #expect(try service.call("DELETE", "/v1/links/a.example/\(link.slug)").status == 204)
    let spent = try make(wanted, token, key: "k")
    #expect(spent.problem == "idempotency-key-spent")
    #expect(spent["detail"]?.hasSuffix("expected a new key, and the same body in a minute") == true)
  }

  @Test func `a thousand addresses with one key make as many links as a hundred may`() throws {
    let token = try appToken(LinkMaking(perHour: 1))
    var statuses: [Int: Int] = [:]
    for number in 0..<1000 {
      let body = "{\"url\": \"https://e.example/\(number)\"}"
      let answer = try make(body, token, client: "172.20.\(number / 250).\(number % 250)")
      statuses[answer.status, default: 0] += 1
    }
    #expect(statuses == [201: 100, 429: 900])
    #expect(try links().count == 100 && entries().map(\.created) == [100])
  }

  @Test func `takes a token for apps alone, on the hosts of its own site`() throws {
    #expect(try make(wanted, nil).status == 401)
    #expect(try make(wanted, "keiro_x").status == 401)
    for scope in TokenScope.allCases {
      let answer = try make(wanted, service.makeToken([scope], on: ["a.example"]))
      #expect(answer.status == 403, "\(scope)")
    }
    let token = try appToken()
    #expect(try make(wanted, token, host: "x.w.example").problem == "host-not-reached")
    let other = try make(wanted, token, host: "www.a.example")
    #expect(other["shortURL"]?.hasPrefix("https://a.example/s/") == true)
    let id = try #require(service.store.tokens().last { $0.making != nil }).id
    try waitForAnswer {
      service.store.revokeToken(id: id, by: .service, now: service.timestamp, completion: $0)
    }
    #expect(try make(wanted, token).status == 401)
  }

  @Test func `a site that has lost its destinations makes no links, and says so`() throws {
    let open = try ServiceFixture { $0.sites[0].destinationHosts = nil }
    let token = try open.makeToken([.createLinks], on: ["a.example"], making: LinkMaking())
    let answer = try open.visit(
      "/_keiro/links", method: "POST",
      fields: "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n", body: wanted)
    #expect(answer.status == 422 && answer.faults == ["url"])
    #expect(answer.text.contains("destinationHosts"))
    #expect(try open.store.links(LinkFilter(), after: nil, limit: 9).links.isEmpty)
  }

  @Test func `the token does nothing else anywhere`() throws {
    let token = try appToken()
    #expect(try make(wanted, token).status == 201)
    let slug = try #require(links().first).slug
    service.token = token
    for (method, target, body) in [
      ("GET", "/v1/links", ""), ("GET", "/v1/links/a.example/\(slug)", ""),
      ("DELETE", "/v1/links/a.example/\(slug)", ""),
      ("PATCH", "/v1/links/a.example/\(slug)", #"{"name": "n"}"#),
      ("POST", "/v1/links", wanted), ("POST", "/v1/links:batch", wanted),
      (
        "POST", "/v1/shortLinks",
        #"{"longDynamicLink": "https://a.example/s/?link=https://e.example/"}"#
      ),
      ("GET", "/v1/stats", ""), ("GET", "/v1/audit", ""), ("GET", "/v1/tokens", ""),
      ("GET", "/v1/export", ""), ("POST", "/v1/explain", #"{"url": "https://a.example/"}"#),
    ] {
      #expect(try service.call(method, target, body).status == 403, "\(method) \(target)")
    }
    let report = try service.visit(
      "/_keiro/launches", method: "POST", fields: "Authorization: Bearer \(token)\r\n",
      body: #"{"app": "shop", "launch": {"kind": "normal"}}"#)
    #expect(report.status == 403)
    #expect(try links().count == 1)
    let get = try service.visit("/_keiro/links")
    #expect(get.status == 405 && get.field("Allow") == "POST, OPTIONS")
    #expect(try service.visit("/_keiro/links", method: "OPTIONS").status == 204)
  }

  @Test func `the audit log has one entry an hour, which counts the links`() throws {
    // The beginning of an hour.
    service.now = 1_795_226_400
    let (one, other) = (try appToken(), try appToken())
    for number in 0..<4 {
      service.now += 600
      let body = "{\"url\": \"https://e.example/\(number)\"}"
      #expect(try make(body, one).status == 201 && make(body, one).status == 201)
    }
    #expect(try make(wanted, other).status == 201)
    service.now += 1200
    #expect(try make(wanted, one).status == 201)
    let found = try entries()
    #expect(found.map(\.action) == [.linksCreated, .linksCreated, .linksCreated])
    #expect(found.map(\.created) == [1, 1, 4])
    #expect(found.allSatisfy { $0.actor.name == "The app" && $0.host == "a.example" })
    #expect(Set(found.map(\.change)).count == 3)
  }
}
