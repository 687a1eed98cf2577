package import LinkStorage
package import Links

extension PostgresStore {
  // MARK: - Outbox

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

  // MARK: - Deliveries

  package func addDelivery(
    _ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try DeliveryTable(connection).add([delivery]).first ?? 0
    }
  }

  package func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try DeliveryTable(connection).lease(rooms, owner: owner, until: time, now: now)
    }
  }

  package func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    change(completion) { connection throws(PostgresFailure) in
      try DeliveryTable(connection).settle(deliveries, owner: owner)
    }
  }
}
