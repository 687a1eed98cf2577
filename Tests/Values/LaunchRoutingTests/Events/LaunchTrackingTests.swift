import LaunchRouting
import Testing

struct LaunchTrackingTests {
  static let rows: [(launch: Launch, event: LaunchEvent?)] = [
    (.normal, .normal),
    (.notification(.init(identifier: "n", trigger: .push)), .remoteNotification(identifier: "n")),
    (.notification(.init(identifier: "n", trigger: .other)), .localNotification(identifier: "n")),
    (activity(ActivityType.browsingWeb, url: "https://a.jp/x"), .deepLink(url: "https://a.jp/x")),
    (
      activity("com.apple.corespotlightitem", ["kCSSearchableItemActivityIdentifier": .text("7")]),
      .spotlightResult(identifier: "7")
    ),
    (
      activity("com.apple.corespotlightquery", ["kCSSearchQueryString": .text("curry")]),
      .spotlightQuery("curry")
    ),
    (activity("jp.asajikan.intent", ["word": .text("curry")]), .intent(word: "curry")),
    (activity("jp.asajikan.browse"), .handoff(type: "jp.asajikan.browse")),
    (activity("jp.asajikan.browse", url: "https://a.jp/x"), .deepLink(url: "https://a.jp/x")),
    (open("asajikan-widget://open/article/42"), .widget(identifier: "42")),
    (open("ASAJIKAN-WIDGET://open/42"), .widget(identifier: "42")),
    (open("adjustSchemeExample://a"), .deepLink(url: "adjustSchemeExample://a")),
    (open("AdjustschemeExample:a"), .deepLink(url: "AdjustschemeExample:a")),
    (open("other://a"), nil),
    (open("https://asajikan.jp/"), nil),
    (.shortcutItem(.init(type: "jp.asajikan.new")), .homeScreen(type: "jp.asajikan.new")),
  ]

  static func activity(
    _ type: String, url: String? = nil, _ userInfo: [String: UserInfoValue] = [:]
  ) -> Launch {
    .userActivity(.init(activityType: type, webpageURL: url, userInfo: userInfo))
  }

  static func open(_ url: String) -> Launch { .openURL(.init(url: url)) }

  @Test(arguments: rows.indices)
  func `tracks each launch as its event`(row: Int) {
    let tracking = LaunchRules.sample.track(Self.rows[row].launch)
    #expect(tracking.event == Self.rows[row].event)
    #expect(tracking.problems == [])
  }

  static let faults: [(launch: Launch, problem: String)] = [
    (
      activity(ActivityType.browsingWeb),
      "webpageURL: is missing: an activity of type 'NSUserActivityTypeBrowsingWeb' requires it"
    ),
    (
      activity(ActivityType.browsingWeb, url: "app://a"),
      "webpageURL: 'app://a' is not a web page: expected an http or https URL with a host"
    ),
    (
      activity(ActivityType.spotlightItem),
      "userInfo.kCSSearchableItemActivityIdentifier: is missing: "
        + "an activity of type 'com.apple.corespotlightitem' requires it"
    ),
    (
      activity(ActivityType.spotlightQuery, ["kCSSearchQueryString": .other]),
      "userInfo.kCSSearchQueryString: expected a non-empty string"
    ),
    (
      activity("jp.asajikan.intent", ["word": .text("")]),
      "userInfo.word: expected a non-empty string"
    ),
    (
      activity("jp.asajikan.intend"),
      "activityType: 'jp.asajikan.intend' is not one of the app's activities: expected "
        + "NSUserActivityTypeBrowsingWeb, com.apple.corespotlightitem, "
        + "com.apple.corespotlightquery or one of launch.siriActivityTypes or "
        + "launch.handoffActivityTypes; did you mean 'jp.asajikan.intent'?"
    ),
    (
      open("nothing"),
      "url: 'nothing' is not a URL: expected a scheme followed by a path or a host"
    ),
    (
      open("asajikan-widget://42"),
      "url: 'asajikan-widget://42' does not identify a widget: "
        + "expected its identifier as the last path component"
    ),
  ]

  @Test(arguments: faults.indices)
  func `reports missing and invalid fields, and leads home`(row: Int) {
    let rules = LaunchRules.sample
    let tracking = rules.track(Self.faults[row].launch)
    #expect(tracking.event == nil)
    #expect(tracking.problems.map(\.description) == [Self.faults[row].problem])
    let decision = rules.decide(
      Self.faults[row].launch, event: nil, session: LaunchSession(),
      resolve: LaunchRules.sampleRoutes)
    #expect(decision.destination == .screen(Screen("home")))
    #expect(decision.problems == [])
  }
}
