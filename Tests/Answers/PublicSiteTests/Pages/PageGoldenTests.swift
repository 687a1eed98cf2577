import AppAssociation
import FoundationEssentials
import GoldenFiles
import HTTPCore
import Links
import Service
import Testing
import WebSyntax

@testable import PublicSite
@testable import SiteModel

/// Files with exact answers, except for the style sheet and its digest, which would change in all
/// of them with every colour. `KEIRO_GOLDEN=update swift test --filter PageGoldenTests` rewrites
/// them.
struct PageGoldenTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().path + "/Golden"

  @Test(arguments: PageSamples.all.map(\.name))
  func `draws what the golden file says`(name: String) throws {
    let sample = try #require(PageSamples.all.first { $0.name == name })
    let file = GoldenFile("\(Self.folder)/\(name).http")
    #expect(try file.difference(from: Self.text(sample.response)) == nil)
  }

  @Test func `every golden file is used`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(files) == Set(PageSamples.all.map { $0.name + ".http" }))
  }

  @Test(arguments: PageSamples.all.map(\.name))
  func `allows the style sheet by its digest`(name: String) throws {
    let sample = try #require(PageSamples.all.first { $0.name == name })
    let own = PageSamples.style.contentSecurityPolicy
    let digest = try #require(own.split(separator: "'").first { $0.hasPrefix("sha256-") })
    let policy = try #require(sample.response.fields["Content-Security-Policy"])
    #expect(policy.contains("style-src '\(digest)'"))
    #expect(policy.contains("default-src 'none'"))
    #expect(String(decoding: sample.response.body, as: UTF8.self).contains(PageSamples.style.css))
  }

  private static func text(_ response: HTTPResponse) -> String {
    let names: [StaticString] = [
      "Content-Type", "Cache-Control", "Vary", "Retry-After", "Content-Security-Policy",
      "X-Content-Type-Options", "Referrer-Policy",
    ]
    let fields = names.compactMap { name in response.fields[name].map { "\(name): \($0)" } }
    let start = "\(response.status.code) " + response.answerNote.outcome.name.description
    var head = ([start] + fields).joined(separator: "\n")
    let policy = response.fields["Content-Security-Policy"] ?? ""
    if let digest = policy.split(separator: "'").first(where: { $0.hasPrefix("sha256-") }) {
      head = head.replacing(digest, with: "(digest)")
    }
    let body = String(decoding: response.body, as: UTF8.self)
    return head + "\n-----\n" + body.replacing(PageSamples.style.css, with: "(style sheet)")
  }
}

/// The pages of two made-up sites, one in each language that Keiro speaks.
enum PageSamples {
  static let english = ShortLinkPages(frame("en"))
  static let japanese = ShortLinkPages(frame("ja"))

  static let style = PageStyle() ?? { preconditionFailure("libcrypto cannot compute a digest") }()

  private static let app = AppDefinition(
    key: "shop", name: "Shop",
    apple: .init(appStoreID: "123456789", customSchemes: ["shop"]),
    android: .init(packageName: "com.example.shop"))

