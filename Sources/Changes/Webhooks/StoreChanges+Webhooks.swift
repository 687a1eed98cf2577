import Cryptography
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
    try authority.require(.admin)
    return try stored { store throws(LinkStoreError) in try store.webhooks() }
      .filter { authority.covers($0.reach) }
  }

  package func webhook(_ id: String) throws(ChangeError) -> Webhook {
    guard let webhook = try webhooks().first(where: { $0.id == id }) else {
      throw .refused(.webhookNotFound(id))
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
    let count = try stored { store throws(LinkStoreError) in try store.webhooks().count }
    guard count < WebhookEdit.webhookLimit else { throw .refused(.tooManyWebhooks) }
    guard let webhook = decided.make(now: now) else { throw .refused(.withoutRandomness) }
    let now = now
    let change = try written { $0.createWebhook(webhook, now: now, completion: $1) }
    guard change == .done else { throw .refused(.webhookChanged) }
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
    guard change == .done else { throw .refused(.webhookNotFound(id)) }
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
    guard let id = RandomBytes.base62(24) else { throw .refused(.withoutRandomness) }
    return WebhookMessage.ping(webhook, id: "msg_" + id, now: now)
  }

  /// The deliveries to a webhook, newest first; without those that tell of hosts beyond the reach,
  /// which an endpoint keeps from a time when it had more hosts.
  package func deliveries(
    of id: String, before number: Int?, limit: Int
  ) throws(ChangeError) -> DeliveryPage {
    let id = try webhook(id).id
    return try stored { store throws(LinkStoreError) in
      try DeliveryPage(of: id, in: store, before: number, limit: limit)
    }.within(authority.reach)
  }

  /// Makes a delivery due again.
  @discardableResult
  package func retryDelivery(_ number: Int, of id: String) throws(ChangeError) -> Delivery {
    let id = try webhook(id).id
    guard try delivery(number, of: id) != nil else {
      throw .refused(.deliveryNotFound(number, id))
    }
    let now = now
    let change = try written { $0.retryDelivery(number, of: id, now: now, completion: $1) }
    guard change == .done, let delivery = try delivery(number, of: id) else {
      throw .refused(.deliveryNotFound(number, id))
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
    var faults = edit.faults(rules).map { ChangeFault($0.field, $0.message) }
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
  /// - Parameter change: nil when the system has no randomness to give.
  private func change(
    _ id: String, _ change: (Webhook) -> Webhook?
  ) throws(ChangeError) -> Webhook {
    let now = now
    for _ in 0..<Self.attempts {
      guard let changed = change(try webhook(id)) else { throw .refused(.withoutRandomness) }
      let answer = try written {
        $0.changeWebhook(changed, telling: [], isAudited: true, now: now, completion: $1)
      }
      switch answer {
      case .done: return changed
      case .missing: throw .refused(.webhookNotFound(id))
      case .overtaken: continue
      }
    }
    throw .refused(.webhookChanged)
  }
}

extension Webhook {
  fileprivate func applying(_ edit: WebhookEdit, now: Timestamp) -> Webhook {
    var webhook = self
    edit.apply(to: &webhook, now: now)
    return webhook
  }
}

extension ChangeRefusal {
  fileprivate static func webhookNotFound(_ id: String) -> ChangeRefusal {
    ChangeRefusal(.missing, "webhook-not-found", "there is no webhook '\(id.prefix(100))'")
  }

  fileprivate static func deliveryNotFound(_ number: Int, _ id: String) -> ChangeRefusal {
    ChangeRefusal(
      .missing, "delivery-not-found", "there is no delivery \(number) to the webhook '\(id)'")
  }

  fileprivate static func webhookDisabled(_ id: String) -> ChangeRefusal {
    ChangeRefusal(
      .conflict, "webhook-disabled",
      "the webhook '\(id)' is switched off: expected \"enabled\": true")
  }

  fileprivate static let tooManyWebhooks = ChangeRefusal(
    .conflict, "too-many-webhooks",
    "there are \(WebhookEdit.webhookLimit) webhooks: expected no more")

  fileprivate static let webhookChanged = ChangeRefusal(
    .conflict, "webhook-changed", "others change the webhook all the time: try again")
}
