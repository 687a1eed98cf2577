import JSONSyntax
import Links
import LinkStorage
import SQLStorage
import Testing

extension LinkStore {
  /// Makes a webhook, by which events are recorded.
  func addWebhook(
    _ id: String, _ types: Set<WebhookEventType> = [], at now: Timestamp = time(0),
    _ change: (inout Webhook) -> Void = { _ in }
  ) throws {
    var webhook = Webhook(id: id, url: "https://hooks.example/\(id)", secret: "whsec_x", now: now)
    webhook.types = types
    change(&webhook)
    let made = webhook
    let answer = try waitForAnswer { createWebhook(made, by: .service, now: now, completion: $0) }
    #expect(answer == .created)
  }

  func lease(
    _ limit: Int = 100, _ owner: String = "a", until: Int = 60, at now: Int = 0
  ) throws -> [RecordedEvent] {
    try waitForAnswer {
      leaseEvents(limit, owner: owner, until: time(until), now: time(now), completion: $0)
    }
  }

  /// Settles events with a delivery to each of the webhooks.
  func settle(
    _ events: [RecordedEvent], _ owner: String = "a", to webhooks: [String] = []
  ) throws -> Int {
    let routed = events.map { event -> RoutedEvent in
      let deliveries = webhooks.map {
        NewDelivery(
          webhook: $0, message: "msg_\(event.number)", type: event.event.type,
          body: event.event.data, time: event.event.time)
      }
      return (event.number, deliveries)
    }
    return try waitForAnswer { settleEvents(routed, owner: owner, completion: $0) }
  }

  func gather(_ seconds: Int) throws -> Int {
    try waitForAnswer { gatherEvents(now: time(seconds), completion: $0) }
  }
}

extension RecordedEvent {
  private func member(_ name: String) -> JSONNode? {
    (try? JSONDocument(parsing: Array(event.data.utf8)))?.root.member(name)
  }

  var slug: String? { member("slug")?.string }

  var line: String {
    let seconds = event.time.secondsSinceEpoch - time(0).secondsSinceEpoch
    var revision = ""
    if case .number(let text) = member("revision")?.value { revision = " " + text }
    return "\(event.type.rawValue) \(slug ?? "")\(revision) at \(seconds)"
  }
}

