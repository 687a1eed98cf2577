package import LinkStorage
package import Links
import SQLStorage

/// The deliveries to webhooks, inside a transaction.
package struct DeliveryTable: DeliveryRows {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  package func add(_ deliveries: [NewDelivery]) throws(LinkStoreError) -> [Int] {
    var numbers: [Int] = []
    for delivery in deliveries {
      if let number = try add(delivery) { numbers.append(number) }
    }
    return numbers
  }

  /// - Returns: the number of the delivery; nil for a deleted webhook.
  private func add(_ delivery: NewDelivery) throws(LinkStoreError) -> Int? {
    // Nothing is kept for a webhook that was deleted meanwhile.
    let count = try database.run(
      "INSERT INTO deliveries (webhook, message, type, body, happened_at, state, next_at, tries, "
        + "attempts) SELECT ?1, ?2, ?3, ?4, ?5, 0, ?5, 0, '[]' "
        + "WHERE EXISTS (SELECT 1 FROM webhooks WHERE id = ?1)",
      [
        .text(delivery.webhook), .text(delivery.message), .text(delivery.type.rawValue),
        .text(delivery.body), .time(delivery.time),
      ])
    return count == 1 ? database.lastInsertedRow : nil
  }

  package func lease(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp
  ) throws(LinkStoreError) -> [Delivery] {
    var leased: [Delivery] = []
    for room in rooms {
      leased += try database.rows(
        "SELECT \(deliveryColumns.joined(separator: ", ")) FROM deliveries "
          + "WHERE webhook = ? AND state = 0 AND next_at <= ? "
          + "AND (leased_until IS NULL OR leased_until <= ? OR leased_until > ?) "
          + "ORDER BY next_at, number LIMIT ?",
        [
          .text(room.webhook), .time(now), .time(now), .time(time.longestLease(since: now)),
          .int(max(room.count, 0)),
        ]
      ) { row throws(LinkStoreError) in try Delivery(row: row) }
    }
    for delivery in leased {
      try database.run(
        "UPDATE deliveries SET owner = ?, leased_until = ? WHERE number = ?",
        [.text(owner), .time(time), .int(delivery.number)])
    }
    return leased
  }

  package func settle(_ deliveries: [Delivery], owner: String) throws(LinkStoreError) -> Int {
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
}
