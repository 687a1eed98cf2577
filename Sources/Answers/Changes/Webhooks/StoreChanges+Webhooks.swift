import Cryptography
import JSONSyntax
package import Deliveries
package import LinkStorage
import Links
package import Outgoing
import WebSyntax

/// A webhook hears of its hosts alone, and lies within the reach of whom its hosts do. One for every
/// host is for those who reach every host.
extension StoreChanges {
  /// The webhooks within the caller's reach, in the order of making.
  package func webhooks() throws(ChangeError) -> [Webhook] {
    try seen(\.reach) { store throws(LinkStoreError) in try store.webhooks() }
  }

  package func webhook(_ id: String) throws(ChangeError) -> Webhook {
    let webhooks = try webhooks()
    guard let webhook = webhooks.first(where: { $0.id == id }) else {
      throw .refused(
        .webhookNotFound(id, nearest: nearestName(to: id, among: webhooks.map(\.id))))
    }
    return webhook
  }

  /// - Parameter rules: of what is asked of others.
  package func createWebhook(
    _ edit: WebhookEdit, _ rules: OutgoingRules
  ) throws(ChangeError) -> Webhook {
    try authority.require(.admin)
    var edit = edit
    edit.hosts = edit.hosts ?? []
    let decided = try decided(edit, rules)
    let count = try read { store throws(LinkStoreError) in try store.webhooks().count }
    let limit = WebhookEdit.webhookLimit
    guard count < limit else { throw .refused(.tooManyWebhooks(limit: limit)) }
    guard let webhook = decided.make(now: now) else { throw .refused(.noRandomness) }
    let now = now
    let change = try written { $0.createWebhook(webhook, now: now, completion: $1) }
    guard change == .done else { throw .refused(.webhookBusy) }
    return webhook
  }

  package func changeWebhook(
    _ id: String, _ edit: WebhookEdit, _ rules: OutgoingRules
  ) throws(ChangeError) -> Webhook {
    _ = try webhook(id)
    let edit = try decided(edit, rules)
    return try change(id) { $0.applying(edit, now: now) }
  }

  /// Deletes a webhook with its deliveries.
  package func deleteWebhook(_ id: String) throws(ChangeError) {
    let id = try webhook(id).id
    let now = now
    let change = try written { $0.deleteWebhook(id: id, now: now, completion: $1) }
    guard change == .done else { throw .refused(.webhookNotFound(id, nearest: nil)) }
  }

  /// Puts a new secret before the others.
  package func rotateWebhook(_ id: String) throws(ChangeError) -> Webhook {
    try change(id) { webhook in
      var rotated = webhook
      return rotated.rotate(now: now) == nil ? nil : rotated
    }
  }

  // MARK: - Deliveries

  /// Sends a ping as soon as somebody sends.
  package func testWebhook(_ id: String) throws(ChangeError) -> Delivery {
    let webhook = try webhook(id)
    guard webhook.isEnabled else { throw .refused(.webhookDisabled(webhook.id)) }
    let ping = try ping(webhook)
    let number = try written { $0.addDelivery(ping, completion: $1) }
    return Delivery(number: number, ping)
  }

  /// A test of one endpoint that nobody has kept.
  package func ping(_ webhook: Webhook) throws(ChangeError) -> NewDelivery {
    guard let id = RandomBytes.base62(24) else { throw .refused(.noRandomness) }
    return WebhookMessage.ping(webhook, id: "msg_" + id, now: now)
  }

  /// The deliveries to a webhook, newest first; without those that tell of hosts beyond the reach,
  /// which an endpoint keeps from a time when it had more hosts.
  package func deliveries(
    of id: String, before number: Int?, limit: Int
  ) throws(ChangeError) -> DeliveryPage {
    let id = try webhook(id).id
    return try read { store throws(LinkStoreError) in
      try DeliveryPage(of: id, in: store, before: number, limit: limit)
    }.within(authority.reach)
  }

  /// Makes a delivery due again.
  @discardableResult
  package func retryDelivery(_ number: Int, of id: String) throws(ChangeError) -> Delivery {
    let id = try webhook(id).id
    guard try delivery(number, of: id) != nil else {
      throw .refused(.deliveryNotFound(number, webhook: id))
    }
    let now = now
    let change = try written { $0.retryDelivery(number, of: id, now: now, completion: $1) }
    guard change == .done, let delivery = try delivery(number, of: id) else {
      throw .refused(.deliveryNotFound(number, webhook: id))
    }
    return delivery
  }

  private func delivery(_ number: Int, of id: String) throws(ChangeError) -> Delivery? {
    guard number < .max else { return nil }
    return try deliveries(of: id, before: number + 1, limit: 1).deliveries
      .first { $0.number == number }
  }

  // MARK: - Parts

  /// The edit with the hosts that are granted; no hosts stand for all of the caller's.
  private func decided(
    _ edit: WebhookEdit, _ rules: OutgoingRules
  ) throws(ChangeError) -> WebhookEdit {
    var edit = edit
    var faults = edit.faults(rules)
    if let hosts = edit.hosts {
      let granted = authority.granting(hosts)
      faults += granted.faults.filter { !faults.contains($0) }
      edit.hosts = granted.hosts.map(\.description)
    }
    guard faults.isEmpty else { throw .refused(.invalid(faults)) }
    return edit
  }

  private static let attempts = 5

  /// Changes a webhook; a change that was overtaken is made anew.
  ///
  /// - Parameter change: nil when the random generator failed.
  private func change(
    _ id: String, _ change: (Webhook) -> Webhook?
  ) throws(ChangeError) -> Webhook {
    let now = now
    for _ in 0..<Self.attempts {
      guard let changed = change(try webhook(id)) else { throw .refused(.noRandomness) }
      let answer = try written {
        $0.changeWebhook(changed, telling: [], isAudited: true, now: now, completion: $1)
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

extension Webhook {
  fileprivate func applying(_ edit: WebhookEdit, now: Timestamp) -> Webhook {
    var webhook = self
    edit.apply(to: &webhook, now: now)
    return webhook
  }
}
