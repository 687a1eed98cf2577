import Links
@testable import ServiceSupport
import SiteModel
import Testing
import WebSyntax

/// Pages of routes whose address visitors carry into an app that they install later.
@Suite struct DeferredPageTests {
  private func service(
    _ ways: [ClaimWay], change: (inout ServiceDefinition) -> Void = { _ in }
  ) throws -> ServiceFixture {
    try ServiceFixture { definition in
      definition.sites[0].shortLinks?.deferred = ways
      change(&definition)
    }
  }

  /// The referrer in the page's badge, decoded once, as in the Play Store.
  private func referrer(_ page: String) throws -> String? {
    guard let start = page.firstRange(of: "&amp;referrer=") else { return nil }
    let end = try #require(page[start.upperBound...].firstIndex(of: "\""))
    return PercentCoding.decodeLossy(Array(page[start.upperBound..<end].utf8)[...])
  }

  @Test func `the page behind a redirect of Chrome hands its address to Google Play`() throws {
    let service = try service([.referrer])
    try service.add(#""slug": "x", "url": "https://a.example/item/9""#)
    let redirect = try service.visit("/s/x?a=b%20c", agent: Agents.android)
    let location = try #require(redirect.location)
    let fallback = "S.browser_fallback_url=https%3A%2F%2Fa.example%2Fitem%2F9%3Fa%3Db%2520c;"
    #expect(location.contains(fallback), "\(location)")
    let page = try service.visit("/item/9?a=b%20c", agent: Agents.android)
    let carried = try #require(try referrer(page.text))
    #expect(carried == "keiro_link=https%3A%2F%2Fa.example%2Fitem%2F9%3Fa%3Db%2520c")
    let address = PercentCoding.decodeLossy(Array(carried.utf8)[...].dropFirst(11))
    let target = "/_keiro/resolve?url=" + PercentCoding.encodeComponent(address)
    let answer = try service.visit(target + "&deferred=referrer")
    #expect(answer["screen"] == "item" && answer["parameters.id"] == "9", "\(answer.text)")
  }

  @Test func `every visitor of an address gets the same page, whichever host was asked`() throws {
    let service = try service([.referrer, .paste, .code])
    for agent in [Agents.android, Agents.iPhone] {
      let page = try service.visit("/item/9", agent: agent)
      #expect(try service.visit("/item/9", host: "www.a.example", agent: agent).text == page.text)
      #expect(page.field("Set-Cookie") == nil)
    }
  }

  @Test func `the badge has no referrer where links have none, or the address is too long`() throws
  {
    #expect(try referrer(service([]).visit("/item/9", agent: Agents.android).text) == nil)
    let service = try service([.referrer])
    let long = try service.visit(
      "/item/9?" + String(repeating: "/", count: 300), agent: Agents.android)
    #expect(long.status == 200 && long.text.contains("details?id=com.example.shop\""))
    let none = try service.visit("/item/9", agent: Agents.iPhone)
    #expect(try referrer(none.text) == nil)
  }

  @Test func `nothing of an address leaves the badge`() throws {
    let page = try service([.referrer, .paste]).visit(
      "/item/%22%3E%3Cb%3E'?\"&amp;x=<i>", agent: Agents.android)
    let carried = try #require(try referrer(page.text))
    #expect(carried.utf8.allSatisfy { $0 < 0x80 && !"\"'<>&".utf8.contains($0) }, "\(carried)")
  }

  @Test func `on an iPhone the page copies its address and asks for a code`() throws {
    let page = try service([.paste, .code]).visit("/item/9?a=b&c", agent: Agents.iPhone)
    #expect(page.text.contains(#"data-link="https://a.example/item/9?a=b&amp;c""#))
    #expect(page.text.contains(#"<input type="hidden" name="claim" value="1">"#))
    let policy = try #require(page.field("Content-Security-Policy"))
    #expect(policy.contains("script-src 'sha256-") && policy.contains("form-action 'self'"))
    let plain = try service([.referrer]).visit("/item/9", agent: Agents.iPhone)
    #expect(!plain.text.contains("<script") && !plain.text.contains("<form"))
    #expect(plain.field("Content-Security-Policy")?.contains("script-src") == false)
  }

  @Test func `a code of a page gives its address to the app, once`() throws {
    let service = try service([.code])
    let answer = try service.askForCode("/item/9?a=b")
    #expect(answer.status == 200 && answer.cacheControl == "no-store", "\(answer.text)")
    let link = try service.claim(answer.code())
    #expect(
      link["url"] == "https://a.example/item/9?a=b" && link["screen"] == "item", "\(link.text)")
    #expect(link["parameters.id"] == "9")
    #expect(try service.claim(answer.code()).status == 404)
  }

  @Test func `pages take no other form, and none where there are no codes`() throws {
    let service = try service([.code])
    let other = try service.askForCode("/item/9", form: "x=1")
    #expect(other.status == 405 && other.field("Allow") == "GET, HEAD, OPTIONS, POST")
    let options = try service.visit("/item/9", method: "OPTIONS")
    #expect(options.field("Allow") == "GET, HEAD, OPTIONS, POST")
    let off = try self.service([.paste]).askForCode("/item/9")
    #expect(off.status == 405 && off.field("Allow") == "GET, HEAD, OPTIONS")
    let long = try service.askForCode("/item/9", form: String(repeating: "a", count: 65))
    #expect(long.status == 413)
  }

  @Test func `visitors get only so many codes of pages and links together`() throws {
    let service = try service([.code])
    var statuses: Set<Int> = []
    for number in 0..<21 {
      let target = number.isMultiple(of: 2) ? "/item/\(number)" : "/s/fixed"
      statuses.insert(try service.askForCode(target).status)
      if number == 19 { #expect(statuses == [200]) }
    }
    #expect(statuses == [200, 429])
  }

  @Test func `a site without links has the ways of those that may lead to it`() throws {
    func ways(_ change: (inout ServiceDefinition) -> Void) throws -> [ClaimWay] {
      let service = try service([.paste]) { definition in
        definition.sites[2].routes = [definition.sites[0].routes[0]]
        definition.sites[1].shortLinks = nil
        change(&definition)
      }
      return service.snapshot.deferredWays(ofPageAt: "https://p.example/item/1")
    }
    #expect(try ways { _ in } == [], "the bound of destinations leaves it out")
    #expect(try ways { $0.sites[0].destinationHosts = nil } == [.paste])
    #expect(
      try ways {
        $0.sites[0].destinationHosts = nil
        $0.sites[2].routes[0].apps = []
      } == [], "no store has an app of the page")
    #expect(
      try ways {
        $0.sites[0].destinationHosts = nil
        $0.sites[0].shortLinks?.app = 0
      } == [.paste])
  }

  @Test func `addresses that are no pages of apps are not taken along`() throws {
    let snapshot = try service(ClaimWay.allCases).snapshot
    #expect(
      snapshot.deferredWays(ofPageAt: "https://a.example/item/1") == [.referrer, .paste, .code])
    for address in [
      "https://a.example/none", "https://e.example/item/1", "https://a.example/s/fixed", "x",
      "https://x.w.example/page",
    ] {
      #expect(snapshot.deferredWays(ofPageAt: address) == [], "\(address)")
    }
  }
}
