package import LinkStorage
package import Links

extension SQLStore where Self: WebhookKeeping {
  package func webhooks() throws(LinkStoreError) -> [Webhook] {
    try reading { sql throws(Failure) in try sql.webhooks() }
  }

  package func createWebhook(
    _ webhook: Webhook, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookCreation>
  ) {
    writing(completion) { sql throws(Failure) in
      _ = try sql.lock(.webhooks)
      let there = try sql.first("SELECT count(*) FROM keiro.webhooks", []) { $0.int(0) }
      guard there ?? 0 < Webhook.countLimit else { return .full }
      let count = try sql.run(
        "INSERT INTO keiro.webhooks (id, revision, document) VALUES ($1, 1, $2) "
          + "ON CONFLICT DO NOTHING", [.text(webhook.id), .text(WebhookCodec.encode(webhook))])
      guard count == 1 else { return .taken }
      // There may be thousands of webhooks, so the others are not read.
      try sql.events.record(try sql.recordedTypes().union([webhook].types), now: now)
      try sql.enter([AuditEntry(.webhookCreated, by: actor, at: now, token: webhook.id)])
      return .created
    }
  }

  package func changeWebhook(
    _ webhook: Webhook, telling events: [WebhookEvent], by actor: AuditActor?, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    writing(completion) { sql throws(Failure) in
      _ = try sql.lock(.webhooks)
      let found = try sql.first("\(selection) WHERE id = $1", [.text(webhook.id)], decoded)
      guard let before = found else { return .missing }
      guard before.revision == webhook.revision else { return .overtaken }
      try sql.send(
        "UPDATE keiro.webhooks SET revision = revision + 1, document = $1 WHERE id = $2",
        [.text(WebhookCodec.encode(webhook)), .text(webhook.id)])
      // The state of an endpoint changes often, and there may be thousands: they are only read if
      // necessary.
      if !webhook.subscribes(as: before) { try sql.recordTypes(now) }
      try sql.events.record(events)
      guard let actor else { return .done }
      try sql.enter([AuditEntry(.webhookUpdated, by: actor, at: now, token: webhook.id)])
      return .done
    }
  }

  package func deleteWebhook(
    id: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    writing(completion) { sql throws(Failure) in
      _ = try sql.lock(.webhooks)
      let count = try sql.run("DELETE FROM keiro.webhooks WHERE id = $1", [.text(id)])
      guard count == 1 else { return .missing }
      try sql.send("DELETE FROM keiro.deliveries WHERE webhook = $1", [.text(id)])
      try sql.recordTypes(now)
      try sql.enter([AuditEntry(.webhookDeleted, by: actor, at: now, token: id)])
      return .done
    }
  }

  package func deliveries(
    of id: String, in state: Delivery.State?, before number: Int?, limit: Int
  ) throws(LinkStoreError) -> [Delivery] {
    try rows(
      "SELECT \(deliveryColumns.joined(separator: ", ")) FROM keiro.deliveries "
        + "WHERE webhook = $1 AND number < $2 AND state BETWEEN $3 AND $4 "
        + "ORDER BY number DESC LIMIT $5",
      [
        .text(id), .int(number ?? .max), .int(state?.rawValue ?? 0),
        .int((state ?? .failed).rawValue), .int(limit),
      ]
    ) {
      row throws(LinkStoreError) in try Delivery(row: row)
    }
  }

  package func retryDelivery(
    _ number: Int, of id: String, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>
  ) {
    writing(completion) { sql throws(Failure) in
      let count = try sql.run(
        "UPDATE keiro.deliveries SET state = 0, next_at = $1, tries = 0 "
          + "WHERE number = $2 AND webhook = $3", [.time(now), .int(number), .text(id)])
      return count == 1 ? .done : .missing
    }
  }

  package func addDelivery(
    _ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>
  ) {
    writing(completion) { sql throws(Failure) in try sql.deliveries.add([delivery]).first ?? 0 }
  }

  package func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>
  ) {
    // A lease lost in a power failure counts as expired.
    writing(.fleeting, completion) { sql throws(Failure) in
      try sql.deliveries.lease(rooms, owner: owner, until: time, now: now)
    }
  }

  package func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    // Deliveries whose state is lost in a power failure are sent again, which receivers have to expect.
    writing(.fleeting, completion) { sql throws(Failure) in
      try sql.deliveries.settle(deliveries, owner: owner)
    }
  }
}

