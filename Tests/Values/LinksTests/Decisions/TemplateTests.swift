import JSONSyntax
import Links
import RandomCases
import Testing
import WebSyntax

/// Destinations with values of the visit.
@Suite struct TemplateTests {
  private static func decision(
    _ url: String, _ mode: ShortLink.PathMode = .ignore, path: String? = nil,
    query: String? = nil, _ site: LinkSite = LinkSite(),
    _ change: (inout ShortLink) -> Void = { _ in }
  ) -> Decision {
    var link = ShortLink(host: "e.example", slug: "a/ü", url: url)
    (link.path, link.query) = (mode, .drop)
    change(&link)
    let agent = UserAgent(UserAgents.windows)
    return decide(
      link, visit: Visit(query: query, path: path, agent: agent),
      now: Timestamp(secondsSinceEpoch: 0), site: site)
  }

  private static func location(
    _ url: String, _ mode: ShortLink.PathMode = .ignore, path: String? = nil, query: String? = nil
  ) -> String? {
    guard case .redirect(let location, _) = decision(url, mode, path: path, query: query).outcome
    else { return nil }
    return location
  }

  @Test(arguments: [
    ("https://e.example/{slug}", nil, nil, "https://e.example/a/%C3%BC"),
    ("https://e.example/?s={slug}", nil, nil, "https://e.example/?s=a%2F%C3%BC"),
    ("https://e.example/#{slug}", nil, nil, "https://e.example/#a%2F%C3%BC"),
    ("https://e.example/p/{path}.html", "x/y", nil, "https://e.example/p/x/y.html"),
    ("https://e.example/p/{path}", "", nil, "https://e.example/p/"),
    ("https://e.example/p/{path}", nil, nil, nil),
    (
      "https://e.example/?p={path}#{path}", "x%2Fy/%E3", nil,
      "https://e.example/?p=x%252Fy%2F%25E3#x%252Fy%2F%25E3"
    ),
    ("https://e.example/{query.id}", nil, "id=a/b%3F&id=c", "https://e.example/a%2Fb%3F"),
    ("https://e.example/{query.id}", nil, "%69d=a+b", "https://e.example/a%20b"),
    ("https://e.example/{query.id}", nil, "id", "https://e.example/"),
    ("https://e.example/{query.id}", nil, "ID=1", nil),
    ("https://e.example/{query.d}", nil, "d=2", "https://e.example/2"),
    ("https://e.example/{path}{query.a}", "..", "a=x", "https://e.example/..x"),
    ("https://e.example/x/{query.a}/y", nil, "a=..", nil),
    ("https://e.example/x/{query.a}/y", nil, "a=%2e", nil),
    ("https://e.example/x/.{query.a}", nil, "a=.", nil),
    ("https://e.example/{query.a}", nil, "a=..%2F..%2Fx", nil),
    ("https://e.example/{query.a}", nil, "a=..%5C..%5Cx", nil),
    ("https://e.example/?{query.a}", nil, "a=../x", "https://e.example/?..%2Fx"),
    ("https://e.example/{path}", "x%5c..%5cy", nil, nil),
    ("https://e.example/x?{query.a}=/../", nil, "a=1", "https://e.example/x?1=/../"),
  ])
  func `values take their places, each encoded for its own`(
    _ url: String, _ path: String?, _ query: String?, _ expected: String?
  ) {
    #expect(Self.location(url, path: path, query: query) == expected)
  }

  @Test(arguments: [
    ("https://e.example", "x", "https://e.example/x"),
    ("https://e.example/", "x", "https://e.example/x"),
    ("https://e.example/a?b#c", "x/y", "https://e.example/a/x/y?b#c"),
    ("https://e.example#c", "", "https://e.example/#c"),
    ("https://e.example/a", nil, "https://e.example/a"),
    ("https://e.example/a/{path}/b", "x", "https://e.example/a/x/b"),
    ("https://e.example/{slug}", "x", "https://e.example/a/%C3%BC/x"),
    ("https://e.example/a", "/evil.example", "https://e.example/a//evil.example"),
    ("https://e.example/a", "x?y#z\\", "https://e.example/a/x%3Fy%23z%5C"),
  ])
  func `a path is added once`(_ url: String, _ path: String?, _ expected: String) {
    #expect(Self.location(url, .append, path: path) == expected)
  }

