import Links
import LinkStorage
import Testing

extension LinkStore {
  /// Adds a delivery.
  @discardableResult
  func add(_ webhook: String, _ message: String, at seconds: Int = 0) throws -> Int {
    let delivery = NewDelivery(
      webhook: webhook, message: message, type: .ping, body: "{}", time: time(seconds))
    return try waitForAnswer { addDelivery(delivery, completion: $0) }
  }

  func lease(
    _ rooms: [DeliveryRoom], _ owner: String = "a", until: Int, at now: Int
  ) throws -> [Delivery] {
    try waitForAnswer {
      leaseDeliveries(rooms, owner: owner, until: time(until), now: time(now), completion: $0)
    }
  }

  fileprivate func settle(_ deliveries: [Delivery], _ owner: String = "a") throws -> Int {
    try waitForAnswer { settleDeliveries(deliveries, owner: owner, completion: $0) }
  }

  @discardableResult
  func deleteWebhook(_ id: String) throws -> WebhookChange {
    try waitForAnswer { deleteWebhook(id: id, by: .service, now: time(9), completion: $0) }
  }

  fileprivate func change(_ webhook: Webhook, isAudited: Bool = true) throws -> WebhookChange {
    try waitForAnswer {
      changeWebhook(
        webhook, telling: [], by: isAudited ? .service : nil, now: time(9), completion: $0)
    }
  }
}

/// Webhooks and their deliveries.
@Suite(.tidies) struct WebhookSuite {
  @Test(arguments: StoreEngine.allCases)
  func `keeps webhooks as they are, in their order`(_ engine: StoreEngine) throws {
    let (ours, theirs) = try engine.stores()
    try ours.addWebhook("b", [.linkCreated]) { webhook in
      webhook.description = "Čau \"all\""
      webhook.hosts = ["a.example", "b.example"]
      webhook.secrets = [.init("whsec_new"), .init("whsec_old", expires: time(99))]
      webhook.disabledAt = time(5)
      webhook.disabledReason = StoredFault(sentence: "410", code: "answered 410")
      webhook.failingSince = time(4)
    }
    try theirs.addWebhook("a")
    let found = try theirs.webhooks()
    #expect(found.map(\.id) == ["b", "a"])
    let first = try #require(found.first)
    #expect(first.description == "Čau \"all\"" && first.hosts == ["a.example", "b.example"])
    #expect(first.secrets(at: time(98)) == ["whsec_new", "whsec_old"])
    #expect(first.secrets(at: time(99)) == ["whsec_new"])
    #expect(first.types == [.linkCreated] && first.disabledReason?.sentence == "410")
    #expect(first.disabledReason?.code == "answered 410")
    #expect(first.failingSince == time(4) && first.disabledAt == time(5))
  }

  @Test(arguments: StoreEngine.allCases)
  func `changes the revision that is meant, and audits what people do`(
    _ engine: StoreEngine
  ) throws {
    let (ours, theirs) = try engine.stores()
    try ours.addWebhook("w")
    var webhook = try #require(try ours.webhooks().first)
    webhook.url = "https://other.example/"
    #expect(try theirs.change(webhook) == .done)
    #expect(try ours.change(webhook) == .overtaken)
    var newer = try #require(try ours.webhooks().first)
    #expect(newer.url == "https://other.example/" && newer.revision == 2)
    newer.failingSince = time(3)
    #expect(try ours.change(newer, isAudited: false) == .done)
    #expect(try ours.deleteWebhook("w") == .done)
    #expect(try ours.change(newer) == .missing)
    #expect(try theirs.webhooks().isEmpty)
    let entries = try ours.audit(AuditQuery()).entries.map(\.entry)
    #expect(entries.map(\.action) == [.webhookDeleted, .webhookUpdated, .webhookCreated])
    #expect(entries.allSatisfy { $0.token == "w" })
  }

