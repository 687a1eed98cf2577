import Explaining
import JSONSyntax
import LaunchRouting
import Links
import SiteModel
import Testing
@testable import ServiceSupport

/// Explanations from the tap to the screen, compared by their last line.
struct LinkExplainerTests {
  private let fixture: ExplanationFixture

  init() throws {
    fixture = try ExplanationFixture()
  }

  static let redirected =
    "stays in the browser: a redirect does not reliably open an app; "
    + "the page of sites[0].routes[1] is shown"

  /// Every kind of address, and the last line about a tap on it in Messages.
  static let conclusions = [
    ("https://food.example/article/42", "opens food at article(id: 42)"),
    ("https://WWW.food.example/article/42?a=1#b", "opens food at article(id: 42)"),
    ("https://open.food.example/article/%E6%96%87", "opens food at article(id: 文)"),
    ("https://food.example/article/文", "opens food at article(id: 文)"),
    ("http://food.example/article/1", "opens food at article(id: 1)"),
    ("https://food.example/map/tokyo", "opens maps at map(place: tokyo)"),
    ("https://food.example", "opens food at home"),
    (
      "https://me@food.example/article/42",
      "stays in the browser: the address contains a user name; browsers ask 'food.example' without it"
    ),
    ("https://food.example/orders", "opens food at orders"),
    (
      "https://food.example/mute",
      "opens food, which keeps its current screen: sites[0].routes[6] names no screen for "
        + "'https://food.example/mute'"
    ),
    (
      "https://food.example/private/x",
      "stays in the browser: applinks.details[0].components[0] keeps it in the browser; it is not "
        + "found (404) unless another server has it"
    ),
    (
      "https://food.example/nothing",
      "stays in the browser: no rule of the association file covers it; it is not found (404)"
    ),
    (
      "https://food.example:8443/article/1",
      "stays in the browser: universal links have no port; the page of sites[0].routes[1] is shown"
    ),
    (
      "https://food.example/a/%zz",
      "stays in the browser: no rule of the association file covers it; the server refuses it with 400"
    ),
    (
      "https://food.example/.well-known/assetlinks.json",
      "stays in the browser: no rule of the association file covers it; one of Keiro's own files is "
        + "shown"
    ),
    (
      "https://other.example/",
      "stays in the browser: no site of the configuration serves 'other.example'; another server answers"
    ),
    ("https://food.example/s/one", redirected),
    ("https://food.example/s/one?x=1", redirected),
    ("https://food.example/out/9", redirected),
    (
      "https://food.example/s/loop",
      "stays in the browser: the redirects form a loop; the browser shows an error"
    ),
    (
      "https://food.example/s/far",
      "stays in the browser: the redirect leads to another site; 'https://far.example/x' is shown"
    ),
    (
      "https://food.example/s/none",
      "stays in the browser: no rule of the association file covers it; it is not found (404)"
    ),
    (
      "https://food.example/s/one.qr",
      "stays in the browser: no rule of the association file covers it; the QR code is shown"
    ),
    (
      "https://food.example/s/one+",
      "stays in the browser: no rule of the association file covers it; a page explains the link"
    ),
    ("food://article/7", "opens food at article(id: 7)"),
    (
      "foood://article/7",
      "stays in the browser: no app has the scheme 'foood'; the browser shows an error"
    ),
    ("no URL", "stays in the browser: 'no URL' is not a URL; nothing is shown"),
    ("", "stays in the browser: '' is not a URL; nothing is shown"),
  ]

  @Test(arguments: conclusions)
  func `answers every URL`(url: String, conclusion: String) throws {
    let explanation = try fixture.explain(url)
    #expect(explanation.conclusion == conclusion)
    #expect(explanation.opens == conclusion.hasPrefix("opens"))
    #expect(!explanation.steps.isEmpty)
  }

  @Test func `names the rule, the method, the event and the place of the screen`() throws {
    let explanation = try fixture.explain("https://food.example/article/42")
    let bases = explanation.steps.flatMap(\.basis)
    #expect(bases.contains("applinks.details[0].components[1]"))
    #expect(bases.contains("sites[0].routes[1]"))
    #expect(bases.contains("sites[0].hosts[0]"))
    #expect(explanation.receiver?.method == .sceneWillConnect)
    #expect(explanation.receiver?.key == .userActivities)
    #expect(explanation.event == .deepLink(url: "https://food.example/article/42"))
    #expect(explanation.screen == Screen("article", [.init("id", "42")]))
  }

