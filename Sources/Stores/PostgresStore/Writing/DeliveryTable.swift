package import LinkStorage
package import Links
import SQLStorage

/// The deliveries to webhooks, inside a transaction.
package struct DeliveryTable: DeliveryRows {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  package func add(_ deliveries: [NewDelivery]) throws(PostgresFailure) -> [Int] {
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

  package func lease(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp
  ) throws(PostgresFailure) -> [Delivery] {
    let columns = deliveryColumns.map { "d." + $0 }.joined(separator: ", ")
    return try connection.decoded(
      "WITH due AS (SELECT f.number FROM unnest($1, $2) AS r (webhook, room), "
        + "LATERAL (SELECT number FROM keiro.deliveries d WHERE d.webhook = r.webhook "
        + "AND d.state = 0 AND d.next_at <= $3 AND (d.leased_until IS NULL "
        + "OR d.leased_until <= $3 OR d.leased_until > $6) ORDER BY d.next_at, d.number LIMIT r.room "
        + "FOR UPDATE SKIP LOCKED) AS f), "
        + "leased AS (UPDATE keiro.deliveries d SET owner = $4, leased_until = $5 FROM due "
        + "WHERE d.number = due.number RETURNING \(columns)) "
        + "SELECT * FROM leased ORDER BY webhook, next_at, number",
      [
        .texts(rooms.map(\.webhook)), .ints(rooms.map { max($0.count, 0) }), .time(now),
        .text(owner), .time(time), .time(time.longestLease(since: now)),
      ]
    ) { row throws(LinkStoreError) in try Delivery(row: row) }
  }

  package func settle(_ deliveries: [Delivery], owner: String) throws(PostgresFailure) -> Int {
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
}
