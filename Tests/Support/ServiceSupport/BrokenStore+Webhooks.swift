import Links
import LinkStorage

// MARK: - Events and webhooks

extension BrokenStore {
  func recordedTypes() throws(LinkStoreError) -> Set<WebhookEventType> {
    try reachable().recordedTypes()
  }

  func emit(_ events: [WebhookEvent], completion: @escaping StoreCompletion<Void>) {
    write(completion) { $0.emit(events, completion: $1) }
  }

  func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>) {
    write(completion) { $0.gatherEvents(now: now, completion: $1) }
  }

  func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>
  ) {
    write(completion) { $0.leaseEvents(limit, owner: owner, until: time, now: now, completion: $1) }
  }

  func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { $0.settleEvents(events, owner: owner, completion: $1) }
  }

  func openEvents() throws(LinkStoreError) -> Int { try reachable().openEvents() }

  // MARK: - Webhooks

  func webhooks() throws(LinkStoreError) -> [Webhook] { try reachable().webhooks() }

  func createWebhook(
    _ webhook: Webhook, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { $0.createWebhook(webhook, now: now, completion: $1) }
  }

  func changeWebhook(
    _ webhook: Webhook, telling events: [WebhookEvent], isAudited: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) {
      $0.changeWebhook(webhook, telling: events, isAudited: isAudited, now: now, completion: $1)
    }
  }

  func deleteWebhook(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { $0.deleteWebhook(id: id, now: now, completion: $1) }
  }

  // MARK: - Deliveries

  func addDelivery(
    _ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { $0.addDelivery(delivery, completion: $1) }
  }

  func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>
  ) {
    write(completion) {
      $0.leaseDeliveries(rooms, owner: owner, until: time, now: now, completion: $1)
    }
  }

  func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { $0.settleDeliveries(deliveries, owner: owner, completion: $1) }
  }

  func deliveries(
    of id: String, before number: Int?, limit: Int
  ) throws(LinkStoreError) -> [Delivery] {
    try reachable().deliveries(of: id, before: number, limit: limit)
  }

  func retryDelivery(
    _ number: Int, of id: String, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { $0.retryDelivery(number, of: id, now: now, completion: $1) }
  }
}
