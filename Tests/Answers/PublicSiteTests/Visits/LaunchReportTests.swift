import HTTPCore
import LinkStorage
import Service
import Testing
@testable import ServiceSupport

@Suite struct LaunchReportTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private let launch = #"{"kind": "openURL", "url": "https://a.example/", "ios": "17.0"}"#

  private func report(_ body: String, token: String? = nil, client: String = "192.0.2.1") throws
    -> Answer
  {
    let text = try token ?? service.makeToken([.writeLaunches])
    return try service.visit(
      "/_keiro/launches", method: "POST", fields: "Authorization: Bearer \(text)\r\n", body: body,
      client: client)
  }

  private func counts(_ answer: Answer) -> [String?] {
    ["counted", "repeated", "rejected"].map { answer[$0] }
  }

  @Test func `counts launches, each identifier once`() throws {
    let one =
      "{\"app\": \"shop\", \"launch\": {\"kind\": \"normal\"}, \"appVersion\": \"2.1\", \"id\": \"1\"}"
    #expect(counts(try report(one)) == ["1", "0", "0"])
    #expect(counts(try report("[\(one), \(one)]")) == ["0", "2", "0"])
    let other = one.replacing("\"1\"", with: "\"2\"")
    #expect(counts(try report("{\"launches\": [\(other), \(other), {}]}")) == ["1", "1", "1"])
    let deep =
      "{\"app\": \"shop\", \"launch\": \(launch), \"event\": {\"kind\": \"deepLink\", \"url\": \"x\"}}"
    #expect(counts(try report(deep)) == ["1", "0", "0"])
    #expect(counts(try report("[]")) == ["0", "0", "0"])
    let answer = try service.call("GET", "/v1/stats?by=launch")
    #expect(
      answer["launches"] == "3" && answer["rows.0.name"] == "normal"
        && answer["rows.1.name"] == "deepLink")
    #expect(try service.call("GET", "/v1/stats?by=appVersion")["rows.0.name"] == "2.1")
  }

  /// Activities of Handoff are counted by the app's rules, or as the app says.
  @Test(arguments: [
    (
      """
      {"app": "shop", "launch": {"kind": "userActivity", "activityType": "com.example.browse"}}
      """, "handoff"
    ),
    (
      """
      {"app": "shop", "launch": {"kind": "userActivity", "activityType": "com.example.browse",
       "webpageURL": "https://a.example/"}}
      """, "deepLink"
    ),
    (#"{"app": "shop", "launch": {"kind": "normal"}, "event": "handoff"}"#, "handoff"),
    (
      """
      {"app": "shop", "launch": {"kind": "remoteNotification", "identifier": "n",
       "presented": true, "state": "foreground"}}
      """, "none"
    ),
  ]) func `counts each launch by its kind`(_ body: String, _ kind: String) throws {
    #expect(counts(try report(body)) == ["1", "0", "0"])
    #expect(try service.call("GET", "/v1/stats?by=launch")["rows.0.name"] == kind)
  }

  @Test(arguments: [
    (#"{"app": "shp", "launch": {"kind": "normal"}}"#, ["app"]), ("{}", ["app", "launch"]),
    ("7", [""]),
    (#"{"app": "shop", "launch": {"kind": "normal"}, "at": "soon"}"#, ["at"]),
    (#"{"app": "shop", "launch": {"kind": "normal"}, "at": "2020-01-01T00:00:00Z"}"#, ["at"]),
    (#"{"app": "shop", "launch": {"kind": "normal"}, "at": "9999-01-01T00:00:00Z"}"#, ["at"]),
    (#"{"app": "shop", "launch": {"kind": "normal"}, "appVersion": "<b>"}"#, ["appVersion"]),
    (#"{"app": "shop", "launch": {"kind": "normal"}, "event": "party"}"#, ["event"]),
    (#"{"app": "shop", "launch": {"kind": "normal"}, "id": ""}"#, ["id"]),
    (#"{"app": "shop", "launch": {"kind": "normal"}, "ap": 1}"#, ["ap"]),
    (#"{"launches": 7}"#, ["app", "launch", "launches"]),
  ]) func `refuses a report that is wrong altogether`(_ body: String, _ faults: [String]) throws {
    let answer = try report(body)
    #expect(answer.status == 422 && answer.faults.sorted() == faults, "\(answer.text)")
  }

  @Test func `refuses who may not report, and what is no report`() throws {
    #expect(try report("{}", token: service.makeToken([.readLinks])).status == 403)
    #expect(try report("{}", token: "keiro_x").status == 401)
    #expect(try report("").problem == "invalid-json")
    #expect(try report("", token: "keiro_x").status == 401)
    #expect(
      try report("[" + Array(repeating: "{}", count: 1001).joined(separator: ",") + "]").status
        == 413)
    let get = try service.visit("/_keiro/launches")
    #expect(get.status == 405 && get.field("Allow") == "POST, OPTIONS")
    #expect(try service.visit("/_keiro/launches", method: "OPTIONS").status == 204)
  }

  @Test func `takes no body from strangers, and no more than there is memory for`() throws {
    let large = "[" + String(repeating: " ", count: 1 << 20) + "]"
    #expect(try report(large, token: "keiro_x").status == 401)
    let long = try report(large)
    #expect(long.status == 413 && long.problem == "body-too-long")
    let medium = "[" + String(repeating: " ", count: 900_000) + "]"
    let leases = (0..<5).map { number in
      service.directory.launchBodies.lease(for: .token("\(number)")) {
        HTTPResponse(.serviceUnavailable)
      }
    }
    // A body that is only announced takes no memory.
    #expect(try report(medium).status == 200)
    #expect(leases.prefix(4).allSatisfy { $0.reach(4 << 20) } && !leases[4].reach(1))
    let answer = try report(medium)
    #expect(answer.problem == "busy" && answer.field("Retry-After") == "1")
    withExtendedLifetime(leases) {}
  }

  @Test func `apps need no token, and may report less`() throws {
    func open(_ body: String, client: String = "192.0.2.1") throws -> Answer {
      try service.visit("/_keiro/launches", method: "POST", body: body, client: client)
    }
    let one = #"{"app": "shop", "launch": {"kind": "normal"}, "id": "1"}"#
    #expect(counts(try open(one)) == ["1", "0", "0"])
    #expect(counts(try open(one)) == ["0", "1", "0"])
    let many = "[" + Array(repeating: one, count: 51).joined(separator: ",") + "]"
    #expect(try open(many).problem == "batch-too-long")
    #expect(try open("[" + String(repeating: " ", count: 1 << 16) + "]").status == 413)
    for _ in 0..<60 { _ = try open("[]", client: "192.0.2.5") }
    #expect(try open("[]", client: "192.0.2.5").status == 429)
  }

  @Test func `bounds how often a network reports`() throws {
    let token = try service.makeToken([.writeLaunches])
    for _ in 0..<600 { _ = try report("[]", token: token) }
    #expect(try report("[]", token: token).status == 429)
    #expect(try report("[]", token: token, client: "192.0.2.2").status == 200)
  }
}
