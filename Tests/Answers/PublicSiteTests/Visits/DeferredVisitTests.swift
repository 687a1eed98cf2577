import HTTPCore
import LinkStorage
import Links
import Service
import SiteModel
import Testing
import WebSyntax
@testable import ServiceSupport

extension ServiceFixture {
  /// Asks for a code on the page at an address, as its form does on an iPhone.
  func askForCode(
    _ target: String, form: String = "claim=1", client: String = "192.0.2.1"
  ) throws -> Answer {
    try visit(target, method: "POST", agent: Agents.iPhone, body: form, client: client)
  }

  func claim(_ code: some StringProtocol, client: String = "192.0.2.7") throws -> Answer {
    try visit(
      "/_keiro/claims", method: "POST", fields: "Content-Type: application/json\r\n",
      body: #"{"code": "\#(code)"}"#, client: client)
  }
}

extension Answer {
  /// The code on a page.
  func code() throws -> String {
    let start = try #require(text.firstRange(of: "<output>"), "\(text)")
    return String(text[start.upperBound...].prefix(6))
  }
}

/// Links that visitors carry into an app that they install later.
@Suite struct DeferredVisitTests {
  private func service(_ ways: [ClaimWay]) throws -> ServiceFixture {
    let service = try ServiceFixture { definition in
      definition.sites[0].shortLinks?.deferred = ways
    }
    try service.add(
      #""slug": "x", "url": "https://a.example/item/9", "apple": {"appStoreID": "42"}, "android": {"packageName": "a.b"}"#
    )
    return service
  }

  private func code(_ service: ServiceFixture, client: String = "192.0.2.1") throws -> String {
    let answer = try service.askForCode("/s/x?a=b", client: client)
    #expect(answer.status == 200, "\(answer.text)")
    return try answer.code()
  }

  @Test func `right codes do not count as guesses, wrong ones do`() throws {
    let service = try service([.code])
    // A fair at which every phone has the same address.
    for number in 0..<15 {
      let code = try code(service, client: "198.51.100.\(number)")
      #expect(try service.claim(code).status == 200)
    }
    for _ in 0..<10 { #expect(try service.claim("K7Q2MX").status == 404) }
    #expect(try service.claim("K7Q2MX").status == 429)
    let right = try code(service, client: "198.51.100.99")
    #expect(try service.claim(right).status == 429)
    #expect(try service.claim(right, client: "192.0.2.8").status == 200)
  }

  @Test func `the store's referrer is the short URL with the query of the visit`() throws {
    let service = try service([.referrer])
    let answer = try service.visit("/s/x?a=b%20c", agent: Agents.android)
    // Encoded for the item, for the referrer and for the fallback of the intent.
    var decoded = try #require(answer.location)
    for _ in 0..<3 { decoded = PercentCoding.decodeLossy(Array(decoded.utf8)[...]) }
    #expect(decoded.contains("&referrer=keiro_link=https://a.example/s/x?a=b%20c"), "\(decoded)")
    let off = try self.service([])
    let plain = try off.visit("/s/x", agent: Agents.android)
    #expect(plain.location?.contains("keiro_link") == false)
  }

  @Test func `a referrer that would be too long leaves out what does not fit`() throws {
    let service = try service([.referrer])
    let query = String(repeating: "x", count: 2000)
    let answer = try service.visit("/s/x?\(query)", agent: Agents.androidFirefox)
    let start = try #require(answer.text.firstRange(of: "details?id=a.b"))
    #expect(!answer.text[start.upperBound...].prefix(9).hasPrefix("&amp;refe"))
  }

  @Test func `the page offers to copy only where that is switched on`() throws {
    let page = try service([.paste]).visit("/s/x?a=b", agent: Agents.iPhone)
    #expect(page.text.contains(#"data-link="https://a.example/s/x?a=b""#))
    #expect(page.field("Content-Security-Policy")?.contains("script-src 'sha256-") == true)
    let without = try service([.referrer]).visit("/s/x", agent: Agents.iPhone)
    #expect(!without.text.contains("<script"))
    #expect(without.field("Content-Security-Policy")?.contains("script-src") == false)
  }

  @Test func `a code gives the link to the app, once, and counts a first opening`() throws {
    let service = try service([.code])
    let page = try service.visit("/s/x?a=b", agent: Agents.iPhone)
    #expect(page.text.contains(#"<input type="hidden" name="claim" value="1">"#))
    let code = try code(service)
    let answer = try service.claim(" " + code.lowercased().prefix(3) + "-" + code.suffix(3))
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer["url"] == "https://a.example/item/9?a=b" && answer["screen"] == "item")
    #expect(answer["parameters.id"] == "9" && answer["link.slug"] == "x")
    #expect(try service.claim(code).status == 404)
    service.flushClicks()
    let ways = try service.call("GET", "/v1/stats?by=way")
    #expect(ways["rows.0.name"] == "code" && ways["rows.0.launches"] == "1")
    #expect(ways["clicks"] == "1", "the page itself was a click")
  }

