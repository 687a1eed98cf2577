import DirectRequests
import FoundationEssentials
import Links
import Testing
import WebSyntax

@testable import PublicSite
@testable import ServiceSupport
@testable import SiteModel

/// Banners in pages, for browsers of phones that show none by themselves.
struct PageBannerTests {
  private static let endpoint = "/_keiro/banner?url=/item/7&as=html"
  private static let chromeOnPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/125.0 "
    + "Mobile/15E148 Safari/604.1"
  private static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 "
  private static let safariOnMac = mac + "Version/17.5 Safari/605.1.15"
  private static let chromeOnMac = mac + "(KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"

  private static func fixture(_ change: (inout ServiceDefinition) -> Void = { _ in }) throws
    -> ServiceFixture
  {
    try ServiceFixture { definition in
      definition.sites[0].shortLinks?.deferred = []
      change(&definition)
    }
  }

  /// The browsers of the guide's table.
  private static func browsers() throws -> [(name: String, agent: String)] {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.dropLast(5).joined(separator: "/") + "/deploy/guide/android-browsers.md"
    let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|")
      guard line.hasPrefix("|"), cells.count == 4, cells[1].hasPrefix(" `") else { return nil }
      return (String(cells[0]), String(cells[1].dropFirst(2).dropLast(2)))
    }
  }

  @Test
  func `each browser of people on a phone gets a banner unless Safari has its own, and no program`()
    throws
  {
    let service = try Self.fixture()
    let browsers = try Self.browsers()
    #expect(browsers.count >= 60)
    for (name, agent) in browsers {
      let known = UserAgent(agent)
      let answer = try service.visit(Self.endpoint, agent: agent)
      let hasBanner = answer.text.contains("<details class=\"keiro-banner\"")
      let isPhone = known.platform == .android || known.platform.isApple
      #expect(
        hasBanner == (isPhone && !known.isBot && !known.showsSmartAppBanner),
        "\(name): \(answer.text)")
      let hasFallback = answer.text.contains(";S.browser_fallback_url=")
      let isOnAndroid = hasBanner && known.platform == .android
      #expect(hasFallback == (isOnAndroid && known.browser != .firefox), "\(name)")
    }
  }

  @Test func `Safari gets Apple's tag alone, and what is no phone nothing`() throws {
    let service = try Self.fixture()
    let tag = try service.visit("/_keiro/banner?url=/item/7").text
    #expect(tag.hasPrefix("<meta name=\"apple-itunes-app\""))
    for agent in [Agents.iPhone, Agents.iPad, Self.safariOnMac] {
      #expect(try service.visit(Self.endpoint, agent: agent).text == tag)
    }
    for agent in [Agents.windows, Self.chromeOnMac, Agents.facebook, Agents.google, ""] {
      let answer = try service.visit(Self.endpoint, agent: agent)
      #expect(answer.status == 200 && answer.body == [], "\(agent)")
      #expect(answer.field("Vary") == "User-Agent, Accept-Language")
    }
    for agent in [Self.chromeOnPhone, Agents.instagram] {
      let text = try service.visit(Self.endpoint, agent: agent).text
      #expect(text.contains("class=\"keiro-banner-open\""), "\(agent)")
      #expect(text.contains("href=\"https://open.a.example/item/7\""))
      #expect(text.contains("https://apps.apple.com/app/id123\"") && !text.contains("play.google"))
    }
  }

  @Test func `it is markup of this host without script and style, in the visitor's language`()
    throws
  {
    let service = try Self.fixture()
    for (language, word) in [("ja-JP", ">開く<"), ("en", ">Open<"), ("fr", ">Open<")] {
      let answer = try service.visit(
        Self.endpoint, agent: Agents.android, fields: "Accept-Language: \(language)\r\n")
      let markup = PageMarkup(answer.body)
      #expect(markup.faults == [] && answer.body.count <= 8192)
      #expect(answer.text.contains(word), "\(answer.text)")
      for tag in markup.tags {
        #expect(tag.name != "script" && tag.name != "style" && tag["style"] == nil)
        #expect(tag["class"]?.hasPrefix("keiro-banner") != false, "\(tag)")
        if tag.name == "img" || tag.name == "link" {
          #expect((tag["src"] ?? tag["href"])?.hasPrefix("/_keiro/") == true)
        }
      }
    }
    let style = try service.visit("/_keiro/banner.css")
    #expect(style.contentType == "text/css; charset=utf-8")
    #expect(
      style.text.contains("prefers-color-scheme:dark") && style.text.contains("min-height:44px"))
  }

  @Test func `Android's button falls back to the store, which is told the address`() throws {
    let service = try Self.fixture {
      $0.sites[0].shortLinks?.deferred = [.referrer]
      $0.apps[0].android?.listing = "spring"
    }
    let text = try service.visit(
      "/_keiro/banner?as=html&url=/item/7?a=1&b", agent: Agents.android
    ).text
    let start = try #require(text.firstRange(of: "intent://a.example/item/7?a=1&amp;b#Intent;"))
    let intent = text[start.upperBound...].prefix { $0 != "\"" }
    #expect(intent.hasPrefix("scheme=https;package=com.example.shop;") && intent.hasSuffix(";end"))
    let mark = try #require(intent.firstRange(of: "S.browser_fallback_url="))
    let fallback = intent[mark.upperBound...].dropLast(4)
    let store = PercentCoding.decodeLossy(Array(fallback.utf8)[...])
    let link = try #require(text.firstRange(of: "href=\"https://play"))
    let badge = text[link.lowerBound...].dropFirst(6).prefix { $0 != "\"" }
    #expect(store == badge.replacing("&amp;", with: "&"), "one store, one referrer")
    #expect(
      store.hasPrefix(
        "https://play.google.com/store/apps/details?id=com.example.shop&listing=spring&referrer=keiro_link%3D"
      ))
  }

  @Test func `where a tap opens no app, the button is the store's`() throws {
    let service = try Self.fixture { $0.sites[0].routes[0].universalLink = false }
    let text = try service.visit(Self.endpoint, agent: Agents.android).text
    #expect(text.contains(">Get</a>") && !text.contains("intent:"))
    #expect(text.split(separator: "<a ", omittingEmptySubsequences: false).count == 2)
    let other = try Self.fixture().visit(
      "/_keiro/banner?as=html&url=https://open.a.example/item/7", agent: Self.chromeOnPhone
    ).text
    #expect(other.contains(">Get</a>") && !other.contains("open.a.example"))
    let none = try Self.fixture { $0.sites[0].routes[0].apps = [] }
    #expect(try none.visit(Self.endpoint, agent: Agents.android).body == [])
  }

  @Test func `too long an address has no banner`() throws {
    let long = String(repeating: "a", count: 7800)
    let answer = try Self.fixture().visit(
      "/_keiro/banner?as=html&url=/item/7?\(long)", agent: Agents.android)
    #expect(answer.status == 200 && answer.body == [])
  }

  @Test func `a site that wants it has it on its own pages, and only there`() throws {
    let service = try Self.fixture { $0.sites[0].banner = .html }
    try service.add(#""slug": "x", "url": "https://a.example/item/9""#)
    for (target, agent) in [
      ("/item/7", Self.chromeOnPhone), ("/item/7", Agents.androidFirefox),
      ("/s/x", Agents.instagram), ("/s/x", Agents.androidFirefox),
      ("/_keiro/banner?url=/item/7", Agents.android),
    ] {
      let answer = try service.visit(target, agent: agent)
      #expect(answer.text.contains("<details class=\"keiro-banner\""), "\(target) \(agent)")
      if let policy = answer.field("Content-Security-Policy") {
        #expect(policy.contains("' 'self'; ") && !policy.contains("unsafe"), "\(policy)")
      }
    }
    for agent in [Agents.iPhone, Agents.windows, Self.safariOnMac] {
      #expect(try !service.visit("/item/7", agent: agent).text.contains("keiro-banner"))
    }
    let plain = try Self.fixture()
    #expect(try !plain.visit("/item/7", agent: Agents.android).text.contains("keiro-banner"))
    #expect(
      try plain.visit("/_keiro/banner?url=/item/7", agent: Agents.android).field("Vary") == nil)
  }
}

