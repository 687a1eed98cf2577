package import Links

package protocol WebhookKeeping: AnyObject, Sendable {
  /// All webhooks, in the order of creation.
  func webhooks() throws(LinkStoreError) -> [Webhook]

  /// Creates a webhook.
  ///
  /// - Parameter now: the time of creation, from which events are recorded.
  func createWebhook(
    _ webhook: Webhook, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<BoundedCreation>)

  /// Replaces the webhook with the same identifier and revision, and increases the revision.
  ///
  /// - Parameters:
  ///   - webhook: the webhook, with the revision that the change is based on.
  ///   - events: events to record in the same transaction.
  ///   - actor: the author; nil for changes by the service itself, which are not audited.
  func changeWebhook(
    _ webhook: Webhook, telling events: [WebhookEvent], by actor: AuditActor?, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>)

  func deleteWebhook(
    id: String, by actor: AuditActor, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>)

  // MARK: - Deliveries

  /// Creates a delivery without an event; the answer is its number.
  func addDelivery(_ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>)

  /// Leases due deliveries that have no lease, for each endpoint those that are due the longest.
  ///
  /// - Parameters:
  ///   - owner: the sender, such as a node's name and process.
  ///   - now: the current time; leases that have expired count as free.
  func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>)

  /// Stores the state of leased deliveries and releases them. Deliveries that another owner has leased
  /// meanwhile stay as they are. The answer is the number stored.
  func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>)

  /// The deliveries to an endpoint, newest first.
  ///
  /// - Parameters:
  ///   - state: the state of the deliveries; nil for every one.
  ///   - number: the number of the last delivery of the preceding page; nil for the first page.
  func deliveries(
    of id: String, in state: Delivery.State?, before number: Int?, limit: Int
  ) throws(LinkStoreError) -> [Delivery]

  /// Makes a delivery due again, regardless of its state; `missing` when there is none.
  func retryDelivery(
    _ number: Int, of id: String, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>)
}

package enum WebhookChange: Equatable, Sendable {
  case done
  case missing
  case overtaken
}

/// How many deliveries may be sent to an endpoint now.
package struct DeliveryRoom: Equatable, Sendable {
  package let webhook: String
  package let count: Int

  package init(webhook: String, count: Int) {
    self.webhook = webhook
    self.count = count
  }
}

extension Webhook {
  package static let countLimit = 2000
}

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
  /// - Parameter now: the current time, which becomes the time of the events.
  func gatherEvents(now: Timestamp, completion: @escaping StoreCompletion<Int>)

  /// Leases the oldest events that have no lease.
  ///
  /// - Parameters:
  ///   - owner: the router, such as a node's name and process.
  ///   - now: the current time; leases that have expired count as free.
  func leaseEvents(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[RecordedEvent]>)

  /// Replaces events by deliveries, all at once or not at all. Events that another owner has leased
  /// meanwhile stay, and their deliveries are not created. The answer is the number of events replaced.
  func settleEvents(
    _ events: [RoutedEvent], owner: String, completion: @escaping StoreCompletion<Int>)
}

/// An event by its number, and one delivery for each webhook that subscribes to it.
package typealias RoutedEvent = (number: Int, deliveries: [NewDelivery])
