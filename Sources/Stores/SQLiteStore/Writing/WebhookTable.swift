import Links
import LinkStorage

/// Webhooks and the deliveries to them, inside a transaction.
struct WebhookTable {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  static func webhooks(_ database: Database) throws(LinkStoreError) -> [Webhook] {
    try database.rows("\(selection) ORDER BY number", [], webhook)
  }

  private static let selection = "SELECT id, revision, document FROM webhooks"

  private static func webhook(_ row: SQLRow) throws(LinkStoreError) -> Webhook {
    try WebhookCodec.decode(id: row.text(0), revision: row.int(1), row.text(2))
  }

  func create(_ webhook: Webhook, _ now: Timestamp) throws(LinkStoreError) -> WebhookChange {
    let count = try database.run(
      "INSERT INTO webhooks (id, revision, document) VALUES (?,1,?) ON CONFLICT DO NOTHING",
      [.text(webhook.id), .text(WebhookCodec.encode(webhook))])
    guard count == 1 else { return .overtaken }
    try recordTypes(now)
    return .done
  }

  func change(_ webhook: Webhook, _ now: Timestamp) throws(LinkStoreError) -> WebhookChange {
    let found = try database.first(
      "\(Self.selection) WHERE id = ?", [.text(webhook.id)], Self.webhook)
    guard let before = found else { return .missing }
    guard before.revision == webhook.revision else { return .overtaken }
    try database.run(
      "UPDATE webhooks SET revision = revision + 1, document = ? WHERE id = ?",
      [.text(WebhookCodec.encode(webhook)), .text(webhook.id)])
    // How an endpoint does is noted often, and of thousands: all of them are not read for it.
    if !webhook.subscribes(as: before) { try recordTypes(now) }
    return .done
  }

  func delete(_ id: String, _ now: Timestamp) throws(LinkStoreError) -> WebhookChange {
    guard try database.run("DELETE FROM webhooks WHERE id = ?", [.text(id)]) == 1 else {
      return .missing
    }
    try database.run("DELETE FROM deliveries WHERE webhook = ?", [.text(id)])
    try recordTypes(now)
    return .done
  }

  private func recordTypes(_ now: Timestamp) throws(LinkStoreError) {
    try EventTable(database).record(try Self.webhooks(database).types, now: now)
  }

  // MARK: - Deliveries

  /// - Returns: its number.
  func add(_ delivery: NewDelivery) throws(LinkStoreError) -> Int {
    // Of a webhook that was deleted meanwhile nothing stays.
    let count = try database.run(
      "INSERT INTO deliveries (webhook, message, type, body, happened_at, state, next_at, tries, "
        + "attempts) SELECT ?1, ?2, ?3, ?4, ?5, 0, ?5, 0, '[]' "
        + "WHERE EXISTS (SELECT 1 FROM webhooks WHERE id = ?1)",
      [
        .text(delivery.webhook), .text(delivery.message), .text(delivery.type.rawValue),
        .text(delivery.body), .time(delivery.time),
      ])
    return count == 1 ? database.lastInsertedRow : 0
  }

  func lease(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp
  ) throws(LinkStoreError) -> [Delivery] {
    var leased: [Delivery] = []
    for room in rooms {
      leased += try database.rows(
        "\(Self.columns) WHERE webhook = ? AND state = 0 AND next_at <= ? "
          + "AND (leased_until IS NULL OR leased_until <= ?) ORDER BY next_at, number LIMIT ?",
        [.text(room.webhook), .time(now), .time(now), .int(max(room.count, 0))], Self.delivery)
    }
    for delivery in leased {
      try database.run(
        "UPDATE deliveries SET owner = ?, leased_until = ? WHERE number = ?",
        [.text(owner), .time(time), .int(delivery.number)])
    }
    return leased
  }

  func settle(_ deliveries: [Delivery], owner: String) throws(LinkStoreError) -> Int {
    var count = 0
    for delivery in deliveries {
      count += try database.run(
        "UPDATE deliveries SET state = ?, next_at = ?, tries = ?, attempts = ?, owner = NULL, "
          + "leased_until = NULL WHERE number = ? AND owner = ?",
        [
          .int(delivery.state.rawValue), .time(delivery.nextAt), .int(delivery.tries),
          .text(DeliveryCodec.encode(delivery.attempts)), .int(delivery.number), .text(owner),
        ])
    }
    return count
  }

  func retry(
    _ number: Int, of id: String, _ now: Timestamp
  ) throws(LinkStoreError) -> WebhookChange {
    let count = try database.run(
      "UPDATE deliveries SET state = 0, next_at = ?, tries = 0 WHERE number = ? AND webhook = ?",
      [.time(now), .int(number), .text(id)])
    return count == 1 ? .done : .missing
  }

  static func deliveries(
    of id: String, before number: Int?, limit: Int, in database: Database
  ) throws(LinkStoreError) -> [Delivery] {
    try database.rows(
      "\(columns) WHERE webhook = ? AND number < ? ORDER BY number DESC LIMIT ?",
      [.text(id), .int(number ?? .max), .int(limit)], delivery)
  }

  private static let columns =
    "SELECT number, webhook, message, type, body, happened_at, state, next_at, tries, attempts "
    + "FROM deliveries"

  private static func delivery(_ row: SQLRow) throws(LinkStoreError) -> Delivery {
    guard let type = WebhookEventType(rawValue: row.text(3)),
      let state = Delivery.State(rawValue: row.int(6))
    else {
      throw LinkStoreError(
        kind: .corrupt, code: 0, message: "a delivery cannot be read", operation: "read deliveries")
    }
    var delivery = Delivery(
      number: row.int(0),
      NewDelivery(
        webhook: row.text(1), message: row.text(2), type: type, body: row.text(4),
        time: Timestamp(secondsSinceEpoch: row.int(5))))
    delivery.state = state
    delivery.nextAt = Timestamp(secondsSinceEpoch: row.int(7))
    delivery.tries = row.int(8)
    delivery.attempts = DeliveryCodec.decode(row.text(9))
    return delivery
  }
}
