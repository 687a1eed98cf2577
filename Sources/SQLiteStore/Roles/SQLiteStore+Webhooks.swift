package import LinkStorage
package import Links

extension SQLiteStore {
  // MARK: - Outbox

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

  // MARK: - Deliveries

  package func addDelivery(
    _ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try DeliveryTable(database).add(delivery)
    }
  }

  package func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>
  ) {
    write(isDurable: false, completion) { database throws(LinkStoreError) in
      try DeliveryTable(database).lease(rooms, owner: owner, until: time, now: now)
    }
  }

  package func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>
  ) {
    // What a loss of power undoes is sent again, which receivers have to expect.
    write(isDurable: false, completion) { database throws(LinkStoreError) in
      try DeliveryTable(database).settle(deliveries, owner: owner)
    }
  }
}
