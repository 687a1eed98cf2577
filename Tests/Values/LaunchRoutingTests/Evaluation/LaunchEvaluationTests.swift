import JSONSyntax
import LaunchRouting
import Testing

struct LaunchEvaluationTests {
  static func answer(_ json: String, rules: LaunchRules = .sample) -> String {
    rules.evaluate(ReportedLaunch(json: Array(json.utf8)), resolve: LaunchRules.sampleRoutes)
      .output.compact
  }

  @Test func `answers with the screen behind the login`() {
    #expect(
      Self.answer(
        #"{"kind":"shortcutItem","type":"jp.asajikan.new","session":{"loggedIn":false}}"#) == """
          {"event":{"kind":"homeScreen","type":"jp.asajikan.new"},\
          "destination":{"screen":"login","parameters":{},\
          "then":{"screen":"compose","parameters":{}}},\
          "receiver":{"method":"scene(_:willConnectTo:options:)",\
          "key":"connectionOptions.shortcutItem"},"problems":[],"notes":[],"launch":null}
          """)
  }

  @Test(arguments: [
    (#""normal""#, #""normal""#),
    (#""remoteNotification","identifier":"i""#, #""remoteNotification","identifier":"i""#),
    (#""localNotification","identifier":"i""#, #""localNotification","identifier":"i""#),
    (
      #""userActivity","activityType":"com.apple.corespotlightitem","#
        + #""userInfo":{"kCSSearchableItemActivityIdentifier":"7"}"#,
      #""spotlight","resultIdentifier":"7""#
    ),
    (
      #""userActivity","activityType":"com.apple.corespotlightquery","#
        + #""userInfo":{"kCSSearchQueryString":"curry"}"#, #""spotlight","query":"curry""#
    ),
    (
      #""userActivity","activityType":"jp.asajikan.intent","userInfo":{"word":"w"}"#,
      #""intent","word":"w""#
    ),
    (
      #""openURL","url":"asajikan-widget://x/9","sourceApplication":"s""#,
      #""widget","identifier":"9""#
    ),
    (#""openURL","url":"other://x""#, nil),
    (
      #""userActivity","activityType":"jp.asajikan.browse""#,
      #""handoff","type":"jp.asajikan.browse""#
    ),
  ])
  func `shows each event`(launch: String, event: String?) {
    let answer = Self.answer("{\"kind\":\(launch)}")
    let shown = event.map { "{\"kind\":\($0)}" } ?? "null"
    #expect(answer.hasPrefix("{\"event\":\(shown),\"destination\""))
    #expect(answer.contains("\"problems\":[],\"notes\":["))
  }

  private static let appDelegate =
    "the app delegate must be made the delegate of UNUserNotificationCenter "
    + "before application(_:didFinishLaunchingWithOptions:) returns"
  private static let sceneDelegate =
    "the scene delegate must be made the delegate of "
    + "UNUserNotificationCenter in scene(_:willConnectTo:options:)"
  private static let start = "application(_:didFinishLaunchingWithOptions:), localNotification"
  private static let tap = "userNotificationCenter(_:didReceive:withCompletionHandler:)"
  private static let scene =
    "scene(_:willConnectTo:options:), connectionOptions.notificationResponse"

  /// The note at the start names the delegate of the notification centre, which only its methods need.
  @Test(
    arguments: [
      ("9.3", AppState.notRunning, Lifecycle.appDelegate, start, nil),
      ("9.3", .notRunning, .scene, start, nil),
      ("9.3", .background, .appDelegate, "application(_:didReceive:)", nil),
      ("10.0", .notRunning, .appDelegate, tap, appDelegate),
      ("26.0", .notRunning, .appDelegate, tap, appDelegate),
      ("12.5", .foreground, .scene, tap, appDelegate), ("17.0", .notRunning, .scene, scene, nil),
      ("17.0", .background, .scene, tap, sceneDelegate),
      (
        "17.0", .foreground, .swiftUI, tap,
        "the app delegate of @UIApplicationDelegateAdaptor must be made the delegate"
      ),
    ] as [(String, AppState, Lifecycle, String, String?)])
  func `receives a local notification where the system and the app's delegates say`(
    ios: String, state: AppState, lifecycle: Lifecycle, receiver: String, note: String?
  ) throws {
    let json = """
      {"kind":"localNotification","identifier":"n","ios":"\(ios)","sdk":"26.0",
       "state":"\(state.rawValue)","lifecycle":"\(lifecycle.rawValue)"}
      """
    let answer = LaunchRules.sample.evaluate(
      ReportedLaunch(json: Array(json.utf8)), resolve: LaunchRules.sampleRoutes)
    #expect(answer.receiver?.description == receiver)
    #expect(answer.event == .localNotification(identifier: "n") && answer.problems == [])
    #expect(answer.notes.first?.hasPrefix(note ?? "") ?? (note == nil))
    #expect(
      answer.notes.contains { $0.contains("deprecated since iOS 10.0") }
        == (note == Self.appDelegate && state == .notRunning))
  }

  @Test(arguments: [
    ("localNotification", "foreground", "17.0", nil),
    ("remoteNotification", "foreground", "10.0", nil),
    (
      "remoteNotification", "background", "17.0",
      "presented: an app that is in the background is not asked, since the system shows the "
        + "notification itself: expected \"state\": \"foreground\""
    ),
    (
      "localNotification", "not-running", "17.0",
      "presented: an app that is not running is not asked, since the system shows the "
        + "notification itself: expected \"state\": \"foreground\""
    ),
    (
      "remoteNotification", "foreground", "9.3",
      "presented: iOS 9.3 hands a notification in the foreground to the app as if it were tapped: "
        + "expected iOS 10.0 or later"
    ),
  ])
  func `a presented notification is the step before a tap`(
    kind: String, state: String, ios: String, problem: String?
  ) {
    let json = """
      {"kind":"\(kind)","identifier":"n","presented":true,"state":"\(state)","ios":"\(ios)"}
      """
    let answer = LaunchRules.sample.evaluate(
      ReportedLaunch(json: Array(json.utf8)), resolve: LaunchRules.sampleRoutes)
    #expect(answer.event == nil && answer.destination == nil)
    #expect(answer.problems.map(\.description) == (problem.map { [$0] } ?? []))
    #expect(answer.receiver?.method == (problem == nil ? .willPresent : nil))
    #expect(answer.notes.isEmpty == (problem != nil))
  }

  @Test func `only notifications are presented`() {
    #expect(
      Self.answer(#"{"kind":"normal","presented":true}"#).contains(
        #""problems":["presented: only notifications are presented: expected it with a kind of "#))
    #expect(
      Self.answer(#"{"kind":"remoteNotification","identifier":"n","presented":false}"#).hasPrefix(
        #"{"event":{"kind":"remoteNotification","identifier":"n"}"#))
  }

  @Test func `notes that a system is newer than what is known`() {
    #expect(
      Self.answer(#"{"kind":"normal","ios":"39","lifecycle":"scene"}"#).contains(
        #""notes":["iOS 39.0 is treated as iOS "#))
  }

  @Test func `follows a URL inside a notification`() {
    var rules = LaunchRules.sample
    rules.notificationURLKey = "communication.url"
    let json = """
      {"kind":"remoteNotification","identifier":"i","state":"foreground",
       "userInfo":{"aps":{"badge":1},"communication":{"url":"https://asajikan.jp/article/5"}}}
      """
    #expect(Self.answer(json, rules: rules).contains(#""parameters":{"id":"5"}"#))
    // Rules that look under another key lead home, and give the reason.
    for key in ["url", nil] {
      rules.notificationURLKey = key
      let answer = Self.answer(json, rules: rules)
      #expect(answer.contains(#""screen":"home""#))
      #expect(answer.contains("userInfo.communication.url: is not read"))
    }
  }
}
