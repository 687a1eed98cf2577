import Cryptography
import Dispatch
package import LinkStorage
package import Links
package import Outgoing
import Telemetry

/// Routes events to webhooks and sends due deliveries; any number of processes may do so together.
///
/// All state belongs to one queue, which waits only for the store.
package final class WebhookSender: @unchecked Sendable {
  // Unchecked, because the queue is its executor: mutable state is accessed only there, which the methods
  // on it check.

  /// The roles of a store that the sender needs.
  package typealias Store = EventOutbox & WebhookKeeping

  private struct Note {
    let webhook: Webhook
    /// Whether it was disabled, which other webhooks are informed of.
    let isSwitchedOff: Bool
  }

  package let counters: DeliveryCounters
  private let store: any Store
  private let context: OutgoingContext
  private let owner: String
  private let queue = DispatchQueue(label: "keiro.webhooks", qos: .utility)
  private var rules: OutgoingRules
  private var loop: OutgoingLoop?
  private var timer: (any DispatchSourceTimer)?
  private var webhooks: [Webhook] = []
  private var indexes: [String: Int] = [:]
  /// Changes of endpoints that the store does not know yet, by identifier.
  private var notes: [String: Note] = [:]
  private var windows = EndpointWindows()
  private var ended: [Delivery] = []
  /// Events with their deliveries that the store has not taken yet; they are leased meanwhile.
  private var routed: [RoutedEvent] = []
  private var isSettling = false
  private var isOver = false
  private var lastLook = 0.0
  private var hasComplained = false

  /// The duration of a lease in seconds, longer than any attempt.
  private static let lease = 60
  private static let timeout = 20
  private static let bodyLimit = 16_384
  private static let eventsAtATime = 500
  /// A thousand endpoints may fail at the same moment; writing in portions keeps others from waiting
  /// for all of them.
  private static let notesAtATime = 50

  package init(
    _ store: any Store, _ rules: OutgoingRules, owner: String, _ context: OutgoingContext,
    counters: DeliveryCounters = DeliveryCounters()
  ) {
    self.counters = counters
    self.store = store
    self.rules = rules
    self.owner = owner
    self.context = context
  }

  private var now: Timestamp { Timestamp(secondsSinceEpoch: Int(context.clock())) }

  /// Starts looking for due deliveries, once, in an interval.
  package func start(every milliseconds: Int) {
    queue.async { [self] in
      guard timer == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now(), repeating: .milliseconds(milliseconds))
      timer.setEventHandler { [weak self] in self?.look() }
      timer.activate()
      self.timer = timer
    }
  }

  /// Adopts new rules for attempts that begin from now on.
  package func adopt(_ rules: OutgoingRules) {
    queue.async { [self] in
      guard rules != self.rules else { return }
      self.rules = rules
      // Attempts under way keep it alive.
      loop = nil
    }
  }

  /// Cancels what is under way and releases it for other processes.
  package func stop() {
    let loop = queue.sync { () -> OutgoingLoop? in
      timer?.cancel()
      isOver = true
      return self.loop
    }
    loop?.close()
    // After the ends of all attempts.
    queue.sync {
      settle()
      while !notes.isEmpty { writeNotes() }
    }
  }

  /// Looks for due deliveries now, and returns when everything that has ended by then is stored.
  package func pass() {
    queue.sync {
      look()
      settle()
    }
  }

  // MARK: - On the queue

  private func look() {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isOver else { return }
    do throws(LinkStoreError) {
      try work()
    } catch {
      // The store reports its own trouble; what is due stays due.
    }
  }

  private func work() throws(LinkStoreError) {
    let time = context.clock()
    // Four times a second is enough for events, and once for everything that time brings about.
    if time - lastLook >= 1 || time < lastLook {
      lastLook = time
      try refresh()
      if webhooks.contains(where: \.isEnabled) {
        _ = try waitForAnswer { store.gatherEvents(now: now, completion: $0) }
      }
    }
    settle()
    if !webhooks.isEmpty { try route() }
    try send()
  }

  private func refresh() throws(LinkStoreError) {
    dispatchPrecondition(condition: .onQueue(queue))
    webhooks = try store.webhooks()
    indexes = [:]
    for index in webhooks.indices {
      let id = webhooks[index].id
      indexes[id] = index
      // A change by another caller takes precedence.
      if let note = notes[id]?.webhook, note.revision == webhooks[index].revision {
        webhooks[index] = note
      } else {
        notes[id] = nil
      }
    }
    let on = webhooks.filter(\.isEnabled)
    windows.keep(on)
    let failing = on.count { $0.failingSince != nil }
    counters.endpoints.set(on.count - failing, of: .on)
    counters.endpoints.set(failing, of: .failing)
    counters.endpoints.set(webhooks.count - on.count, of: .off)
  }

  private func webhook(_ id: String) -> Webhook? { indexes[id].map { webhooks[$0] } }

  private func route() throws(LinkStoreError) {
    while true {
      // What the store has refused goes first: nobody else has it before its lease ends.
      try settleRouted()
      let now = now
      let events = try waitForAnswer {
        store.leaseEvents(
          Self.eventsAtATime, owner: owner, until: now.adding(Self.lease), now: now,
          completion: $0)
      }
      guard !events.isEmpty else { return }
      // A webhook that was created before the event has to be included.
      try refresh()
      var failed = false
      let made = WebhookMessage.route(events, to: webhooks) {
        guard let id = RandomBytes.base62(24) else {
          failed = true
          return ""
        }
        return "msg_" + id
      }
      // Without randomness the lease expires, and the events come again.
      guard !failed else { return }
      routed = made
      try settleRouted()
      guard events.count == Self.eventsAtATime else { return }
    }
  }

  private func settleRouted() throws(LinkStoreError) {
    guard !routed.isEmpty else { return }
    let events = routed
    let count = try waitForAnswer { store.settleEvents(events, owner: owner, completion: $0) }
    routed = []
    counters.events.add(count, to: .all)
  }

  private func send() throws(LinkStoreError) {
    dispatchPrecondition(condition: .onQueue(queue))
    let now = now
    let rooms = windows.rooms(webhooks, now: now)
    guard !rooms.isEmpty, !isOver else { return }
    let due = try waitForAnswer {
      store.leaseDeliveries(
        rooms, owner: owner, until: now.adding(Self.lease), now: now, completion: $0)
    }
    guard !due.isEmpty else { return }
    // Whoever tests a webhook may just have changed its address or secret.
    if due.contains(where: { $0.new.type == .ping }) { try? refresh() }
    if let loop = client() {
      for delivery in due { send(delivery, through: loop) }
      settle()
    } else {
      // Due for another process, or later.
      ended += due
      settle()
    }
    counters.underWay.set(windows.underWay, of: .webhooks)
  }

  /// Created on first use, since it loads some thirty libraries.
  private func client() -> OutgoingLoop? {
    if let loop { return loop }
    do throws(OutgoingError) {
      let made = try OutgoingLoop(rules, label: "keiro.webhooks.outgoing")
      loop = made
      return made
    } catch {
      if !hasComplained { context.log("webhooks are not sent: \(error.message)") }
      hasComplained = true
      return nil
    }
  }

  private func send(_ delivery: Delivery, through loop: OutgoingLoop) {
    guard let webhook = webhook(delivery.new.webhook) else { return }
    // The webhook may have fewer hosts by now.
    guard WebhookMessage.isWithin(webhook.reach, delivery.new) else {
      ended.append(delivery.withheld(now))
      return
    }
    windows.begin(webhook)
    let started = context.clock()
    let request = Self.request(delivery, to: webhook, at: started, agent: context.agent)
    loop.send(request) { [self] result in
      queue.async { self.finish(delivery, webhook, result, started: started) }
    }
  }

  package static func request(
    _ delivery: Delivery, to webhook: Webhook, at time: Double, agent: String
  ) -> OutgoingRequest {
    let seconds = Int(time)
    let body = Array(delivery.new.body.utf8)
    var request = OutgoingRequest("POST", webhook.url)
    request.body = body
    request.timeout = timeout
    request.bodyLimit = bodyLimit
    let secrets = webhook.secrets(at: Timestamp(secondsSinceEpoch: seconds))
    request.fields = [
      ("Content-Type", "application/json"), ("User-Agent", agent),
      ("webhook-id", delivery.new.message), ("webhook-timestamp", String(seconds)),
      (
        "webhook-signature",
        WebhookSignature.field(secrets, id: delivery.new.message, seconds: seconds, body: body)
      ),
    ]
    return request
  }

  package static func result(
    _ result: Result<OutgoingAnswer, OutgoingError>, now: Timestamp
  ) -> AttemptResult {
    switch result {
    case .success(let answer):
      .answer(status: answer.status, wait: answer.secondsToWait(at: now.secondsSinceEpoch))
    case .failure(let error): .failure(DeliveryFault(error))
    }
  }

  private func finish(
    _ delivery: Delivery, _ sent: Webhook, _ result: Result<OutgoingAnswer, OutgoingError>,
    started: Double
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isOver else {
      // Cancelled: the next process that leases it tries again.
      windows.end(sent, isSuccess: true, pause: nil)
      ended.append(delivery)
      return
    }
    let time = context.clock()
    let now = Timestamp(secondsSinceEpoch: Int(time))
    let attempt = Self.result(result, now: now)
    let webhook = webhook(sent.id) ?? sent
    let verdict = DeliveryVerdict(
      delivery, to: webhook, attempt, started: Timestamp(secondsSinceEpoch: Int(started)),
      milliseconds: Int(min(max(time - started, 0), 3600) * 1000), now: now,
      jitter: context.jitter())
    // A receiver that the webhook no longer has says nothing about the next one, which gets at once what
    // that one did not take.
    let isFormer = webhook.url != sent.url
    windows.end(sent, isSuccess: attempt.isSuccess, pause: verdict.pause)
    counters.attempts.add(to: .init(verdict.delivery.state))
    if case .failure = attempt { counters.failures.add(to: .webhooks) }
    counters.underWay.set(windows.underWay, of: .webhooks)
    ended.append(isFormer && !attempt.isSuccess ? delivery : verdict.delivery)
    if !isFormer, let changed = verdict.webhook { note(changed) }
    guard !isSettling else { return }
    // Whatever ends in the meantime is stored together.
    isSettling = true
    queue.async { [self] in
      isSettling = false
      settle()
      try? send()
    }
  }

  private func settle() {
    dispatchPrecondition(condition: .onQueue(queue))
    writeNotes()
    guard !ended.isEmpty else { return }
    let deliveries = ended
    ended = []
    do throws(LinkStoreError) {
      _ = try waitForAnswer {
        store.settleDeliveries(deliveries, owner: owner, completion: $0)
      }
    } catch {
      // The next look tries again; what is not stored by the end of its lease is sent again.
      ended = deliveries
    }
  }

  private func note(_ webhook: Webhook) {
    let isSwitchedOff = self.webhook(webhook.id)?.isEnabled == true && !webhook.isEnabled
    notes[webhook.id] = Note(
      webhook: webhook,
      isSwitchedOff: isSwitchedOff || notes[webhook.id]?.isSwitchedOff == true)
    if let index = indexes[webhook.id] { webhooks[index] = webhook }
  }

  /// Stores the state of some endpoints; a change by another caller takes precedence.
  private func writeNotes() {
    dispatchPrecondition(condition: .onQueue(queue))
    let some = Array(notes.values.prefix(Self.notesAtATime))
    guard !some.isEmpty else { return }
    let now = now
    let left = DispatchGroup()
    for note in some {
      notes[note.webhook.id] = nil
      left.enter()
      store.changeWebhook(
        note.webhook, telling: note.isSwitchedOff ? [note.webhook.disablingEvent(now)] : [],
        by: nil, now: now
      ) { _ in left.leave() }
    }
    // They share a transaction.
    left.wait()
    try? refresh()
  }
}
