import Cryptography
import JSONSyntax
import LinkStorage
import Outgoing
import SiteModel
import Testing

@testable import Deliveries

@Suite struct PushFlowTests {
  private func flow(_ count: Int) -> PushFlow {
    var flow = PushFlow()
    for number in 0..<count { flow.add(number) }
    return flow
  }

  @Test func `sends one push alone, and the others when it was good`() {
    var flow = flow(1000)
    #expect(flow.next(at: 0) == [0])
    #expect(flow.next(at: 0) == [])
    flow.answered(isGood: true, at: 1)
    #expect(flow.next(at: 1) == Array(1...PushFlow.streams))
    #expect(flow.next(at: 1) == [])
    flow.answered(isGood: true, at: 2)
    #expect(flow.next(at: 2) == [PushFlow.streams + 1])
  }

  @Test func `goes on one by one until a request was good`() {
    var flow = flow(3)
    _ = flow.next(at: 0)
    flow.answered(isGood: false, at: 1)
    #expect(flow.next(at: 1) == [1])
  }

  @Test func `begins with one again when the connection was lost`() {
    var flow = flow(10)
    _ = flow.next(at: 0)
    flow.answered(isGood: true, at: 0)
    let sent = flow.next(at: 0)
    #expect(sent.count == 9)
    for number in sent {
      flow.lost()
      flow.add(number)
      // Nothing new is sent while others are in progress on a connection that may be new.
      #expect(flow.next(at: 1).count == (number == sent.last ? 1 : 0))
    }
    flow.answered(isGood: true, at: 2)
    #expect(flow.next(at: 2).count == 8)
  }

  /// GOAWAY: some pushes are refused, and others of the same connection still get their answers.
  @Test func `late answers of a connection that is lost say nothing of the next one`() {
    var flow = flow(10)
    _ = flow.next(at: 0)
    #expect(!flow.hasProgress)
    flow.answered(isGood: true, at: 0)
    #expect(flow.hasProgress && flow.next(at: 0).count == 9)
    for number in 1...5 {
      flow.lost()
      flow.add(number)
    }
    for _ in 6...9 {
      #expect(flow.next(at: 1) == [])
      flow.answered(isGood: true, at: 1)
    }
    #expect(flow.hasProgress && flow.next(at: 1) == [1])
    #expect(!flow.hasProgress)
    flow.answered(isGood: true, at: 2)
    #expect(flow.next(at: 2) == [2, 3, 4, 5])
  }

  @Test func `takes a connection that was idle for long for lost`() {
    var flow = flow(1)
    _ = flow.next(at: 0)
    flow.answered(isGood: true, at: 0)
    for number in 0..<5 { flow.add(number) }
    #expect(flow.next(at: 3600).count == 1)
  }

  @Test func `keeps the order over many pushes`() {
    var flow = flow(5000)
    var sent = flow.next(at: 0)
    while !flow.isIdle {
      flow.answered(isGood: true, at: 0)
      sent += flow.next(at: 0)
    }
    #expect(sent == Array(0..<5000))
  }
}

@Suite struct PushRequestTests {
  private func faults(_ change: (inout PushRequest) -> Void) -> [String] {
    var request = PushRequest(devices: ["ab"], payload: "{}")
    change(&request)
    return request.faults.map(\.field)
  }

  @Test func `refuses what APNs would refuse`() {
    #expect(faults { _ in } == [])
    #expect(faults { $0.payload = String(repeating: "x", count: 4097) } == ["payload"])
    #expect(
      faults {
        $0.payload = String(repeating: "x", count: 5120)
        $0.kind = .voip
      } == [])
    #expect(faults { $0.priority = 7 } == ["priority"])
    #expect(
      faults {
        $0.priority = 10
        $0.kind = .background
      } == ["priority"])
    #expect(faults { $0.collapseID = String(repeating: "x", count: 65) } == ["collapseID"])
    #expect(faults { $0.collapseID = "a\nb" } == ["collapseID"])
  }

  @Test(arguments: [
    ("ab", true), ("0123456789abcdefABCDEF00", true), ("a", false), ("", false), ("xy", false),
    ("../a", false), (String(repeating: "a", count: 202), false),
  ])
  func `knows the token of a device`(_ text: String, _ isToken: Bool) {
    #expect(PushRequest.isToken(text) == isToken)
  }

  @Test func `tells of a token that is dead, and of no other`() {
    var result = PushResult(
      device: "ab", status: 410, reason: "Unregistered", apnsID: "i", timestamp: 5)
    let event = result.deathEvent(app: "shop", .sandbox, now: time(0))
    #expect(
      event?.data
        == #"{"app":"shop","environment":"sandbox","device":"ab","reason":"Unregistered","timestamp":5}"#
    )
    result.status = 400
    #expect(result.deathEvent(app: "shop", .sandbox, now: time(0)) == nil)
  }
}

