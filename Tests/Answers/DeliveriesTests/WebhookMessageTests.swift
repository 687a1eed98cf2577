import Deliveries
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import Testing

@Suite struct WebhookMessageTests {
  private func event(
    _ type: WebhookEventType, host: String? = nil, _ members: [JSONOutput.Member] = []
  ) -> WebhookEvent {
    WebhookEvent(type, host: host, time: time(0), data: .object(members))
  }

  private func webhook(_ id: String, _ change: (inout Webhook) -> Void) -> Webhook {
    var webhook = Webhook(id: id, url: "https://h.example/", secret: "s", now: time(0))
    change(&webhook)
    return webhook
  }

  @Test func `writes type, time and data`() {
    let event = event(.doctorChanged, [.init("check", .string("a\"b"))])
    #expect(
      WebhookMessage.body(of: event)
        == #"{"type":"doctor.changed","timestamp":"2023-11-14T22:13:20Z","data":{"check":"a\"b"}}"#)
    #expect(
      WebhookMessage.body(of: event, sequence: 7)
        == #"{"type":"doctor.changed","timestamp":"2023-11-14T22:13:20Z","sequence":7,"#
        + #""data":{"check":"a\"b"}}"#)
  }

  @Test func `says of a body that would be too long where to ask`() throws {
    let long = event(
      .linkCreated, host: "a.example",
      [
        .init("host", .string("a.example")), .init("slug", .string("x")),
        .init("name", .string(String(repeating: "n", count: 30_000))),
      ])
    let body = WebhookMessage.body(of: long)
    #expect(body.hasSuffix(#""data":{"host":"a.example","slug":"x","isTooLong":true}}"#))
  }

  @Test func `goes to those who want the type and the host`() {
    let webhooks = [
      webhook("all") { _ in },
      webhook("type") { $0.types = [.linkDeleted] },
      webhook("host") { $0.hosts = ["a.example"] },
      webhook("deeper") { $0.hosts = ["*.example"] },
      webhook("other") { $0.hosts = ["b.example", "*.a.example"] },
      webhook("off") { $0.disabledAt = time(1) },
    ]
    let events = [
      RecordedEvent(number: 1, event: event(.linkCreated, host: "a.example")),
      RecordedEvent(number: 2, event: event(.doctorChanged)),
      RecordedEvent(number: 3, event: event(.linkDeleted, host: "b.example")),
    ]
    var count = 0
    let routed = WebhookMessage.route(events, to: webhooks) {
      count += 1
      return "msg_\(count)"
    }
    #expect(
      routed.map { $0.deliveries.map(\.webhook) } == [
        ["all", "host", "deeper"], ["all"],
        ["all", "type", "deeper", "other"],
      ])
    for (number, event) in zip(1..., routed) {
      #expect(event.deliveries.allSatisfy { $0.body.contains(#","sequence":\#(number),"data":"#) })
    }
    #expect(routed.map { Set($0.deliveries.map(\.message)) } == [["msg_1"], ["msg_2"], ["msg_3"]])
  }

  @Test(arguments: WebhookEventType.allCases.filter { $0 != .ping })
  func `tells of no host to those alone who hear of every host`(_ type: WebhookEventType) {
    let (all, some) = (webhook("all") { _ in }, webhook("some") { $0.hosts = ["a.example"] })
    #expect(all.wants(event(type)) && !some.wants(event(type)))
    #expect(some.wants(event(type, host: "a.example")))
    #expect(!some.wants(event(type, host: "b.example")))
  }

  @Test func `tells of a webhook of one host to that host`() {
    for (hosts, host) in [
      ([], nil), (["a.example"], "a.example"), (["a.example", "b.example"], nil),
    ] {
      let event = webhook("w") { $0.hosts = hosts }.disablingEvent(time(0))
      #expect(event.host == host)
      #expect(event.data.contains(#""host":"a.example""#) == (host != nil))
    }
  }

  @Test func `knows by its body what a message tells of`() throws {
    let reach = HostReach(stored: "a.example *.w.example")
    func isWithin(_ type: WebhookEventType, _ data: JSONOutput) -> Bool {
      let event = WebhookEvent(type, host: nil, time: time(0), data: data)
      let message = NewDelivery(
        webhook: "w", message: "m", type: type, body: WebhookMessage.body(of: event), time: time(0))
      #expect(WebhookMessage.isWithin(.everywhere, message))
      return WebhookMessage.isWithin(reach, message)
    }
    func host(_ name: String) -> JSONOutput { .object([.init("host", .string(name))]) }
    func links(_ names: String...) -> JSONOutput {
      .object([.init("links", .array(names.map(host)))])
    }
    #expect(isWithin(.linkCreated, host("a.example")))
    #expect(isWithin(.doctorChanged, host("x.w.example")))
    #expect(!isWithin(.linkCreated, host("b.example")))
    #expect(isWithin(.clicksSummed, links("a.example", "x.w.example")))
    #expect(!isWithin(.clicksSummed, links("a.example", "b.example")))
    #expect(!isWithin(.clicksSummed, links()))
    #expect(!isWithin(.launchesSummed, .object([.init("apps", .array([]))])))
    #expect(!isWithin(.importFinished, .object([.init("host", .null)])))
    #expect(isWithin(.ping, .object([])))
  }
}

