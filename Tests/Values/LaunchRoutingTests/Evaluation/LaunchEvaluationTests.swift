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

  private static let rows = TextRow.read("Evaluation/Launches.txt")

  @Test func `the table of launches is there, and says nothing that is not compared`() {
    #expect(Self.rows.count == 75)
    let words = ["context", "destination", "event", "launch", "note", "problem", "receiver"]
    #expect(Set(Self.rows.flatMap(\.words)) == Set(words))
  }

  @Test(arguments: rows)
  func `says of a launch what the table says`(row: TextRow) {
    let report = ReportedLaunch(json: Array(row.text.utf8))
    let found = LaunchRules.sample.evaluate(report, resolve: LaunchRules.sampleRoutes)
    for (word, text) in [
      ("launch", report.launch == nil ? "none" : "there"),
      ("event", found.event?.description ?? "none"),
      ("destination", found.destination?.description ?? "none"),
      ("receiver", found.receiver?.description ?? "none"),
      ("context", report.context == LaunchContext() ? "default" : "another"),
    ] {
      #expect(row.named(word).allSatisfy { $0 == text }, "\(word) \(text)")
    }
    #expect(found.problems.map(\.description) == row.named("problem"))
    let (notes, expected) = (found.notes.isEmpty ? ["none"] : found.notes, row.named("note"))
    let areNamed =
      notes.count == expected.count && zip(notes, expected).allSatisfy { $0.hasPrefix($1) }
    #expect(expected.isEmpty || areNamed, "\(notes)")
  }

  @Test(arguments: rows)
  func `leads every launch home or to its link under empty rules`(row: TextRow) {
    let report = ReportedLaunch(json: Array(row.text.utf8))
    let destination = LaunchRules(home: "start").evaluate(
      report, resolve: LaunchRules.sampleRoutes
    ).destination
    let isLink = destination == nil || destination?.description.first == "a"
    #expect(isLink || destination == .screen(Screen("start")))
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
