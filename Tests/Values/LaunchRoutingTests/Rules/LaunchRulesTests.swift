import LaunchRouting
import Testing

/// What becomes of each launch: its event, its screen and what is wrong with it.
struct LaunchRulesTests {
  typealias Row = (launch: Launch, event: LaunchEvent?, destination: String?, problem: String?)

  static let rows: [Row] = [
    (.normal, .normal, "home", nil),
    (notification(), .remoteNotification(identifier: "n"), "home", nil),
    (notification(trigger: .other), .localNotification(identifier: "n"), "home", nil),
    (
      page("https://asajikan.jp/article/42"), .deepLink(url: "https://asajikan.jp/article/42"),
      "article(id: 42)", nil
    ),
    (
      page("https://asajikan.jp/topics"), .deepLink(url: "https://asajikan.jp/topics"), nil,
      "webpageURL: no route has 'https://asajikan.jp/topics'"
    ),
    (
      activity("com.apple.corespotlightitem", ["kCSSearchableItemActivityIdentifier": .text("7")]),
      .spotlightResult(identifier: "7"), "article(id: 7)", nil
    ),
    (
      activity("com.apple.corespotlightquery", ["kCSSearchQueryString": .text("curry")]),
      .spotlightQuery("curry"), "search(query: curry)", nil
    ),
    (
      activity("jp.asajikan.intent", ["word": .text("curry")]), .intent(word: "curry"),
      "intent(id: curry)", nil
    ),
    (activity("jp.asajikan.browse"), .handoff(type: "jp.asajikan.browse"), "home", nil),
    (
      activity("jp.asajikan.browse", url: "https://asajikan.jp/article/7"),
      .deepLink(url: "https://asajikan.jp/article/7"), "article(id: 7)", nil
    ),
    (
      open("asajikan-widget://open/article/42"), .widget(identifier: "42"), "widget(id: 42)", nil
    ),
    (open("ASAJIKAN-WIDGET://open/42"), .widget(identifier: "42"), "widget(id: 42)", nil),
    (
      open("AdjustschemeExample:article/7"), .deepLink(url: "AdjustschemeExample:article/7"),
      "article(id: 7)", nil
    ),
    (
      open("asajikan://article/42"), .deepLink(url: "asajikan://article/42"), "article(id: 42)", nil
    ),
    (
      open("asajikan://asajikan.jp/article/42"),
      .deepLink(url: "asajikan://asajikan.jp/article/42"), "article(id: 42)", nil
    ),
    (
      open("adjustSchemeExample://x?deep_link=https%3A%2F%2Fasajikan.jp%2Farticle%2F7"),
      .deepLink(url: "adjustSchemeExample://x?deep_link=https%3A%2F%2Fasajikan.jp%2Farticle%2F7"),
      "article(id: 7)", nil
    ),
    (
      open("asajikan://topics"), .deepLink(url: "asajikan://topics"), nil,
      "url: no route has '/topics'"
    ),
    (open("other://article/42"), nil, "home", nil),
    (open("https://asajikan.jp/"), nil, "home", nil),
    (
      .shortcutItem(.init(type: "jp.asajikan.new")), .homeScreen(type: "jp.asajikan.new"),
      "compose", nil
    ),
    (
      .shortcutItem(.init(type: "jp.asajikan.mew")), .homeScreen(type: "jp.asajikan.mew"), "home",
      "type: 'jp.asajikan.mew' is not a key of launch.shortcuts; did you mean 'jp.asajikan.new'?"
    ),
    notified(.text("https://asajikan.jp/article/1"), "article(id: 1)"),
    notified(.text("asajikan://article/1"), "article(id: 1)"),
    notified(.text("https://asajikan.jp/"), "home", "no route has 'https://asajikan.jp/'"),
    notified(.other, "home", "expected a non-empty string"),
    notified(
      .text("nothing"), "home",
      "'nothing' is not a URL: expected a scheme followed by a path or a host"),
    notified(
      .text("tel:110"), "home",
      "'tel:110' is not a deep link: expected http, https or one of launch.linkSchemes"),
    fault(
      activity(ActivityType.browsingWeb),
      "webpageURL: is missing: an activity of type 'NSUserActivityTypeBrowsingWeb' requires it"),
    fault(
      page("app://a"),
      "webpageURL: 'app://a' is not a web page: expected an http or https URL with a host"),
    fault(
      activity("jp.asajikan.browse", url: "app://x"),
      "webpageURL: 'app://x' is not a web page: expected an http or https URL with a host"),
    fault(
      activity(ActivityType.spotlightItem),
      "userInfo.kCSSearchableItemActivityIdentifier: is missing: "
        + "an activity of type 'com.apple.corespotlightitem' requires it"),
    fault(
      activity(ActivityType.spotlightQuery, ["kCSSearchQueryString": .other]),
      "userInfo.kCSSearchQueryString: expected a non-empty string"),
    fault(
      activity("jp.asajikan.intent", ["word": .text("")]),
      "userInfo.word: expected a non-empty string"),
    fault(
      activity("jp.asajikan.intend"),
      "activityType: 'jp.asajikan.intend' is not one of the app's activities: expected "
        + "NSUserActivityTypeBrowsingWeb, com.apple.corespotlightitem, "
        + "com.apple.corespotlightquery or one of launch.siriActivityTypes or "
        + "launch.handoffActivityTypes; did you mean 'jp.asajikan.intent'?"),
    fault(
      open("nothing"),
      "url: 'nothing' is not a URL: expected a scheme followed by a path or a host"),
    fault(
      open("asajikan-widget://42"),
      "url: 'asajikan-widget://42' does not identify a widget: "
        + "expected its identifier as the last path component"),
  ]