  @Test func `says that a screen requires login`() throws {
    let steps = try fixture.explain("https://food.example/orders").steps
    let login = try #require(steps.first { $0.title == .login })
    #expect(
      login.sentence.english == "'orders' requires login: a logged-out user sees 'login' first")
  }

  @Test func `sends a short URL that an app covers to that app`() throws {
    var fixture = fixture
    fixture.service.sites[0].shortLinks?.app = 0
    let explanation = try fixture.explain("https://food.example/s/one")
    #expect(explanation.conclusion == "opens food at article(id: 1)")
    #expect(explanation.steps.contains { $0.sentence.english.contains("/_keiro/resolve") })
    #expect(explanation.event == .deepLink(url: "https://food.example/s/one"))
    #expect(explanation.link?.slug == "one")
    let stored = ExplanationFixture.stored { _ in }
    let found = try fixture.explain("https://food.example/s/new", link: stored)
    #expect(found.conclusion == "opens food at article(id: 2)")
    let closed = ExplanationFixture.stored { $0.password = PasswordHash("x") }
    let unfollowed = try fixture.explain("https://food.example/s/new", link: closed)
    #expect(unfollowed.conclusion.hasSuffix("requires a password, which browsers ask for"))
  }

  @Test func `tells what the server answers an app that asks, by the link's rules`() throws {
    var fixture = fixture
    fixture.service.sites[0].shortLinks?.app = 0
    func asked(_ system: String, _ change: (inout ShortLink) -> Void) throws -> String {
      let link = ExplanationFixture.stored {
        var (phone, japanese) = (LinkRule.Condition(), LinkRule.Condition())
        (phone.platforms, japanese.languages) = ([.iPhone], ["ja"])
        $0.rules = [
          LinkRule(if: phone, url: "https://food.example/article/7"),
          LinkRule(if: japanese, url: "https://food.example/article/8"),
        ]
        change(&$0)
      }
      var context = try TapContext.on(system)
      context.traits.language = "ja"
      let tap = try fixture.explain("https://food.example/s/new", context, link: link)
      let step = try #require(tap.steps.first { $0.title == .resolve })
      let end = step.sentence.english.split(separator: " ").last ?? ""
      return "\(end) \(tap.screen?.parameters.first?.value ?? "nowhere")"
    }
    #expect(try asked("ios 26") { _ in } == "'https://food.example/article/7' 7")
    #expect(try asked("android 15") { _ in } == "'https://food.example/article/8' 8")
    #expect(try asked("ios 26") { $0.archived = true } == "410 nowhere")
    #expect(try asked("ios 26") { $0.password = PasswordHash("x") } == "403 nowhere")
  }

  @Test func `explains links of a store by the server's decision`() throws {
    func conclusion(
      _ url: String = "https://food.example/s/new", clicks: Int = 0,
      in context: TapContext = TapContext(), _ change: (inout ShortLink) -> Void
    ) throws -> String {
      let link = ExplanationFixture.stored(change)
      let text = try fixture.explain(url, context, link: link, clicks: clicks).conclusion
      return text.split(separator: "; ").last.map(String.init) ?? text
    }
    let endings: [(String, (inout ShortLink) -> Void)] = [
      ("the page of sites[0].routes[1] is shown", { _ in }),
      ("it is gone (410)", { $0.archived = true }),
      ("it is gone (410)", { $0.expires = Timestamp(secondsSinceEpoch: 1) }),
      ("it is not found (404)", { $0.notBefore = Timestamp(secondsSinceEpoch: 4_000_000_000) }),
      ("a form asks for the link's password", { $0.password = PasswordHash("x") }),
      ("a page offers the app", { $0.apple.appStoreID = "111" }),
      ("the App Store shows the app", { ($0.skipPage, $0.apple.appStoreID) = (true, "111") }),
    ]
    for (ending, change) in endings {
      #expect(try conclusion { change(&$0) } == ending)
      // A link that led here tells its visitors no destination that this one keeps from them.
      let told = try fixture.explain(
        "https://food.example/s/new", TapContext(visitor: UserAgent()),
        link: ExplanationFixture.stored { change(&$0) })
      let isClosed = ["(410)", "(404)", "password"].contains { ending.hasSuffix($0) }
      let isNamed = told.steps.contains { $0.sentence.english.contains("/article/2'") }
      #expect(isNamed != isClosed, "\(ending)")
    }
    #expect(try conclusion(clicks: 3) { $0.maxClicks = 3 } == "it is gone (410)")
    #expect(try conclusion("https://food.example/s/new?d=1") { _ in } == "a page explains the link")
    #expect(
      try conclusion(in: .on("ios 17", from: .inAppBrowser)) { _ in } == "a page offers the app")
    #expect(
      try conclusion(in: .on("android 11")) {
        $0.android.packageName = "b.food"
        $0.android.fallback = "https://far.example/"
      } == "opens food at article(id: 2)")
  }

  @Test func `opens an Android app by the intent of a redirect where there was a tap`() throws {
    let link = ExplanationFixture.stored { $0.android.packageName = "b.food" }
    func explain(_ source: TapSource, installed: Bool = true) throws -> LinkExplanation {
      try fixture.explain(
        "https://food.example/s/new", .on("android 14", from: source, installed: installed),
        link: link)
    }
    let tapped = try explain(.messages)
    #expect(tapped.conclusion == "opens food at article(id: 2)")
    #expect(tapped.receiver == nil)
    let typed = try explain(.typed)
    #expect(
      typed.conclusion
        == "stays in the browser: the short link leads to the Play Store; the Play Store shows the app"
    )
    let absent = try explain(.messages, installed: false)
    #expect(absent.conclusion.hasSuffix("the Play Store shows the app"))
  }

  @Test func `says whether a link is passed on to a new app`() throws {
    var fixture = fixture
    func notes(_ system: String, _ change: (inout ShortLink) -> Void) throws -> [String] {
      try fixture.explain(
        "https://food.example/s/new", .on(system, from: .messages, installed: false),
        link: ExplanationFixture.stored(change)
      ).notes.filter { $0.contains("passed on to a newly installed app") }
    }
    let goes = try notes("android 14") { $0.android.packageName = "b.food" }
    #expect(
      goes.count == 1
        && goes[0].hasPrefix(
          "the link is passed on to a newly installed "
            + "app: Google Play")
    )
    let stays = try notes("android 14") { _ in }
    #expect(
      stays == [
        "the destination is passed on to a newly installed app: its page hands it to Google Play as the install "
          + "referrer"
      ])
    let foreign = try notes("android 14") {
      $0.android.fallback = "https://elsewhere.example/"
    }
    #expect(
      foreign.count == 1 && foreign[0].contains("expected 'android.packageName' in the link"))
    // The only way of this site is that of Google Play.
    #expect(try notes("ios 17") { _ in } == [])
    fixture.service.sites[0].shortLinks?.deferred = [.paste, .code]
    #expect(
      try notes("ios 17") { _ in }
        == [
          "the destination is passed on to a newly installed app: its page copies it, shows a code"
        ])
    let stayed = try notes("ios 17") { $0.url = "https://elsewhere.example/" }
    #expect(stayed.first?.contains("expected 'apple.appStoreID'") == true)
    #expect(
      try notes("ios 17") { $0.apple.appStoreID = "1" }
        == ["the link is passed on to a newly installed app: the page copies it, shows a code"])
  }

  @Test func `opens the app at its start screen where the banner has no universal link`() throws {
    let context = try TapContext.on("ios 17", from: .banner)
    let topics = try fixture.explain("https://food.example/topics/1", context)
    #expect(topics.conclusion == "opens food at home")
    #expect(topics.event == .normal)
    #expect(topics.receiver?.description == "scene(_:willConnectTo:options:)")
    let article = try fixture.explain("https://food.example/article/1", context)
    #expect(article.conclusion == "opens food at article(id: 1)")
    #expect(article.notes.contains { $0.contains("banner") })
    let led = try fixture.explain("https://food.example/s/one", context)
    #expect(led.conclusion == "opens food at article(id: 1)")
    let map = try fixture.explain("https://food.example/map/x", context)
    #expect(!map.opens)
    let absent = try fixture.explain(
      "https://food.example/article/1", .on("ios 17", from: .banner, installed: false))
    #expect(absent.conclusion.hasSuffix("the App Store shows the app"))
    #expect(absent.receiver?.method == .sceneWillConnect)
  }

  @Test func `asks a site's own file in place of a generated one`() throws {
    var fixture = fixture
    fixture.service.sites[0].ownAppleDocument = Array(
      #"{"applinks":{"details":[{"appIDs":["ZZZZZZZZZZ.x"],"components":[{"/":"/nothing"}]}]}}"#
        .utf8)
    let foreign = try fixture.explain("https://food.example/nothing")
    #expect(
      foreign.conclusion
        == "opens ZZZZZZZZZZ.x, which keeps its current screen: the configuration does not name the app"
    )
    let own = try fixture.explain("https://food.example/article/1")
    #expect(!own.opens)
  }

  @Test func `facts that nobody knows are notes`() throws {
    let port = try fixture.explain("https://food.example:443/article/1")
    #expect(port.notes.contains { $0.contains("has a port") })
    let newer = try fixture.explain("https://food.example/", .on("ios 28"))
    #expect(newer.notes.contains { $0.hasPrefix("iOS 28.0 is treated as iOS 27.0") })
    let redirect = try fixture.explain("https://food.example/s/one")
    #expect(redirect.notes.contains { $0.contains("reports disagree") })
    let manifest = try fixture.explain("https://food.example/", .on("android 15"))
    #expect(manifest.notes.contains { $0.contains("intent filter") })
  }

  @Test func `a store is asked for no link behind the one that decides`() throws {
    let (snapshot, link) = (try fixture.snapshot(), ExplanationFixture.stored { _ in })
    func asked(_ url: String) throws -> [String] {
      var asked: [String] = []
      let links = LinkNotebook(snapshot) { key in
        asked.append("\(key.host)/\(key.slug)")
        return key == link.key ? FoundLink(link) : nil
      }
      _ = LinkExplainer(snapshot, now: ExplanationFixture.now).explain(url, links: links)
      return asked
    }
    #expect(try asked("https://food.example/s/new") == ["food.example/new"])
    let other = try asked("https://www.food.example/s/new")
    #expect(other == ["www.food.example/new", "food.example/new"])
    #expect(try asked("https://food.example/s/none").count == 3)
  }

  @Test func `an app finds what the server answers at addresses of Firebase's hosts`() throws {
    let snapshot = try fixture.snapshot()
    let routes = DeepLinkRoutes(
      snapshot, app: 0, now: ExplanationFixture.now, links: LinkNotebook(snapshot))
    #expect(
      routes.answer(to: "https://old.page.link/one") == routes.answer(to: "/article/1"))
    #expect(
      routes.answer(to: "https://old.page.link/far")
        == .nowhere(because: "'far.example' is not a host of the configuration"))
    #expect(
      routes.answer(to: "https://old.page.link/none")
        == .nowhere(because: "'old.page.link' is not a host of the configuration"))
    #expect(
      routes.answer(to: "https://food.example/s/loop")
        == .nowhere(
          because: "'https://food.example/s/loop' is another short link, which is not followed"))
  }

  @Test func `asks a store for a link under every host of its site, and for nothing else`() throws {
    let snapshot = try fixture.snapshot()
    func keys(_ url: String) -> [LinkKey] {
      guard let own = OwnURL(url, askedHost: nil, in: snapshot),
        case .needs(let keys) = own.place(in: snapshot, known: NothingKnown())
      else { return [] }
      return keys
    }
    let hosts = ["www.food.example", "food.example", "open.food.example"]
    #expect(
      keys("https://WWW.food.example/s/new") == hosts.map { LinkKey(host: $0, slug: "new") })
    #expect(keys("https://food.example/s/new+").map(\.slug).contains("new"))
    #expect(keys("https://food.example/s/one") == [])
    #expect(keys("https://food.example/article/1") == [])
    #expect(keys("https://other.example/s/new") == [])
    #expect(keys("nonsense") == [])
  }
}

private struct NothingKnown: KnownLinks {
  func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink { .unknown }
}