extension SQLStore where Self: EventOutbox {
  package func recordedTypes() throws(LinkStoreError) -> Set<WebhookEventType> {
    try reading { sql throws(Failure) in try sql.recordedTypes() }
  }

  package func emit(_ events: [WebhookEvent], completion: @escaping StoreCompletion<Void>) {
    writing(completion) { sql throws(Failure) in try sql.events.record(events) }
  }

  package func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>) {
    writing(completion) { sql throws(Failure) in try sql.events.gather(now) }
  }

  package func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>
  ) {
    writing(.fleeting, completion) { sql throws(Failure) in
      try sql.events.lease(limit, owner: owner, until: time, now: now)
    }
  }

  package func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    writing(completion) { sql throws(Failure) in try sql.events.settle(events, owner: owner) }
  }
}

extension SQLConnection {
  fileprivate func webhooks() throws(Failure) -> [Webhook] {
    try rows("\(selection) ORDER BY number", [], decoded)
  }

  fileprivate func recordTypes(_ now: Timestamp) throws(Failure) {
    try events.record(try webhooks().types, now: now)
  }

  /// The events of links that ended since the last call.
  package func newlyEnded(_ now: Timestamp) throws(Failure) -> [WebhookEvent] {
    let told = ToldEnds(text: try kept("told_ends")) ?? ToldEnds(after: now)
    let links = try links(endingAfter: told, until: now)
    if let last = links.last, let end = last.link.expires {
      try keep(ToldEnds(time: end, id: last.id).text, as: "told_ends")
    }
    return links.filter { !$0.link.archived }.map {
      WebhookEvent(.linkExpired, $0.link, revision: $0.revision, now)
    }
  }

  /// The types of events that some webhook subscribes to.
  package func recordedTypes() throws(Failure) -> Set<WebhookEventType> {
    Set(text: try kept("told_types"))
  }

  /// A value in the table `meta`; nil when there is none with that name.
  package func kept(_ name: String) throws(Failure) -> String? {
    try first("SELECT value FROM keiro.meta WHERE name = $1", [.text(name)]) { $0.text(0) }
  }

  /// Sets a value in the table `meta`.
  package func keep(_ value: String, as name: String) throws(Failure) {
    try send(
      "INSERT INTO keiro.meta (name, value) VALUES ($1, $2) "
        + "ON CONFLICT (name) DO UPDATE SET value = excluded.value", [.text(name), .text(value)])
  }
}

// MARK: - Rows

private let selection = "SELECT id, revision, document FROM keiro.webhooks"

private func decoded(_ row: some SQLRow) throws(LinkStoreError) -> Webhook {
  try WebhookCodec.decode(id: row.text(0), revision: row.int(1), row.text(2))
}

/// The columns that `Delivery.init(row:)` reads.
package let deliveryColumns = [
  "number", "webhook", "message", "type", "body", "happened_at", "state", "next_at", "tries",
  "attempts",
]

extension Delivery {
  /// Reads a row with the columns of `deliveryColumns`.
  package init(row: some SQLRow) throws(LinkStoreError) {
    guard let type = WebhookEventType(rawValue: row.text(3)),
      let state = Delivery.State(rawValue: row.int(6))
    else { throw .corrupt("a delivery cannot be read", "read deliveries") }
    self.init(
      number: row.int(0),
      NewDelivery(
        webhook: row.text(1), message: row.text(2), type: type, body: row.text(4),
        time: row.time(5)))
    self.state = state
    nextAt = row.time(7)
    tries = row.int(8)
    attempts = DeliveryCodec.decode(row.text(9))
  }
}

extension RecordedEvent {
  /// Reads a row with the columns number, type, host, time and data.
  package init(row: some SQLRow) throws(LinkStoreError) {
    guard let type = WebhookEventType(rawValue: row.text(1)) else {
      throw .corrupt("an event has an unknown type", "read events.type")
    }
    self.init(
      number: row.int(0),
      event: WebhookEvent(type, host: row.optionalText(2), time: row.time(3), text: row.text(4)))
  }
}
