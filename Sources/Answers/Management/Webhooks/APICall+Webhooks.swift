import Changes
package import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Service

/// Calls about webhooks, which `StoreChanges` carries out.
extension APICall {
  // MARK: - Webhooks

  func listWebhooks() throws(Problem) -> APIAnswer {
    let webhooks = try changed(changes.webhooks())
    return json(.object([.init("webhooks", .array(webhooks.map(\.document)))]))
  }

  func readWebhook() throws(Problem) -> APIAnswer {
    json(try changed(changes.webhook(id)).document)
  }

  func createWebhook() throws(Problem) -> APIAnswer {
    let edit = try edit(isNew: true)
    let webhook = try changed(changes.createWebhook(edit, services.outgoing))
    var answer = json(webhook.documentWithSecret, .created)
    answer.fields.append("Location", "/v1/webhooks/\(webhook.id)")
    return answer
  }

  func changeWebhook() throws(Problem) -> APIAnswer {
    let edit = try edit(isNew: false)
    return json(try changed(changes.changeWebhook(id, edit, services.outgoing)).document)
  }

  func deleteWebhook() throws(Problem) -> APIAnswer {
    try changed(changes.deleteWebhook(id))
    return noContent
  }

  func rotateWebhook() throws(Problem) -> APIAnswer {
    json(try changed(changes.rotateWebhook(id)).documentWithSecret)
  }

  private func edit(isNew: Bool) throws(Problem) -> WebhookEdit {
    try document().read { object in
      if !isNew { Self.passOver(object) }
      return WebhookEdit(reading: object, isNew: isNew)
    }
  }

  /// Skips read-only members, so that a webhook may be sent back as it was read.
  private static func passOver(_ object: JSONObjectReader) {
    for name in [
      "id", "disabledAt", "disabledReason", "failingSince", "createdAt", "updatedAt",
    ] {
      _ = object.optional(name)
    }
  }

  /// The webhook that the addresses of these calls name.
  private var id: String { path.webhook ?? "" }

  // MARK: - Deliveries

  func testWebhook() throws(Problem) -> APIAnswer {
    json(try changed(changes.testWebhook(id)).document, .accepted)
  }

  func listDeliveries() throws(Problem) -> APIAnswer {
    let state = try given(CallParameters.deliveryState)
    let start = try given(CallParameters.deliveryCursor)
    let limit = try limit(CallParameters.limit)
    return json(
      try changed(changes.deliveries(of: id, in: state, before: start, limit: limit)).document)
  }

  func retryDeliveries() throws(Problem) -> APIAnswer {
    let count = try changed(changes.retryFailedDeliveries(of: id))
    return json(.object([.init("due", .int(count))]), .accepted)
  }

  func retryDelivery() throws(Problem) -> APIAnswer {
    json(try changed(changes.retryDelivery(path.number ?? 0, of: id)).document, .accepted)
  }
}

extension APIRequest {
  /// The request that makes or changes a webhook.
  package init(_ operation: APIOperation, _ id: String..., edit: WebhookEdit) {
    var members: [JSONOutput.Member] = []
    if let url = edit.url { members.append(.init("url", .string(url))) }
    if let text = edit.description { members.append(.init("description", .string(text))) }
    if let types = edit.types { members.append(.init("types", .strings(types.map(\.rawValue)))) }
    if let hosts = edit.hosts { members.append(.init("hosts", .strings(hosts))) }
    if let isEnabled = edit.isEnabled { members.append(.init("enabled", .bool(isEnabled))) }
    if let secret = edit.secret { members.append(.init("secret", .string(secret))) }
    self.init(operation, at: id, body: .object(members))
  }
}
