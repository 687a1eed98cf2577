import JSONSyntax
import LaunchRouting
import Testing

struct LaunchEvaluationTests {
  static func answer(_ json: String, rules: LaunchRules = .sample) -> String {
    rules.evaluate(ReportedLaunch(json: Array(json.utf8)), resolve: LaunchRules.sampleRoutes)
      .output.compact
  }

  @Test func `answers with event, destination, receiver and problems in this order`() {
    #expect(
      Self.answer(
        """
        {"kind":"userActivity","activityType":"NSUserActivityTypeBrowsingWeb",
         "webpageURL":"https://asajikan.jp/article/42","state":"background"}
        """) == """
          {"event":{"kind":"deepLink","url":"https://asajikan.jp/article/42"},\
          "destination":{"screen":"article","parameters":{"id":"42"}},\
          "receiver":{"method":"scene(_:continue:)","key":null},"problems":[],"launch":null}
          """)
  }

  @Test func `answers with the screen behind the login`() {
    #expect(
      Self.answer(
        #"{"kind":"shortcutItem","type":"jp.asajikan.new","session":{"loggedIn":false}}"#) == """
          {"event":{"kind":"homeScreen","type":"jp.asajikan.new"},\
          "destination":{"screen":"login","parameters":{},\
          "then":{"screen":"compose","parameters":{}}},\
          "receiver":{"method":"scene(_:willConnectTo:options:)",\
          "key":"connectionOptions.shortcutItem"},"problems":[],"launch":null}
          """)
  }

  @Test func `answers with null for unknown parts`() {
    #expect(
      Self.answer("[]") == """
        {"event":null,"destination":{"screen":"home","parameters":{}},"receiver":null,\
        "problems":["found an array: expected an object"],"launch":null}
        """)
  }

  @Test(arguments: [
    (#"{"kind":"normal"}"#, #"{"kind":"normal"}"#),
    (
      #"{"kind":"remoteNotification","identifier":"i"}"#,
      #"{"kind":"remoteNotification","identifier":"i"}"#
    ),
    (
      #"{"kind":"localNotification","identifier":"i"}"#,
      #"{"kind":"localNotification","identifier":"i"}"#
    ),
    (
      """
      {"kind":"userActivity","activityType":"com.apple.corespotlightitem",
       "userInfo":{"kCSSearchableItemActivityIdentifier":"7"}}
      """, #"{"kind":"spotlight","resultIdentifier":"7"}"#
    ),
    (
      """
      {"kind":"userActivity","activityType":"com.apple.corespotlightquery",
       "userInfo":{"kCSSearchQueryString":"curry"}}
      """, #"{"kind":"spotlight","query":"curry"}"#
    ),
    (
      #"{"kind":"userActivity","activityType":"jp.asajikan.intent","userInfo":{"word":"w"}}"#,
      #"{"kind":"intent","word":"w"}"#
    ),
    (
      #"{"kind":"openURL","url":"asajikan-widget://x/9","sourceApplication":"s"}"#,
      #"{"kind":"widget","identifier":"9"}"#
    ),
    (#"{"kind":"openURL","url":"other://x"}"#, "null"),
  ])
  func `shows each event`(json: String, event: String) {
    #expect(Self.answer(json).hasPrefix("{\"event\":\(event),\"destination\""))
    #expect(Self.answer(json).hasSuffix("\"problems\":[],\"launch\":null}"))
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
