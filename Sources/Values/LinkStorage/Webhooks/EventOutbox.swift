package import Links

/// Events that wait to be sent to webhooks.
///
/// An event is written in the transaction of its change, so none is lost and none invented. A router
/// leases events and settles them with the resulting deliveries; when a lease expires, other routers
/// may take its events. Types that no enabled webhook subscribes to are not recorded.
package protocol EventOutbox: AnyObject, Sendable {
  func recordedTypes() throws(LinkStoreError) -> Set<WebhookEventType>

  /// Records events that no change of a link causes, if their types are recorded.
  func emit(_ events: [WebhookEvent], completion: @escaping StoreCompletion<Void>)

  /// Records what time and counting bring about: links that have expired or whose clicks are used up,
  /// and the sums of clicks and launches once the last ones are `EventSums.period` old. Each is
  /// recorded once, however many processes ask, and however often.
  ///
  /// - Parameters:
  ///   - now: the current time, which becomes the time of the events.
  ///   - completion: receives the number of events recorded.
  func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>)

  /// Leases the oldest events that have no lease.
  ///
  /// - Parameters:
  ///   - owner: the router, such as a node's name and process.
  ///   - time: the time at which the lease expires.
  ///   - now: the current time; leases that have expired count as free.
  ///   - completion: receives the events in order.
  func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>)

  /// Replaces events by deliveries, all at once or not at all. Events that another owner has leased
  /// meanwhile stay, and their deliveries are not created. The answer is the number of events replaced.
  func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>)
}

package struct RoutedEvent: Equatable, Sendable {
  package let number: Int
  /// One delivery for each webhook that subscribes to the event.
  package let deliveries: [NewDelivery]

  package init(number: Int, deliveries: [NewDelivery]) {
    self.number = number
    self.deliveries = deliveries
  }
}
