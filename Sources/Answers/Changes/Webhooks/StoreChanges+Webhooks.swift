import Cryptography
package import Deliveries
import JSONSyntax
package import LinkStorage
import Links
package import Outgoing
import WebSyntax

/// A webhook receives only events of its hosts, and belongs to callers who reach all of them. One for
/// every host needs an unbounded reach.
extension StoreChanges {
  /// The webhooks within the caller's reach, in the order of creation.
  package func webhooks() throws(ChangeError) -> [Webhook] {
    try seen(store.webhooks(), \.reach)
  }

  package func webhook(_ id: String) throws(ChangeError) -> Webhook {
    let webhooks = try webhooks()
    return try found(
      webhooks.first { $0.id == id },
      orElse: .webhookNotFound(id, nearest: nearestName(to: id, among: webhooks.map(\.id))))
  }

  package func createWebhook(
    _ edit: WebhookEdit, _ rules: OutgoingRules
  ) throws(ChangeError) -> Webhook {
    try authority.require(.admin)
    var edit = edit
    edit.hosts = edit.hosts ?? []
    let decided = try decided(edit, rules, besides: [])
    guard let webhook = decided.make(now: now) else { throw .refused(.noRandomness) }
    switch try written({ $0.createWebhook(webhook, by: actor, now: now, completion: $1) }) {
    case .created: return webhook
    case .taken: throw .refused(.webhookBusy)
    case .full: throw .refused(.tooManyWebhooks(limit: Webhook.countLimit))
    }
  }

  package func changeWebhook(
    _ id: String, _ edit: WebhookEdit, _ rules: OutgoingRules
  ) throws(ChangeError) -> Webhook {
    let edit = try decided(edit, rules, besides: try webhook(id).hosts)
    return try change(id) { webhook in
      edit.apply(to: &webhook, now: now)
      return true
    }
  }

  package func deleteWebhook(_ id: String) throws(ChangeError) {
    let id = try webhook(id).id
    let change = try written { $0.deleteWebhook(id: id, by: actor, now: now, completion: $1) }
    guard change == .done else { throw .refused(.webhookNotFound(id, nearest: nil)) }
  }

  /// Adds a new secret as the first one.
  package func rotateWebhook(_ id: String) throws(ChangeError) -> Webhook {
    try change(id) { $0.rotate(now: now) != nil }
  }

  // MARK: - Deliveries

  /// Creates a ping to the endpoint, which is sent as soon as possible.
  package func testWebhook(_ id: String) throws(ChangeError) -> Delivery {
    let ping = try ping(try receiver(id))
    let number = try written { $0.addDelivery(ping, completion: $1) }
    return Delivery(number: number, ping)
  }

  package func ping(_ webhook: Webhook) throws(ChangeError) -> NewDelivery {
    guard let id = RandomBytes.base62(24) else { throw .refused(.noRandomness) }
    return WebhookMessage.ping(webhook, id: "msg_" + id, now: now)
  }

  /// The deliveries to a webhook, newest first. Those about hosts outside the reach are omitted; they
  /// date from a time when the endpoint had more hosts.
  package func deliveries(
    of id: String, in state: Delivery.State? = nil, before number: Int?, limit: Int
  ) throws(ChangeError) -> DeliveryPage {
    let id = try webhook(id).id
    return try read(DeliveryPage(of: id, in: store, state: state, before: number, limit: limit))
      .within(authority.reach)
  }

  @discardableResult
  package func retryDelivery(_ number: Int, of id: String) throws(ChangeError) -> Delivery {
    let id = try receiver(id).id
    guard try delivery(number, of: id) != nil else {
      throw .refused(.deliveryNotFound(number, webhook: id))
    }
    let change = try written { $0.retryDelivery(number, of: id, now: now, completion: $1) }
    guard change == .done, let delivery = try delivery(number, of: id) else {
      throw .refused(.deliveryNotFound(number, webhook: id))
    }
    return delivery
  }

  /// Makes all failed deliveries to a webhook due again, and returns their number: those that were given
  /// up, and those that wait after a failed attempt.
  package func retryFailedDeliveries(of id: String) throws(ChangeError) -> Int {
    let webhook = try receiver(id)
    var count = 0
    // Those that were given up wait from then on, so they come last.
    for state in [Delivery.State.pending, .failed] {
      var before = Int?.none
      repeat {
        let page = try deliveries(of: webhook.id, in: state, before: before, limit: 1000)
        let failed = page.deliveries.filter { state == .failed || $0.waitsAfterFailure(at: now) }
        let answers = waitForAnswers(to: failed.map(\.number)) {
          store.retryDelivery($0, of: webhook.id, now: now, completion: $1)
        }
        for answer in answers {
          let change = try read(answer.get())
          if change == .done { count += 1 }
        }
        before = page.next
      } while before != nil
    }
    return count
  }

  private func delivery(_ number: Int, of id: String) throws(ChangeError) -> Delivery? {
    guard number < .max else { return nil }
    return try deliveries(of: id, before: number + 1, limit: 1).deliveries
      .first { $0.number == number }
  }

  // MARK: - Parts

  /// The webhook, which nothing is sent to while it is switched off.
  private func receiver(_ id: String) throws(ChangeError) -> Webhook {
    let webhook = try webhook(id)
    guard webhook.isEnabled else { throw .refused(.webhookDisabled(webhook.id)) }
    return webhook
  }

  /// The edit with the granted hosts; an empty list means all of the caller's.
  ///
  /// - Parameter former: the hosts that it has.
  private func decided(
    _ edit: WebhookEdit, _ rules: OutgoingRules, besides former: [String]
  ) throws(ChangeError) -> WebhookEdit {
    var edit = edit
    var faults = edit.faults(rules)
    if let hosts = edit.hosts {
      let granted = granting(hosts, besides: former)
      faults += granted.faults.filter { !faults.contains($0) }
      edit.hosts = granted.hosts.map(\.description)
    }
    guard faults.isEmpty else { throw .refused(.invalid(faults)) }
    return edit
  }

  private static let attempts = 5

  /// Changes a webhook, again if another change came first.
  ///
  /// - Parameter change: returns false when the random generator failed.
  private func change(
    _ id: String, _ change: (inout Webhook) -> Bool
  ) throws(ChangeError) -> Webhook {
    for _ in 0..<Self.attempts {
      let known = try webhook(id)
      var changed = known
      guard change(&changed) else { throw .refused(.noRandomness) }
      guard changed != known else { return known }
      let answer = try written {
        $0.changeWebhook(changed, telling: [], by: actor, now: now, completion: $1)
      }
      switch answer {
      case .done: return changed
      case .missing: throw .refused(.webhookNotFound(id, nearest: nil))
      case .overtaken: continue
      }
    }
    throw .refused(.webhookBusy)
  }
}
