import Testing
@testable import ServiceSupport

/// The caches that may store a redirect, and for how long (RFC 9110, section 12.5.5; RFC 9111,
/// section 5.2).
@Suite struct RedirectCachingTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private static let agents = [
    Agents.windows, Agents.iPhone, Agents.android, Agents.androidFirefox, Agents.google,
  ]

  @Test(arguments: [
    ("", "private, max-age=3600", true),
    (#", "skipPage": true"#, "public, max-age=3600", false),
    (
      #", "skipPage": true, "desktop": {"fallback": "https://e.example/d"}"#,
      "private, max-age=3600", true
    ),
    (#", "skipPage": true, "android": {"packageName": "a.b"}"#, "private, max-age=3600", true),
    (#", "skipPage": true, "social": {"title": "T"}"#, "private, max-age=3600", true),
    (#", "skipPage": true, "expires": "2026-11-21T01:31:19Z""#, "public, max-age=10", false),
    (#", "expires": "2026-11-21T01:31:19Z""#, "private, max-age=10", true),
    (#", "expires": "2027-11-21T01:31:19Z""#, "private, max-age=3600", true),
    (#", "skipPage": true, "maxClicks": 500"#, "no-store", false),
    (#", "skipPage": true, "notBefore": "2026-11-01T00:00:00Z""#, "public, max-age=3600", false),
    (
      #", "skipPage": true, "archived": true, "expiredURL": "https://e.example/o""#, "no-store",
      false
    ),
  ]) func `is kept no longer and by no more than it is true for`(
    _ members: String, _ cacheControl: String, _ varies: Bool
  ) throws {
    for (slug, status) in [("m", 301), ("p", 308)] {
      try service.add(
        "\"slug\": \"\(slug)\", \"url\": \"https://e.example/p\", \"status\": \(status)\(members)")
      for agent in Self.agents {
        for target in ["/s/\(slug)", "/s/\(slug)?a=1"] {
          let answer = try service.visit(target, agent: agent)
          guard answer.status != 200 else { continue }
          #expect(answer.cacheControl == cacheControl, "\(target) \(agent)")
          #expect(answer.field("Vary") == (varies ? "User-Agent" : nil))
        }
      }
    }
  }

  @Test func `is kept by nobody unless the link is permanent`() throws {
    for status in [302, 303, 307] {
      try service.add(
        "\"slug\": \"x\(status)\", \"url\": \"https://e.example/p\", \"status\": \(status)")
      let answer = try service.visit("/s/x\(status)", agent: Agents.windows)
      #expect(answer.status == status && answer.cacheControl == "no-store")
      #expect(answer.field("Vary") == nil)
    }
  }

  @Test func `is kept by nobody behind a password`() throws {
    try service.add(
      #""slug": "x", "url": "https://e.example/p", "status": 301, "password": "p""#)
    let answer = try service.visit(
      "/s/x", method: "POST", agent: Agents.windows, body: "password=p")
    #expect(answer.status == 303 && answer.cacheControl == "no-store")
  }
}
