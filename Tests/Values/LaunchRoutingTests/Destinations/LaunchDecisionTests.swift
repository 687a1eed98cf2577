import LaunchRouting
import Testing

struct LaunchDecisionTests {
  typealias Row = (launch: Launch, destination: String?, problem: String?)

  static let rows: [Row] = [
    (.normal, "home", nil),
    (activity("https://asajikan.jp/article/42"), "article(id: 42)", nil),
    (
      activity("https://asajikan.jp/topics"), nil,
      "webpageURL: no route has 'https://asajikan.jp/topics'"
    ),
    (open("asajikan://article/42"), "article(id: 42)", nil),
    (open("asajikan://asajikan.jp/article/42"), "article(id: 42)", nil),
    (
      open("adjustSchemeExample://x?deep_link=https%3A%2F%2Fasajikan.jp%2Farticle%2F7"),
      "article(id: 7)", nil
    ),
    (open("asajikan://topics"), nil, "url: no route has '/topics'"),
    (open("other://article/42"), "home", nil),
    (open("asajikan-widget://open/42"), "widget(id: 42)", nil),
    (spotlight(ActivityType.spotlightItem, ActivityType.spotlightItemKey), "article(id: v)", nil),
    (
      spotlight(ActivityType.spotlightQuery, ActivityType.spotlightQueryKey), "search(query: v)",
      nil
    ),
    (spotlight("jp.asajikan.intent", "word"), "intent(id: v)", nil),
    (.shortcutItem(.init(type: "jp.asajikan.new")), "compose", nil),
    (
      .shortcutItem(.init(type: "jp.asajikan.mew")), "home",
      "type: 'jp.asajikan.mew' is not a key of launch.shortcuts; did you mean 'jp.asajikan.new'?"
    ),
    (notification([:]), "home", nil),
    (notification(["url": .text("https://asajikan.jp/article/1")]), "article(id: 1)", nil),
    (notification(["url": .text("asajikan://article/1")]), "article(id: 1)", nil),
    (
      notification(["url": .text("https://asajikan.jp/")]), "home",
      "userInfo.url: no route has 'https://asajikan.jp/'"
    ),
    (notification(["url": .other]), "home", "userInfo.url: expected a non-empty string"),
    (
      notification(["url": .text("nothing")]), "home",
      "userInfo.url: 'nothing' is not a URL: expected a scheme followed by a path or a host"
    ),
    (
      notification(["url": .text("tel:110")]), "home",
      "userInfo.url: 'tel:110' is not a deep link: "
        + "expected http, https or one of launch.linkSchemes"
    ),
  ]

  static func activity(_ url: String) -> Launch {
    .userActivity(.init(activityType: ActivityType.browsingWeb, webpageURL: url))
  }

  static func open(_ url: String) -> Launch { .openURL(.init(url: url)) }

  static func spotlight(_ type: String, _ key: String) -> Launch {
    .userActivity(.init(activityType: type, userInfo: [key: .text("v")]))
  }

  static func notification(_ userInfo: [String: UserInfoValue]) -> Launch {
    .notification(.init(identifier: "n", trigger: .push, userInfo: userInfo))
  }

  private func decide(
    _ launch: Launch, _ rules: LaunchRules = .sample, isLoggedIn: Bool = true
  ) -> LaunchDecision {
    rules.decide(
      launch, event: rules.track(launch).event, session: LaunchSession(isLoggedIn: isLoggedIn),
      resolve: LaunchRules.sampleRoutes)
  }

  @Test(arguments: rows.indices)
  func `leads each launch to its screen`(row: Int) {
    let (launch, destination, problem) = Self.rows[row]
    let decision = decide(launch)
    #expect(decision.destination?.description == destination)
    #expect(decision.problems.map(\.description) == (problem.map { [$0] } ?? []))
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
    #expect(decide(compose).destination == .screen(Screen("compose")))
    let link = Self.activity("https://asajikan.jp/account")
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

@Test func `leads every launch home by default`() {
  let rules = LaunchRules(home: "start")
  #expect(rules.home == "start")
  #expect([rules.spotlight, rules.search, rules.widget, rules.intent] == [nil, nil, nil, nil])
  #expect(rules.shortcuts.isEmpty && rules.requiresLogin.isEmpty)
}