/// What pages say to whom: the language of the visitor, and the store of the phone.
struct PageAudienceTests {
  @Test func `pages of routes speak the visitor's language and leave the site's texts in theirs`()
    throws
  {
    let service = try ServiceFixture { $0.sites[0].routes[0].title = "Item {id}" }
    func page(_ language: String) throws -> Answer {
      try service.visit(
        "/item/7", agent: Agents.iPhone, fields: "Accept-Language: \(language)\r\n")
    }
    let (plain, english, japanese) = try (
      service.visit("/item/7", agent: Agents.iPhone), page("en-GB"), page("ja")
    )
    #expect(english.text == plain.text && english.text.contains("<html lang=\"en\">"))
    #expect(japanese.text.contains("<html lang=\"ja\">") && japanese.text.contains("で開く"))
    #expect(japanese.text.contains("<h1 lang=\"en\">Item 7</h1>"))
    #expect(!japanese.text.contains("Get it on"))
    #expect(japanese.field("ETag") != plain.field("ETag"))
    #expect(try page("fr").text == plain.text)
    #expect(japanese.field("Vary") == "User-Agent, Accept-Language, Accept-Encoding")
  }

  @Test(arguments: ["/item/7", "/nothing", "/s/absent", "/s/over", "/s/x"])
  func `no phone is offered the other's store`(_ target: String) throws {
    let service = try ServiceFixture()
    try service.add(#""slug": "over", "url": "https://a.example/item/7", "archived": true"#)
    try service.add(#""slug": "x", "url": "https://a.example/item/7""#)
    for fields in ["", "Accept-Encoding: gzip\r\n", "Accept-Language: ja\r\n"] {
      for _ in 0..<2 {
        let phone = try service.visit(target, agent: Agents.instagram, fields: fields)
        let android = try service.visit(target, agent: Agents.androidFirefox, fields: fields)
        #expect(phone.body != android.body)
        guard !fields.contains("gzip") else { continue }
        #expect(phone.text.contains("apps.apple.com") && !phone.text.contains("play.google"))
        #expect(android.text.contains("play.google") && !android.text.contains("apps.apple.com"))
        #expect(phone.field("Vary")?.contains("User-Agent") == true)
      }
    }
  }

  @Test func `the page with a code offers the store of the phone that asked`() throws {
    let service = try ServiceFixture { $0.sites[0].shortLinks?.deferred = [.code] }
    let page = try service.askForCode("/item/7")
    #expect(page.text.contains("apps.apple.com") && !page.text.contains("play.google"))
  }

  @Test func `the page of an app on Android names a manifest by which Chrome offers it`() throws {
    let service = try ServiceFixture { $0.apps[0].android?.listing = "spring" }
    let page = try service.visit("/item/7", agent: Agents.android)
    let path = "/_keiro/com.example.shop.webmanifest"
    #expect(page.text.contains("<link rel=\"manifest\" href=\"\(path)\">"))
    #expect(page.field("Content-Security-Policy")?.hasSuffix("; manifest-src 'self'") == true)
    let manifest = try service.visit(path)
    #expect(manifest.contentType == "application/manifest+json")
    #expect(manifest["name"] == "Shop & Co" && manifest["icons.0.type"] == "image/svg+xml")
    #expect(try service.visit(try #require(manifest["icons.0.src"])).status == 200)
    #expect(manifest["related_applications.0.platform"] == "play")
    #expect(manifest["related_applications.0.id"] == "com.example.shop")
    #expect(manifest["related_applications.0.url"]?.hasSuffix("&listing=spring") == true)
    #expect(manifest["prefer_related_applications"] == "true")
    let none = try ServiceFixture { $0.apps[0].android = nil }
    #expect(try none.visit(path).status == 404)
    #expect(try !none.visit("/item/7", agent: Agents.android).text.contains("manifest"))
  }

  @Test func `stores' pages of an app are the custom ones everywhere`() throws {
    let service = try ServiceFixture {
      $0.apps[0].apple?.productPage = "45812c9b-c296-43d3-c6a0-c5a02f74bf6e"
      $0.apps[0].android?.listing = "spring"
    }
    for target in ["/item/7", "/nothing"] {
      let page = try service.visit(target, agent: Agents.windows).text
      #expect(page.contains("/id123?ppid=45812c9b-c296-43d3-c6a0-c5a02f74bf6e\""))
      #expect(page.contains("?id=com.example.shop&amp;listing=spring\""))
    }
  }
}
