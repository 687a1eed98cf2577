import JSONSyntax
import LaunchRouting
import Testing

struct NotificationReadingTests {
  static func lines(_ json: String) -> [String] {
    ReportedNotification(json: Array(json.utf8)).findings.map {
      "\($0.line ?? 0):\($0.column ?? 0) \($0.severity) \($0.code) \($0.path): \($0.message)"
    }
  }

  static let good = """
    {"sender":{"displayName":"Hana","handle":{"value":"hana@example.com","type":"email"},
     "imageURL":"https://example.com/hana.png","customIdentifier":"u1"},
     "content":"今日はカレー","conversationIdentifier":"c1"}
    """

  static let full = """
    {"sender":{"displayName":"Hana","handle":{"value":"hana@example.com","type":"email"},
     "imageURL":"https://example.com/hana.png","customIdentifier":"u1",
     "nameComponents":{"given":"Hana","family":"Mori"},"contactIdentifier":"410FE041",
     "suggestionType":"socialProfile"},
     "content":"今日はカレー","conversationIdentifier":"c1","serviceName":"Asajikan",
     "interruptionLevel":"time-sensitive","relevanceScore":0.75,"filterCriteria":"kitchen",
     "targetContentID":"c1",
     "group":{"name":"Cooks","imageURL":"https://example.com/cooks.png"},
     "recipients":[{"displayName":"Ken","handle":{"value":"+81312345678","type":"phone"}},
                   {"customIdentifier":"u3"}],
     "mentionsCurrentUser":true,"isReplyToCurrentUser":true,"notifyRecipientAnyway":true,
     "url":"https://asajikan.jp/article/42","sound":"default","badge":3,"category":"MESSAGE",
     "recipientCount":null}
    """

  @Test func `reads every field`() {
    let report = ReportedNotification(json: Array(Self.full.utf8))
    #expect(report.notification == .full)
    #expect(report.findings == [])
    #expect(report.payload == NotificationPayload(.full))
    #expect(ReportedNotification(json: Array(Self.good.utf8)).notification == .sample)
  }

  @Test func `reports all problems with their paths`() {
    let json = """
      {
        "sender": { "displayname": "Hana", "handle": { "type": "mail" } },
        "content": 5,
        "recipients": [ { "displayName": [] }, "Ken" ],
        "badge": -1,
        "isReplyToCurrentUser": "yes",
        "group": {}
      }
      """
    #expect(
      Self.lines(json) == [
        "2:48 error notification-format sender.handle: 'value' is missing: expected it here",
        "2:58 error notification-format sender.handle.type: 'mail' is unknown: "
          + "expected one of email, phone, other, emailAddress, phoneNumber, unknown; "
          + "did you mean 'email'?",
        "2:15 error notification-format sender.displayname: "
          + "unknown key: did you mean 'displayName'?",
        "3:14 error notification-format content: found a number: expected a string",
        "4:36 error notification-format recipients[0].displayName: "
          + "found an array: expected a string",
        "4:42 error notification-format recipients[1]: found a string: expected an object",
        "6:27 error notification-format isReplyToCurrentUser: "
          + "found a string: expected true or false",
        "5:12 error notification-format badge: "
          + "-1 is out of range: expected a whole number from 0 to 2147483647",
        "1:1 error conversation-identifier-missing conversationIdentifier: "
          + "is missing: expected an identifier shared by all messages of the conversation",
        "2:13 error sender-name-missing sender.displayName: "
          + "is missing: expected the title of the notification",
        "7:12 error group-name-missing group.name: "
          + "is missing: a group's picture is shown only with its name",
      ])
  }

  @Test(arguments: [
    ("", "1:1 error notification-format : the text is empty: expected a JSON value"),
    ("[]", "1:1 error notification-format : found an array: expected an object"),
  ])
  func `handles a text that is not an object`(json: String, line: String) {
    let report = ReportedNotification(json: Array(json.utf8))
    #expect(Self.lines(json) == [line])
    #expect(report.notification == nil && report.payload == nil && report.hasErrors)
    #expect(report.output.compact.hasPrefix(#"{"payload":null,"bytes":null,"findings":[{"#))
  }

  @Test func `makes a payload despite warnings`() {
    let json = #"{"sender":{"displayName":"H"},"content":"x","conversationIdentifier":"c"}"#
    let report = ReportedNotification(json: Array(json.utf8))
    #expect(report.findings.map(\.severity) == [.warning])
    #expect(report.payload != nil && !report.hasErrors)
    #expect(
      report.output.compact == """
        {"payload":{"aps":{"alert":{"title":"H","body":"x"},"thread-id":"c",\
        "mutable-content":1},"communication":{"sender":{"displayName":"H"},\
        "conversationIdentifier":"c"}},"bytes":154,"findings":[{\
        "code":"sender-identity-missing","severity":"warning","path":"sender","line":1,\
        "column":11,"message":"has none of 'handle', 'contactIdentifier' and 'customIdentifier': \
        no Focus can allow this person","help":null}]}
        """)
  }

  static let rows = TextRow.read("Notifications/Notifications.txt")

  @Test func `the table of notifications is there, and says nothing that is not compared`() {
    #expect(Self.rows.count == 68)
    let words = ["aps", "communication", "error", "title", "warning"]
    #expect(Set(Self.rows.flatMap(\.words)) == Set(words))
  }

  @Test(arguments: rows)
  func `finds and sends what the table says`(row: TextRow) throws {
    let report = ReportedNotification(json: Array(row.text.utf8))
    let findings = report.findings.map { "\($0.severity) \($0.code) \($0.path): \($0.message)" }
    #expect(findings == row.lines.filter { $0.hasPrefix("error ") || $0.hasPrefix("warning ") })
    #expect((report.payload == nil) == row.lines.contains { $0.hasPrefix("error ") })
    guard let payload = report.payload?.json else { return }
    let start = try #require(payload.firstRange(of: #""communication":"#)?.lowerBound)
    let (aps, communication) = (row.named("aps"), row.named("communication"))
    #expect(aps.allSatisfy(payload[..<start].contains))
    #expect(communication.allSatisfy(payload[start...].contains))
    for title in row.named("title") {
      #expect(payload.hasPrefix(#"{"aps":{"alert":{"title":"\#(title)""#))
    }
    guard aps + communication != [] else { return }
    #expect(CommunicationNotification(payload: Array(payload.utf8)) == report.notification)
  }

  @Test func `handles any bytes`() {
    let sample = Array(Self.full.utf8)
    for position in sample.indices {
      #expect(ReportedNotification(json: Array(sample[..<position])).hasErrors)
      for byte in [UInt8(0), 0x22, 0x5B, 0x7D, 0xFF] {
        var changed = sample
        changed[position] = byte
        let report = ReportedNotification(json: changed)
        #expect(report.payload == nil || !report.hasErrors)
      }
    }
  }
}
