package import Links

/// Webhooks, and the deliveries to them.
package protocol WebhookKeeping: AnyObject, Sendable {
  /// All webhooks in the order in which they were made.
  func webhooks() throws(LinkStoreError) -> [Webhook]

  /// Makes a webhook; `overtaken` when its identifier is taken.
  ///
  /// - Parameter now: events are recorded from then on.
  func createWebhook(
    _ webhook: Webhook, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>)

  /// Puts a webhook in the place of the one with its identifier and its revision, which grows.
  ///
  /// - Parameters:
  ///   - webhook: with the revision that the change is based on.
  ///   - events: what is recorded in the same transaction.
  ///   - isAudited: false for what the service notes by itself.
  ///   - now: when it is changed.
  ///   - completion: takes the answer.
  func changeWebhook(
    _ webhook: Webhook, telling events: [WebhookEvent], isAudited: Bool, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>)

  /// Deletes a webhook with its deliveries.
  func deleteWebhook(
    id: String, now: Timestamp, completion: @escaping StoreCompletion<WebhookChange>)

  // MARK: - Deliveries

  /// Makes a delivery that no event brings; the answer is its number.
  func addDelivery(_ delivery: NewDelivery, completion: @escaping StoreCompletion<Int>)

  /// Takes deliveries that are due and have no lease, of each endpoint those that are due the
  /// longest.
  ///
  /// - Parameters:
  ///   - rooms: how many of which endpoints at most.
  ///   - owner: the sender, such as a node's name and process.
  ///   - time: when the lease runs out.
  ///   - now: what is due by then; leases that ran out by then count as free.
  ///   - completion: takes the deliveries.
  func leaseDeliveries(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp,
    completion: @escaping StoreCompletion<[Delivery]>)

  /// Writes down what became of leased deliveries and frees them. Those that another owner has
  /// leased meanwhile stay as they are. The answer says how many were written.
  func settleDeliveries(
    _ deliveries: [Delivery], owner: String, completion: @escaping StoreCompletion<Int>)

  /// The deliveries to an endpoint, newest first.
  ///
  /// - Parameters:
  ///   - id: of the endpoint.
  ///   - number: of the last one of the part before; nil for the beginning.
  ///   - limit: the length of the part.
  func deliveries(
    of id: String, before number: Int?, limit: Int
  ) throws(LinkStoreError) -> [Delivery]

  /// Makes a delivery due again, whatever became of it; `missing` when there is none.
  func retryDelivery(
    _ number: Int, of id: String, now: Timestamp,
    completion: @escaping StoreCompletion<WebhookChange>)
}

/// The answer to a change of a webhook.
package enum WebhookChange: Equatable, Sendable {
  case done
  case missing
  /// Another change was faster.
  case overtaken
}

/// How many deliveries an endpoint may be sent now.
package struct DeliveryRoom: Equatable, Sendable {
  /// The identifier of the endpoint.
  package let webhook: String
  package let count: Int

  package init(webhook: String, count: Int) {
    self.webhook = webhook
    self.count = count
  }
}
