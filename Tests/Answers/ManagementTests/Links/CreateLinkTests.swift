import LinkStorage
import HTTPCore
import JSONSyntax
import SiteModel
import Testing
import WebSyntax
@testable import ServiceSupport

private let everyField = """
  {"host": "A.Example", "slug": "all/of.it~-_", "url": "https://a.example/item/7?a=1#top", \
  "name": "Név", "tags": ["x", "y"], \
  "apple": {"fallback": "https://e.example/i", "ipadFallback": "https://e.example/p", \
  "appStoreID": "1", "productPage": "45812c9b-c296-43d3-c6a0-c5a02f74bf6e", "bundleID": "b.c", "ipadBundleID": "b.d", "customScheme": "shop", \
  "minimumVersion": "2.1"}, \
  "android": {"fallback": "https://e.example/a", "packageName": "a.b", "minimumVersionCode": 7}, \
  "desktop": {"fallback": "https://e.example/d"}, \
  "social": {"title": "T", "description": "D", "image": "https://cdn.example/i.png"}, \
  "campaign": {"utm_source": "s", "utm_medium": "m", "utm_campaign": "c", "utm_term": "t", \
  "utm_content": "o", "gclid": "g", "at": "1", "ct": "2", "mt": "3", "pt": "4"}, \
  "status": 307, "query": "visitor", "skipPage": true, "notBefore": "2026-01-02T03:04:05Z", \
  "expires": "2030-01-02T03:04:05+01:00", "expiredURL": "https://e.example/x", "maxClicks": 9, \
  "archived": false, "password": "secret", "createdAt": "2020-01-01T00:00:00Z", \
  "updatedAt": "2021-01-01T00:00:00Z"}
  """