@Suite struct WebhookSignatureTests {
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private static let id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
  private static let body = Array(#"{"test": 2432232314}"#.utf8)

  /// The vector of the libraries that receivers use.
  @Test func `signs as the published libraries verify`() {
    let field = WebhookSignature.field(
      [Self.secret], id: Self.id, seconds: 1_614_265_330, body: Self.body)
    #expect(field == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test func `signs with every secret while they rotate`() throws {
    let other = try #require(WebhookSignature.makeSecret())
    let field = WebhookSignature.field(
      [other, Self.secret], id: Self.id, seconds: 1_614_265_330, body: Self.body)
    let parts = field.split(separator: " ")
    #expect(parts.count == 2 && parts[0] != parts[1])
    #expect(parts[1] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test func `makes secrets of 32 random bytes`() throws {
    let secrets = (0..<3).compactMap { _ in WebhookSignature.makeSecret() }
    #expect(Set(secrets).count == 3)
    #expect(secrets.allSatisfy { WebhookSignature.key(of: $0)?.count == 32 })
  }

  @Test(arguments: [
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!", "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ])
  func `takes nothing else for a secret`(_ text: String) {
    #expect(WebhookSignature.key(of: text) == nil)
  }
}

@Suite struct WebhookEditTests {
  private func faults(_ url: String, _ rules: OutgoingRules = OutgoingRules()) -> [String] {
    var edit = WebhookEdit()
    edit.url = url
    return edit.faults(rules).map(\.detail)
  }

  @Test(arguments: [
    "https://127.0.0.1/", "https://[::1]/", "https://10.1.2.3/hook", "https://169.254.169.254/",
    "https://[::ffff:192.168.0.1]/", "https://[64:ff9b::a00:1]/", "https://93.184.216.34:8443/",
    "https://[fd00::1]/", "https://0.0.0.0/", "https://127.1/", "https://0x7f.1/",
    "https://2130706433/", "https://[::ffff:127.0.0.1]/", "https://0177.0.0.1/", "https://127.1./",
    "https://0/", "https://%31%32%37.1/", "https://0x0a010203:443/",
  ])
  func `refuses an address that is not public`(_ url: String) {
    #expect(faults(url).first?.contains("is not public") == true, "\(url) \(faults(url))")
  }

  @Test(arguments: [
    "http://hooks.example/", "ftp://hooks.example/", "hooks.example", "",
    "https://user:pass@hooks.example/", "https://hooks.example/#a", "https://[fe80::1%25eth0]/",
    "https://256.1.1.1/", "https://a..example/", "https://hooks.example:0/",
    "https://hooks.example:65536/",
    "https://hooks.example/" + String(repeating: "x", count: 2048),
    "https://hooks.example/" + String(repeating: "\u{E4}", count: 800),
  ])
  func `refuses what is no address of an endpoint`(_ url: String) {
    #expect(faults(url).count == 1, "\(url) \(faults(url))")
  }

  @Test(arguments: [
    ("a\u{1B}[2Jb", "a control character"), ("a\nb", "a control character"),
    ("\u{7}", "a control character"), ("\u{9B}", "a control character"),
    ("a\u{2028}b", "a control character"),
    ("\u{202E}gpj", "a character that changes the direction of text"),
    ("a\u{2066}b", "a character that changes the direction of text"),
    ("\u{200F}", "a character that changes the direction of text"),
  ])
  func `refuses what would not be shown of a note, as of names`(_ text: String, _ what: String) {
    var edit = WebhookEdit()
    edit.description = text
    #expect(
      edit.faults(OutgoingRules()).map(\.detail) == ["the text contains \(what): expected none"])
    #expect(
      DashboardPerson.fault(ofName: text)?.english == "the name contains \(what): expected none")
  }

  @Test func `takes the writing of any language for a note, and for a name`() {
    for text in ["für alle", "日本語", "שלום", "👩\u{200D}👩\u{200D}👧", "می\u{200C}خواهم"] {
      var edit = WebhookEdit()
      edit.description = text
      #expect(edit.faults(OutgoingRules()).isEmpty && DashboardPerson.fault(ofName: text) == nil)
    }
  }

  @Test func `takes public addresses, and inner ones that are allowed`() throws {
    let rules = try inside()
    #expect(faults("https://hooks.example/keiro?a=b") == [])
    #expect(faults("https://93.184.216.34/") == [])
    #expect(faults("https://127.1.hooks.example/") == [])
    #expect(faults("http://127.0.0.1:8080/", rules) == [])
  }

  @Test func `keeps an address as a browser sends it`() throws {
    var edit = WebhookEdit()
    edit.url = "HTTPS://Bücher.EXAMPLE/Ä?b=C"
    #expect(edit.faults(OutgoingRules()).isEmpty)
    #expect(edit.make(now: time(0))?.url == "https://xn--bcher-kva.example/%C3%84?b=C")
  }

  @Test func `keeps an old secret for a day`() throws {
    var edit = WebhookEdit()
    edit.url = "https://hooks.example/"
    var webhook = try #require(edit.make(now: time(0)))
    let first = try #require(webhook.secrets.first?.text)
    let rotated = webhook.rotate(now: time(10))
    let second = try #require(rotated)
    #expect(webhook.secrets(at: time(10)) == [second, first])
    #expect(webhook.secrets(at: time(10 + 24 * 3600)) == [second])
    for _ in 0..<20 { _ = webhook.rotate(now: time(20)) }
    #expect(webhook.secrets.count == 5)
  }

  @Test func `forgets its failures when it is switched on again`() throws {
    var edit = WebhookEdit()
    edit.url = "https://hooks.example/"
    var webhook = try #require(edit.make(now: time(0)))
    webhook.failingSince = time(1)
    webhook.disabledAt = time(2)
    webhook.disabledReason = DeliveryFault.hostDropped.stored
    var on = WebhookEdit()
    on.isEnabled = true
    on.apply(to: &webhook, now: time(3))
    #expect(webhook.isEnabled && webhook.disabledReason == nil && webhook.failingSince == nil)
  }
}
