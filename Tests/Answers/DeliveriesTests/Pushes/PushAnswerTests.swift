import Deliveries
import Testing

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
    (410, "ExpiredToken", .dead), (410, "Unregistered", .dead),
    (413, "PayloadTooLarge", .report), (429, "TooManyProviderTokenUpdates", .report),
    (429, "TooManyRequests", .report), (500, "InternalServerError", .again),
    (503, "ServiceUnavailable", .again), (503, "Shutdown", .again),
  ]

  @Test func `treats every reason as Apple asks for`() {
    for (status, reason, treatment) in Self.rows {
      let answer = PushAnswer(status: status, body: Array(#"{"reason":"\#(reason)"}"#.utf8))
      #expect(answer.treatment == treatment && answer.reason == reason, "\(status) \(reason)")
    }
    #expect(PushAnswer(status: 200, body: []).treatment == .taken)
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
