import JSONSyntax
import LinkStorage
import Links
import Testing
@testable import ServiceSupport

/// Versions of links, and their restoration.
@Suite struct HistoryTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private let path = "/v1/links/a.example/x"

  private func versions(_ slug: String = "x") throws -> [JSONNode] {
    try service.call("GET", "/v1/links/a.example/\(slug)/versions").json.member("versions")?.array
      ?? []
  }

  private func add() throws {
    try service.add(#""slug": "x", "url": "https://e.example/1", "password": "secret""#)
  }

  private func patch(_ body: String) throws {
    service.now += 60
    _ = try service.call("PATCH", path, body)
  }

  @Test func `tells each version with its author and what is different, and no password`() throws {
    try add()
    try patch(#"{"url": "https://e.example/2", "name": "N"}"#)
    let told = try versions()
    #expect(told.map { $0.text(at: "version") } == ["2", "1"])
    #expect(told.map { $0.text(at: "action") } == ["link.updated", "link.created"])
    #expect(told.map { $0.text(at: "fields") } == ["[url,name]", "[]"])
    #expect(told.map { $0.text(at: "link.url") } == ["https://e.example/2", "https://e.example/1"])
    #expect(told.allSatisfy { $0.text(at: "actor.kind") == "token" })
    #expect(told[0].text(at: "time") == "2026-11-21T01:32:09Z")
    let answer = try service.call("GET", path + "/versions")
    #expect(!answer.text.contains("secret") && !answer.text.contains("$2"))
    let page = try service.call("GET", path + "/versions?limit=1")
    #expect(page.json.text(at: "versions.0.version") == "2" && page["next"] == "2")
    let rest = try service.call("GET", path + "/versions?cursor=2")
    #expect(rest.json.text(at: "versions.0.version") == "1" && rest["next"] == "null")
  }

  @Test func `brings back any version, also of a link that is gone`() throws {
    try add()
    try patch(#"{"url": "https://e.example/2", "tags": ["t"]}"#)
    let answer = try service.call("POST", path + ":restore", #"{"version": 1}"#)
    #expect(answer.status == 200 && answer["url"] == "https://e.example/1", "\(answer.text)")
    #expect(answer["tags"] == "[]" && answer["password"] == "true")
    #expect(try service.call("POST", path + ":restore")["url"] == "https://e.example/2")
    _ = try service.call("DELETE", path)
    #expect(try service.call("GET", path).status == 404)
    #expect(try service.call("POST", path + ":restore", "{}")["url"] == "https://e.example/2")
    #expect(try versions().map { $0.text(at: "version") } == ["6", "5", "4", "3", "2", "1"])
    #expect(try versions()[1].text(at: "link") == "null")
  }

  /// Everything else compares bytes: the audit log and the history must not call it no change.
  @Test func `a letter composed otherwise is a change, and the way back is one`() throws {
    try service.add(#""slug": "x", "url": "https://e.example/1", "name": "Caf\u00e9""#)
    try patch(#"{"name": "Cafe\u0301", "tags": ["e\u0301"], "social": {"title": "\u00e9"}}"#)
    try patch(#"{"tags": ["\u00e9"], "social": {"title": "e\u0301"}}"#)
    for (tag, count) in [("%C3%A9", 1), ("e%CC%81", 0)] {
      let found = try service.call("GET", "/v1/links?tag=\(tag)")
      #expect(found.json.member("links")?.array?.count == count, "\(tag)")
    }
    func name() throws -> [UInt8] { Array((try service.call("GET", path)["name"] ?? "").utf8) }
    #expect(
      try versions().map { $0.text(at: "fields") }
        == ["[tags,social.title]", "[name,tags,social.title]", "[]"])
    #expect(try name() == Array("Cafe\u{301}".utf8))
    _ = try service.call("POST", path + ":restore", #"{"version": 1}"#)
    #expect(try name() == Array("Caf\u{E9}".utf8))
    #expect(try versions().first?.text(at: "fields") == "[name,tags,social.title]")
    // The file of an export that was made before has the other letters again.
    let file =
      #"{"host": "a.example", "slug": "x", "url": "https://e.example/1", "name": "Cafe\u0301"}"#
    let answer = try service.call("POST", "/v1/import?format=ndjson&overwrite=true", file)
    #expect(answer["updated"] == "1", "\(answer.text)")
  }

  @Test func `times that are sent back are no change`() throws {
    try add()
    try patch(#"{"updatedAt": "2020-01-01T00:00:00Z"}"#)
    try patch(#"{"createdAt": "2020-01-01T00:00:00Z"}"#)
    #expect(try versions().count == 1)
    #expect(try service.call("PATCH", path, #"{"updatedAt": "soon"}"#).faults == ["updatedAt"])
  }

  @Test func `a version takes no clicks back, however often the link was gone`() throws {
    func visit(_ count: Int) throws {
      for _ in 0..<count { _ = try service.visit("/s/x", agent: Agents.windows) }
      service.flushClicks()
    }
    func clicks() throws -> String? { try service.call("GET", path)["clicks"] }
    try service.add(#""slug": "x", "url": "https://e.example/1""#)
    try patch(#"{"importedClicks": 500}"#)
    _ = try service.call("POST", path + ":restore", #"{"version": 1}"#)
    #expect(try clicks() == "500")
    for round in 1...2 {
      try visit(10)
      _ = try service.call("DELETE", path)
      // By the same request, of whichever version.
      _ = try service.call("POST", path + ":restore", round == 1 ? "{}" : #"{"version": 1}"#)
      #expect(try clicks() == "\(500 + 10 * round)")
    }
    try patch(#"{"name": "N"}"#)
    let change = try service.call("GET", "/v1/audit").json.text(at: "entries.0.change") ?? ""
    try visit(1)
    try patch(#"{"name": "O"}"#)
    _ = try service.call("POST", "/v1/changes/\(change):undo")
    _ = try service.call("POST", path + ":restore", #"{"version": 1}"#)
    #expect(try clicks() == "521")
  }

  @Test func `a link that is deleted and restored at once has the clicks that were used`() throws {
    try service.add(#""slug": "x", "url": "https://e.example/1", "maxClicks": 10000"#)
    for round in 1...3 {
      for _ in 0..<3 { _ = try service.visit("/s/x", agent: Agents.windows) }
      _ = try service.call("DELETE", path)
      #expect(try service.call("POST", path + ":restore").status == 200)
      #expect(try service.call("GET", path)["reservedClicks"] == "\(3 * round)")
    }
    // Every change gives back what was reserved ahead.
    _ = try service.visit("/s/x", agent: Agents.windows)
    try patch(#"{"name": "N"}"#)
    #expect(try service.call("GET", path)["reservedClicks"] == "10")
  }

  @Test func `a version is brought back like any other edit`() throws {
    try add()
    try patch(#"{"name": "N"}"#)
    let stale = try service.call(
      "POST", path + ":restore", #"{"version": 1}"#, fields: "If-Match: \"1-1\"\r\n")
    #expect(stale.status == 412)
    let fresh = try service.call(
      "POST", path + ":restore", #"{"version": 1}"#, fields: "If-Match: \"1-2\"\r\n")
    #expect(fresh.status == 200 && fresh.field("ETag") == "\"1-3\"")
    // A deleted link is in no state, and among none.
    for (field, status) in [
      ("If-Match: *", 404), ("If-Match: \"1-3\"", 404), ("If-None-Match: \"1-3\"", 200),
      ("If-None-Match: *", 200),
    ] {
      _ = try service.call("DELETE", path)
      let answer = try service.call("POST", path + ":restore", "{}", fields: field + "\r\n")
      #expect(answer.status == status, "\(field)")
    }
    for (body, status) in [
      (#"{"version": 9}"#, 404), (#"{"version": 0}"#, 422), (#"{"version": "1"}"#, 422),
      (#"{"versions": 1}"#, 422), ("[]", 422),
    ] {
      #expect(try service.call("POST", path + ":restore", body).status == status, "\(body)")
    }
    #expect(try service.call("POST", "/v1/links/a.example/none:restore").status == 404)
    #expect(try service.call("GET", "/v1/links/a.example/none/versions").status == 404)
    let configured = try service.call("GET", "/v1/links/a.example/fixed/versions")
    #expect(configured.status == 404 && configured.problem == "version-not-found")
    #expect(
      configured["detail"]
        == "the link 'fixed' on 'a.example' is defined in the configuration file: expected one of "
        + "the store, which keeps versions")
  }

  @Test func `a link that was restored since is the same one, and another at its place is not`()
    throws
  {
    try add()
    let change = try versions()[0].text(at: "change") ?? ""
    func undone() throws -> String? {
      try service.call("POST", "/v1/changes/\(change):undo").json.text(at: "left.0.reason")
    }
    for _ in 0..<2 {
      _ = try service.call("DELETE", path)
      #expect(try undone() == "it was removed since")
      _ = try service.call("POST", path + ":restore")
      #expect(try undone() == "it was changed since")
    }
    _ = try service.call("DELETE", path)
    try add()
    #expect(try undone() == "another link was made there since")
  }

  @Test func `takes an import back, but for what was changed since`() throws {
    try add()
    let lines = (0..<3).map {
      #"{"host": "a.example", "slug": "i\#($0)", "url": "https://e.example/i"}"#
    }
    _ = try service.call("POST", "/v1/import?format=ndjson", lines.joined(separator: "\n"))
    _ = try service.call("PATCH", "/v1/links/a.example/i1", #"{"name": "N"}"#)
    let imported = try versions("i0")[0].text(at: "change") ?? ""
    let undo = "/v1/changes/\(imported):undo"
    let plan = try service.call("POST", undo + "?dryRun=true")
    #expect(plan["undone"] == "2" && plan["undo"] == "null", "\(plan.text)")
    #expect(try service.call("GET", "/v1/links/a.example/i0").status == 200)
    let done = try service.call("POST", undo)
    #expect(done["undone"] == "2" && done.json.text(at: "left.0.reason") == "it was changed since")
    #expect(done.json.text(at: "left.0.link") == "https://a.example/s/i1")
    #expect(try service.call("GET", "/v1/links/a.example/i0").status == 404)
    let again = try service.call("POST", undo)
    #expect(again["undone"] == "0" && again["undo"] == "null")
    #expect(again.json.member("left")?.array?.count == 1)
    // The undo is a change that can be undone.
    let back = try service.call("POST", "/v1/changes/\(done["undo"] ?? ""):undo")
    #expect(back["undone"] == "2")
    #expect(try service.call("GET", "/v1/links/a.example/i2").status == 200)
    for target in ["/v1/changes/999:undo", "/v1/changes/0:undo"] {
      #expect(try service.call("POST", target).status == 404)
    }
  }
}
