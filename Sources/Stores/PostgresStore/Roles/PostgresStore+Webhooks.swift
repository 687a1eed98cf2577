package import Links
package import LinkStorage

extension PostgresStore {
  // MARK: - Outbox

  package func recordedTypes() throws(LinkStoreError) -> Set<WebhookEventType> {
    try read { connection throws(PostgresFailure) in try EventTable.types(connection) }
  }

  package func emit(_ events: [WebhookEvent], completion: @escaping StoreCompletion<Void>) {
    change(completion) { connection throws(PostgresFailure) in
      try EventTable(connection).queue(events)
    }
  }

  package func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>) {
    change(completion) { connection throws(PostgresFailure) in
      try EventTable(connection).gather(now)
    }
  }

  package func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try EventTable(connection).lease(limit, owner: owner, until: time, now: now)
    }
  }

  package func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try EventTable(connection).settle(events, owner: owner)
    }
  }

  package func openEvents() throws(LinkStoreError) -> Int {
    try read { connection throws(PostgresFailure) in
      try connection.first("SELECT count(*) FROM keiro.events WHERE type IS NOT NULL") { $0.int(0) }
        ?? 0
    }
  }

  // MARK: - Webhooks

  package func webhooks() throws(LinkStoreError) -> [Webhook] {
    try read { connection throws(PostgresFailure) in try WebhookTable.webhooks(connection) }
  }

  package func createWebhook(
    _ webhook: Webhook, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    change(completion) { [actor] connection throws(PostgresFailure) in
      let change = try WebhookTable(connection).create(webhook, now)
      if change == .done {
        try AuditTable(connection).append([
          AuditEntry(.webhookCreated, by: actor, at: now, token: webhook.id)
        ])
      }
      return change
    }
  }

  package func changeWebhook(
    _ webhook: Webhook, telling events: [WebhookEvent], isAudited: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    change(completion) { [actor] connection throws(PostgresFailure) in
      let change = try WebhookTable(connection).change(webhook, now)
      guard change == .done else { return change }
      try EventTable(connection).queue(events)
      if isAudited {
        try AuditTable(connection).append([
          AuditEntry(.webhookUpdated, by: actor, at: now, token: webhook.id)
        ])
      }
      return change
    }
  }

  package func deleteWebhook(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>
  ) {
    change(completion) { [actor] connection throws(PostgresFailure) in
      let change = try WebhookTable(connection).delete(id, now)
      if change == .done {
        try AuditTable(connection).append([
          AuditEntry(.webhookDeleted, by: actor, at: now, token: id)
        ])
      }
      return change
    }
  }

  // MARK: - Deliveries

  package func addDelivery(
    _ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try WebhookTable(connection).add([delivery]).first ?? 0
    }
  }

  package func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try WebhookTable(connection).lease(rooms, owner: owner, until: time, now: now)
    }
  }

  package func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try WebhookTable(connection).settle(deliveries, owner: owner)
    }
  }

  package func deliveries(
    of id: String, before number: Int?, limit: Int
  ) throws(LinkStoreError) -> [Delivery] {
    try read { connection throws(PostgresFailure) in
      try WebhookTable.deliveries(of: id, before: number, limit: limit, in: connection)
    }
  }

  package func retryDelivery(
    _ number: Int, of id: String, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try WebhookTable(connection).retry(number, of: id, now)
    }
  }
}
