import Deliveries
import JSONSyntax
import LinkStorage
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
