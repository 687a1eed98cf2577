import AppAssociation
import Cryptography
import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service

extension APICall {
  // MARK: - Webhooks

  func listWebhooks() throws(Problem) -> HTTPResponse {
    let webhooks = try stored { store throws(LinkStoreError) in try store.webhooks() }
    return json(.object([.init("webhooks", .array(webhooks.map(\.document)))]))
  }

  func readWebhook() throws(Problem) -> HTTPResponse { json(try webhook().document) }

  func createWebhook() throws(Problem) -> HTTPResponse {
    let edit = try edit(isNew: true)
    guard let webhook = edit.make(now: timestamp) else { throw .noRandomness }
    let change = try stored { store throws(LinkStoreError) -> WebhookChange? in
      guard try store.webhooks().count < WebhookEdit.webhookLimit else { return nil }
      return try waitForAnswer { store.createWebhook(webhook, now: timestamp, completion: $0) }
    }
    guard let change else {
      throw Problem(
        .conflict, "too-many-webhooks",
        "there are \(WebhookEdit.webhookLimit) webhooks: expected no more")
    }
    guard change == .done else { throw .webhookChanged }
    var answer = json(webhook.documentWithSecret, .created)
    answer.fields.append("Location", "/v1/webhooks/\(webhook.id)")
    return answer
  }

  func changeWebhook() throws(Problem) -> HTTPResponse {
    let edit = try edit(isNew: false)
    return json(try change { edit.apply(to: &$0, now: timestamp) }.document)
  }

  func deleteWebhook() throws(Problem) -> HTTPResponse {
    let id = try webhookID()
    let change = try stored { store throws(LinkStoreError) in
      try waitForAnswer { store.deleteWebhook(id: id, now: timestamp, completion: $0) }
    }
    guard change == .done else { throw .webhookNotFound(id) }
    return HTTPResponse(.noContent, route: operation.route, outcome: .api)
  }

  func rotateWebhook() throws(Problem) -> HTTPResponse {
    var isRandom = true
    let webhook = try change { isRandom = $0.rotate(now: timestamp) != nil }
    guard isRandom else { throw .noRandomness }
    return json(webhook.documentWithSecret)
  }

  private func edit(isNew: Bool) throws(Problem) -> WebhookEdit {
    let edit = try document().read { object in
      if !isNew { Self.passOver(object) }
      return WebhookEdit(reading: object, isNew: isNew)
    }
    let faults = edit.faults(services.outgoing)
    guard faults.isEmpty else {
      throw .invalid(faults.map { Problem.Fault(field: $0.field, detail: $0.message) })
    }
    return edit
  }

  /// A webhook may be sent back as it was read.
  private static func passOver(_ object: JSONObjectReader) {
    for name in [
      "id", "disabledAt", "disabledReason", "failingSince", "createdAt", "updatedAt",
    ] {
      _ = object.optional(name)
    }
  }

  private func webhookID() throws(Problem) -> String {
    guard let id = place.webhook else { throw .notFound }
    return id
  }

  private func webhook() throws(Problem) -> Webhook {
    let id = try webhookID()
    let found = try stored { store throws(LinkStoreError) in
      try store.webhooks().first { $0.id == id }
    }
    guard let found else { throw .webhookNotFound(id) }
    return found
  }

  /// Changes the webhook; a change that was overtaken is made anew.
  private func change(_ body: (inout Webhook) -> Void) throws(Problem) -> Webhook {
    for _ in 0..<Self.attempts {
      var webhook = try webhook()
      body(&webhook)
      let changed = webhook
      let change = try stored { store throws(LinkStoreError) in
        try waitForAnswer {
          store.changeWebhook(
            changed, telling: [], isAudited: true, now: timestamp, completion: $0)
        }
      }
      switch change {
      case .done: return changed
      case .missing: throw .webhookNotFound(changed.id)
      case .overtaken: continue
      }
    }
    throw .webhookChanged
  }

  private static let attempts = 5

  // MARK: - Deliveries

  func testWebhook() throws(Problem) -> HTTPResponse {
    let webhook = try webhook()
    guard webhook.isEnabled else {
      throw Problem(
        .conflict, "webhook-disabled",
        "the webhook '\(webhook.id)' is switched off: expected \"enabled\": true")
    }
    guard let id = RandomBytes.base62(24) else { throw .noRandomness }
    let ping = WebhookMessage.ping(webhook, id: "msg_" + id, now: timestamp)
    let number = try stored { store throws(LinkStoreError) in
      try waitForAnswer { store.addDelivery(ping, completion: $0) }
    }
    return json(Delivery(number: number, ping).document, .accepted)
  }

  func listDeliveries() throws(Problem) -> HTTPResponse {
    let values = parameters.filter { !$0.value.isEmpty }
    let webhook = try webhook()
    let limit = try Self.limit(values["limit"])
    var before: Int?
    if let text = values["cursor"] {
      guard text.utf8.count <= 18, let number = Int(text), number > 0 else {
        throw .notCursor(text)
      }
      before = number
    }
    let page = try stored { store throws(LinkStoreError) in
      try DeliveryPage(of: webhook.id, in: store, before: before, limit: limit)
    }
    return json(page.document)
  }

  func retryDelivery() throws(Problem) -> HTTPResponse {
    let id = try webhookID()
    let number = place.delivery ?? 0
    let delivery = try stored { store throws(LinkStoreError) -> Delivery? in
      let change = try waitForAnswer {
        store.retryDelivery(number, of: id, now: timestamp, completion: $0)
      }
      guard change == .done, number < .max else { return nil }
      return try store.deliveries(of: id, before: number + 1, limit: 1).first
    }
    guard let delivery, delivery.number == number else {
      throw Problem(
        .notFound, "delivery-not-found", "there is no delivery \(number) to the webhook '\(id)'")
    }
    return json(delivery.document, .accepted)
  }
}

extension Problem {
  fileprivate static func webhookNotFound(_ id: String) -> Problem {
    Problem(.notFound, "webhook-not-found", "there is no webhook '\(id.prefix(100))'")
  }

  fileprivate static let webhookChanged = Problem(
    .conflict, "webhook-changed", "others change the webhook all the time: try again")

  fileprivate static let noRandomness = Problem(
    .serviceUnavailable, "no-randomness", "the system has no randomness to give")
}
