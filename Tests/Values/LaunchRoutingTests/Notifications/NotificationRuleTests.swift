import JSONSyntax
import Testing

@testable import LaunchRouting

/// The rules, whose violations and valid neighbours are in `Notifications.txt`.
struct NotificationRuleTests {
  @Test func `every rule has a row, and codes are kebab-case words`() {
    let codes = CommunicationNotification.findingCodes
    let told = NotificationReadingTests.rows.flatMap { $0.named("error") + $0.named("warning") }
      .map { String($0.prefix { $0 != " " }) }
    #expect(codes.sorted() == Set(told + ["payload-too-large"]).sorted())
    for code in codes {
      #expect(code.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
    }
  }

  @Test func `a payload has at most the bytes that APNs accepts`() {
    var notification = CommunicationNotification.sample
    notification.content = String(repeating: "a", count: 3816)
    #expect(notification.findings == [])
    notification.content = String(repeating: "a", count: 3817)
    #expect(
      notification.findings.map { "\($0.severity) \($0.code) \($0.path): \($0.message)" } == [
        "error payload-too-large content: the payload has 4097 bytes, 1 more than the 4096 that APNs "
          + "accepts: the largest field is 'content' with 3819 bytes"
      ])
  }
}

extension CommunicationNotification {
  /// The codes of all rules and of the finding for unreadable text.
  static var findingCodes: [String] {
    [NotificationFinding.formatCode] + CommunicationNotification.rules.map(\.code)
  }
}
