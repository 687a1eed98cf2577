import JSONSyntax
import Testing

@testable import LaunchRouting

/// Each rule with a violation, its message, and a valid neighbour without a finding.
struct NotificationRuleTests {
  typealias Change = @Sendable (inout CommunicationNotification) -> Void

  struct Row: CustomTestStringConvertible {
    let code: String
    let severity: NotificationFinding.Severity
    let path: String
    let message: String
    let breaks: Change
    let keeps: Change
    /// The codes of findings that go with it.
    var others: [String] = []

    var testDescription: String { code }
  }

  private static func group(_ notification: inout CommunicationNotification, listed: Int) {
    notification.group = .init(name: "Cooks")
    notification.recipients = (0..<listed).map { Person(displayName: "R\($0)") }
  }

  static let rows: [Row] = [
    Row(
      code: "conversation-identifier-missing", severity: .error, path: "conversationIdentifier",
      message: "is missing: expected an identifier shared by all messages of the conversation",
      breaks: { $0.conversationIdentifier = "" }, keeps: { $0.conversationIdentifier = " " }),
    Row(
      code: "sender-name-missing", severity: .error, path: "sender.displayName",
      message: "is missing: expected the title of the notification",
      breaks: { $0.sender.displayName = "" }, keeps: { $0.sender.displayName = "H" }),
    Row(
      code: "sender-identity-missing", severity: .warning, path: "sender",
      message: "has none of 'handle', 'contactIdentifier' and 'customIdentifier': "
        + "no Focus can allow this person",
      breaks: { ($0.sender.handle, $0.sender.customIdentifier) = (nil, nil) },
      keeps: { $0.sender.handle = nil }),
    Row(
      code: "sender-is-current-user", severity: .error, path: "sender.isMe",
      message: "the sender is the current user: expected another person",
      breaks: { $0.sender.isMe = true }, keeps: { $0.sender.isMe = false }),
    Row(
      code: "content-missing", severity: .warning, path: "content",
      message: "is missing: the notification shows only the sender",
      breaks: { $0.content = nil }, keeps: { $0.content = "!" }),
    Row(
      code: "current-user-listed", severity: .warning, path: "recipients[1]",
      message: "is the current user, who is implied: list only other people",
      breaks: {
        $0.recipients = [Person(displayName: "K"), Person(displayName: "Me", isMe: true)]
      }, keeps: { $0.recipients = [Person(displayName: "K")] }),
    Row(
      code: "group-too-small", severity: .error, path: "group",
      message: "a group shows its name and picture only with two or more recipients besides the "
        + "current user, listed or counted: there is 1",
      breaks: { group(&$0, listed: 1) }, keeps: { group(&$0, listed: 2) }),
    Row(
      code: "group-name-missing", severity: .error, path: "group.name",
      message: "is missing: a group's picture is shown only with its name",
      breaks: {
        group(&$0, listed: 2)
        $0.group = .init(name: nil, imageURL: "https://example.com/g.png")
      }, keeps: { group(&$0, listed: 2) }),
    Row(
      code: "recipients-listed-and-counted", severity: .warning, path: "recipientCount",
      message: "is ignored because recipients are listed: expected one of the two",
      breaks: {
        $0.recipients = [Person(displayName: "K")]
        $0.recipientCount = 2
      }, keeps: { $0.recipientCount = 2 }),
    Row(
      code: "recipient-list-long", severity: .warning, path: "recipients",
      message:
        "11 recipients are listed: more than 10 use too much of the service extension's memory",
      breaks: { group(&$0, listed: 11) }, keeps: { group(&$0, listed: 10) }),
    Row(
      code: "image-url-scheme", severity: .error, path: "sender.imageURL",
      message: "'http://example.com/a' is not the address of a picture: expected an https URL",
      breaks: { $0.sender.imageURL = "http://example.com/a" },
      keeps: { $0.sender.imageURL = "HTTPS://example.com/a" }),
    Row(
      code: "attachment-url-scheme", severity: .error, path: "attachments[0].audioURL",
      message: "'file:///a.m4a' is not the address of a recording: expected an https URL",
      breaks: { $0.attachments = [.init(audioURL: "file:///a.m4a")] },
      keeps: { $0.attachments = [] }, others: ["ignored-when-received"]),
    Row(
      code: "ignored-when-received", severity: .warning, path: "outgoingMessageType",
      message: "travels with the message, but the system ignores it in one that is received",
      breaks: { $0.outgoingMessageType = .audio }, keeps: { $0.serviceName = "S" }),
    Row(
      code: "deep-link-format", severity: .error, path: "url",
      message: "'article/42' is not a URL: expected a scheme followed by a path or a host",
      breaks: { $0.url = "article/42" }, keeps: { $0.url = "asajikan://article/42" }),
    Row(
      code: "payload-too-large", severity: .error, path: "content",
      message: "the payload has 4097 bytes, 1 more than the 4096 that APNs accepts: the largest "
        + "field is 'content' with 3819 bytes",
      breaks: { $0.content = String(repeating: "a", count: 3817) },
      keeps: { $0.content = String(repeating: "a", count: 3816) }),
  ]

  @Test(arguments: rows)
  func `each rule finds its own fault and nothing else`(row: Row) throws {
    var broken = CommunicationNotification.sample
    row.breaks(&broken)
    let finding = try #require(broken.findings.first)
    #expect(broken.codes == [row.code] + row.others)
    #expect(finding.severity == row.severity)
    #expect(finding.path == row.path)
    #expect(finding.message == row.message)
    var kept = CommunicationNotification.sample
    row.keeps(&kept)
    #expect(kept.codes == [])
  }

  @Test func `every rule has a row, and codes are kebab-case words`() {
    let codes = CommunicationNotification.findingCodes
    #expect(codes == ["notification-format"] + Self.rows.map(\.code))
    for code in codes {
      #expect(code.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
    }
  }

  @Test func `finds nothing in valid notifications`() {
    #expect(CommunicationNotification.sample.findings == [])
    #expect(CommunicationNotification.full.findings == [])
  }

  @Test func `counts a group instead of listing it, and never the current user`() {
    var notification = CommunicationNotification.sample
    notification.group = .init(name: "Cooks")
    #expect(notification.codes == ["group-too-small"])
    notification.recipientCount = 1
    #expect(notification.codes == ["group-too-small"])
    notification.recipientCount = 2
    #expect(notification.codes == [])
    notification.recipientCount = nil
    notification.recipients = [
      Person(displayName: "K"), Person(displayName: "Me", isMe: true),
    ]
    #expect(notification.codes == ["current-user-listed", "group-too-small"])
    #expect(notification.findings.last?.message.hasSuffix("there is 1") == true)
  }

  @Test func `checks every picture`() {
    var notification = CommunicationNotification.full
    notification.sender.imageURL = ""
    notification.recipients[1].imageURL = "data:image/png;base64,"
    notification.group?.imageURL = "https:///g.png"
    #expect(
      notification.findings.map(\.path) == [
        "sender.imageURL", "recipients[1].imageURL", "group.imageURL",
      ])
  }
}

extension CommunicationNotification {
  /// The codes of all rules and of the finding for unreadable text.
  static var findingCodes: [String] {
    [NotificationFinding.formatCode] + CommunicationNotification.rules.map(\.code)
  }
}