  @Test func `a code of a link whose clicks are used up leads nowhere, as its address does`() throws
  {
    let service = try service([.code])
    try service.add(#""slug": "few", "url": "https://a.example/item/9", "maxClicks": 1"#)
    let code = try service.askForCode("/s/few?d=1").code()
    #expect(try service.visit("/s/few", agent: Agents.windows).status == 302)
    #expect(try service.claim(code).status == 410)
  }

  @Test func `a code is void after an hour`() throws {
    let service = try service([.code])
    let code = try code(service)
    service.now += 3600
    #expect(try service.claim(code).status == 404)
  }

  @Test func `a site with too many codes gives its oldest up, and others get theirs`() throws {
    let service = try service([.code])
    let first = try code(service, client: "2001:db8:1:1::1")
    let others = try code(service, client: "2001:db8:2:1::1")
    let codes = service.directory.guards.waitingCodes
    for number in 0..<2999 {
      _ = codes.add(
        [UInt8(number >> 8), UInt8(number & 255)], of: IPAddress("2001:db8:1:2::1"),
        expires: Timestamp(secondsSinceEpoch: .max), now: service.timestamp)
    }
    let last = try code(service, client: "2001:db8:1:3::1")
    #expect(try service.claim(first).status == 404)
    #expect(try service.claim(last).status == 200 && service.claim(others).status == 200)
  }

  @Test func `the households of a site ask for so many codes together`() throws {
    let service = try service([.code])
    service.directory.guards.codes.charge(
      300, to: IPAddress("2001:db8:1:1::1"), at: service.instant)
    #expect(try service.askForCode("/s/x", client: "2001:db8:1:2::1").status == 429)
    #expect(try service.askForCode("/s/x", client: "2001:db8:2:2::1").status == 200)
  }

  @Test func `codes are for links without a password, and where they are switched on`() throws {
    let service = try service([.code])
    try service.add(#""slug": "p", "url": "https://a.example/item/9", "password": "secret""#)
    #expect(try !service.askForCode("/s/p").text.contains("<output>"))
    #expect(try self.service([.referrer]).askForCode("/s/x").status == 405)
    #expect(try service.askForCode("/s/x", form: "other=1").status == 405)
    let missing = try service.askForCode("/s/none")
    #expect(missing.status >= 400 && !missing.text.contains("<output>"))
  }

  @Test func `guesses are bounded for a whole network`() throws {
    let service = try service([.code])
    var statuses: [Int] = []
    for guess in 0..<12 {
      statuses.append(
        try service.claim("00000\(guess % 10)", client: "2001:db8:1:\(guess)::1").status)
    }
    #expect(statuses.prefix(10).allSatisfy { $0 == 404 })
    #expect(statuses.suffix(2).allSatisfy { $0 == 429 })
    #expect(try service.claim("000000", client: "2001:db8:2::1").status == 404)
  }

  @Test func `visitors get only so many codes`() throws {
    let service = try service([.code])
    for _ in 0..<20 { _ = try code(service) }
    let more = try service.askForCode("/s/x")
    #expect(more.status == 429 && more.field("Retry-After") != nil)
    _ = try code(service, client: "192.0.2.99")
  }

  @Test(arguments: [
    ("", 400), ("{}", 422), ("[]", 422), (#"{"code": 7}"#, 422), (#"{"code": ""}"#, 404),
    (#"{"code": "K7Q2M"}"#, 404), (#"{"code": "K7Q2MXX"}"#, 404), (#"{"code": "K7Q2M!"}"#, 404),
    (#"{"code": "K7Q2MX", "x": 1}"#, 422),
  ])
  func `what is no code is refused`(body: String, status: Int) throws {
    let answer = try service([.code]).visit("/_keiro/claims", method: "POST", body: body)
    #expect(answer.status == status, "\(answer.text)")
  }

  @Test func `claims are posted`() throws {
    let service = try service([.code])
    let get = try service.visit("/_keiro/claims")
    #expect(get.status == 405 && get.field("Allow") == "POST, OPTIONS")
    #expect(try service.visit("/_keiro/claims", method: "OPTIONS").status == 204)
    let large = #"{"code": ""# + String(repeating: "A", count: 2000) + #""}"#
    let long = try service.visit("/_keiro/claims", method: "POST", body: large)
    #expect(long.status == 413 && long.problem == "body-too-long")
  }

  @Test(arguments: ClaimWay.allCases)
  func `resolving counts a first opening by its way`(_ way: ClaimWay) throws {
    let service = try service([.referrer])
    let target = "/_keiro/resolve?url=https://a.example/s/x&deferred=\(way.rawValue)"
    #expect(try service.visit(target)["url"] == "https://a.example/item/9")
    _ = try service.visit(target, method: "HEAD")
    _ = try service.visit("/_keiro/resolve?url=https://a.example/s/x")
    #expect(
      try service.visit("/_keiro/resolve?url=https://a.example/s/none&deferred=code").status == 404)
    service.flushClicks()
    let answer = try service.call("GET", "/v1/stats?by=way&host=a.example&slug=x")
    #expect(answer["rows.0.name"] == way.rawValue && answer["rows.0.launches"] == "1")
    #expect(answer["rows.1.name"] == nil && answer["clicks"] == "0")
  }

  @Test func `a way that there is not is refused`() throws {
    let answer = try service([.referrer]).visit(
      "/_keiro/resolve?url=https://a.example/s/x&deferred=guess")
    #expect(answer.status == 400 && answer.problem == "invalid-parameter")
  }
}

/// Visits to links with rules, through the handler.
@Suite struct RuleVisitTests {
  private func service() throws -> ServiceFixture {
    let service = try ServiceFixture()
    try service.add(
      #"""
      "slug": "r", "url": "https://e.example/own", "status": 301, "rules": [
        {"if": {"language": ["ja"]}, "url": "https://e.example/ja"},
        {"if": {"platform": ["Windows"], "query": {"k": "v"}}, "url": "https://e.example/windows"}]
      """#)
    return service
  }

  private func visit(
    _ service: ServiceFixture, _ target: String, _ language: String
  ) throws -> Answer {
    try service.visit(
      target, agent: Agents.windows, fields: "Accept-Language: \(language)\r\n")
  }

  @Test func `the language of the visitor decides, and nobody may keep the answer`() throws {
    let service = try service()
    let japanese = try visit(service, "/s/r?x=1", "en;q=0.5, ja-JP")
    #expect(japanese.status == 301 && japanese.location == "https://e.example/ja?x=1")
    #expect(japanese.cacheControl == "no-store")
    let other = try visit(service, "/s/r", "en")
    #expect(other.location == "https://e.example/own" && other.cacheControl == "no-store")
    let windows = try service.visit("/s/r?k=v", agent: Agents.windows)
    #expect(windows.location == "https://e.example/windows?k=v")
  }

  @Test func `statistics know rules and languages`() throws {
    let service = try service()
    for language in ["ja", "de"] { _ = try visit(service, "/s/r", language) }
    _ = try service.visit("/s/r?k=v", agent: Agents.windows)
    // The quick path has no rules, but knows languages.
    _ = try visit(service, "/s/fixed", "de-AT")
    service.flushClicks()
    let rules = try service.call("GET", "/v1/stats?by=rule&host=a.example&slug=r")
    #expect(rules["rows.0.name"] == "rules[0]" && rules["rows.0.clicks"] == "1")
    #expect(rules["rows.1.name"] == "rules[1]" && rules["rows.2.name"] == nil)
    let languages = try service.call("GET", "/v1/stats?by=language")
    #expect(languages["rows.0.name"] == "de" && languages["rows.0.clicks"] == "2")
    let csv = try service.call("GET", "/v1/stats?by=rule&host=a.example&slug=r&format=csv")
    #expect(csv.field("Content-Type")?.hasPrefix("text/csv") == true)
    #expect(csv.text == "rule,clicks,bots,launches\r\nrules[0],1,0,0\r\nrules[1],1,0,0\r\n")
  }

  @Test func `the debug page names the rule`() throws {
    let answer = try visit(service(), "/s/r?d=1", "ja")
    #expect(answer.text.contains("1番目のルール") && answer.text.contains("https://e.example/ja"))
    let phone = try service().visit(
      "/s/r?d=1", agent: Agents.iPhone, fields: "Accept-Language: ja\r\n")
    #expect(phone.text.contains("「a.example」はサイトのホストです"), "\(phone.text)")
  }

  @Test func `a change takes effect at the next visit, also for a link that was ready`() throws {
    let service = try ServiceFixture()
    try service.add(#""slug": "c", "url": "https://e.example/own""#)
    #expect(try service.visit("/s/c", agent: Agents.windows).location == "https://e.example/own")
    let change = try service.call(
      "PATCH", "/v1/links/a.example/c",
      #"{"rules": [{"if": {"share": 100}, "url": "https://e.example/all"}]}"#)
    #expect(change.status == 200, "\(change.text)")
    #expect(try service.visit("/s/c", agent: Agents.windows).location == "https://e.example/all")
    _ = try service.call("PATCH", "/v1/links/a.example/c", #"{"rules": null}"#)
    #expect(try service.visit("/s/c", agent: Agents.windows).location == "https://e.example/own")
  }

  @Test func `the API says what is odd about rules`() throws {
    let service = try ServiceFixture()
    let answer = try service.call(
      "POST", "/v1/links",
      #"{"host": "a.example", "slug": "o", "url": "https://e.example/", "rules": [{"url": "https://e.example/1"}, {"if": {"country": ["JP"]}, "url": "https://e.example/2"}]}"#
    )
    #expect(answer.status == 201)
    #expect(answer["warnings.0.field"] == "rules[1]")
    #expect(answer["warnings.0.message"]?.contains("geoDatabase") == true)
  }

  @Test func `pages speak the language of their visitor where they can`() throws {
    let service = try service()
    let english = try service.visit("/s/none", agent: Agents.windows)
    #expect(english.text.contains("Page not found") && english.text.contains("lang=\"en\""))
    let japanese = try visit(service, "/s/none", "ja")
    #expect(japanese.text.contains("lang=\"ja\"") && !japanese.text.contains("Page not found"))
    #expect(japanese.field("Vary")?.contains("Accept-Language") == true)
    #expect(try visit(service, "/s/none", "fr").text.contains("Page not found"))
  }
}