  static func activity(
    _ type: String, _ userInfo: [String: UserInfoValue] = [:], url: String? = nil
  ) -> Launch {
    .userActivity(.init(activityType: type, webpageURL: url, userInfo: userInfo))
  }

  static func page(_ url: String) -> Launch { activity(ActivityType.browsingWeb, url: url) }

  static func open(_ url: String) -> Launch { .openURL(.init(url: url)) }

  static func notification(
    _ userInfo: [String: UserInfoValue] = [:], trigger: Launch.Trigger = .push
  ) -> Launch {
    .notification(.init(identifier: "n", trigger: trigger, userInfo: userInfo))
  }

  /// A push with a link.
  static func notified(
    _ url: UserInfoValue, _ destination: String, _ problem: String? = nil
  ) -> Row {
    (
      notification(["url": url]), .remoteNotification(identifier: "n"), destination,
      problem.map { "userInfo.url: " + $0 }
    )
  }

  /// A launch with a missing or invalid field leads home.
  static func fault(_ launch: Launch, _ problem: String) -> Row { (launch, nil, "home", problem) }

  private func decide(
    _ launch: Launch, _ rules: LaunchRules = .sample, isLoggedIn: Bool = true
  ) -> LaunchDecision {
    rules.decide(
      launch, event: rules.track(launch).event, session: LaunchSession(isLoggedIn: isLoggedIn),
      resolve: LaunchRules.sampleRoutes)
  }

  @Test(arguments: rows.indices)
  func `tracks each launch and leads it to its screen`(row: Int) {
    let (launch, event, destination, problem) = Self.rows[row]
    let (tracking, decision) = (LaunchRules.sample.track(launch), decide(launch))
    #expect(tracking.event == event)
    #expect(decision.destination?.description == destination)
    #expect(
      (tracking.problems + decision.problems).map(\.description) == (problem.map { [$0] } ?? []))
  }

  @Test(arguments: rows.indices)
  func `leads every launch home or to its link under empty rules`(row: Int) {
    let decision = decide(Self.rows[row].launch, LaunchRules(home: "start"))
    let isLink = decision.destination == nil || decision.destination?.description.first == "a"
    #expect(isLink || decision.destination == .screen(Screen("start")))
  }

  @Test func `puts the login screen before a screen that requires it`() {
    let compose = Launch.shortcutItem(.init(type: "jp.asajikan.new"))
    #expect(
      decide(compose, isLoggedIn: false).destination
        == .login(Screen("login"), then: Screen("compose")))
    let link = Self.page("https://asajikan.jp/account")
    #expect(decide(link, isLoggedIn: false).destination?.description == "login, then account")
    #expect(decide(.normal, isLoggedIn: false).destination == .screen(Screen("home")))
  }

  @Test func `guards the home screen and the names of rules too`() {
    var rules = LaunchRules(home: "home")
    rules.requiresLogin = ["home"]
    let decision = decide(.normal, rules, isLoggedIn: false)
    #expect(decision.destination?.description == "login, then home")
    rules.loginScreen = "welcome"
    let home = rules.home(session: LaunchSession(isLoggedIn: false))
    #expect(home.description == "welcome, then home")
  }
}
