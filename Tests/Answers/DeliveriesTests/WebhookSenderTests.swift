import Deliveries
import Dispatch
import JSONSyntax
import LinkStorage
import Links
import SQLiteStore
import Outgoing
import SmallServer
import Testing

@Suite struct WebhookSenderTests {
  @Test func `sends what has changed, signed, to everybody who wants to know`() throws {
    let receiver = try #require(HookReceiver { _ in "204 Done" })
    defer { receiver.server.stop() }
    let fixture = try SenderFixture()
    try fixture.add("a", receiver.url, [.linkCreated])
    try fixture.add("b", receiver.url)
    try fixture.make("x")
    fixture.sender.pass()
    let requests = receiver.requests(2)
    #expect(requests.count == 2)
    for request in requests {
      let id = try #require(request.fields["webhook-id"])
      let seconds = try #require(request.fields["webhook-timestamp"].flatMap { Int($0) })
      #expect(seconds == time(0).secondsSinceEpoch && id.hasPrefix("msg_"))
      #expect(
        request.fields["webhook-signature"]
          == WebhookSignature.field(
            ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], id: id, seconds: seconds,
            body: Array(request.body.utf8)))
      #expect(request.fields["content-type"] == "application/json")
      #expect(request["type"] == "link.created" && request.body.contains(#""slug":"x""#))
    }
    #expect(Set(requests.compactMap { $0.fields["webhook-id"] }).count == 1)
    for id in ["a", "b"] {
      let delivery = try fixture.delivery(to: id) { $0.state == .delivered }
      #expect(delivery?.attempts.first?.status == 204)
    }
    fixture.sender.stop()
    // Not even after the end of every lease is there an event to tell.
    let later = time(1_000_000)
    let untold = try waitForAnswer {
      fixture.store.leaseEvents(9, owner: "later", until: later, now: later, completion: $0)
    }
    #expect(untold.isEmpty)
  }

  @Test func `tries again under the same identifier, when it is time`() throws {
    let receiver = try #require(HookReceiver { $0 == 0 ? "500 No" : "200 OK" })
    defer { receiver.server.stop() }
    let fixture = try SenderFixture(telling: receiver.url)
    let failed = try #require(try fixture.delivery(to: "a") { $0.tries == 1 })
    #expect(failed.state == .pending && failed.nextAt == time(5))
    #expect(try fixture.store.webhooks().first?.failingSince == time(0))
    fixture.advance(4)
    fixture.sender.pass()
    #expect(receiver.requests(1).count == 1)
    fixture.advance(1)
    _ = try fixture.delivery(to: "a") { $0.state == .delivered }
    let ids = receiver.requests(2).map { $0.fields["webhook-id"] }
    #expect(ids.count == 2 && ids[0] == ids[1])
    let stamps = receiver.requests(2).compactMap { $0.fields["webhook-timestamp"] }
    #expect(Set(stamps).count == 2)
    #expect(try fixture.store.webhooks().first?.failingSince == nil)
    fixture.sender.stop()
  }

  /// The writes of the first look: events are gathered, leased, and become deliveries; these are
  /// leased, sent, and stored.
  @Test(arguments: [3, 5])
  func `what the store refuses for a moment is stored at the next look, and sent once`(
    write: Int
  ) throws {
    let receiver = try #require(HookReceiver { _ in "200 OK" })
    defer { receiver.server.stop() }
    let fixture = try SenderFixture(telling: receiver.url)
    fixture.refusing.refuse(write)
    fixture.sender.pass()
    let isEarly = try fixture.store.deliveries(of: "a", in: nil, before: nil, limit: 1).isEmpty
    #expect(isEarly == (write == 3))
    let end = ContinuousClock.now + .seconds(60)
    var state: Delivery.State?
    // The clock stands still, so that no lease ends.
    while state != .delivered, ContinuousClock.now < end {
      fixture.sender.pass()
      state = try fixture.store.deliveries(of: "a", in: nil, before: nil, limit: 1).first?.state
    }
    #expect(state == .delivered)
    #expect(receiver.requests(1).count == 1)
    fixture.sender.stop()
  }

  @Test func `sends nothing of a host that the webhook no longer has`() throws {
    let receiver = try #require(HookReceiver { _ in "200 OK" })
    defer { receiver.server.stop() }
    let fixture = try SenderFixture()
    try fixture.add("a", receiver.url, hosts: ["b.example"])
    let event = WebhookEvent(
      .linkCreated, host: "a.example", time: fixture.now,
      data: .object([.init("host", .string("a.example"))]))
    let stray = NewDelivery(
      webhook: "a", message: "m", type: .linkCreated, body: WebhookMessage.body(of: event),
      time: fixture.now)
    _ = try waitForAnswer { fixture.store.addDelivery(stray, completion: $0) }
    let delivery = try #require(try fixture.delivery(to: "a") { $0.state == .failed })
    #expect(delivery.attempts.first?.error == DeliveryFault.hostDropped.stored)
    #expect(try fixture.store.webhooks().first?.failingSince == nil)
    fixture.sender.stop()
    #expect(receiver.requests(0).isEmpty)
  }

  @Test func `switches an endpoint off that is gone, and tells the others`() throws {
    let gone = try #require(HookReceiver { _ in "410 Gone" })
    let other = try #require(HookReceiver { _ in "200 OK" })
    defer { [gone, other].forEach { $0.server.stop() } }
    let fixture = try SenderFixture()
    try fixture.add("gone", gone.url, [.linkCreated])
    try fixture.add("other", other.url, [.endpointDisabled])
    try fixture.make("x")
    _ = try fixture.delivery(to: "other") { $0.state == .delivered }
    let told = try #require(other.requests(1).first)
    #expect(told["type"] == "endpoint.disabled" && told.body.contains("answered 410"))
    let webhook = try #require(try fixture.store.webhooks().first)
    #expect(!webhook.isEnabled)
    #expect(try !fixture.store.recordedTypes().contains(.linkCreated))
    fixture.sender.stop()
  }

  @Test(arguments: [("410 Gone", nil), ("200 OK", time(0))])
  func `what a receiver says that the webhook has left meanwhile says nothing of the next one`(
    answer: String, failingSince: Timestamp?
  ) throws {
    let moved = DispatchSemaphore(value: 0)
    let old = try #require(
      HookReceiver { _ in
        moved.wait()
        return answer
      })
    let new = try #require(HookReceiver { _ in "200 OK" })
    defer { [old, new].forEach { $0.server.stop() } }
    let fixture = try SenderFixture(telling: old.url)
    fixture.sender.pass()
    #expect(old.requests(1).count == 1)
    try fixture.move(to: new.url, failingSince: failingSince)
    // The sender reads the webhooks once a second.
    fixture.advance(1)
    fixture.sender.pass()
    moved.signal()
    let delivery = try fixture.delivery(to: "a") { $0.state == .delivered }
    #expect(delivery?.attempts.map(\.status) == [200])
    let after = try fixture.store.webhooks().first
    #expect(after?.isEnabled == true && after?.failingSince == failingSince)
    fixture.sender.stop()
  }

  @Test func `tests the address that a webhook has got just now`() throws {
    let new = try #require(HookReceiver { _ in "200 OK" })
    defer { new.server.stop() }
    let fixture = try SenderFixture()
    try fixture.add("a", "http://127.0.0.1:1/", [.ping])
    fixture.sender.pass()
    try fixture.move(to: new.url)
    let webhook = try #require(try fixture.store.webhooks().first)
    let ping = WebhookMessage.ping(webhook, id: "msg_1", now: fixture.now)
    _ = try waitForAnswer { fixture.store.addDelivery(ping, completion: $0) }
    let delivery = try fixture.delivery(to: "a") { $0.tries == 1 }
    #expect(delivery?.attempts.map(\.status) == [200])
    fixture.sender.stop()
  }

  /// A name that now resolves to another address than when the endpoint was made.
  @Test(arguments: ["http://localhost", "http://127.0.0.1", "http://127.1", "http://[::1]"])
  func `opens no connection inwards, wherever a name leads`(_ base: String) throws {
    let receiver = try #require(HookReceiver { _ in "200 OK" })
    defer { receiver.server.stop() }
    var rules = OutgoingRules()
    rules.allowPlainHTTP = true
    let fixture = try SenderFixture(telling: "\(base):\(receiver.server.port)/", rules)
    let delivery = try #require(try fixture.delivery(to: "a") { $0.tries == 1 })
    #expect(delivery.attempts.first?.error?.sentence.contains("is not public") == true)
    #expect(receiver.server.asked.isEmpty)
    fixture.sender.stop()
  }

  @Test func `says in the log of a delivery what the proxy answered`() throws {
    let proxy = try #require(HookReceiver { _ in "407 Who" })
    defer { proxy.server.stop() }
    var rules = try inside()
    rules.proxy = "http://127.0.0.1:\(proxy.server.port)"
    let fixture = try SenderFixture(telling: "https://hooks.example/", rules)
    let delivery = try #require(try fixture.delivery(to: "a") { $0.tries == 1 })
    #expect(delivery.attempts.first?.error?.sentence.hasPrefix("the proxy answered 407:") == true)
    fixture.sender.stop()
  }

  @Test func `follows no redirect`() throws {
    let inner = try #require(HookReceiver { _ in "200 OK" })
    let port = inner.server.port
    let outer = try #require(
      HookReceiver { _ in "302 Found\r\nLocation: http://127.0.0.1:\(port)/inner" })
    defer { [inner, outer].forEach { $0.server.stop() } }
    let fixture = try SenderFixture(telling: outer.url)
    let delivery = try #require(try fixture.delivery(to: "a") { $0.tries == 1 })
    #expect(delivery.attempts.first?.status == 302 && delivery.state == .pending)
    #expect(inner.server.asked.isEmpty)
    fixture.sender.stop()
  }

  @Test func `sends again what a sender that was killed had leased`() throws {
    let receiver = try #require(HookReceiver { _ in "200 OK" })
    defer { receiver.server.stop() }
    let fixture = try SenderFixture(telling: receiver.url)
    let store = fixture.store
    let events = try waitForAnswer {
      store.leaseEvents(9, owner: "killed", until: time(60), now: time(0), completion: $0)
    }
    #expect(events.count == 1)
    fixture.sender.pass()
    #expect(receiver.server.asked.isEmpty)
    fixture.advance(60)
    #expect(try fixture.delivery(to: "a") { $0.state == .delivered } != nil)
    #expect(receiver.requests(1).count == 1)
    fixture.sender.stop()
  }

  /// More endpoints than are written at a time.
  @Test func `writes down of each endpoint that it fails, however many fail together`() throws {
    let gone = try #require(HookReceiver { _ in "410 Gone" })
    let other = try #require(HookReceiver { _ in "200 OK" })
    defer { [gone, other].forEach { $0.server.stop() } }
    let fixture = try SenderFixture()
    // There is no server on the first port.
    for number in 0..<120 {
      try fixture.add("d\(number)", "http://127.0.0.1:1/\(number)", [.linkCreated])
    }
    try fixture.add("gone", gone.url, [.linkCreated])
    try fixture.add("other", other.url, [.endpointDisabled])
    try fixture.make("x")
    _ = try fixture.delivery(to: "other") { $0.state == .delivered }
    for number in 0..<120 { _ = try fixture.delivery(to: "d\(number)") { $0.tries == 1 } }
    // The remaining results are written at the end at the latest.
    fixture.sender.stop()
    let webhooks = try fixture.store.webhooks()
    let failing = webhooks.filter { $0.failingSince == time(0) }
    #expect(failing.map(\.id).sorted() == (0..<120).map { "d\($0)" }.sorted() + ["gone"])
    #expect(webhooks.filter { !$0.isEnabled }.map(\.id) == ["gone"])
    #expect(other.requests(1).count == 1)
  }

  @Test func `a thousand endpoints that never answer hold up nobody`() throws {
    let dead = try #require(DeadServer())
    defer { dead.stop() }
    let live = try #require(HookReceiver { _ in "200 OK" })
    defer { live.server.stop() }
    let fixture = try SenderFixture()
    for number in 0..<1000 {
      try fixture.add("d\(number)", "http://127.0.0.1:\(dead.port)/\(number)", [.linkCreated])
    }
    try fixture.add("live", live.url, [.linkCreated])
    try fixture.make("first")
    fixture.sender.pass()
    #expect(live.requests(1).count == 1)
    try fixture.make("second")
    _ = try fixture.delivery(to: "live") { $0.new.body.contains("second") && $0.tries == 1 }
    #expect(live.requests(2).count == 2)
    // The sender still waits for all others.
    for number in stride(from: 0, to: 1000, by: 50) {
      #expect(
        try fixture.store.deliveries(of: "d\(number)", in: nil, before: nil, limit: 9).allSatisfy {
          $0.tries == 0
        })
    }
    fixture.sender.stop()
  }
}
