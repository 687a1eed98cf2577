import LaunchRouting
import Platforms
import Testing

struct LaunchReadingTests {
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
    let nothing = ReportedLaunch(json: [])
    #expect(nothing.path == nil && nothing.launch == nil)
    #expect(
      nothing.problems.map(\.description)
        == ["line 1, column 1: the text is empty: expected a JSON value"])
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
