import AppAssociation
import Links
import Testing
import WebSyntax

@testable import PublicSite
@testable import SiteModel
@testable import ServiceSupport

/// The settings of a site for its own pages: brand, root, missing pages, files.
struct SitePageTests {
  private static let svg = Array("<?xml version=\"1.0\"?><!-- x --><svg></svg>".utf8)

  @Test func `serves the icon under a name that changes with it`() throws {
    let service = try ServiceFixture { definition in
      definition.sites[0].brand.icon = try? IconImage(Self.svg)
      definition.sites[0].brand.name = "Brand & Co"
    }
    let page = try service.visit("/item/7").text
    let start = try #require(page.firstRange(of: "/_keiro/icon-")?.lowerBound)
    let path = String(page[start...].prefix { $0 != "\"" })
    let icon = try service.visit(path)
    #expect(icon.status == 200 && icon.body == Self.svg)
    #expect(icon.contentType == "image/svg+xml")
    #expect(icon.cacheControl == "public, max-age=31536000, immutable")
    #expect(try service.visit(path, host: "p.example").status == 404)
    #expect(try service.visit("/favicon.ico").body == Self.svg)
    #expect(page.contains("Brand &amp; Co") && !page.contains("The &lt;Shop&gt;"))
    #expect(page.contains("src=\"\(path)\""))
  }

  @Test func `draws an icon for a site without one`() throws {
    let service = try ServiceFixture()
    let icon = try service.visit("/favicon.ico")
    #expect(icon.status == 200 && icon.contentType == "image/svg+xml")
    #expect(icon.text.contains(">T</text>"))
    let page = try service.visit("/item/7").text
    #expect(page.contains("<link rel=\"icon\" type=\"image/svg+xml\" href=\"/_keiro/icon-"))
  }

