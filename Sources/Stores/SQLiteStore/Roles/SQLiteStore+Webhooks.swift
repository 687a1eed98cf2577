package import Links
package import LinkStorage

extension SQLiteStore {
  // MARK: - Outbox

  package func recordedTypes() throws(LinkStoreError) -> Set<WebhookEventType> {
    try readers.read { database throws(LinkStoreError) in try EventTable.types(database) }
  }

  package func emit(_ events: [WebhookEvent], completion: @escaping StoreCompletion<Void>) {
    write(completion) { database throws(LinkStoreError) in
      try EventTable(database).record(events)
    }
  }

  package func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>) {
    write(completion) { database throws(LinkStoreError) in try EventTable(database).gather(now) }
  }

  package func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>
  ) {
    // A lease that a loss of power undoes is a lease that has run out.
    write(isDurable: false, completion) { database throws(LinkStoreError) in
      try EventTable(database).lease(limit, owner: owner, until: time, now: now)
    }
  }

  package func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try EventTable(database).settle(events, owner: owner)
    }
  }

  package func openEvents() throws(LinkStoreError) -> Int {
    try readers.read { database throws(LinkStoreError) in
      try database.first("SELECT count(*) FROM events") { $0.int(0) } ?? 0
    }
  }

  // MARK: - Webhooks

  package func webhooks() throws(LinkStoreError) -> [Webhook] {
    try readers.read { database throws(LinkStoreError) in try WebhookTable.webhooks(database) }
  }

  package func createWebhook(
    _ webhook: Webhook, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { [actor] database throws(LinkStoreError) in
      let change = try WebhookTable(database).create(webhook, now)
      if change == .done {
        try AuditTable(database).append(
          AuditEntry(.webhookCreated, by: actor, at: now, token: webhook.id))
      }
      return change
    }
  }

  package func changeWebhook(
    _ webhook: Webhook, telling events: [WebhookEvent], isAudited: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { [actor] database throws(LinkStoreError) in
      let change = try WebhookTable(database).change(webhook, now)
      guard change == .done else { return change }
      try EventTable(database).record(events)
      if isAudited {
        try AuditTable(database).append(
          AuditEntry(.webhookUpdated, by: actor, at: now, token: webhook.id))
      }
      return change
    }
  }

  package func deleteWebhook(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { [actor] database throws(LinkStoreError) in
      let change = try WebhookTable(database).delete(id, now)
      if change == .done {
        try AuditTable(database).append(AuditEntry(.webhookDeleted, by: actor, at: now, token: id))
      }
      return change
    }
  }

  // MARK: - Deliveries

  package func addDelivery(
    _ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try WebhookTable(database).add(delivery)
    }
  }

  package func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>
  ) {
    write(isDurable: false, completion) { database throws(LinkStoreError) in
      try WebhookTable(database).lease(rooms, owner: owner, until: time, now: now)
    }
  }

  package func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    // What a loss of power undoes is sent again, which receivers have to expect.
    write(isDurable: false, completion) { database throws(LinkStoreError) in
      try WebhookTable(database).settle(deliveries, owner: owner)
    }
  }

  package func deliveries(
    of id: String, before number: Int?, limit: Int
  ) throws(LinkStoreError) -> [Delivery] {
    try readers.read { database throws(LinkStoreError) in
      try WebhookTable.deliveries(of: id, before: number, limit: limit, in: database)
    }
  }

  package func retryDelivery(
    _ number: Int, of id: String, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try WebhookTable(database).retry(number, of: id, now)
    }
  }
}
