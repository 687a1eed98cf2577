import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import SiteModel
import Testing

@testable import ServiceSupport

@Suite struct ChangeLinkTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private let path = "/v1/links/a.example/x"

  private func add(_ members: String = "") throws {
    try service.add("\"slug\": \"x\", \"url\": \"https://a.example/item/1\"\(members)")
  }

  private func patch(_ body: String, fields: String = "") throws -> Answer {
    try service.call("PATCH", path, body, fields: fields)
  }

  @Test func `changes what a patch names and nothing else`() throws {
    try add(#", "name": "N", "apple": {"appStoreID": "1", "bundleID": "b.c"}, "maxClicks": 4"#)
    service.now += 60
    let answer = try patch(#"{"url": "https://e.example/", "apple": {"appStoreID": "2"}}"#)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer["url"] == "https://e.example/" && answer["name"] == "N")
    #expect(answer["apple.appStoreID"] == "2" && answer["apple.bundleID"] == "b.c")
    #expect(answer["createdAt"] == "2026-11-21T01:31:09Z")
    #expect(answer["updatedAt"] == "2026-11-21T01:32:09Z")
    #expect(answer.field("ETag") == "\"1-2\"")
    #expect(
      try service.visit("/s/x", agent: "Mozilla/5.0 (Windows NT 10.0)").location
        == "https://e.example/")
  }

  @Test func `takes fields back to their defaults by null`() throws {
    try add(
      #", "name": "N", "tags": ["a"], "apple": {"appStoreID": "1", "bundleID": "b.c"}, "status": 301, "query": "drop", "skipPage": true, "expires": "2030-01-01T00:00:00Z", "maxClicks": 3, "password": "p", "archived": true, "campaign": {"ct": "1", "at": "2"}"#
    )
    let answer = try patch(
      #"{"name": null, "tags": null, "apple": {"bundleID": null}, "status": null, "query": null, "skipPage": null, "expires": null, "maxClicks": null, "password": null, "archived": null, "campaign": null}"#
    )
    #expect(answer.status == 200, "\(answer.text)")
    for name in ["name", "apple.bundleID", "expires", "maxClicks", "password", "campaign"] {
      #expect(answer[name] == nil, "\(name)")
    }
    #expect(
      answer["status"] == "302" && answer["query"] == "merge" && answer["archived"] == "false")
    #expect(answer["apple.appStoreID"] == "1")
    #expect(try patch(#"{"apple": null}"#)["apple"] == nil)
  }

  @Test(arguments: [
    (#"{"b": "2", "a": null, "c": "3"}"#, #"{"b":"2","c":"3"}"#), ("null", nil),
    ("{}", #"{"a":"1","b":"1"}"#), (#"{"a": null, "b": null}"#, nil),
  ]) func `merges what an import brought along`(_ extra: String, _ merged: String?) throws {
    try add(#", "extra": {"a": "1", "b": "1"}"#)
    #expect(try patch(#"{"extra": \#(extra)}"#).status == 200)
    #expect(
      try service.call("GET", path).json.member("extra").map(JSONOutput.init)?.compact == merged)
  }

  @Test func `bounds what patches add up to`() throws {
    try add()
    let text = String(repeating: "x", count: 8000)
    let statuses = try ["a", "b"].map { name in
      let members = (0..<100).map { "\"\(name)\($0)\": \"\(text)\"" }.joined(separator: ", ")
      return try patch("{\"extra\": {\(members)}}").status
    }
    #expect(statuses == [200, 422])
  }

  @Test(arguments: [
    (#"{"host": "www.a.example"}"#, ["host"]), (#"{"slug": "y"}"#, ["slug"]),
    (#"{"host": 1, "slug": null}"#, ["host", "slug"]), (#"{"url": null}"#, ["url"]),
    (#"{"colour": 1}"#, ["colour"]), (#"{"apple": {"fallbak": "x"}}"#, ["apple.fallbak"]),
    (#"{"url": "https://evil.example/"}"#, ["url"]), ("[]", [""]), ("7", [""]),
    (#"{"apple": {"fallback": "https://evil.example/"}}"#, ["apple.fallback"]),
    (#"{"expiredURL": "https://evil.example/", "status": 1}"#, ["status"]),
    (#"{"apple": []}"#, ["apple"]), (#"{"name": {"a": 1}}"#, ["name"]),
  ]) func `refuses a patch as a whole`(_ body: String, _ faults: [String]) throws {
    try add()
    let answer = try patch(body)
    #expect(answer.status == 422 && answer.faults == faults, "\(answer.text)")
    #expect(try service.call("GET", path)["updatedAt"] == "2026-11-21T01:31:09Z")
  }

  @Test func `lets a patch repeat host and slug, and changes nothing by nothing`() throws {
    try add()
    service.now += 60
    let answer = try patch(#"{"host": "a.example", "slug": "x"}"#)
    #expect(answer.status == 200 && answer["updatedAt"] == "2026-11-21T01:31:09Z")
    #expect(answer.field("ETag") == "\"1-1\"")
  }

  @Test func `lets a link be ended whose destination is no longer allowed`() throws {
    try service.add(
      #""slug": "x", "url": "https://e.example/", "expiredURL": "https://e.example/"#
        + "over\"")
    let narrow = try ServiceFixture(store: service.store) { definition in
      definition.sites[0].destinationHosts = definition.sites[0].hosts
    }
    #expect(try narrow.call("PATCH", path, #"{"archived": true}"#)["archived"] == "true")
    let answer = try narrow.call("PATCH", path, #"{"url": "https://e.example/2"}"#)
    #expect(answer.status == 422 && answer.faults == ["url"])
  }

  @Test func `hashes a new password`() throws {
    try add()
    #expect(try patch(#"{"password": true}"#).status == 422)
    // A password can be hashed here: what is wrong is the kind of the value.
    #expect(
      try patch(#"{"password": false}"#).json.text(at: "errors.0.detail")?.contains("a string")
        == true)
    #expect(try patch(#"{"password": "new"}"#)["password"] == "true")
    #expect(try patch(#"{"password": true, "clicks": 7}"#).status == 200)
    let key = LinkKey(host: "a.example", slug: "x")
    #expect(try service.store.link(at: key)?.link.password == PasswordHash("new"))
  }

  @Test(arguments: [
    ("\"1-1.0\"", 304), ("W/\"1-1.0\"", 304), ("*", 304), ("\"a\", W/\"1-1.0\"", 304),
    ("\"1-1\"", 200), ("\"1-1.1\"", 200), ("\"1-2.0\"", 200), ("1-1.0", 200), ("", 200),
  ]) func `gives nothing that a caller has`(_ condition: String, _ status: Int) throws {
    try add()
    let answer = try service.call("GET", path, fields: "If-None-Match: \(condition)\r\n")
    #expect(answer.status == status)
    #expect(answer.field("ETag") == "\"1-1.0\"")
    #expect(answer.body.isEmpty == (status == 304))
  }

  @Test func `shows what visitors are turned away by`() throws {
    try add(#", "maxClicks": 1500"#)
    let life = LinkLife(
      try #require(try service.store.link(at: LinkKey(host: "a.example", slug: "x"))).link)
    // As left behind by a killed server.
    _ = try waitForAnswer { service.store.reserve(100, of: life, limit: 1500, completion: $0) }
    let answer = try service.call("GET", path)
    #expect(answer["clicks"] == "0" && answer["reservedClicks"] == "100")
    #expect(answer.field("ETag") == "\"1-1.0.100\"")
    #expect(try patch(#"{"maxClicks": null}"#, fields: "If-Match: \"1-1.0.99\"\r\n").status == 200)
    #expect(try service.call("GET", path)["reservedClicks"] == nil)
  }

  @Test func `deletes a link with its clicks`() throws {
    try add()
    _ = try service.visit("/s/x", agent: "Mozilla/5.0 (Windows NT 10.0)")
    service.flushClicks()
    #expect(try service.call("GET", path)["clicks"] == "1")
    let answer = try service.call("DELETE", path)
    #expect(answer.status == 204 && answer.body.isEmpty)
    #expect(try service.call("DELETE", path).problem == "link-not-found")
    #expect(try service.call("GET", path).status == 404)
    #expect(try service.visit("/s/x").status == 404)
    try add()
    #expect(try service.call("GET", path)["clicks"] == "0")
  }

  @Test func `leaves links of the configuration to the configuration`() throws {
    let fixed = "/v1/links/www.a.example/fixed"
    _ = try service.visit("/s/fixed", host: "www.a.example", agent: "Mozilla/5.0 (Windows NT 10.0)")
    service.flushClicks()
    let answer = try service.call("GET", fixed)
    #expect(answer["source"] == "configuration" && answer["clicks"] == "1")
    #expect(try service.call("PATCH", fixed, "{}").problem == "link-of-configuration")
    #expect(try service.call("DELETE", fixed).status == 409)
  }

  @Test(arguments: [
    ("/v1/links/a.example/x%2Fy", 200), ("/v1/links/a.example/x/y", 200),
    ("/v1/links/A.EXAMPLE/x/y", 200), ("/v1/links/a.example/x%252Fy", 404),
    ("/v1/links/a.example/%78/y", 200), ("/v1/links/a.example/X/y", 404),
    ("/v1/links/a.example/", 404), ("/v1/links/a.example", 404), ("/v1/links/", 404),
    ("/v1/links//x", 404), ("/v1/links/a.example/%zz", 404), ("/v1/links/a.example/%ff", 404),
    ("/v1/links/a.example/%00", 404), ("/v1/links/%2F/x", 404),
  ]) func `reads the escapes of a path once`(_ target: String, _ status: Int) throws {
    try service.add(#""slug": "x/y", "url": "https://a.example/""#)
    #expect(try service.call("GET", target).status == status)
  }

  /// What a client would resolve is no path of its own.
  @Test(arguments: [
    ("a/b", "a/b"), ("a/../b", "a%2F..%2Fb"), ("../x", "..%2Fx"), ("..", "%2E%2E"), (".", "%2E"),
    ("a/versions", "a%2Fversions"), ("a..b", "a..b"),
  ]) func `a request names one link`(_ slug: String, _ part: String) throws {
    #expect(APIRequest(.readLink, "a.example", slug).target == "/v1/links/a.example/\(part)")
    #expect(try service.call("GET", "/v1/links/a.example/\(part)").problem == "link-not-found")
  }

  @Test(arguments: ["a.example:80", "no%20host", "*", "%2E%2E"])
  func `nothing is on what cannot be a host`(_ host: String) throws {
    for (method, action) in [
      ("GET", ""), ("PATCH", ""), ("DELETE", ""), ("GET", "/versions"), ("POST", ":restore"),
    ] {
      let body = method == "PATCH" ? "{}" : ""
      let answer = try service.call(method, "/v1/links/\(host)/x\(action)", body)
      #expect(answer.status == 404 && answer.problem == "link-not-found", "\(answer.text)")
    }
  }
}

/// Conditional requests for links (RFC 9110, section 13).
@Suite struct PreconditionTests {
  let service: ServiceFixture
  private let target = "/v1/links/a.example/x"

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "x", "url": "https://e.example/p""#)
  }

  private func tag() throws -> String {
    try #require(try service.call("GET", target).field("ETag"))
  }

  private func status(_ method: String, _ condition: String, _ body: String = "") throws -> Int {
    try service.call(method, target, body, fields: condition + "\r\n").status
  }

  @Test func `reads a link under a condition`() throws {
    let tag = try tag()
    #expect(try status("GET", "If-Match: \(tag)") == 200)
    #expect(try status("GET", "If-Match: \"0-0\", \(tag)") == 200)
    #expect(try status("GET", "If-Match: *") == 200)
    #expect(try status("GET", "If-Match: \"0-0\"") == 412)
    #expect(try status("GET", "If-Match: W/\(tag)") == 412)
    #expect(try status("GET", "If-None-Match: W/\(tag)") == 304)
    #expect(try status("GET", "If-None-Match: \"0-0\"") == 200)
    #expect(try status("GET", "If-Match: \"0-0\"\r\nIf-None-Match: \(tag)") == 412)
    let fixed = "/v1/links/a.example/fixed"
    for (condition, status) in [
      ("If-Match: *", 200), ("If-Match: \"a\"", 412), ("If-None-Match: *", 304),
      ("If-None-Match: \"a\"", 200),
    ] {
      #expect(try service.call("GET", fixed, fields: condition + "\r\n").status == status)
    }
  }

  @Test func `tells new clicks to those who have the link already`() throws {
    let before = try tag()
    _ = try service.visit("/s/x", agent: Agents.windows)
    service.flushClicks()
    let answer = try service.call("GET", target, fields: "If-None-Match: \(before)\r\n")
    #expect(answer.status == 200 && answer["clicks"] == "1")
    let known = try service.call(
      "GET", target, fields: "If-None-Match: \(answer.field("ETag") ?? "")\r\n")
    #expect(known.status == 304 && known.body.isEmpty)
    #expect(known.cacheControl == answer.cacheControl && known.cacheControl == "no-store")
    // Clicks in the meantime do not prevent a change.
    #expect(try status("PATCH", "If-Match: \(before)", #"{"name": "n"}"#) == 200)
    let late = try service.call(
      "PATCH", target, #"{"name": "m"}"#, fields: "If-Match: \(before)\r\n")
    #expect(late.status == 412 && late.problem == "link-changed")
  }

  @Test func `changes nothing that is named by If-None-Match`() throws {
    let tag = try tag()
    for condition in ["If-None-Match: *", "If-None-Match: \(tag)", "If-None-Match: W/\(tag)"] {
      let answer = try service.call(
        "PATCH", target, #"{"name": "n"}"#, fields: condition + "\r\n")
      #expect(answer.status == 412 && answer.problem == "link-exists")
      #expect(try status("DELETE", condition) == 412)
    }
    #expect(try service.call("GET", target)["name"] == nil)
    #expect(try status("PATCH", "If-None-Match: \"0-0\"", #"{"name": "n"}"#) == 200)
  }

  @Test func `goes on from the tag of a change`() throws {
    let changed = try service.call("PATCH", target, #"{"name": "n"}"#)
    let tag = try #require(changed.field("ETag"))
    #expect(try status("PATCH", "If-Match: \(tag)", #"{"name": "m"}"#) == 200)
    #expect(try status("DELETE", "If-Match: \(tag)") == 412)
    #expect(try status("DELETE", "If-Match: W/\(self.tag())") == 412)
    #expect(try status("PATCH", "If-Match: \"0-0\", \"1-3\"", "{}") == 200)
    #expect(try status("DELETE", "If-Match: *") == 204)
    #expect(try status("PATCH", "If-Match: *", "{}") == 404)
  }
}
