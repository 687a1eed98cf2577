package import Outgoing
package import LinkStorage
package import Links
import Cryptography
import Dispatch
import Telemetry
import HTTPCore

/// Routes events to webhooks and sends what is due, from this process of any number.
///
/// Everything of it runs on one queue, which waits for the store and for nobody else.
package final class WebhookSender: @unchecked Sendable {
  // Unchecked, because the queue is its executor: mutable state is accessed only there, which the methods
  // on it check.

  /// What the sender needs of the surrounding process.
  package struct Means: Sendable {
    /// Seconds since 1970.
    package var clock: @Sendable () -> Double
    /// 0 to 1.
    package var jitter: @Sendable () -> Double
    /// Tells people of trouble, once for each cause.
    package var complain: @Sendable (String) -> Void
    /// The `User-Agent`.
    package var agent: String

    package init(
      agent: String, clock: @escaping @Sendable () -> Double,
      jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
      complain: @escaping @Sendable (String) -> Void
    ) {
      self.agent = agent
      self.clock = clock
      self.jitter = jitter
      self.complain = complain
    }
  }

  private struct Note {
    let webhook: Webhook
    /// Whether it was switched off, which others want to know.
    let isSwitchedOff: Bool
  }

  package let counters: DeliveryCounters
  private let store: any LinkStore
  private let means: Means
  private let owner: String
  private let queue = DispatchQueue(label: "keiro.webhooks", qos: .utility)
  private var rules: OutgoingRules
  private var loop: OutgoingLoop?
  private var timer: (any DispatchSourceTimer)?
  private var webhooks: [Webhook] = []
  /// Where each stands among them.
  private var places: [String: Int] = [:]
  /// Endpoints that do otherwise than the store knows, by their identifiers.
  private var notes: [String: Note] = [:]
  private var windows = EndpointWindows()
  private var ended: [Delivery] = []
  private var isSettling = false
  private var isOver = false
  private var lastLook = 0.0
  private var hasComplained = false

  /// Seconds that nobody else sends what is leased: longer than any attempt takes.
  private static let lease = 60
  /// Seconds for an attempt.
  private static let timeout = 20
  /// An answer's body is nobody's business beyond so many bytes.
  private static let bodyLimit = 16_384
  private static let eventsAtATime = 500
  /// A thousand endpoints may fail at the same moment: others are not to wait until all of that is
  /// written down.
  private static let notesAtATime = 50

  package init(
    _ store: any LinkStore, _ rules: OutgoingRules, owner: String, _ means: Means,
    counters: DeliveryCounters = DeliveryCounters()
  ) {
    self.counters = counters
    self.store = store
    self.rules = rules
    self.owner = owner
    self.means = means
  }

  private var now: Timestamp { Timestamp(secondsSinceEpoch: Int(means.clock())) }

  /// Begins to look for what is due, once.
  ///
  /// - Parameter milliseconds: between two looks into the store.
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

  /// Applies other rules to what is begun from now on.
  package func adopt(_ rules: OutgoingRules) {
    queue.async { [self] in
      guard rules != self.rules else { return }
      self.rules = rules
      // What is under way keeps it alive.
      loop = nil
    }
  }

  /// Breaks off what is under way and frees it for others.
  package func stop() {
    let loop = queue.sync { () -> OutgoingLoop? in
      timer?.cancel()
      isOver = true
      return self.loop
    }
    loop?.close()
    // Behind the ends of all attempts.
    queue.sync {
      settle()
      while !notes.isEmpty { writeNotes() }
    }
  }

  /// Looks now, and returns when everything that has ended by then is written down.
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
      // The store tells of its trouble itself; what is due stays due.
    }
  }

  private func work() throws(LinkStoreError) {
    let time = means.clock()
    // Four times a second is often enough for events, and once for what time brings.
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
    places = [:]
    for index in webhooks.indices {
      let id = webhooks[index].id
      places[id] = index
      // Another's change comes first.
      if let note = notes[id]?.webhook, note.revision == webhooks[index].revision {
        webhooks[index] = note
      } else {
        notes[id] = nil
      }
    }
    windows.keep(webhooks)
    let on = webhooks.filter(\.isEnabled)
    let failing = on.count { $0.failingSince != nil }
    counters.endpoints.set(on.count - failing, of: .on)
    counters.endpoints.set(failing, of: .failing)
    counters.endpoints.set(webhooks.count - on.count, of: .off)
  }

  private func webhook(_ id: String) -> Webhook? { places[id].map { webhooks[$0] } }

  /// Turns events into deliveries.
  private func route() throws(LinkStoreError) {
    while true {
      let now = now
      let events = try waitForAnswer {
        store.leaseEvents(
          Self.eventsAtATime, owner: owner, until: now.adding(Self.lease), now: now,
          completion: $0)
      }
      guard !events.isEmpty else { return }
      // A webhook that was made before the event has to be among them.
      try refresh()
      var failed = false
      let routed = WebhookMessage.route(events, to: webhooks) {
        guard let id = RandomBytes.base62(24) else {
          failed = true
          return ""
        }
        return "msg_" + id
      }
      // Without randomness the lease runs out, and the events come again.
      guard !failed else { return }
      let count = try waitForAnswer { store.settleEvents(routed, owner: owner, completion: $0) }
      counters.events.add(count, to: .all)
      guard events.count == Self.eventsAtATime else { return }
    }
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
    if let loop = client() {
      for delivery in due { send(delivery, through: loop) }
      settle()
    } else {
      // Due for others, or for later.
      ended += due
      settle()
    }
    counters.underWay.set(windows.underWay, of: .webhooks)
  }

  /// Made when something is due for the first time: it brings some thirty libraries along.
  private func client() -> OutgoingLoop? {
    if let loop { return loop }
    do throws(OutgoingError) {
      let made = try OutgoingLoop(rules, label: "keiro.webhooks.outgoing")
      loop = made
      return made
    } catch {
      if !hasComplained { means.complain("webhooks are not sent: \(error.message)") }
      hasComplained = true
      return nil
    }
  }

  private func send(_ delivery: Delivery, through loop: OutgoingLoop) {
    guard let webhook = webhook(delivery.new.webhook) else { return }
    // Its hosts may have become fewer since.
    guard WebhookMessage.isWithin(webhook.reach, delivery.new) else {
      ended.append(delivery.withheld(now))
      return
    }
    windows.begin(webhook.id)
    let started = means.clock()
    let request = Self.request(delivery, to: webhook, at: started, agent: means.agent)
    loop.send(request) { [self] result in
      queue.async { self.finish(delivery, webhook, result, started: started) }
    }
  }

  /// One attempt at a delivery.
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

  /// What an attempt came to.
  package static func result(
    _ result: Result<OutgoingAnswer, OutgoingError>, now: Timestamp
  ) -> AttemptResult {
    switch result {
    case .success(let answer):
      .answer(
        status: answer.status,
        wait: answer["retry-after"].flatMap { text in
          if let seconds = Int(text) { return max(seconds, 0) }
          return HTTPDate.secondsSinceEpoch(text).map { max($0 - now.secondsSinceEpoch, 0) }
        })
    case .failure(let error): .failure(error.message)
    }
  }

  private func finish(
    _ delivery: Delivery, _ sent: Webhook, _ result: Result<OutgoingAnswer, OutgoingError>,
    started: Double
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isOver else {
      // Broken off: the next process that leases it tries again.
      windows.end(sent.id, isSuccess: true, pause: nil)
      ended.append(delivery)
      return
    }
    let time = means.clock()
    let now = Timestamp(secondsSinceEpoch: Int(time))
    let attempt = Self.result(result, now: now)
    let webhook = webhook(sent.id) ?? sent
    let verdict = DeliveryVerdict(
      delivery, to: webhook, attempt, started: Timestamp(secondsSinceEpoch: Int(started)),
      milliseconds: Int(min(max(time - started, 0), 3600) * 1000), now: now,
      jitter: means.jitter())
    windows.end(sent.id, isSuccess: attempt.isSuccess, pause: verdict.pause)
    counters.attempts.add(to: .init(verdict.delivery.state))
    if case .failure = attempt { counters.failures.add(to: .webhooks) }
    counters.underWay.set(windows.underWay, of: .webhooks)
    ended.append(verdict.delivery)
    if let changed = verdict.webhook { note(changed) }
    guard !isSettling else { return }
    // What ends in the meantime is written down together.
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
    // What is not written down is sent again when its lease has run out.
    _ = try? waitForAnswer {
      store.settleDeliveries(deliveries, owner: owner, completion: $0)
    }
  }

  private func note(_ webhook: Webhook) {
    let isSwitchedOff = self.webhook(webhook.id)?.isEnabled == true && !webhook.isEnabled
    notes[webhook.id] = Note(
      webhook: webhook,
      isSwitchedOff: isSwitchedOff || notes[webhook.id]?.isSwitchedOff == true)
    if let place = places[webhook.id] { webhooks[place] = webhook }
  }

  /// Writes down how some endpoints do; another's change comes first.
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
        isAudited: false, now: now
      ) { _ in left.leave() }
    }
    // They are written together.
    left.wait()
    try? refresh()
  }
}
