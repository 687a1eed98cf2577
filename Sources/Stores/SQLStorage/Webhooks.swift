package import LinkStorage
package import Links

extension SQLStore where Self: WebhookKeeping {
  package func webhooks() throws(LinkStoreError) -> [Webhook] {
    try reading { sql throws(Failure) in try sql.webhooks() }
  }

  package func createWebhook(
    _ webhook: Webhook, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<BoundedCreation>
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
      try sql.record(try sql.recordedTypes().union([webhook].types), now: now)
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
      try sql.record(events)
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
      "SELECT \(deliveryColumns) FROM keiro.deliveries "
        + "WHERE webhook = $1 AND number < $2 AND state BETWEEN $3 AND $4 "
        + "ORDER BY number DESC LIMIT $5",
      [
        .text(id), .int(number ?? .max), .int(state?.rawValue ?? 0),
        .int((state ?? .failed).rawValue), .int(limit),
      ], Delivery.init(row:))
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
    writing(completion) { sql throws(Failure) in try sql.addDeliveries([delivery]).first ?? 0 }
  }

  package func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>
  ) {
    // A lease lost in a power failure counts as expired.
    writing(.fleeting, completion) { sql throws(Failure) in
      let latest = try sql.latestTime(at: now, waiting: Delivery.longestWait)
      try sql.send(
        "UPDATE keiro.deliveries AS d SET next_at = $2 FROM #rows "
          + "WHERE d.webhook = n.webhook AND d.state = 0 AND d.next_at > $3",
        over: SQLRows(["webhook": .texts(rooms.map(\.webhook))]), [.time(now), .time(latest)])
      var leased: [Delivery] = []
      for room in rooms {
        leased += try sql.rows(
          "WITH due AS (SELECT number FROM keiro.deliveries WHERE webhook = $1 AND state = 0 "
            + "AND next_at <= $2 AND (leased_until IS NULL OR leased_until <= $3 "
            + "OR leased_until > $4) ORDER BY next_at, number LIMIT $5 "
            + "\(SharedConnection.dialect.skippingLocked)) "
            + "UPDATE keiro.deliveries SET owner = $6, leased_until = $7 "
            + "WHERE number IN (SELECT number FROM due) "
            + "RETURNING \(deliveryColumns)",
          [
            .text(room.webhook), .time(now), .time(now), .time(time.longestLease(since: now)),
            .int(max(room.count, 0)), .text(owner), .time(time),
          ], Delivery.init(row:)
        ).sorted { ($0.nextAt, $0.number) < ($1.nextAt, $1.number) }
      }
      return leased
    }
  }

  package func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    // Deliveries whose state is lost in a power failure are sent again, which receivers have to expect.
    writing(.fleeting, completion) { sql throws(Failure) in
      guard !deliveries.isEmpty else { return 0 }
      let deliveries = deliveries.sorted { $0.number < $1.number }
      return try sql.run(
        "UPDATE keiro.deliveries AS d SET state = n.state, next_at = n.next_at, tries = n.tries, "
          + "attempts = n.attempts, owner = NULL, leased_until = NULL FROM #rows "
          + "WHERE d.number = n.number AND d.owner = $6",
        over: SQLRows([
          "number": .ints(deliveries.map(\.number)),
          "state": .ints(deliveries.map(\.state.rawValue)),
          "next_at": .ints(deliveries.map(\.nextAt.secondsSinceEpoch)),
          "tries": .ints(deliveries.map(\.tries)),
          "attempts": .texts(deliveries.map { DeliveryCodec.encode($0.attempts) }),
        ]), [.text(owner)])
    }
  }
}

extension SQLStore where Self: EventOutbox {
  package func recordedTypes() throws(LinkStoreError) -> Set<WebhookEventType> {
    try reading { sql throws(Failure) in try sql.recordedTypes() }
  }

  package func emit(_ events: [WebhookEvent], completion: @escaping StoreCompletion<Void>) {
    writing(completion) { sql throws(Failure) in try sql.record(events) }
  }

  package func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>) {
    writing(completion) { sql throws(Failure) in try sql.gatherEvents(now) }
  }

  package func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>
  ) {
    writing(.fleeting, completion) { sql throws(Failure) in
      // Events that another router is about to lease are skipped.
      try sql.rows(
        "WITH free AS (SELECT number FROM keiro.events WHERE type IS NOT NULL "
          + "AND (leased_until IS NULL OR leased_until <= $1 OR leased_until > $2) "
          + "ORDER BY number LIMIT $3 \(SharedConnection.dialect.skippingLocked)) "
          + "UPDATE keiro.events SET owner = $4, leased_until = $5 "
          + "WHERE number IN (SELECT number FROM free) "
          + "RETURNING number, type, host, \(SharedConnection.dialect.eventTime), data",
        [
          .time(now), .time(time.longestLease(since: now)), .int(max(limit, 0)), .text(owner),
          .time(time),
        ], RecordedEvent.init(row:)
      ).sorted { $0.number < $1.number }
    }
  }

  package func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    writing(completion) { sql throws(Failure) in
      let settled = Set(
        try sql.rows(
          "DELETE FROM keiro.events WHERE owner = $1 AND number "
            + SharedConnection.dialect.isNumbered("$2") + " RETURNING number",
          [.text(owner), .numbers(events.map(\.number))]
        ) { $0.int(0) })
      let deliveries = events.filter { settled.contains($0.number) }.flatMap(\.deliveries)
      _ = try sql.addDeliveries(deliveries)
      return settled.count
    }
  }
}

extension SQLConnection {
  fileprivate func webhooks() throws(Failure) -> [Webhook] {
    try rows("\(selection) ORDER BY number", [], decoded)
  }

  fileprivate func recordTypes(_ now: Timestamp) throws(Failure) {
    try record(try webhooks().types, now: now)
  }

  /// The events of links that ended since the last call.
  package func newlyEnded(_ now: Timestamp) throws(Failure) -> [WebhookEvent] {
    var told = ToldEnds(text: try kept("told_ends")) ?? ToldEnds(after: now)
    if told.time > now, try told.time > latestTime(at: now, waiting: StoreTime.tolerance) {
      // Told by a clock that was ahead, and has been set right: what ends from now on is news.
      told = ToldEnds(after: now)
      try keep(told.text, as: "told_ends")
    }
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
private let deliveryColumns =
  "number, webhook, message, type, body, happened_at, state, next_at, tries, attempts"

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
