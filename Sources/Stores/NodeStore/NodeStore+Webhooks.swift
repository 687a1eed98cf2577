package import Links
package import LinkStorage

/// Events and webhooks: always the database.
extension NodeStore {
  package func recordedTypes() throws(LinkStoreError) -> Set<WebhookEventType> {
    try truth.recordedTypes()
  }

  package func emit(_ events: [WebhookEvent], completion: @escaping StoreCompletion<Void>) {
    truth.emit(events, completion: completion)
  }

  package func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>) {
    truth.gatherEvents(now: now, completion: completion)
  }

  package func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>
  ) {
    truth.leaseEvents(limit, owner: owner, until: time, now: now, completion: completion)
  }

  package func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    truth.settleEvents(events, owner: owner, completion: completion)
  }

  package func openEvents() throws(LinkStoreError) -> Int { try truth.openEvents() }

  // MARK: - Webhooks

  package func webhooks() throws(LinkStoreError) -> [Webhook] { try truth.webhooks() }

  package func createWebhook(
    _ webhook: Webhook, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    truth.createWebhook(webhook, now: now, completion: completion)
  }

  package func changeWebhook(
    _ webhook: Webhook, telling events: [WebhookEvent], isAudited: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    truth.changeWebhook(
      webhook, telling: events, isAudited: isAudited, now: now, completion: completion)
  }

  package func deleteWebhook(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    truth.deleteWebhook(id: id, now: now, completion: completion)
  }

  // MARK: - Deliveries

  package func addDelivery(
    _ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>
  ) {
    truth.addDelivery(delivery, completion: completion)
  }

  package func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>
  ) {
    truth.leaseDeliveries(rooms, owner: owner, until: time, now: now, completion: completion)
  }

  package func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    truth.settleDeliveries(deliveries, owner: owner, completion: completion)
  }

  package func deliveries(
    of id: String, before number: Int?, limit: Int
  ) throws(LinkStoreError) -> [Delivery] {
    try truth.deliveries(of: id, before: number, limit: limit)
  }

  package func retryDelivery(
    _ number: Int, of id: String, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    truth.retryDelivery(number, of: id, now: now, completion: completion)
  }
}