/// Events that wait for delivery.
@Suite(.tidies) struct OutboxSuite {
  @Test(arguments: StoreEngine.allCases)
  func `records each change while somebody wants to know, and nothing else`(
    _ engine: StoreEngine
  ) throws {
    let (ours, theirs) = try engine.stores()
    try theirs.make(sample("before"))
    #expect(try ours.recordedTypes().isEmpty && ours.lease() == [])
    try ours.addWebhook("w", [.linkCreated, .linkUpdated, .linkDeleted])
    #expect(try theirs.recordedTypes() == [.linkCreated, .linkUpdated, .linkDeleted])
    try theirs.make(sample("x"), at: time(1))
    _ = try theirs.create(sample("x"), at: time(2))
    _ = try theirs.update(sample("x"), revision: 1, at: time(3))
    _ = try theirs.update(sample("x"), revision: 1, at: time(4))
    _ = try ours.apply(
      [sample("x") { $0.name = "n" }, sample("y")], overwritesEdits: true, at: time(5))
    _ = try ours.apply([sample("y")], at: time(6))
    _ = try theirs.delete(sample("x").key, revision: nil, at: time(7))
    _ = try theirs.delete(sample("x").key, revision: nil, at: time(8))
    let event = WebhookEvent(.doctorChanged, host: nil, time: time(8), data: .object([]))
    try waitForAnswer { ours.emit([event], completion: $0) }
    try theirs.deleteWebhook("w")
    try theirs.make(sample("after"))
    let events = try ours.lease()
    #expect(
      events.map(\.line) == [
        "link.created x 1 at 1", "link.updated x 2 at 3", "link.updated x 3 at 5",
        "link.created y 1 at 5", "link.deleted x 3 at 7",
      ])
    #expect(events.allSatisfy { $0.event.host == "a.example" })
    let last = try #require(events.last)
    #expect(last.event.data.contains(#""name":"n""#))
  }

  @Test(arguments: StoreEngine.allCases)
  func `numbers order the events of a link, also when it is deleted and made again`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    try one.addWebhook("w")
    try one.make(sample("x"), at: time(1))
    _ = try other.update(sample("x"), revision: nil, at: time(2))
    _ = try one.delete(sample("x").key, revision: nil, at: time(3))
    try other.make(sample("x"), at: time(3))
    _ = try one.apply([sample("x") { $0.name = "n" }], overwritesEdits: true, at: time(3))
    _ = try other.delete(sample("x").key, revision: nil, at: time(3))
    let events = try one.lease().sorted { $0.number < $1.number }
    #expect(
      events.map(\.event.type) == [
        .linkCreated, .linkUpdated, .linkDeleted, .linkCreated, .linkUpdated, .linkDeleted,
      ])
    #expect(Set(events.map(\.number)).count == events.count)
    // A number is not reused after its event is gone.
    _ = try one.settle(events)
    try one.make(sample("x"), at: time(3))
    #expect(try #require(try one.lease().first).number > #require(events.last).number)
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells no password`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try store.addWebhook("w")
    try store.make(sample("x") { $0.password = PasswordHash("$scrypt$secret") })
    let event = try #require(try store.lease().first)
    #expect(event.event.data.contains(#""password":true"#))
    #expect(!event.event.data.contains("secret"))
  }

  @Test(arguments: StoreEngine.allCases)
  func `records every link of a bulk`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try store.addWebhook("w", [.linkCreated])
    let links = (0..<(FeedBounds.keysPerWrite * 3)).map { sample("s\($0)") }
    _ = try store.apply(links, at: time(0))
    #expect(try store.lease(1000).map(\.slug) == links.map(\.key.slug))
  }

  @Test(arguments: StoreEngine.allCases)
  func `leases an event to one at a time, and again when the lease has run out`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    try one.addWebhook("w")
    for number in 0..<5 { try one.make(sample("s\(number)")) }
    let first = try one.lease(2, "a", until: 60)
    #expect(first.map(\.slug) == ["s0", "s1"])
    let second = try other.lease(9, "b", until: 90, at: 59)
    #expect(second.map(\.slug) == ["s2", "s3", "s4"])
    #expect(try other.lease(9, "c", until: 99, at: 59) == [])
    // The first owner was too slow: its events are sent again rather than never.
    #expect(try other.lease(9, "b", until: 90, at: 60) == first)
    #expect(try one.settle(first, "a", to: ["w"]) == 0)
    #expect(try one.deliveries(of: "w", in: nil, before: nil, limit: 9).isEmpty)
    #expect(try other.settle(first + second, "b", to: ["w", "gone"]) == 5)
    #expect(try other.settle(first, "b", to: ["w"]) == 0)
    #expect(try one.lease(at: 1000) == [])
    #expect(try one.deliveries(of: "w", in: nil, before: nil, limit: 9).count == 5)
    #expect(try one.deliveries(of: "gone", in: nil, before: nil, limit: 9).isEmpty)
  }

  // MARK: - Gathering

  @Test(arguments: StoreEngine.allCases)
  func `tells the end of each link once, no matter which node looks`(_ engine: StoreEngine) throws {
    let (ours, theirs) = try engine.stores()
    #expect(try ours.gather(0) == 0)
    try ours.make(sample("old") { $0.expires = time(5) })
    try ours.addWebhook("w", [.linkExpired], at: time(6))
    for (slug, end) in [("b", 20), ("a", 10), ("c", 20), ("d", 90)] {
      try ours.make(sample(slug) { $0.expires = time(end) }, at: time(7))
    }
    try ours.make(
      sample("archived") {
        $0.expires = time(10)
        $0.archived = true
      }, at: time(7))
    #expect(try ours.gather(9) == 0)
    #expect(try theirs.gather(10) == 1)
    #expect(try ours.gather(10) == 0)
    #expect(try ours.gather(60) == 2)
    #expect(try theirs.gather(60) == 0)
    #expect(
      try ours.lease().map(\.line) == [
        "link.expired a 1 at 10", "link.expired b 1 at 60", "link.expired c 1 at 60",
      ])
    // A moved end is reported again.
    _ = try ours.update(sample("a") { $0.expires = time(70) }, revision: 1, at: time(61))
    #expect(try ours.gather(71) == 1)
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells once that the clicks of a link are used up`(_ engine: StoreEngine) throws {
    let (ours, theirs) = try engine.stores()
    let old = try ours.make(sample("old") { $0.maxClicks = 1 }).link
    _ = try ours.reserve(1, of: LinkLife(old), limit: 1)
    try ours.addWebhook("w", [.linkLimitReached])
    let link = try ours.make(sample("x") { $0.maxClicks = 3 }).link
    let life = LinkLife(link)
    _ = try ours.reserve(2, of: life, limit: 3)
    #expect(try ours.gather(1) == 0)
    _ = try theirs.reserve(1, of: life, limit: 3)
    #expect(try theirs.gather(2) == 1)
    try ours.giveBack(1, of: life)
    _ = try theirs.reserve(1, of: life, limit: 3)
    #expect(try ours.gather(3) == 0)
    // Another limit means another end.
    _ = try theirs.reserve(1, of: life, limit: 4)
    #expect(try ours.gather(4) == 1)
    let events = try ours.lease()
    #expect(events.map(\.slug) == ["x", "x"])
    #expect(events.map { $0.event.data.contains(#""maxClicks":3"#) } == [true, false])
  }

  @Test(arguments: StoreEngine.allCases)
  func `sums clicks by link and launches by app, and tells each once`(
    _ engine: StoreEngine
  ) throws {
    let (ours, theirs) = try engine.stores()
    try ours.count([clicked("x", 100)])
    try ours.addWebhook("w", [.clicksSummed, .launchesSummed], at: time(0))
    let writer = CountWriter()
    let batch = CountBatch(writer: writer, sequence: 1, clicks: [clicked("x", 2), clicked("y", 7)])
    #expect(try ours.count(batch) == .counted)
    #expect(try theirs.count(batch) == .repeated)
    try theirs.count(
      [clicked("x", 3), clicked("x", 50, isBot: true)],
      [
        LaunchCount(
          app: "shop", event: "open", appVersion: "1", systemVersion: "17", day: 19_000, count: 4)
      ])
    #expect(try ours.gather(EventSums.period - 1) == 0)
    #expect(try ours.gather(EventSums.period) == 2)
    #expect(try theirs.gather(EventSums.period * 3) == 0)
    try ours.count([clicked("x", 1)])
    #expect(try theirs.gather(EventSums.period * 3) == 1)
    let (since, until) = (time(0).description, time(EventSums.period).description)
    let period = #""since":"\#(since)","until":"\#(until)","#
    #expect(
      try ours.lease().prefix(2).map(\.event.data) == [
        #"{\#(period)"links":[{"host":"a.example","slug":"y","clicks":7},"#
          + #"{"host":"a.example","slug":"x","clicks":5}]}"#,
        #"{\#(period)"apps":[{"app":"shop","event":"open","launches":4}]}"#,
      ])
  }
}
