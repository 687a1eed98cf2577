package import Links

/// Events of links that wait to be told elsewhere, such as to a webhook.
///
/// An event is written in the transaction of its change: none is lost and none made up. A teller
/// leases events, tells them and settles them; a lease that runs out frees its events for other
/// tellers, so each is told at least once.
package protocol EventOutbox: AnyObject, Sendable {
  /// Whether changes are recorded; off in a new store.
  func recordsEvents() throws(LinkStoreError) -> Bool

  /// Switches recording on or off, durably and for every process on the same data. Events recorded
  /// before stay.
  func recordEvents(_ isOn: Bool, completion: @escaping StoreCompletion<Void>)

  /// Takes the oldest events without a lease.
  ///
  /// - Parameters:
  ///   - owner: the teller, such as a node's name and process.
  ///   - time: when the lease runs out.
  ///   - now: leases that ran out by then count as free.
  func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>)

  /// Removes events that were told. The answer says how many there were; those that another owner
  /// has leased meanwhile stay.
  func settleEvents(
    _ numbers: [Int], owner: String, completion: @escaping StoreCompletion<Int>)

  /// How many events are not settled.
  func openEvents() throws(LinkStoreError) -> Int
}

/// A change of one link.
package struct LinkEvent: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case created, updated, deleted
  }

  package var kind: Kind
  package var key: LinkKey
  /// After the change; of a deleted link the last one.
  package var revision: Int
  package var time: Timestamp

  package init(_ kind: Kind, _ key: LinkKey, revision: Int, time: Timestamp) {
    self.kind = kind
    self.key = key
    self.revision = revision
    self.time = time
  }
}

/// An event in the outbox.
package struct RecordedEvent: Equatable, Sendable {
  /// Grows with every event; never given twice.
  package var number: Int
  package var event: LinkEvent

  package init(number: Int, event: LinkEvent) {
    self.number = number
    self.event = event
  }
}
