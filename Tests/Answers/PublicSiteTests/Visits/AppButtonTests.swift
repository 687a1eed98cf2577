import AppAssociation
import JSONSyntax
import Links
import Testing

@testable import SiteModel
@testable import ServiceSupport

/// The destination of a landing page's button: the app, or none.
struct AppButtonTests {
  /// Sites on hosts of which the app knows some, and links of the first one to all of them.
  private static func fixture(_ change: (inout ServiceDefinition) -> Void = { _ in }) throws
    -> ServiceFixture
  {
    try ServiceFixture { definition in
      definition.sites[0].destinationHosts = nil
      definition.apps[0].apple?.customSchemes = ["shop"]
      definition.sites[2].routes = [
        RouteDefinition(component: Component(path: "/news/*"), apps: [0]),
        RouteDefinition(component: Component(path: "/plain"), apps: []),
      ]
      change(&definition)
    }
  }

  /// The address of the page's button.
  private static func button(
    _ service: ServiceFixture, _ slug: String, host: String = "a.example"
  ) throws -> String? {
    let page = try service.visit("/s/\(slug)", host: host, agent: Agents.instagram).text
    guard let start = page.firstRange(of: "<a class=\"button\" href=\"")?.upperBound else {
      return nil
    }
    return String(page[start...].prefix { $0 != "\"" })
  }

  private static let scheme = "shop://google/link/?deep_link_id="

