import LaunchRouting
import Platforms
import Testing

struct LaunchReadingTests {
  @Test(arguments: [
    ("", ["line 1, column 1: the text is empty: expected a JSON value"]),
    (
      "{\"kind\":",
      [
        "line 1, column 9: the text ends prematurely: the '{' at line 1, column 1 is not closed"
      ]
    ),
    ("[]", ["found an array: expected an object"]),
    ("{}", ["'kind' is missing: expected it here"]),
    (#"{"kind":1}"#, ["kind: found a number: expected a string"]),
    (
      #"{"kind":"openUrl","url":"a:b"}"#,
      [
        "kind: 'openUrl' is unknown: expected one of normal, localNotification, "
          + "remoteNotification, userActivity, openURL, shortcutItem; did you mean 'openURL'?"
      ]
    ),
    (#"{"kind":"openURL"}"#, ["'url' is missing: expected it here"]),
    (#"{"kind":"openURL","url":null}"#, ["url: found null: expected a string"]),
    (#"{"kind":"openURL","url":""}"#, ["url: the string is empty"]),
    (#"{"kind":"localNotification"}"#, ["'identifier' is missing: expected it here"]),
    (#"{"kind":"shortcutItem"}"#, ["'type' is missing: expected it here"]),
    (
      #"{"kind":"userActivity","webpageURL":5,"userInfo":[]}"#,
      [
        "'activityType' is missing: expected it here",
        "webpageURL: found a number: expected a string",
        "userInfo: found an array: expected an object",
      ]
    ),
  ])
  func `makes no launch from missing and invalid fields`(json: String, problems: [String]) {
    let report = ReportedLaunch(json: Array(json.utf8))
    #expect(report.launch == nil)
    #expect(report.problems.map(\.description) == problems)
    let evaluation = LaunchRules.sample.evaluate(report, resolve: LaunchRules.sampleRoutes)
    #expect(evaluation.event == nil)
    #expect(evaluation.destination == .screen(Screen("home")))
  }

  @Test(arguments: [
    (#""ios":"abc""#, "ios: 'abc' is not a version: expected one such as 17.0"),
    (#""ios":17"#, "ios: found a number: expected a string"),
    (
      #""state":"backgroud""#,
      "state: 'backgroud' is unknown: expected one of not-running, background, foreground; "
        + "did you mean 'background'?"
    ),
    (
      #""lifecycle":"windows""#,
      "lifecycle: 'windows' is unknown: expected one of app-delegate, scene, swiftui"
    ),
    (#""session":true"#, "session: found a boolean: expected an object"),
    (
      #""session":{"loggedIn":"no"}"#,
      "session.loggedIn: found a string: expected true or false"
    ),
    (#""session":{"logedIn":true}"#, "session.logedIn: unknown key: did you mean 'loggedIn'?"),
    (
      #""webpageURL":"https://a.jp""#,
      "webpageURL: unknown key: expected one of kind, presented, ios, sdk, state, lifecycle, session"
    ),
    (#""kind":"openURL""#, "kind: this name is already used in the object: expected it once"),
  ])
  func `reports problems around a launch and keeps it`(member: String, problem: String) {
    let report = ReportedLaunch(json: Array(#"{"kind":"normal",\#(member)}"#.utf8))
    #expect(report.launch == .normal)
    #expect(report.context == LaunchContext())
    #expect(report.problems.map(\.description) == [problem])
  }

  @Test func `reads everything around a launch`() {
    let report = ReportedLaunch(
      json: Array(
        """
        {"kind":"normal","ios":"12.4.1","state":"foreground","lifecycle":"app-delegate",
         "session":{"loggedIn":false}}
        """.utf8))
    let context = LaunchContext(
      system: SystemVersion(12, 4, 1), state: .foreground,
      lifecycle: .appDelegate, session: LaunchSession(isLoggedIn: false))
    #expect(report.context == context)
    #expect(report.problems == [])
  }

  @Test func `treats null as absent for optional fields`() {
    let json = """
      {"kind":"userActivity","activityType":"t","webpageURL":null,"userInfo":null,"ios":null,
       "state":null,"lifecycle":null,"session":null}
      """
    let report = ReportedLaunch(json: Array(json.utf8))
    #expect(report.launch == .userActivity(.init(activityType: "t")))
    #expect(report.problems == [])
  }

  @Test func `keeps the path of a launch that could not be read`() {
    for (json, path) in [
      (#"{"kind":"openURL"}"#, LaunchPath.url), (#"{"kind":"userActivity"}"#, .userActivity),
      (#"{"kind":"localNotification"}"#, .localNotification),
      (#"{"kind":"shortcutItem"}"#, .quickAction),
    ] {
      #expect(ReportedLaunch(json: Array(json.utf8)).path == path)
    }
    #expect(ReportedLaunch(json: []).path == nil)
  }

  @Test func `handles any bytes`() {
    let sample = Array(
      #"{"kind":"remoteNotification","identifier":"é","userInfo":{"url":["a",{"b":1}]}}"#.utf8)
    let bytes: [UInt8] = [0, 0x22, 0x5B, 0x7B, 0x7D, 0xFF]
    for position in sample.indices {
      let cut = ReportedLaunch(json: Array(sample[..<position]))
      #expect(cut.launch == nil && !cut.problems.isEmpty)
      for byte in bytes {
        var changed = sample
        changed[position] = byte
        let report = ReportedLaunch(json: changed)
        let answer = LaunchRules.sample.evaluate(report, resolve: LaunchRules.sampleRoutes)
        #expect(answer.destination != nil)
      }
    }
  }
}
