import LinkStorage
import Links
import Outgoing
import Testing

@testable import Deliveries

@Suite struct DeliveryVerdictTests {
  private func webhook(_ change: (inout Webhook) -> Void = { _ in }) -> Webhook {
    var webhook = Webhook(id: "w", url: "https://h.example/", secret: "s", now: time(0))
    change(&webhook)
    return webhook
  }

  private func verdict(
    _ result: AttemptResult, tries: Int = 0, _ type: WebhookEventType = .linkCreated,
    at seconds: Int = 10, to webhook: Webhook? = nil
  ) -> DeliveryVerdict {
    var delivery = Delivery(
      number: 1, NewDelivery(webhook: "w", message: "m", type: type, body: "{}", time: time(0)))
    delivery.tries = tries
    return DeliveryVerdict(
      delivery, to: webhook ?? self.webhook(), result, started: time(seconds), milliseconds: 7,
      now: time(seconds), jitter: 0)
  }

  @Test(arguments: [200, 204, 299])
  func `takes 2xx for a delivery`(_ status: Int) {
    let verdict = verdict(.answer(status: status, wait: nil))
    #expect(verdict.delivery.state == .delivered && verdict.webhook == nil && verdict.pause == nil)
    #expect(
      verdict.delivery.attempts == [
        DeliveryAttempt(time: time(10), status: status, error: nil, milliseconds: 7)
      ])
  }

  @Test(arguments: [301, 302, 307, 400, 404, 500])
  func `takes everything else for a failure that is tried again`(_ status: Int) {
    let verdict = verdict(.answer(status: status, wait: nil))
    #expect(verdict.delivery.state == .pending && verdict.delivery.nextAt == time(15))
    #expect(verdict.webhook?.failingSince == time(10) && verdict.pause == nil)
    #expect(verdict.delivery.attempts.last?.error?.sentence.contains("\(status)") == true)
  }

  @Test func `gives up after the tenth attempt`() {
    #expect(verdict(.failure(.other("x")), tries: 8).delivery.state == .pending)
    #expect(verdict(.failure(.other("x")), tries: 9).delivery.state == .failed)
  }

  @Test(arguments: [429, 502, 504])
  func `leaves an endpoint alone that has too much to do`(_ status: Int) {
    #expect(verdict(.answer(status: status, wait: nil)).pause == time(70))
    let asked = verdict(.answer(status: status, wait: 300))
    #expect(asked.pause == time(310) && asked.delivery.nextAt == time(310))
  }

  @Test func `switches an endpoint off that answers 410`() throws {
    let verdict = verdict(.answer(status: 410, wait: nil))
    let webhook = try #require(verdict.webhook)
    #expect(verdict.delivery.state == .failed && webhook.disabledAt == time(10))
    #expect(webhook.disabledReason?.sentence == "the endpoint answered 410")
    #expect(webhook.disablingEvent(time(10)).type == .endpointDisabled)
  }

  @Test func `switches an endpoint off after a week of failures alone`() throws {
    let week = 7 * 24 * 3600
    let failing = webhook { $0.failingSince = time(0) }
    #expect(verdict(.failure(.other("x")), at: week - 1, to: failing).webhook == nil)
    let off = try #require(verdict(.failure(.other("x")), at: week, to: failing).webhook)
    #expect(off.disabledAt == time(week) && off.disabledReason?.sentence.contains("since") == true)
    let well = try #require(
      verdict(.answer(status: 200, wait: nil), at: week, to: failing).webhook)
    #expect(well.failingSince == nil && well.isEnabled)
    let ahead = webhook { $0.failingSince = time(400 * 86_400) }
    #expect(verdict(.failure(.other("x")), at: 20, to: ahead).webhook?.failingSince == time(20))
  }

  @Test(arguments: [
    DeliveryFault.answered(500), .answered(308), .hostDropped, .other("SSL connect error"),
    .failing(since: Timestamp(secondsSinceEpoch: 86_400)), .noAnswer(.timeout, "no answer"),
    .noAnswer(.unreachable, "Could not connect"), .other("the endpoint answered 500"),
  ])
  func `reads the stored reason of a failure, whatever its sentence says`(_ fault: DeliveryFault) {
    #expect(DeliveryFault(fault.stored) == fault)
    let reworded = DeliveryFault(StoredFault(sentence: "in other words", code: fault.stored.code))
    #expect(fault.stored.code == nil || reworded.japanese == fault.japanese)
    let attempt = DeliveryAttempt(
      time: time(1), status: nil, error: fault.stored, milliseconds: 2)
    let bare = DeliveryAttempt(time: time(3), status: 200, error: nil, milliseconds: 4)
    let text = DeliveryCodec.encode([attempt, bare, attempt])
    #expect(DeliveryCodec.decode(text) == [attempt, bare, attempt])
  }

  @Test func `shows a reason that was stored without a code, or with an unknown one, as it is`() {
    let sentence = "the endpoint answered 410"
    for code in [nil, "", "answered", "answered x", "newer 7"] {
      let fault = DeliveryFault(StoredFault(sentence: sentence, code: code))
      #expect(fault == .other(sentence) && fault.english == sentence)
    }
    #expect(
      DeliveryCodec.decode(#"[[1,410,"the endpoint answered 410",2]]"#).map(\.error)
        == [StoredFault(sentence: sentence, code: nil)])
  }

  @Test func `tells what kept an answer from coming by its kind, not by its words`() {
    let connecting = OutgoingError.failed(code: 7, message: "in the words of a later libcurl")
    #expect(DeliveryFault(connecting).japanese == "サーバーに接続できません")
    #expect(DeliveryFault(connecting).english == "in the words of a later libcurl")
    let untrusted = OutgoingError.failed(code: 60, message: "SSL peer certificate was not OK")
    #expect(DeliveryFault(untrusted) == .noAnswer(.untrusted, untrusted.message))
    #expect(untrusted.message.hasSuffix("or its authority in 'outgoing.authorities'"))
    #expect(DeliveryFault(.timeout) == .noAnswer(.timeout, OutgoingError.timeout.message))
    #expect(DeliveryFault(.plainHTTP) == .other(OutgoingError.plainHTTP.message))
  }

  @Test func `thinks nothing of a ping that fails`() {
    #expect(verdict(.failure(.other("x")), .ping).webhook == nil)
    #expect(verdict(.answer(status: 410, wait: nil), .ping).webhook?.isEnabled == false)
  }
}