  @Test(arguments: [
    ("https://a.example/item/7", "https://open.a.example/item/7"),
    ("https://www.a.example/item/7?a=1#x", "https://open.a.example/item/7?a=1#x"),
    ("https://p.example/news/1", "https://p.example/news/1"),
    // No app opens these, so a tap would only load a website.
    ("https://p.example/plain", "https://p.example/plain"),
    ("https://www.x.example/item/7", "https://www.x.example/item/7"),
  ])
  func `leads to an address that the app opens, or only on in the browser`(
    _ url: String, _ button: String
  ) throws {
    let service = try Self.fixture()
    try service.add(#""slug": "x", "url": "\#(url)""#)
    #expect(try Self.button(service, "x") == button)
    let page = try service.visit("/s/x", agent: Agents.instagram).text
    let opensApp = !url.contains("plain") && !url.contains("x.example")
    #expect(page.contains("Open in Shop") == opensApp)
  }

  @Test func `has the app's scheme where no host opens the app`() throws {
    let service = try Self.fixture {
      $0.sites[0].hosts = Array($0.sites[0].hosts.prefix(1))
      $0.sites[0].alternateHost = nil
    }
    try service.add(#""slug": "x", "url": "https://a.example/item/7""#)
    #expect(
      try Self.button(service, "x") == Self.scheme + "https%3A%2F%2Fa.example%2Fitem%2F7")
    let without = try Self.fixture {
      $0.sites[0].hosts = Array($0.sites[0].hosts.prefix(1))
      $0.sites[0].alternateHost = nil
      $0.apps[0].apple?.customSchemes = []
    }
    try without.add(#""slug": "x", "url": "https://a.example/item/7""#)
    #expect(try Self.button(without, "x") == "https://a.example/item/7")
    #expect(try !without.visit("/s/x", agent: Agents.instagram).text.contains("Open in"))
  }

  @Test func `what keeps Android's visitors out of their app is reported in Android's words`()
    throws
  {
    func gaps(_ change: (inout ServiceDefinition) -> Void) throws -> [String] {
      let service = try Self.fixture(apps: [1, 0]) {
        $0.sites[0].hosts = Array($0.sites[0].hosts.prefix(1))
        $0.sites[0].alternateHost = nil
        $0.sites[0].routes = Array($0.sites[0].routes.prefix(1))
        change(&$0)
      }
      var review = OpeningReview(service.snapshot)
      return review.gaps(of: 0).map(\.message.english)
    }
    // The app for iPhone opens by its scheme, that for Android by nothing.
    let both = try gaps { _ in }
    #expect(both.count == 2 && both[0].contains("never open an app: expected 'pad'"))
    #expect(try gaps { $0.sites[0].routes[0].apps = [0, 1] } == both)
    #expect(both[1].contains("opens 'shop'") && both[1].contains("the app's intent filters name"))
    let android = try gaps {
      $0.sites[0].routes[0].apps = [0]
    }
    #expect(android[0].contains("open 'shop' only in browsers that follow 'intent:' URLs"))
    #expect(android[1] == both[1])
    // The page of a link to a redirecting route has an intent.
    let web = try gaps {
      $0.sites[0].routes[0].apps = [0]
      $0.sites[0].routes[0].web = "https://e.example/"
    }
    #expect(web == [android[0]])
  }

  @Test func `an app's scheme is no button on Android, which is reported`() throws {
    func gaps(_ change: (inout ServiceDefinition) -> Void = { _ in }) throws -> [String] {
      let service = try Self.fixture {
        $0.sites[0].hosts = Array($0.sites[0].hosts.prefix(1))
        $0.sites[0].alternateHost = nil
        $0.sites[0].routes = Array($0.sites[0].routes.prefix(1))
        $0.sites[0].shortLinks?.app = 0
        change(&$0)
      }
      var review = OpeningReview(service.snapshot)
      return review.gaps(of: 0).map(\.message.english)
    }
    let found = try gaps()
    #expect(found.count == 1 && found[0].contains("opens 'shop' on Android, because"), "\(found)")
    #expect(found[0].contains("the app's intent filters name"))
    #expect(try gaps { $0.apps[0].android = nil } == [])
    #expect(try gaps { $0.sites[0].routes[0].web = "https://e.example/" } == [])
    let neither = try gaps { $0.apps[0].apple?.customSchemes = [] }
    #expect(neither.count == 1 && neither[0].contains("opens 'shop', because"))
    #expect(neither[0].contains("the app's entitlement names"))
  }

  @Test func `does not lead from the other host to itself`() throws {
    let service = try Self.fixture()
    try service.add(#""slug": "x", "url": "https://a.example/item/7""#)
    #expect(try Self.button(service, "x", host: "open.a.example") == "https://a.example/item/7")
    #expect(
      try service.visit("/s/x", host: "open.a.example", agent: Agents.instagram).text.contains(
        "Open in Shop &amp; Co"))
  }

  @Test func `believes the site's own association file, not its routes`() throws {
    let file =
      #"{"applinks":{"details":[{"appIDs":["AAAAAAAAAA.com.example.shop"],"components":"#
      + #"[{"/":"/item/7","exclude":true},{"/":"/item/*"}]}]}}"#
    let service = try Self.fixture {
      $0.sites[0].ownAppleDocument = Array(file.utf8)
      $0.apps[0].apple?.customSchemes = []
    }
    try service.add(#""slug": "shut", "url": "https://a.example/item/7""#)
    try service.add(#""slug": "open", "url": "https://a.example/item/8""#)
    #expect(try Self.button(service, "shut") == "https://a.example/item/7")
    #expect(try Self.button(service, "open") == "https://open.a.example/item/8")
    let top = try service.visit("/", agent: Agents.iPhone).text
    #expect(!top.contains("Open in"))
  }

  /// A site whose route has an app for each system, in the given order.
  private static func fixture(
    apps: [Int], _ change: (inout ServiceDefinition) -> Void
  ) throws -> ServiceFixture {
    try fixture {
      var pad = AppDefinition(key: "pad", name: "Pad")
      pad.apple = $0.apps[0].apple
      $0.apps[0].apple = nil
      $0.apps.append(pad)
      $0.sites[0].routes[0].apps = apps
      change(&$0)
    }
  }

  @Test(arguments: [[0, 1], [1, 0]], [nil, 0, 1])
  func `a link leads to the app of the visitor's system, whichever stands first`(
    _ apps: [Int], _ own: Int?
  ) throws {
    let service = try Self.fixture(apps: apps) { $0.sites[0].shortLinks?.app = own }
    try service.add(#""slug": "x", "url": "https://a.example/item/7""#)
    // The second visit finds the answer that the first one has prepared.
    for _ in 0..<2 {
      let location = try #require(service.visit("/s/x", agent: Agents.android).location)
      #expect(location.contains(";package=com.example.shop;"), "\(location)")
      let page = try service.visit("/s/x", agent: Agents.instagram).text
      #expect(page.contains("Open in Pad") && !page.contains("Open in Shop"))
      #expect(
        try service.visit("/s/x", agent: Agents.windows).location == "https://a.example/item/7")
      for (agent, app) in [(Agents.android, "shop"), (Agents.iPhone, "pad")] {
        #expect(try service.visit("/_keiro/resolve?url=/s/x", agent: agent)["app"] == app)
      }
    }
  }

  @Test(arguments: [[0, 1], [1, 0]], [nil, 0, 1])
  func `a page about nothing offers the app of the visitor's system`(
    _ apps: [Int], _ own: Int?
  ) throws {
    let service = try Self.fixture(apps: apps) { $0.sites[0].shortLinks?.app = own }
    let phone = try service.visit("/nothing", agent: Agents.instagram).text
    #expect(phone.contains("apps.apple.com/app/id123") && !phone.contains("play.google"))
    let android = try service.visit("/nothing", agent: Agents.androidFirefox).text
    #expect(android.contains("?id=com.example.shop") && !android.contains("apps.apple"))
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `a page's button opens the first app of the visitor's system`(_ apps: [Int]) throws {
    let service = try Self.fixture(apps: apps) { $0.sites[0].banner = .html }
    func button(_ agent: String) throws -> [Bool] {
      let page = try service.visit("/item/7", agent: agent).text
      return [
        page.contains("class=\"button\" href=\"https://open.a.example/item/7\""),
        page.contains("keiro-banner-open"), page.contains("Open in Shop"),
        page.contains("Open in Pad"),
      ]
    }
    #expect(try button(Agents.iPhone) == [true, false, false, true])
    #expect(try button(Agents.instagram) == [true, true, false, true])
    #expect(try button(Agents.android) == [true, true, true, false])
  }

  @Test func `an iPad in disguise gets no button of an app for Android`() throws {
    let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.5 Safari/605.1.15"
    let both = try Self.fixture()
    #expect(try both.visit("/item/7", agent: mac).text.contains("class=\"button touch\""))
    let service = try Self.fixture { $0.apps[0].apple = nil }
    #expect(try !service.visit("/item/7", agent: mac).text.contains("class=\"button"))
    #expect(try service.visit("/item/7", agent: Agents.android).text.contains("class=\"button\""))
  }

  @Test func `never leads a search engine to an intent`() throws {
    let service = try Self.fixture()
    try service.add(#""slug": "x", "url": "https://a.example/item/7""#)
    let bot = Agents.android + " (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
    #expect(try service.visit("/s/x", agent: Agents.android).location?.hasPrefix("intent:") == true)
    #expect(try service.visit("/s/x", agent: bot).location == "https://a.example/item/7")
  }

  @Test func `shows the page's title, text and picture where the link has none`() throws {
    let service = try Self.fixture {
      $0.sites[0].routes[0].title = "Item {id}"
      $0.sites[0].routes[0].description = "Look at {id}."
      $0.sites[0].routes[0].image = "/images/{id}.png"
    }
    try service.add(#""slug": "x", "url": "https://a.example/item/%3C7%3E""#)
    let page = try service.visit("/s/x", agent: Agents.instagram).text
    #expect(page.contains("<h1 dir=\"auto\">Item &lt;7&gt;</h1>"))
    #expect(page.contains("Look at &lt;7&gt;."))
    #expect(page.contains("src=\"https://a.example/images/%3C7%3E.png\""))
    #expect(page.contains("alt=\"Item &lt;7&gt;\" width=\"1200\" height=\"630\""))
    try service.add(
      #""slug": "y", "url": "https://a.example/item/7", "social": {"title": "Own"}"#)
    let preview = try service.visit("/s/y", agent: Agents.facebook).text
    #expect(preview.contains("<meta property=\"og:title\" content=\"Own\">"))
    #expect(preview.contains("<meta property=\"og:description\" content=\"Look at 7.\">"))
  }
}
