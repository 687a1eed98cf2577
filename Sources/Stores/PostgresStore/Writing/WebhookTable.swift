import Links
import LinkStorage

/// Webhooks and the deliveries to them, inside a transaction.
struct WebhookTable {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  static func webhooks(_ connection: Connection) throws(PostgresFailure) -> [Webhook] {
    try connection.rows("\(selection) ORDER BY number", [], webhook)
  }

  private static let selection = "SELECT id, revision, document FROM keiro.webhooks"

  private static func webhook(_ row: PostgresRow) throws(PostgresFailure) -> Webhook {
    do throws(LinkStoreError) {
      return try WebhookCodec.decode(id: row.text(0), revision: row.int(1), row.text(2))
    } catch {
      throw PostgresFailure(error)
    }
  }

  func create(_ webhook: Webhook, _ now: Timestamp) throws(PostgresFailure) -> WebhookChange {
    try takeTurn()
    let count = try connection.run(
      "INSERT INTO keiro.webhooks (id, revision, document) VALUES ($1, 1, $2) "
        + "ON CONFLICT DO NOTHING", [.text(webhook.id), .text(WebhookCodec.encode(webhook))])
    guard count == 1 else { return .overtaken }
    try recordTypes(now)
    return .done
  }

  func change(_ webhook: Webhook, _ now: Timestamp) throws(PostgresFailure) -> WebhookChange {
    try takeTurn()
    let found = try connection.first(
      "\(Self.selection) WHERE id = $1", [.text(webhook.id)], Self.webhook)
    guard let before = found else { return .missing }
    guard before.revision == webhook.revision else { return .overtaken }
    try connection.run(
      "UPDATE keiro.webhooks SET revision = revision + 1, document = $1 WHERE id = $2",
      [.text(WebhookCodec.encode(webhook)), .text(webhook.id)])
    // How an endpoint does is noted often, and of thousands: all of them are not read for it.
    if !webhook.subscribes(as: before) { try recordTypes(now) }
    return .done
  }

  func delete(_ id: String, _ now: Timestamp) throws(PostgresFailure) -> WebhookChange {
    try takeTurn()
    let count = try connection.run("DELETE FROM keiro.webhooks WHERE id = $1", [.text(id)])
    guard count == 1 else { return .missing }
    try connection.queue("DELETE FROM keiro.deliveries WHERE webhook = $1", [.text(id)])
    try recordTypes(now)
    return .done
  }

  /// One change at a time: the types that are recorded are those of all webhooks together.
  private func takeTurn() throws(PostgresFailure) {
    try connection.queue("LOCK TABLE keiro.webhooks IN SHARE ROW EXCLUSIVE MODE")
  }

  private func recordTypes(_ now: Timestamp) throws(PostgresFailure) {
    try EventTable(connection).record(try Self.webhooks(connection).types, now: now)
  }

  // MARK: - Deliveries

  /// - Returns: their numbers; of a webhook that was deleted meanwhile nothing stays.
  func add(_ deliveries: [NewDelivery]) throws(PostgresFailure) -> [Int] {
    guard !deliveries.isEmpty else { return [] }
    return try connection.rows(
      "INSERT INTO keiro.deliveries (webhook, message, type, body, happened_at, state, next_at, "
        + "tries, attempts) SELECT d.webhook, d.message, d.type, d.body, d.at, 0, d.at, 0, '[]' "
        + "FROM unnest($1, $2, $3, $4, $5) AS d (webhook, message, type, body, at) "
        + "JOIN keiro.webhooks w ON w.id = d.webhook RETURNING number",
      [
        .texts(deliveries.map(\.webhook)), .texts(deliveries.map(\.message)),
        .texts(deliveries.map(\.type.rawValue)), .texts(deliveries.map(\.body)),
        .ints(deliveries.map(\.time.secondsSinceEpoch)),
      ]
    ) { $0.int(0) }
  }

  func lease(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp
  ) throws(PostgresFailure) -> [Delivery] {
    let columns = Self.columns.map { "d." + $0 }.joined(separator: ", ")
    return try connection.rows(
      "WITH due AS (SELECT f.number FROM unnest($1, $2) AS r (webhook, room), "
        + "LATERAL (SELECT number FROM keiro.deliveries d WHERE d.webhook = r.webhook "
        + "AND d.state = 0 AND d.next_at <= $3 AND (d.leased_until IS NULL "
        + "OR d.leased_until <= $3) ORDER BY d.next_at, d.number LIMIT r.room "
        + "FOR UPDATE SKIP LOCKED) AS f), "
        + "leased AS (UPDATE keiro.deliveries d SET owner = $4, leased_until = $5 FROM due "
        + "WHERE d.number = due.number RETURNING \(columns)) "
        + "SELECT * FROM leased ORDER BY webhook, next_at, number",
      [
        .texts(rooms.map(\.webhook)), .ints(rooms.map { max($0.count, 0) }), .time(now),
        .text(owner), .time(time),
      ], Self.delivery)
  }

  func settle(_ deliveries: [Delivery], owner: String) throws(PostgresFailure) -> Int {
    guard !deliveries.isEmpty else { return 0 }
    let deliveries = deliveries.sorted { $0.number < $1.number }
    return try connection.run(
      "UPDATE keiro.deliveries d SET state = n.state, next_at = n.next_at, tries = n.tries, "
        + "attempts = n.attempts, owner = NULL, leased_until = NULL "
        + "FROM unnest($1, $2, $3, $4, $5) AS n (number, state, next_at, tries, attempts) "
        + "WHERE d.number = n.number AND d.owner = $6",
      [
        .ints(deliveries.map(\.number)), .ints(deliveries.map(\.state.rawValue)),
        .ints(deliveries.map(\.nextAt.secondsSinceEpoch)), .ints(deliveries.map(\.tries)),
        .texts(deliveries.map { DeliveryCodec.encode($0.attempts) }), .text(owner),
      ])
  }

  func retry(
    _ number: Int, of id: String, _ now: Timestamp
  ) throws(PostgresFailure) -> WebhookChange {
    let count = try connection.run(
      "UPDATE keiro.deliveries SET state = 0, next_at = $1, tries = 0 "
        + "WHERE number = $2 AND webhook = $3",
      [.time(now), .int(number), .text(id)])
    return count == 1 ? .done : .missing
  }

  static func deliveries(
    of id: String, before number: Int?, limit: Int, in connection: Connection
  ) throws(PostgresFailure) -> [Delivery] {
    try connection.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM keiro.deliveries "
        + "WHERE webhook = $1 AND number < $2 ORDER BY number DESC LIMIT $3",
      [.text(id), .int(number ?? .max), .int(limit)], delivery)
  }

  private static let columns = [
    "number", "webhook", "message", "type", "body", "happened_at", "state", "next_at", "tries",
    "attempts",
  ]

  private static func delivery(_ row: PostgresRow) throws(PostgresFailure) -> Delivery {
    guard let type = WebhookEventType(rawValue: row.text(3)),
      let state = Delivery.State(rawValue: row.int(6))
    else {
      throw PostgresFailure(
        LinkStoreError(
          kind: .corrupt, code: 0, message: "a delivery cannot be read",
          operation: "read deliveries"))
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