  @Test func `bounds hold for what a visit has filled in`() throws {
    let site = LinkSite(destinationHosts: [try #require(HostPattern("f.example"))])
    let out = Self.decision("https://e.example/{slug}", .refuse, site)
    #expect(out.outcome == .notFound)
    let long = String(repeating: "ü", count: 2800)
    #expect(
      Self.decision("https://e.example/{query.a}", query: "a=" + long).outcome == .notFound)
    #expect(
      Self.decision("https://e.example/", .append, path: String(repeating: "x", count: 8200))
        .outcome == .notFound)
  }

  @Test func `a visit without a value ends where an ended link leads`() {
    let over = "https://e.example/over"
    let decision = Self.decision("https://e.example/{query.a}") { $0.expiredURL = over }
    #expect(decision.outcome == .redirect(location: over, status: .found))
    #expect(decision.reasons.suffix(2) == [.valueMissing("query.a"), .leadsToExpiredURL])
    #expect(!decision.isArrival)
    let nowhere = Self.decision("https://e.example/{query.a}") {
      $0.expiredURL = "https://e.example/{query.b}"
    }
    #expect(nowhere.outcome == .notFound)
    let desktop = Self.decision("https://e.example/{query.a}") { $0.desktop.fallback = over }
    #expect(desktop.outcome == .redirect(location: over, status: .found))
  }

  @Test(arguments: [
    "https://{slug}.example/", "https://e.example{path}", "https://e.example:{query.a}/",
    "{slug}://e.example/", "https://{query.a}@e.example/", "https://e.example/{host}",
    "https://e.example/{query.}", "https://e.example/{slug", "https://e.example/slug}",
    "https://e.example/{}", "https:///{slug}", "/{slug}",
  ])
  func `no link has such a template`(_ url: String) {
    #expect(LinkDestination.fault(ofTemplate: url, within: nil) != nil)
  }

  @Test func `what is no link's own is no template`() {
    #expect(LinkDestination.fault(of: "https://e.example/{slug}", within: nil) == .unsafeCharacters)
  }

  // MARK: - Hostile values

  /// Characters that the URL Standard treats specially, or that have confused its parsers.
  private static let hostile = [
    "//evil.example", "\\\\evil.example", "/\\evil.example", "@evil.example", ":80@evil.example",
    "https://evil.example/", "javascript:alert(1)", "\t//evil.example", "\n\r", "\u{0}",
    "?x=1", "#x", "%2F%2Fevil.example", "%5C%5Cevil.example", "%", "%2", "%zz", "%00", "%0d%0aX: y",
    ".", "..", "%2e%2E", "/../..", "/..;/", "..%2f..", "{slug}", "}{", "[::1]", "ü", "\u{202E}",
    "a b", "a+b", "&a=b", "=", "'\"<>`|^",
  ]

  @Test func `no visit changes scheme, host or port`() throws {
    let templates = [
      "https://e.example:8443/{path}", "https://e.example:8443/{query.a}",
      "https://e.example:8443?{query.a}", "https://e.example:8443#{path}",
      "https://e.example:8443/x{query.a}{path}?{query.b}#{query.a}", "https://e.example:8443",
      "https://e.example:8443/./{slug}", "https://e.example:8443/?x=1",
    ]
    var dice = Dice(seed: CaseSeed.value)
    var count = 0
    for _ in 0..<3000 {
      let words = (0..<3).map { _ -> String in
        guard dice.once(in: 3) else { return dice.pick(Self.hostile) + dice.pick(Self.hostile) }
        let bytes = (0..<dice.roll(0...12)).map { _ in UInt8(dice.roll(0...255)) }
        return String(decoding: bytes, as: UTF8.self)
      }
      for mode in [ShortLink.PathMode.append, .ignore] {
        let decision = Self.decision(
          dice.pick(templates), mode, path: words[0], query: "a=\(words[1])&b=\(words[2])"
        ) { $0.query = dice.once(in: 2) ? .drop : .merge }
        guard case .redirect(let location, _) = decision.outcome else { continue }
        count += 1
        let url = try #require(WebURL(location), "\(location)")
        #expect(url.scheme == "https" && url.host == "e.example" && url.port == "8443")
        #expect(url.userInfo == nil && location.utf8.count <= 8192)
        #expect(!location.utf8.contains(where: PercentCoding.isUnsafe), "\(location)")
        #expect(location.hasPrefix("https://e.example:8443"))
        let next = location.dropFirst("https://e.example:8443".count).first
        #expect(next == nil || "/?#".contains(next ?? " "))
      }
    }
    #expect(count > 500)
  }
}