  @Test func `leaves robots.txt and favicon.ico to a route or link of that name`() throws {
    let service = try ServiceFixture { definition in
      definition.sites[1].shortLinks?.links.append(
        ShortLink(host: "*.w.example", slug: "robots.txt", url: "https://e.example/robots"))
      definition.sites[1].routes.append(
        RouteDefinition(component: Component(path: "/favicon.ico", exclude: true), apps: []))
    }
    #expect(try service.visit("/robots.txt").text.hasPrefix("User-agent: *\n"))
    #expect(
      try service.visit("/robots.txt", host: "x.w.example").location == "https://e.example/robots")
    #expect(try service.visit("/favicon.ico", host: "x.w.example").status == 404)
  }

  private func unlisted() throws -> ServiceFixture {
    let service = try ServiceFixture { definition in
      definition.sites[0].shortLinks?.isIndexed = false
      definition.sites[1].shortLinks?.isIndexed = false
      definition.sites[1].routes += [
        RouteDefinition(component: Component(path: "/shop/{id}"), apps: []),
        RouteDefinition(component: Component(path: "/about")),
        RouteDefinition(component: Component(path: "/inner/*", exclude: true)),
      ]
    }
    try service.add(#""slug": "x", "url": "https://e.example/p""#)
    try service.add(#""slug": "page", "url": "https://e.example/p", "apple": {"appStoreID": "42"}"#)
    return service
  }

  @Test(arguments: [
    ("/s/fixed", Agents.windows, 302), ("/s/x", Agents.windows, 302),
    ("/s/x?a=1", Agents.windows, 302), ("/s/x", Agents.google, 302),
    ("/s/page", Agents.iPhone, 200), ("/s/x+", Agents.windows, 200),
    ("/s/x.qr", Agents.windows, 200), ("/s/x.qr?format=png", Agents.google, 200),
    ("/?link=https://e.example/p", Agents.windows, 302),
  ])
  func `search engines are told not to list short URLs`(
    _ path: String, _ agent: String, _ status: Int
  ) throws {
    let (unlisted, plain) = try (unlisted(), ServiceFixture())
    try plain.add(#""slug": "x", "url": "https://e.example/p""#)
    try plain.add(#""slug": "page", "url": "https://e.example/p", "apple": {"appStoreID": "42"}"#)
    // The second time the redirect is ready.
    for _ in 0..<2 {
      let answer = try unlisted.visit(path, agent: agent)
      #expect(answer.status == status && answer.field("X-Robots-Tag") == "noindex")
      #expect(try plain.visit(path, agent: agent).field("X-Robots-Tag") == nil)
    }
  }

  @Test func `pages of the site stay in search engines`() throws {
    let service = try unlisted()
    #expect(try service.visit("/item/7").field("X-Robots-Tag") == nil)
    #expect(try service.visit("/shop/7", host: "x.w.example").field("X-Robots-Tag") == nil)
  }

  private static let previewers = """

    User-agent: Discordbot
    User-agent: facebookexternalhit
    User-agent: LinkedInBot
    User-agent: Slackbot-LinkExpanding
    User-agent: TelegramBot
    User-agent: Twitterbot
    Allow: /_keiro/icon-
    Disallow: /_keiro/

    """

  @Test(arguments: [
    ("a.example", "Disallow: /s/\n"),
    (
      "x.w.example",
      "Allow: /$\nAllow: /.well-known/\nAllow: /apple-app-site-association\nAllow: /page\n"
        + "Allow: /shop/\nAllow: /about\nDisallow: /\n"
    ),
    ("p.example", ""),
  ])
  func `robots.txt closes short URLs, and neither pages nor previews`(
    _ host: String, _ rules: String
  ) throws {
    let text = try unlisted().visit("/robots.txt", host: host).text
    let all = "User-agent: *\nAllow: /_keiro/icon-\nDisallow: /_keiro/\n"
    #expect(text == all + rules + (rules.isEmpty ? "" : Self.previewers))
  }

  @Test func `serves a robots.txt of one's own`() throws {
    let own = Array("User-agent: *\nDisallow: /\n".utf8)
    let service = try ServiceFixture { $0.sites[0].ownRobots = own }
    let answer = try service.visit("/robots.txt")
    #expect(answer.body == own && answer.contentType == "text/plain; charset=utf-8")
    let tag = try #require(answer.field("ETag"))
    #expect(
      try service.visit("/robots.txt", fields: "If-None-Match: \(tag)\r\n").status == 304)
  }

  @Test func `leads the top of a link domain elsewhere`() throws {
    let service = try ServiceFixture { $0.sites[2].root = "https://www.p.example/start?a=1" }
    let top = try service.visit("/?b=2", host: "p.example")
    #expect(top.status == 302 && top.location == "https://www.p.example/start?a=1&b=2")
    #expect(try service.visit("/x", host: "p.example").status == 404)
    let missing = try service.visit("/x", host: "p.example").text
    #expect(missing.contains("<a class=\"button\" href=\"/\">"))
  }

  @Test func `keeps long links at the top of a domain that leads elsewhere`() throws {
    let service = try ServiceFixture {
      $0.sites[1].root = "https://e.example/"
      $0.sites[1].destinationHosts = [HostPattern("e.example")].compactMap(\.self)
    }
    let link = try service.visit("/?link=https://e.example/x", host: "x.w.example")
    #expect(link.location == "https://e.example/x")
    #expect(try service.visit("/", host: "x.w.example").location == "https://e.example/")
  }

  @Test func `sends browsers on from where nothing is, and tells programs`() throws {
    let service = try ServiceFixture { $0.sites[0].notFound = .redirect("https://e.example/lost") }
    for target in ["/nothing", "/s/absent"] {
      let answer = try service.visit(target)
      #expect(answer.status == 302 && answer.location == "https://e.example/lost")
      let problem = try service.visit(target, fields: "Accept: application/json\r\n")
      #expect(problem.status == 404 && problem.problem == "not-found")
    }
    for file in ["/.well-known/absent", "/_keiro/absent", "/s/fixed.qr?size=1"] {
      #expect(try service.visit(file).location == nil)
    }
    #expect(try service.visit("/.well-known/absent").status == 404)
  }

  @Test func `shows a site's own page where nothing is, and runs no script on it`() throws {
    let html = "<!doctype html><title>Lost</title><style>p{}</style><p>Lost"
    let service = try ServiceFixture { $0.sites[0].notFound = .page(Array(html.utf8)) }
    let answer = try service.visit("/nothing")
    #expect(answer.status == 404 && answer.text == html)
    let policy = try #require(answer.field("Content-Security-Policy"))
    #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("script-src"))
  }

  @Test func `refuses a top or a missing page that leads back to itself`() throws {
    func problems(_ change: (inout SiteDefinition) -> Void) throws -> [String] {
      var definition = try ServiceFixture.definition()
      change(&definition.sites[0])
      return ServiceSnapshot.compile(definition).problems.map { "\($0.path): \($0.message)" }
    }
    let expectation = "is not a page that is served here: expected one, or another site"
    #expect(
      try problems { $0.notFound = .redirect("https://a.example/lost") }
        == ["sites[0].notFound: 'https://a.example/lost' \(expectation)"])
    #expect(
      try problems {
        $0.routes.removeLast()
        $0.root = "https://www.a.example/"
      } == ["sites[0].root: 'https://www.a.example/' \(expectation)"])
    #expect(try problems { $0.notFound = .redirect("https://a.example/item/404") } == [])
    #expect(try problems { $0.notFound = .redirect("https://a.example/s/fixed") } == [])
  }

  @Test func `gives missing and ended links a way on`() throws {
    let service = try ServiceFixture()
    try service.add(#""slug": "over", "url": "https://a.example/item/7", "archived": true"#)
    for target in ["/nothing", "/s/absent", "/s/over"] {
      let page = try service.visit(target).text
      #expect(page.contains("<a class=\"button\" href=\"/\">Go to The &lt;Shop&gt;</a>"))
      #expect(page.contains("class=\"badge\" href=\"https://apps.apple.com/app/id123\""))
      #expect(
        page.contains(
          "class=\"badge\" href=\"https://play.google.com/store/apps/details?id=com.example.shop\"")
      )
    }
  }

  @Test func `refuses a file that is not an icon`() {
    let long = Self.png(64, 64) + [UInt8](repeating: 0, count: 262_144)
    for (bytes, message): ([UInt8], String) in [
      ([], "is neither a PNG nor an SVG"),
      (Array("GIF89a".utf8), "is neither a PNG nor an SVG"),
      (Array("<html><svg/></html>".utf8), "is neither a PNG nor an SVG"),
      (Self.png(31, 31), "has 31 x 31 pixels: expected a square of 32 to 1024"),
      (Self.png(64, 32), "has 64 x 32 pixels: expected a square of 32 to 1024"),
      (long, "has 262168 bytes: expected at most 262144"),
    ] {
      let fault = #expect(throws: IconImage.Fault.self) { try IconImage(bytes) }
      #expect(fault?.message == message)
    }
  }

  @Test func `takes a square PNG`() throws {
    #expect(try IconImage(Self.png(64, 64)).kind == .png)
  }

  private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes(13) + Array("IHDR".utf8)
      + bytes(width) + bytes(height)
  }
}

