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

  private static func reading(_ members: String = "", sender: String = "") -> ReportedNotification {
    let json = """
      {"sender":{"displayName":"H","customIdentifier":"u"\(sender.isEmpty ? "" : ",")\(sender)},
       "content":"x","conversationIdentifier":"c"\(members.isEmpty ? "" : ",")\(members)}
      """
    return ReportedNotification(json: Array(json.utf8))
  }

  /// Values beside those of a full notification, with their places in the payload: what the system
  /// reads is in `aps`, what the extension reads in `communication`.
  @Test(arguments: [
    ("", #""suggestionType":"none""#, #""suggestionType":"none""#),
    (
      "", #""suggestionType":"instantMessageAddress""#,
      #""suggestionType":"instantMessageAddress""#
    ),
    ("", #""handle":{"value":"a@b.c","type":"emailAddress"}"#, #""type":"email""#),
    ("", #""handle":{"value":"+81","type":"phoneNumber"}"#, #""type":"phone""#),
    ("", #""handle":{"value":"x","type":"unknown"}"#, #""type":"other""#),
    (#""speakableGroupName":"G","recipientCount":2"#, "", #""group":{"name":"G"}"#),
    (#""interruptionLevel":"passive""#, "", #"aps "interruption-level":"passive""#),
    (#""interruptionLevel":"critical""#, "", #"aps "interruption-level":"critical""#),
    (#""relevanceScore":0"#, "", #"aps "relevance-score":0.0"#),
    (#""relevanceScore":1"#, "", #"aps "relevance-score":1.0"#),
  ])
  func `puts each field where it is read`(members: String, sender: String, expected: String) throws
  {
    let report = Self.reading(members, sender: sender)
    #expect(report.findings == [])
    let payload = try #require(report.payload?.json)
    let start = try #require(payload.firstRange(of: #""communication":"#)?.lowerBound)
    if expected.hasPrefix("aps ") {
      #expect(payload[..<start].contains(expected.dropFirst(4)))
    } else {
      #expect(payload[start...].contains(expected))
    }
    #expect(
      CommunicationNotification(payload: Array(payload.utf8)) == report.notification)
  }

  /// What the system ignores in a received message travels all the same.
  @Test(arguments: [
    (#""outgoingMessageType":"audio""#, "", "outgoingMessageType"),
    (#""outgoingMessageType":"text""#, "", "outgoingMessageType"),
    (#""attachments":[{"audioURL":"https://a.jp/a.m4a"}]"#, "", "attachments"),
    ("", #""isContactSuggestion":true"#, "sender.isContactSuggestion"),
  ])
  func `warns of what the system ignores`(members: String, sender: String, path: String) {
    let report = Self.reading(members, sender: sender)
    #expect(report.findings.map(\.code) == ["ignored-when-received"])
    #expect(report.findings.map(\.path) == [path])
    #expect(report.findings.map(\.severity) == [.warning])
    #expect(report.payload?.json.contains(members + sender) == true)
  }

  @Test(arguments: [
    (
      #""interruptionLevel":"timeSensitive""#,
      "interruptionLevel: 'timeSensitive' is unknown: expected one of passive, active, "
        + "time-sensitive, critical; did you mean 'time-sensitive'?"
    ),
    (
      #""relevanceScore":1.5"#,
      "relevanceScore: 1.5 is out of range: expected a number from 0 to 1"
    ),
    (#""relevanceScore":-1"#, "relevanceScore: -1 is out of range: expected a number from 0 to 1"),
    (#""relevanceScore":"1""#, "relevanceScore: found a string: expected a number from 0 to 1"),
    (
      #""outgoingMessageType":"video""#,
      "outgoingMessageType: 'video' is unknown: expected one of text, audio"
    ),
    (#""attachments":[{}]"#, "attachments[0]: 'audioURL' is missing: expected it here"),
    (#""groupName":"G""#, "groupName: unknown key: did you mean 'group.name'?"),
    (#""name":"G""#, "name: unknown key: did you mean 'sender.displayName'?"),
    (
      #""interruption-level":"active""#,
      "interruption-level: unknown key: did you mean 'interruptionLevel'?"
    ),
    (
      #""group":{"name":"A"},"speakableGroupName":"B","recipientCount":2"#,
      "speakableGroupName: 'group.name' is given too: expected one of the two"
    ),
  ])
  func `names the field that is meant`(members: String, problem: String) {
    Self.expect(problem, in: Self.reading(members))
  }

  @Test(arguments: [
    (#""name":"G""#, "name: unknown key: did you mean 'displayName'?"),
    (
      #""nameComponents":{"givenName":"G"}"#,
      "nameComponents.givenName: unknown key: did you mean 'given'?"
    ),
    (
      #""suggestionType":"social""#,
      "suggestionType: 'social' is unknown: expected one of none, socialProfile, "
        + "instantMessageAddress"
    ),
  ])
  func `names the field of the sender that is meant`(members: String, problem: String) {
    Self.expect("sender." + problem, in: Self.reading(sender: members))
  }

  private static func expect(_ problem: String, in report: ReportedNotification) {
    let errors = report.findings.filter { $0.severity == .error }
    #expect(errors.map { "\($0.path): \($0.message)" } == [problem])
  }

  /// A finding that would only follow from an unreadable field is not made.
  @Test(arguments: [
    (
      #"{"displayName":"H","handle":"alice"}"#, "",
      "sender.handle: found a string: expected an object such as {\"value\": …, \"type\": "
        + "\"email\"}"
    ),
    (
      #"{"displayName":"H","handle":{"value":"a","type":"fax"}}"#, "",
      "sender.handle.type: 'fax' is unknown: expected one of email, phone, other, emailAddress, "
        + "phoneNumber, unknown"
    ),
    (
      #"{"displayName":"H","customIdentifier":5}"#, "",
      "sender.customIdentifier: found a number: expected a string"
    ),
    (#""Hana""#, "", "sender: found a string: expected an object"),
    (
      #"{"displayName":"H","customIdentifier":"u"}"#,
      #","group":{"name":"G"},"recipients":"all""#, "recipients: found a string: expected an array"
    ),
  ])
  func `reports a fault once`(sender: String, members: String, problem: String) {
    let json = #"{"sender":\#(sender),"content":"x","conversationIdentifier":"c"\#(members)}"#
    let findings = ReportedNotification(json: Array(json.utf8)).findings
    #expect(findings.map { "\($0.path): \($0.message)" } == [problem])
  }

  @Test(arguments: [
    (#"{"given":"Hana","family":"Mori"}"#, "Hana Mori"),
    (
      #"{"prefix":"Dr.","given":"Hana","middle":"M.","family":"Mori","suffix":"Jr."}"#,
      "Dr. Hana M. Mori Jr."
    ),
    (#"{"given":"花","family":"森"}"#, "森 花"), (#"{"given":"はな","family":"モリ"}"#, "モリ はな"),
    (#"{"nickname":"Hanachan"}"#, "Hanachan"), (#"{"given":"Hana","nickname":"H"}"#, "Hana"),
    (#"{}"#, nil), (#"{"given":""}"#, nil),
  ])
  func `shows the parts of a name where there is no display name`(parts: String, title: String?) {
    let json = """
      {"sender":{"nameComponents":\(parts),"customIdentifier":"u"},"content":"x",
       "conversationIdentifier":"c"}
      """
    let report = ReportedNotification(json: Array(json.utf8))
    #expect(report.findings.map(\.code) == (title == nil ? ["sender-name-missing"] : []))
    let start = title.map { #"{"aps":{"alert":{"title":"\#($0)""# }
    #expect(start == nil || report.payload?.json.hasPrefix(start ?? "") == true)
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
