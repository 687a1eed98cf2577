import Testing
@testable import ServiceSupport

/// The fields that keep browsers from misinterpreting an answer.
@Suite struct SecurityFieldTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "p", "url": "https://a.example/", "password": "p""#)
  }

  @Test(arguments: [
    "/", "/item/7", "/s/fixed", "/s/fixed?a=1", "/s/fixed+", "/s/p", "/s/none", "/absent",
    "/?link=https://evil.test/", "/s/fixed.qr", "/s/fixed.qr?format=png", "/s/fixed.qr?size=1",
    "/_keiro/resolve?url=/s/fixed", "/_keiro/resolve", "/_keiro/launches",
    "/_keiro/banner?url=/item/7", "/apple-app-site-association", "/.well-known/assetlinks.json",
  ]) func `let no answer be taken for another type`(_ target: String) throws {
    for agent in [Agents.iPhone, Agents.windows] {
      #expect(
        try service.visit(target, agent: agent).field("X-Content-Type-Options") == "nosniff")
    }
  }

  @Test(arguments: ["/", "/item/7", "/s/fixed+", "/s/p", "/s/none", "/absent"])
  func `keep pages from other pages' reach`(_ target: String) throws {
    let page = try service.visit(target, agent: Agents.iPhone)
    #expect(page.contentType == "text/html; charset=utf-8")
    #expect(page.field("Cross-Origin-Opener-Policy") == "same-origin")
    #expect(page.field("Cross-Origin-Resource-Policy") == "same-origin")
    #expect(page.field("Permissions-Policy")?.contains("camera=()") == true)
    #expect(page.field("Referrer-Policy") == "no-referrer")
  }

  @Test func `let pictures alone be shown elsewhere`() throws {
    for target in ["/s/fixed.qr", "/s/fixed.qr?format=png"] {
      #expect(
        try service.visit(target).field("Cross-Origin-Resource-Policy") == "cross-origin")
    }
    for target in ["/_keiro/resolve?url=/s/fixed", "/_keiro/resolve", "/_keiro/banner?url=/item/7"]
    {
      #expect(try service.visit(target).field("Cross-Origin-Resource-Policy") == "same-origin")
    }
  }
}