  @Test(arguments: StoreEngine.allCases)
  func `records the types that webhooks which are on have subscribed to`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.addWebhook("a", [.linkCreated])
    try store.addWebhook("b", [.linkDeleted, .clicksSummed])
    #expect(try store.recordedTypes() == [.linkCreated, .linkDeleted, .clicksSummed])
    var webhook = try store.webhooks()[1]
    webhook.disabledAt = time(1)
    #expect(try store.change(webhook) == .done)
    #expect(try store.recordedTypes() == [.linkCreated])
    try store.addWebhook("c")
    #expect(try store.recordedTypes() == Set(WebhookEventType.allCases).subtracting([.ping]))
  }

  @Test(arguments: StoreEngine.allCases)
  func `leases what is due, as much of each endpoint as there is room for`(
    _ engine: StoreEngine
  ) throws {
    let (ours, theirs) = try engine.stores()
    for id in ["dead", "live", "full"] { try ours.addWebhook(id) }
    for number in 0..<5 { _ = try ours.add("dead", "d\(number)", at: number) }
    _ = try ours.add("live", "l", at: 9)
    _ = try ours.add("full", "f", at: 9)
    _ = try ours.add("live", "later", at: 100)
    let rooms = [
      DeliveryRoom(webhook: "dead", count: 2), DeliveryRoom(webhook: "full", count: 0),
      DeliveryRoom(webhook: "live", count: 4),
    ]
    let first = try ours.lease(rooms, "a", until: 60, at: 10)
    #expect(first.map(\.new.message).sorted() == ["d0", "d1", "l"])
    let second = try theirs.lease(rooms, "b", until: 90, at: 10)
    #expect(second.map(\.new.message).sorted() == ["d2", "d3"])
    // The result of the first lease arrives too late: another owner has the delivery by then.
    let again = try theirs.lease(rooms, "b", until: 120, at: 60)
    #expect(again.map(\.new.message).sorted() == ["d0", "d1", "l"])
    #expect(try ours.settle(first) == 0)
    #expect(try theirs.settle(again, "b") == 3)
  }

  @Test(arguments: StoreEngine.allCases)
  func `writes down what became of a delivery, and sends it again when asked`(
    _ engine: StoreEngine
  ) throws {
    let (ours, theirs) = try engine.stores()
    try ours.addWebhook("w")
    let number = try ours.add("w", "m")
    let rooms = [DeliveryRoom(webhook: "w", count: 4)]
    var delivery = try #require(try ours.lease(rooms, until: 60, at: 1).first)
    #expect(delivery.number == number && delivery.tries == 0)
    let unanswered = StoredFault(sentence: "no \"answer\"", code: "timeout")
    delivery.note(
      DeliveryAttempt(time: time(1), status: nil, error: unanswered, milliseconds: 20_000))
    delivery.nextAt = time(6)
    #expect(try ours.settle([delivery]) == 1)
    #expect(try theirs.lease(rooms, until: 60, at: 5).isEmpty)
    delivery = try #require(try theirs.lease(rooms, "b", until: 60, at: 6).first)
    #expect(delivery.tries == 1 && delivery.attempts.first?.error == unanswered)
    delivery.note(DeliveryAttempt(time: time(6), status: 204, error: nil, milliseconds: 3))
    delivery.state = .delivered
    #expect(try theirs.settle([delivery], "b") == 1)
    #expect(try ours.lease(rooms, until: 60, at: 99).isEmpty)
    #expect(try ours.deliveries(of: "w", in: nil, before: nil, limit: 9) == [delivery])
    #expect(try ours.deliveries(of: "w", in: nil, before: number, limit: 9).isEmpty)
    #expect(try ours.deliveries(of: "w", in: .delivered, before: nil, limit: 9) == [delivery])
    #expect(try ours.deliveries(of: "w", in: .failed, before: nil, limit: 9).isEmpty)
    func retry(_ number: Int, of id: String) throws -> WebhookChange {
      try waitForAnswer { ours.retryDelivery(number, of: id, now: time(50), completion: $0) }
    }
    #expect(try retry(number, of: "other") == .missing)
    #expect(try retry(number, of: "w") == .done)
    let repeated = try #require(try theirs.lease(rooms, "b", until: 99, at: 50).first)
    #expect(repeated.new == delivery.new && repeated.tries == 0 && repeated.attempts.count == 2)
  }

  @Test(arguments: StoreEngine.allCases)
  func `forgets deliveries with their endpoint, and old ones`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try store.addWebhook("w")
    try store.addWebhook("v")
    for seconds in [0, 10] {
      _ = try store.add("w", "m", at: seconds)
      _ = try store.add("v", "m", at: seconds)
    }
    #expect(try store.forget(.deliveries, before: time(10)) == 2)
    try store.deleteWebhook("w")
    #expect(try store.deliveries(of: "w", in: nil, before: nil, limit: 9).isEmpty)
    #expect(try store.deliveries(of: "v", in: nil, before: nil, limit: 9).count == 1)
    #expect(try store.add("w", "m") == 0)
  }
}