/// Apple's table of statuses and reasons.
@Suite struct PushAnswerTests {
  private static let rows: [(Int, String, PushTreatment)] = [
    (400, "BadCollapseId", .report), (400, "BadDeviceToken", .report),
    (400, "BadExpirationDate", .report), (400, "BadMessageId", .report),
    (400, "BadPriority", .report), (400, "BadTopic", .report),
    (400, "DeviceTokenNotForTopic", .report), (400, "DuplicateHeaders", .report),
    (400, "IdleTimeout", .again), (400, "InvalidPushType", .report),
    (400, "MissingDeviceToken", .report), (400, "MissingTopic", .report),
    (400, "PayloadEmpty", .report), (400, "TopicDisallowed", .report),
    (403, "BadCertificate", .stopKey), (403, "BadCertificateEnvironment", .stopKey),
    (403, "BadEnvironmentKeyIdInToken", .stopKey), (403, "ExpiredProviderToken", .renewToken),
    (403, "Forbidden", .stopKey), (403, "InvalidProviderToken", .stopKey),
    (403, "MissingProviderToken", .stopKey), (403, "UnrelatedKeyIdInToken", .stopKey),
    (404, "BadPath", .report), (405, "MethodNotAllowed", .report),
    (410, "ExpiredToken", .report), (410, "Unregistered", .report),
    (413, "PayloadTooLarge", .report), (429, "TooManyProviderTokenUpdates", .report),
    (429, "TooManyRequests", .report), (500, "InternalServerError", .again),
    (503, "ServiceUnavailable", .again), (503, "Shutdown", .again),
  ]

  @Test func `treats every reason as Apple asks for`() {
    for (status, reason, treatment) in Self.rows {
      let answer = PushAnswer(status: status, body: Array(#"{"reason":"\#(reason)"}"#.utf8))
      #expect(answer.treatment == treatment && answer.reason == reason, "\(status) \(reason)")
    }
    #expect(PushAnswer(status: 200, body: []).treatment == .report)
  }

  @Test func `takes the time of a dead token, and of no other answer`() {
    let body = Array(#"{"reason":"Unregistered","timestamp":1700000000123}"#.utf8)
    #expect(PushAnswer(status: 410, body: body).timestamp == 1_700_000_000_123)
    #expect(PushAnswer(status: 400, body: body).timestamp == nil)
  }

  @Test(arguments: ["", "{", "[]", #"{"reason":1}"#])
  func `knows no reason where none is told`(_ body: String) {
    #expect(PushAnswer(status: 400, body: Array(body.utf8)).reason == "Unknown")
  }
}

@Suite struct PushSenderTests {
  private let sender = PushSender(OutgoingRules(), OutgoingContext(agent: "keiro/test") { _ in })

  private func settings(_ keyID: String) throws -> PushSettings {
    let key = try #require(SigningKey()?.pem)
    var settings = PushSettings()
    (settings.teamID, settings.keyID) = ("ABCDE12345", keyID)
    settings.key = String(decoding: key, as: UTF8.self)
    return settings
  }

  @Test func `a reload that changes nothing keeps connections with what they know`() throws {
    let (one, other) = (try settings("AAAAAAAAAA"), try settings("BBBBBBBBBB"))
    let channel = try sender.channel(one, .production)
    let gone = try sender.channel(other, .production)
    sender.adopt(OutgoingRules(), [one, other])
    #expect(try sender.channel(one, .production) === channel)
    #expect(try sender.channel(one, .sandbox) !== channel)
    sender.adopt(OutgoingRules(), [one])
    #expect(try sender.channel(one, .production) === channel)
    #expect(try sender.channel(other, .production) !== gone)
    sender.close()
  }

  @Test func `other rules take effect with other connections`() throws {
    let one = try settings("AAAAAAAAAA")
    let channel = try sender.channel(one, .production)
    var rules = OutgoingRules()
    rules.allowNetworks = .everywhere
    sender.adopt(rules, [one])
    let next = try sender.channel(one, .production)
    #expect(next !== channel)
    sender.adopt(rules, [one])
    #expect(try sender.channel(one, .production) === next)
    sender.close()
  }

  @Test func `a channel that goes at a reload is closed at the end`() async throws {
    let one = try settings("AAAAAAAAAA")
    let channel = try sender.channel(one, .production)
    sender.adopt(OutgoingRules(), [])
    sender.close()
    let request = PushRequest(devices: ["ab"], payload: "{}")
    let results = await withCheckedContinuation { continuation in
      channel.send(request, topic: "t", ids: ["id"]) { continuation.resume(returning: $0) }
    }
    #expect(results.map(\.reason) == ["NoAnswer"])
  }
}