  /// The frame of a site with an icon, an app and a top page.
  static func frame(_ language: String, name: String? = nil) -> PageFrame {
    var brand = SiteBrand()
    brand.icon = try? IconImage(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8))
    return PageFrame(
      language: language, name: name ?? (language == "ja" ? "浅い時間" : "Shop & Co"),
      style: style, icon: SiteIcon(brand, name: "Shop"),
      home: PageAddress(local: "/"), apps: [app])
  }

  static let now = Timestamp(secondsSinceEpoch: 1_795_224_669)
  static let shortURL = "https://a.example/s/spring"

  static let linkSite = LinkSite(
    app: LinkApp(
      name: "Shop", appStoreID: "123456789", customScheme: "shop", packageName: "com.example.shop",
      openAddress: { destination, _ in
        destination.hasPrefix("https://a.example/")
          ? "https://open.a.example/" + destination.dropFirst(18) : nil
      }))

  /// A link with something in every group of fields.
  static var link: ShortLink {
    var link = ShortLink(host: "a.example", slug: "spring", url: "https://a.example/item/42")
    link.name = "Spring campaign"
    link.tags = ["spring", "mail"]
    link.apple.appStoreID = "123456789"
    link.apple.fallback = "https://a.example/ios"
    link.apple.customScheme = "shop"
    link.android.packageName = "com.example.shop"
    link.social.title = "Spring has come"
    link.social.description = "Everything for the garden, until the end of May."
    link.social.image = "https://a.example/images/spring.jpg"
    link.campaign.items = [("utm_source", "mail"), ("ct", "spring")]
    link.createdAt = now
    link.password = PasswordHash("a-hash-that-nobody-may-see")
    return link
  }

  static func decision(
    _ link: ShortLink, _ platform: UserAgent.Platform, inApp: UserAgent.InAppBrowser? = nil,
    site: LinkSite = linkSite
  ) -> Decision {
    decide(link, visit: visit(platform, inApp: inApp), now: now, site: site)
  }

  static func visit(
    _ platform: UserAgent.Platform, inApp: UserAgent.InAppBrowser? = nil
  ) -> Visit {
    var agent = UserAgent()
    agent.platform = platform
    agent.browser = platform.isApple ? .safari : .chrome
    agent.inAppBrowser = inApp
    return Visit(query: nil, agent: agent, isPasswordVerified: true, clicksSoFar: 1234)
  }

  static func landing(_ link: ShortLink, site: LinkSite = linkSite) -> LandingPage {
    let decision = decision(link, .iPhone, inApp: .instagram, site: site)
    if case .landing(let page) = decision.outcome { return page }
    return LandingPage(destination: link.url, continueURL: link.url)
  }

  static func debug(
    _ link: ShortLink, _ platform: UserAgent.Platform, inApp: UserAgent.InAppBrowser? = nil
  ) -> DebugPage {
    let visit = visit(platform, inApp: inApp)
    return DebugPage(
      shortURL: shortURL, agent: visit.agent,
      decision: decide(link, visit: visit, now: now, site: linkSite),
      branches: Decision.branches(of: link, visit: visit, now: now, site: linkSite),
      record: DebugPage.Record(link: link, clicks: visit.clicksSoFar))
  }

  /// The page of a route of the English site.
  static func routePage(
    _ visitor: PageVisitor, isOnOtherHost: Bool = false,
    opening: PageOpening = .otherHost("open.a.example", path: nil), deferred: [ClaimWay] = []
  ) -> HTTPResponse {
    var site = SiteDefinition(hosts: ["a.example"].compactMap { HostPattern($0) })
    site.title = "Shop & Co"
    var route = RouteDefinition(component: Component(path: "/item/*"), apps: [0])
    route.title = "A watering can"
    route.description = "Galvanised, ten litres, with a brass rose."
    route.image = "/images/can.jpg"
    let frame = frame("en")
    let page = RoutePage(
      frame: frame, site: site, route: route,
      openings: PageOpenings(apple: opening, android: opening), apps: [app],
      deferred: deferred, captures: [])
    let path = Array("/item/7".utf8)
    let context = PageRequestParts(
      bytes: path, path: path.indices, query: nil, captures: CaptureRanges(count: 0),
      host: Array("a.example".utf8)[...], visitor: visitor, isOnOtherHost: isOnOtherHost)
    var fields = HTTPFields(["Content-Type": "text/html; charset=utf-8"])
    page.security.append(to: &fields)
    return HTTPResponse(.ok, fields: fields, body: page.template().render(context))
  }

  static func notice(_ pick: (Notices) -> Notice, _ language: String) -> HTTPResponse {
    let notices = Notices(frame(language))
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    var offset = 0
    let bytes = Array("GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)
    _ = decoder.decode(bytes.span, offset: &offset)
    return pick(notices).response(to: decoder.request)
  }
}

extension PageSamples {
  /// Every page under the name of its golden file.
  static var all: [(name: String, response: HTTPResponse)] {
    var bare = ShortLink(host: "a.example", slug: "x", url: "https://b.example/a?b=1&c='2'")
    let nowhere = landing(bare, site: LinkSite())
    bare.social.title = "Elsewhere"
    var inJapanese = link
    inJapanese.social.title = "春のおすすめレシピ"
    inJapanese.social.description = "旬の野菜を使った、三十分でできる夕ごはん。"
    inJapanese.social.image = nil
    var explained = debug(link, .iPhone, inApp: .instagram)
    explained.steps = [
      .init(title: "a.example serves the short link 'spring'", source: nil),
      .init(title: "an in-app browser keeps the tap", source: "association semantics, R30"),
    ]
    var explainedInJapanese = debug(inJapanese, .iPhone)
    explainedInJapanese.steps = [
      .init(title: "ホスト：「a.example」はサイトのホストです", source: nil),
      .init(title: "アプリ「浅い時間」が開き、article が表示されます", source: "R30"),
    ]
    var asVisitor = explained
    asVisitor.record = nil
    asVisitor.ignored = ["'apn' is ignored: no app of the configuration has this package"]
    let action = "/s/spring?from=mail&lang=en"
    return [
      ("landing", english.landing(landing(link), link: link, shortURL: shortURL)),
      ("landing-ja", japanese.landing(landing(link), link: inJapanese, shortURL: shortURL)),
      ("landing-no-app", english.landing(nowhere, link: bare, shortURL: shortURL)),
      ("preview", english.preview(link, destination: link.url, shortURL: shortURL)),
      ("preview-title-ja", japanese.preview(bare, destination: bare.url, shortURL: shortURL)),
      ("password", english.passwordForm(.asked, action: action)),
      ("password-wrong", english.passwordForm(.wrong, action: action)),
      ("password-wrong-ja", japanese.passwordForm(.wrong, action: action)),
      ("password-limited", english.passwordForm(.tooManyTries(retryAfter: 42), action: action)),
      ("explanation", english.explanation(explained)),
      ("explanation-visitor", english.explanation(asVisitor)),
      ("explanation-ja", japanese.explanation(explainedInJapanese)),
      ("not-found", notice(\.notFound, "en")),
      ("gone-ja", notice(\.gone, "ja")),
      ("unreadable", notice(\.badRequest, "en")),
      ("route-apple", routePage(.apple)),
      ("route-android", routePage(.android)),
      ("route-desktop", routePage(.desktop)),
      ("route-unclear", routePage(.unclear)),
      ("route-other-host", routePage(.apple, isOnOtherHost: true)),
      ("route-scheme", routePage(.apple, opening: .scheme("shop"))),
      ("route-apple-taken-along", routePage(.apple, deferred: ClaimWay.allCases)),
      ("route-android-taken-along", routePage(.android, deferred: ClaimWay.allCases)),
    ]
  }
}
