import LaunchRouting
import Testing

struct NotificationPayloadTests {
  @Test func `contains the fallback alert and the data for the extension`() {
    #expect(
      NotificationPayload(.sample).json == """
        {"aps":{"alert":{"title":"Hana","body":"今日はカレー"},"thread-id":"c1",\
        "mutable-content":1},"communication":{"sender":{"handle":{"value":"hana@example.com",\
        "type":"email"},"displayName":"Hana","imageURL":"https://example.com/hana.png",\
        "customIdentifier":"u1"},"conversationIdentifier":"c1"}}
        """)
  }

  @Test func `contains every field of a group`() {
    #expect(
      NotificationPayload(.full).json == """
        {"aps":{"alert":{"title":"Hana","subtitle":"Cooks","body":"今日はカレー"},"badge":3,\
        "sound":"default","category":"MESSAGE","thread-id":"c1","mutable-content":1,\
        "interruption-level":"time-sensitive","relevance-score":0.75,\
        "filter-criteria":"kitchen","target-content-id":"c1"},\
        "communication":{"sender":{"handle":{"value":"hana@example.com","type":"email"},\
        "displayName":"Hana","nameComponents":{"given":"Hana","family":"Mori"},\
        "imageURL":"https://example.com/hana.png",\
        "customIdentifier":"u1","contactIdentifier":"410FE041","suggestionType":"socialProfile"},\
        "conversationIdentifier":"c1",\
        "group":{"name":"Cooks","imageURL":"https://example.com/cooks.png"},\
        "recipients":[{"handle":{"value":"+81312345678","type":"phone"},"displayName":"Ken"},\
        {"customIdentifier":"u3"}],"mentionsCurrentUser":true,"isReplyToCurrentUser":true,\
        "notifyRecipientAnyway":true,"serviceName":"Asajikan",\
        "url":"https://asajikan.jp/article/42"}}
        """)
  }

  @Test(arguments: [
    ("a", 1), ("é", 2), ("経", 3), ("🍛", 4), ("👩‍👩‍👧", 18), ("e\u{301}", 3), ("\"", 2), ("\n", 2),
    ("\u{1}", 6), ("🇯🇵", 8),
  ])
  func `counts the sent bytes of UTF-8`(text: String, bytes: Int) {
    var notification = CommunicationNotification.sample
    notification.content = ""
    let empty = NotificationPayload(notification).byteCount
    notification.content = String(repeating: text, count: 10)
    #expect(NotificationPayload(notification).byteCount == empty + 10 * bytes)
  }

  @Test func `names the largest field of a payload that is too large`() throws {
    var notification = CommunicationNotification.full
    notification.content = String(repeating: "🍛", count: 300)
    notification.recipients = (0..<60).map { Person(displayName: "R", customIdentifier: "u\($0)") }
    let finding = try #require(notification.findings.last)
    #expect(finding.code == "payload-too-large")
    #expect(finding.path == "recipients")
    notification.sender.imageURL =
      "https://example.com/" + String(repeating: "x", count: 4000)
    #expect(notification.findings.last?.path == "sender.imageURL")
  }

  @Test func `reads back its own output, also a count and a message without body`() {
    var counted = CommunicationNotification.sample
    (counted.recipientCount, counted.content) = (40, nil)
    for notification in [.sample, .full, counted] {
      let json = NotificationPayload(notification).json
      #expect(CommunicationNotification(payload: Array(json.utf8)) == notification)
    }
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"communication":null}"#, #"{"communication":{"sender":{}}}"#,
    #"{"communication":{"conversationIdentifier":"c"}}"#,
  ])
  func `reads nothing from other payloads`(json: String) {
    #expect(CommunicationNotification(payload: Array(json.utf8)) == nil)
  }

  @Test func `reads the known parts of a newer server's payload`() {
    let json = """
      {"aps":{"alert":"Hi","badge":1.5},"other":1,"communication":{"new":[],"recipientCount":"x",
       "conversationIdentifier":"c","sender":{"displayName":"H","handle":{"type":"fax"}}}}
      """
    let notification = CommunicationNotification(payload: Array(json.utf8))
    #expect(
      notification
        == CommunicationNotification(
          sender: Person(displayName: "H"), content: "Hi", conversationIdentifier: "c"))
  }
}
