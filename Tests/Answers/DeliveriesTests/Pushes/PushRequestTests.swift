import JSONSyntax
import LinkStorage
import Testing

@testable import Deliveries

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