@Suite struct CreateLinkTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private func create(_ body: String, fields: String = "") throws -> Answer {
    try service.call("POST", "/v1/links", body, fields: fields)
  }

  @Test func `makes a link of a destination alone`() throws {
    let answer = try create(#"{"host": "a.example", "url": "https://a.example/item/1"}"#)
    #expect(answer.status == 201)
    let slug = try #require(answer["slug"])
    #expect(slug.utf8.count == 8)
    #expect(answer.location == "/v1/links/a.example/\(slug)")
    #expect(answer.field("ETag") == "\"1-1\"")
    #expect(answer["shortURL"] == "https://a.example/s/\(slug)")
    #expect(
      answer["status"] == "302" && answer["query"] == "merge" && answer["skipPage"] == "false")
    #expect(answer["createdAt"] == "2026-11-21T01:31:09Z")
    #expect(answer["updatedAt"] == answer["createdAt"])
  }

  @Test func `takes every field and gives it back`() throws {
    let answer = try create(everyField)
    #expect(answer.status == 201, "\(answer.text)")
    let sent = try JSONDocument(parsing: Array(everyField.utf8)).root
    var expected = ["host": "a.example", "password": "true", "expires": "2030-01-02T02:04:05Z"]
    for member in sent.object ?? [] {
      guard let parts = member.node.object else {
        #expect(answer[member.name] == expected[member.name] ?? sent.text(at: member.name))
        expected[member.name] = nil
        continue
      }
      for part in parts {
        let path = "\(member.name).\(part.name)"
        #expect(answer[path] == sent.text(at: path), "\(path)")
      }
    }
    #expect(answer.text.contains("secret") == false)
    let read = try service.call("GET", "/v1/links/a.example/all/of.it~-_")
    #expect(read.status == 200 && read["clicks"] == "0" && read["url"] == answer["url"])
  }

  @Test func `tells every wrong field at once`() throws {
    let answer = try create(
      #"""
      {"host": "nobody.example", "slug": "a b", "url": "https://evil.example/", "name": 1,
       "apple": {"fallback": "javascript:alert(1)", "customScheme": "JavaScript", "x": 1},
       "tags": "a", "status": 300, "query": "mix", "skipPage": "yes", "notBefore": "soon",
       "maxClicks": 0, "archived": null, "password": "", "colour": "red"}
      """#)
    #expect(answer.status == 422 && answer.problem == "invalid-fields")
    #expect(
      Set(answer.faults) == [
        "host", "slug", "name", "apple.fallback", "apple.customScheme", "apple.x", "tags",
        "status", "query", "skipPage", "notBefore", "maxClicks", "password", "colour",
      ], "\(answer.text)")
  }

  @Test(arguments: [
    "ftp://a.example/", "javascript:alert(1)", "data:text/html,x", "intent://x#Intent;end",
    "https://u:p@a.example/", "https://a.example@evil.example/", "https://a.example/a ",
    "https://a.example/\\u0000", "https://a.example/\\r\\nX: y", "//a.example/", "/item/7", "",
    "https://", "https://evil.example/", "https://a.example.evil.example/", "https://ä.example/",
    "https://a.example@evil.example\\\\/", "https:a.example", "https://a.example:0/",
    "https://a..b/",
    "https://-/", "https://256.1.1.1/", "https://a.example:65536/",
    "https://a.example/{searchTerms}",
  ]) func `refuses destinations that lead astray`(_ url: String) throws {
    let answer = try create("{\"host\": \"a.example\", \"url\": \"\(url)\"}")
    #expect(answer.status == 422 && answer.faults == ["url"], "\(answer.text)")
  }

  @Test func `refuses a destination of 64 KB`() throws {
    let path = String(repeating: "a", count: 65_536)
    let answer = try create("{\"host\": \"a.example\", \"url\": \"https://a.example/\(path)\"}")
    #expect(answer.status == 422 && answer.faults == ["url"])
    #expect(answer.body.count < 1000)
  }

  @Test(arguments: [
    ("a", true), (String(repeating: "s", count: 255), true),
    (String(repeating: "s", count: 256), false), ("", false), ("a.b", true), ("a.qr", true),
    ("...", true), (".", false), ("a/../b", false), ("a//b", false), ("/a", false), ("a/", false),
    ("a/b/c", true), ("a%20b", false), ("a\u{A0}", false), ("a+", false),
    ("_keiro/x", false),
    (".well-known/x", false), ("_keiro", false), ("a\\u0000", false), ("~-_.", true),
  ]) func `takes slugs of plain characters`(_ slug: String, _ isTaken: Bool) throws {
    let answer = try create(
      "{\"host\": \"a.example\", \"slug\": \"\(slug)\", \"url\": \"https://a.example/\"}")
    #expect(answer.status == (isTaken ? 201 : 422), "\(answer.text)")
    guard isTaken else { return #expect(answer.faults == ["slug"]) }
    #expect(try service.call("GET", "/v1/links/a.example/\(slug)").status == 200)
    #expect(try service.visit("/s/\(slug)").location == "https://a.example/")
  }

  @Test func `makes no link on a host that a site without links names beside a wildcard`() throws {
    let service = try ServiceFixture { definition in
      definition.sites.append(
        SiteDefinition(hosts: [HostPattern("x.w.example")].compactMap(\.self)))
    }
    for (host, status) in [("x.w.example", 422), ("y.w.example", 201)] {
      let answer = try service.call(
        "POST", "/v1/links",
        #"{"host": "\#(host)", "slug": "one", "url": "https://e.example/"}"#)
      #expect(answer.status == status, "\(answer.text)")
      #expect(try service.visit("/one", host: host).status == (status == 201 ? 302 : 404))
    }
  }

  @Test func `keeps Apple's old name free at the root`() throws {
    let answer = try create(
      #"{"host": "x.w.example", "slug": "apple-app-site-association", "url": "https://e.example/"}"#
    )
    #expect(answer.status == 422 && answer.faults == ["slug"])
  }

  @Test func `makes slugs up by length and alphabet`() throws {
    let answer = try create(
      #"{"host": "a.example", "url": "https://a.example/", "slugLength": 40, "slugAlphabet": "ab"}"#
    )
    let slug = try #require(answer["slug"])
    #expect(slug.utf8.count == 40 && Set(slug).isSubset(of: "ab"))
    for (fields, fault) in [
      (#""slugLength": 3"#, "slugLength"), (#""slugLength": 65"#, "slugLength"),
      (#""slugAlphabet": "aab""#, "slugAlphabet"), (#""slugAlphabet": "a""#, "slugAlphabet"),
      (#""slugAlphabet": "a/""#, "slugAlphabet"), (#""slugAlphabet": 7"#, "slugAlphabet"),
    ] {
      let refused = try create(
        "{\"host\": \"a.example\", \"url\": \"https://a.example/\", \(fields)}")
      #expect(refused.status == 422 && refused.faults == [fault], "\(refused.text)")
    }
    let named = try create(
      #"{"host": "a.example", "slug": "n", "url": "https://a.example/", "slugLength": 9}"#)
    #expect(named["slug"] == "n")
  }

  @Test func `ends when all made-up slugs are taken`() throws {
    let body =
      #"{"host": "a.example", "url": "https://a.example/", "slugLength": 4, "slugAlphabet": "ab"}"#
    let statuses = try (0..<60).map { _ in try create(body).status }
    #expect(Set(statuses) == [201, 409])
    #expect(statuses.filter { $0 == 201 }.count <= 16)
  }

  @Test func `says that a slug is taken`() throws {
    let body = #"{"host": "a.example", "slug": "x", "url": "https://a.example/"}"#
    #expect(try create(body).status == 201)
    let second = try create(body)
    #expect(second.status == 409 && second.problem == "slug-taken")
    #expect(second.contentType == "application/problem+json")
    let fixed = try create(#"{"host": "a.example", "slug": "fixed", "url": "https://a.example/"}"#)
    #expect(fixed.status == 409 && fixed.problem == "slug-taken")
    let shared = try create(
      #"{"host": "www.a.example", "slug": "x", "url": "https://e.example/"}"#)
    #expect(
      shared["detail"] == "there is a link 'x' on 'a.example' already: expected another slug")
    #expect(try service.visit("/s/x", host: "www.a.example").location == "https://a.example/")
  }

  @Test func `finds the link that is there already`() throws {
    let wanted = #""host": "a.example", "url": "https://a.example/item/3", "findExisting": true"#
    let first = try create("{\(wanted)}")
    let second = try create("{\(wanted)}")
    #expect(first.status == 201 && second.status == 200 && first["slug"] == second["slug"])
    #expect(try create("{\(wanted), \"name\": \"other\"}").status == 201)
    let named = try create("{\(wanted), \"slug\": \"mine\"}")
    #expect(named.status == 201 && named["slug"] == "mine")
    #expect(try create("{\(wanted), \"slug\": \"mine\"}").status == 200)
    #expect(try create("{\(wanted), \"slug\": \"mine\", \"name\": \"n\"}").status == 409)
  }

  @Test func `answers a repeated request with the same link`() throws {
    let body = #"{"host": "a.example", "url": "https://a.example/"}"#
    let key = "Idempotency-Key: k\r\n"
    let first = try create(body, fields: key)
    let again = try create(body, fields: key)
    #expect(again.status == 201 && again["slug"] == first["slug"])
    #expect(again.location == first.location)
    let other = try create(#"{"host": "a.example", "url": "https://e.example/"}"#, fields: key)
    #expect(other.status == 422 && other.problem == "idempotency-key-reused")
    let own = service.token
    service.token = try service.makeToken([.writeLinks])
    #expect(try create(body, fields: key)["slug"] != first["slug"])
    service.token = own
    let location = try #require(first.location)
    #expect(try service.call("DELETE", location).status == 204)
    let spent = try create(body, fields: key)
    #expect(spent.status == 409 && spent.problem == "idempotency-key-spent")
    let long = String(repeating: "k", count: 256)
    #expect(try create(body, fields: "Idempotency-Key: \(long)\r\n").status == 400)
    #expect(try create(body, fields: "Idempotency-Key: \r\n").status == 400)
  }

  @Test(arguments: [
    ("", 400, "invalid-json"), ("{", 400, "invalid-json"), ("nul", 400, "invalid-json"),
    ("[]", 422, "invalid-fields"), ("null", 422, "invalid-fields"), ("{}", 422, "invalid-fields"),
    (#"{"url": "https://a.example/", "url": "x"}"#, 422, "invalid-fields"),
  ]) func `refuses bodies that describe no link`(
    _ body: String, _ status: Int, _ problem: String
  ) throws {
    let answer = try create(body)
    #expect(answer.status == status && answer.problem == problem, "\(answer.text)")
  }

  @Test func `survives bodies that are deep or no text`() throws {
    let deep = String(repeating: "[", count: 200_000)
    #expect(try create(deep).problem == "invalid-json")
    let nested = String(repeating: "{\"a\":", count: 100_000)
    #expect(try create(nested).problem == "invalid-json")
    let bytes = Array(#"{"url": ""#.utf8) + [0xFF, 0xC0, 0x80] + Array(#""}"#.utf8)
    #expect(try service.call("POST", "/v1/links", bytes: bytes).problem == "invalid-json")
  }
}