@Suite struct RetryScheduleTests {
  @Test func `tries ten times in three and a half days`() {
    let delays = (1...10).map { RetrySchedule.delay(after: $0, jitter: 0, wish: nil) }
    #expect(
      delays == [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, nil])
    #expect(RetrySchedule.delay(after: 0, jitter: 0, wish: nil) == nil)
  }

  @Test func `adds at most a tenth`() {
    #expect(RetrySchedule.delay(after: 2, jitter: 1, wish: nil) == 330)
    #expect(RetrySchedule.delay(after: 2, jitter: 7, wish: nil) == 330)
  }

  @Test func `waits as long as the receiver asks for, within a day`() {
    #expect(RetrySchedule.delay(after: 1, jitter: 0, wish: 120) == 120)
    #expect(RetrySchedule.delay(after: 2, jitter: 0, wish: 120) == 300)
    #expect(RetrySchedule.delay(after: 1, jitter: 0, wish: .max) == 86_400)
  }
}

@Suite struct EndpointWindowsTests {
  private func webhooks(_ count: Int) -> [Webhook] {
    (0..<count).map { Webhook(id: "w\($0)", url: "https://h.example/", secret: "s", now: time(0)) }
  }

  @Test func `opens a window of four once an endpoint has answered, and one when it fails`() {
    var windows = EndpointWindows()
    let webhooks = webhooks(1)
    func room() -> Int { windows.rooms(webhooks, now: time(0)).first?.count ?? 0 }
    #expect(room() == 1)
    windows.begin(webhooks[0])
    #expect(room() == 0)
    windows.end(webhooks[0], isSuccess: true, pause: nil)
    #expect(room() == 4)
    windows.begin(webhooks[0])
    #expect(room() == 3)
    windows.begin(webhooks[0])
    windows.end(webhooks[0], isSuccess: false, pause: nil)
    #expect(room() == 0)
    windows.end(webhooks[0], isSuccess: false, pause: nil)
    #expect(room() == 1 && windows.underWay == 0)
  }

  @Test func `leaves slots for the others when a thousand endpoints hang`() {
    var windows = EndpointWindows()
    let webhooks = webhooks(1200)
    for webhook in webhooks.dropLast() { windows.begin(webhook) }
    #expect(windows.rooms(webhooks, now: time(0)) == [DeliveryRoom(webhook: "w1199", count: 1)])
    // Endpoints that fail repeatedly share half of the slots.
    for webhook in webhooks.dropLast() {
      windows.end(webhook, isSuccess: false, pause: nil)
    }
    let rooms = windows.rooms(webhooks, now: time(0))
    #expect(rooms.first?.webhook == "w1199")
    #expect(rooms.dropFirst().reduce(0) { $0 + $1.count } == EndpointWindows.slots / 2)
  }

  @Test func `pauses an endpoint, and sends nothing to one that is off`() {
    var windows = EndpointWindows()
    var webhooks = webhooks(2)
    windows.begin(webhooks[0])
    windows.end(webhooks[0], isSuccess: false, pause: time(60))
    #expect(windows.rooms(webhooks, now: time(59)).map(\.webhook) == ["w1"])
    #expect(windows.rooms(webhooks, now: time(60)).count == 2)
    webhooks[1].disabledAt = time(1)
    #expect(windows.rooms(webhooks, now: time(60)).map(\.webhook) == ["w0"])
    // A clock that was ahead, and has been set right, pauses nothing until then.
    windows.begin(webhooks[0])
    windows.end(webhooks[0], isSuccess: false, pause: time(400 * 86_400))
    #expect(windows.rooms(webhooks, now: time(70)).map(\.webhook) == ["w0"])
    windows.begin(webhooks[0])
    windows.end(webhooks[0], isSuccess: false, pause: time(140))
    #expect(windows.rooms(webhooks, now: time(139)).isEmpty)
    #expect(windows.rooms(webhooks, now: time(140)).map(\.webhook) == ["w0"])
  }

  @Test(arguments: [true, false])
  func `pauses neither another receiver nor one that was switched off and on`(isMoved: Bool) {
    var windows = EndpointWindows()
    var webhooks = webhooks(1)
    windows.begin(webhooks[0])
    windows.end(webhooks[0], isSuccess: false, pause: time(60))
    windows.keep(webhooks)
    #expect(windows.rooms(webhooks, now: time(1)).isEmpty)
    if isMoved { webhooks[0].url = "https://other.example/" } else { windows.keep([]) }
    #expect(windows.rooms(webhooks, now: time(1)).count == 1)
  }
}
