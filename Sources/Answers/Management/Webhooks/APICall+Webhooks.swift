import Changes
import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Service

/// Bodies become edits, and what comes of them answers: `StoreChanges` decides.
extension APICall {
  // MARK: - Webhooks

  func listWebhooks() throws(Problem) -> HTTPResponse {
    let webhooks = try changed { changes throws(ChangeError) in try changes.webhooks() }
    return json(.object([.init("webhooks", .array(webhooks.map(\.document)))]))
  }

  func readWebhook() throws(Problem) -> HTTPResponse {
    let id = try webhookID()
    return json(try changed { changes throws(ChangeError) in try changes.webhook(id) }.document)
  }

  func createWebhook() throws(Problem) -> HTTPResponse {
    let edit = try edit(isNew: true)
    let webhook = try changed { changes throws(ChangeError) in
      try changes.createWebhook(edit, services.outgoing)
    }
    var answer = json(webhook.documentWithSecret, .created)
    answer.fields.append("Location", "/v1/webhooks/\(webhook.id)")
    return answer
  }

  func changeWebhook() throws(Problem) -> HTTPResponse {
    let id = try webhookID()
    let edit = try edit(isNew: false)
    let webhook = try changed { changes throws(ChangeError) in
      try changes.changeWebhook(id, edit, services.outgoing)
    }
    return json(webhook.document)
  }

  func deleteWebhook() throws(Problem) -> HTTPResponse {
    let id = try webhookID()
    try changed { changes throws(ChangeError) in try changes.deleteWebhook(id) }
    return HTTPResponse(.noContent, route: operation.route, outcome: .api)
  }

  func rotateWebhook() throws(Problem) -> HTTPResponse {
    let id = try webhookID()
    let webhook = try changed { changes throws(ChangeError) in try changes.rotateWebhook(id) }
    return json(webhook.documentWithSecret)
  }

  private func edit(isNew: Bool) throws(Problem) -> WebhookEdit {
    try document().read { object in
      if !isNew { Self.passOver(object) }
      return WebhookEdit(reading: object, isNew: isNew)
    }
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

  // MARK: - Deliveries

  func testWebhook() throws(Problem) -> HTTPResponse {
    let id = try webhookID()
    let delivery = try changed { changes throws(ChangeError) in try changes.testWebhook(id) }
    return json(delivery.document, .accepted)
  }

  func listDeliveries() throws(Problem) -> HTTPResponse {
    let values = parameters.filter { !$0.value.isEmpty }
    let id = try webhookID()
    let limit = try Self.limit(parameters["limit"])
    var before: Int?
    if let text = values["cursor"] {
      guard text.utf8.count <= 18, let number = Int(text), number > 0 else {
        throw .notCursor(text)
      }
      before = number
    }
    let place = before
    let page = try changed { changes throws(ChangeError) in
      try changes.deliveries(of: id, before: place, limit: limit)
    }
    return json(page.document)
  }

  func retryDelivery() throws(Problem) -> HTTPResponse {
    let id = try webhookID()
    let number = place.delivery ?? 0
    let delivery = try changed { changes throws(ChangeError) in
      try changes.retryDelivery(number, of: id)
    }
    return json(delivery.document, .accepted)
  }

  private func changed<Answer>(
    _ change: (StoreChanges) throws(ChangeError) -> Answer
  ) throws(Problem) -> Answer {
    guard let authority else { throw .notFound }
    let changes = StoreChanges(by: authority, in: directory.store, at: timestamp)
    return try changed { () throws(ChangeError) in try change(changes) }
  }
}