/// Pages stay readable with any brand colours.
struct WebColorTests {
  @Test(arguments: [
    ("#000000", "#ffffff", 21.0), ("#fff", "#FFF", 1), ("#777", "#fff", 4.48),
    ("#0a5bd0", "#ffffff", 6.14), ("#85858d", "#ffffff", 3.66),
  ])
  func `computes the contrast of two colours`(_ one: String, _ two: String, _ ratio: Double) throws
  {
    let first = try #require(WebColor(one))
    let contrast = first.contrast(with: try #require(WebColor(two)))
    #expect(abs(contrast - ratio) < 0.02, "\(contrast)")
  }

  @Test(arguments: ["", "#", "0a5bd0", "#0a5bd", "#0a5bd0f", "#ggg", "#12", "red", "#あ"])
  func `refuses what is not a colour`(_ text: String) {
    #expect(WebColor(text) == nil)
  }

  @Test func `keeps every accent readable on light and dark pages`() throws {
    for red in stride(from: 0, through: 15, by: 3) {
      for green in stride(from: 0, through: 15, by: 3) {
        for blue in stride(from: 0, through: 15, by: 3) {
          let digits = [red, green, blue].map { String($0, radix: 16) }.joined()
          let accent = try #require(WebColor("#" + digits))
          for isDark in [false, true] {
            try Self.check(PageColors(accent: accent, isDark: isDark).css)
          }
        }
      }
    }
  }

  private static func check(_ css: String) throws {
    var colors: [Substring: WebColor] = [:]
    for rule in css.split(separator: ";") {
      let parts = rule.split(separator: ":")
      colors[parts[0].dropFirst(2)] = WebColor(String(parts[1]))
    }
    // `--rim` may replace the edge.
    colors["rim"] = colors["rim"] ?? colors["edge"]
    let pairs: [(Substring, Substring, Double)] = [
      ("ink", "card", 4.5), ("ink", "paper", 4.5), ("soft", "card", 4.5), ("wrong", "card", 4.5),
      ("link", "card", 4.5), ("on", "accent", 4.5), ("edge", "card", 3), ("edge", "paper", 3),
      ("rim", "card", 3),
    ]
    for (front, back, least) in pairs {
      let contrast = try #require(colors[front]).contrast(with: try #require(colors[back]))
      #expect(contrast >= least, "\(front) on \(back) in \(css): \(contrast)")
    }
  }
}
