package import Links

/// Events that wait to be told to webhooks.
///
/// An event is written in the transaction of its change: none is lost and none made up. A router
/// leases events and settles them with the deliveries that come of them; a lease that runs out frees
/// its events for other routers. Nothing is recorded of types to which no webhook that is switched on
/// has subscribed.
package protocol EventOutbox: AnyObject, Sendable {
  /// The types of events that are recorded.
  func recordedTypes() throws(LinkStoreError) -> Set<WebhookEventType>

  /// Records events that no change of a link brings, those of recorded types.
  func emit(_ events: [WebhookEvent], completion: @escaping StoreCompletion<Void>)

  /// Records what time and counting bring about: links whose end has come or whose clicks are used
  /// up, and the sums of clicks and launches when the last ones are `EventSums.period` old. Each
  /// once, whoever asks and how often.
  ///
  /// - Parameter now: also the time of the events.
  /// - Returns: through the completion how many events were recorded.
  func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>)

  /// Takes the oldest events without a lease.
  ///
  /// - Parameters:
  ///   - limit: so many at most.
  ///   - owner: the router, such as a node's name and process.
  ///   - time: when the lease runs out.
  ///   - now: leases that ran out by then count as free.
  ///   - completion: takes the events in their order.
  func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>)

  /// Puts deliveries in the place of events, whole or not at all. Events that another owner has
  /// leased meanwhile stay, and their deliveries do not come about. The answer says how many events
  /// there were.
  func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>)

  /// How many events are not settled.
  func openEvents() throws(LinkStoreError) -> Int
}

/// An event and what comes of it.
package struct RoutedEvent: Equatable, Sendable {
  /// The number of the event.
  package let number: Int
  package let deliveries: [NewDelivery]

  package init(number: Int, deliveries: [NewDelivery]) {
    self.number = number
    self.deliveries = deliveries
  }
}

/// How far the links are whose end was told.
package struct ToldEnds: Equatable, Sendable {
  /// The `expires` of the last one, and its number.
  package var time: Timestamp
  package var id: Int

  package init(time: Timestamp, id: Int) {
    self.time = time
    self.id = id
  }

  /// Those that end later than `now`.
  package init(after now: Timestamp) {
    self.init(time: now, id: .max)
  }

  /// So many ends are told in one transaction.
  package static let atATime = 500

  /// As a store keeps it.
  package var text: String { "\(time.secondsSinceEpoch) \(id)" }

  /// - Parameter text: nil when nothing was kept.
  package init?(text: String?) {
    let parts = (text ?? "").split(separator: " ")
    guard parts.count == 2, let seconds = Int(parts[0]), let id = Int(parts[1]) else { return nil }
    self.init(time: Timestamp(secondsSinceEpoch: seconds), id: id)
  }
}
