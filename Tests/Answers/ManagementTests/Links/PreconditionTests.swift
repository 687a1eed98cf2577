import HTTPCore
import Links
import Testing
@testable import ServiceSupport

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
    #expect(try status("PATCH", "If-Match: \(before)", #"{"name": "m"}"#) == 412)
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
    #expect(try status("DELETE", "If-Match: \(self.tag())") == 204)
  }
}
