import Changes
import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel

extension APICall {
  // MARK: - Webhooks

  func listWebhooks() throws(Problem) -> APIAnswer {
    let webhooks = try changed(changes.webhooks())
    return json(["webhooks": .array(webhooks.map(\.document))])
  }

  func readWebhook() throws(Problem) -> APIAnswer {
    json(try changed(changes.webhook(path.name)).document)
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
    return json(try changed(changes.changeWebhook(path.name, edit, services.outgoing)).document)
  }

  func deleteWebhook() throws(Problem) -> APIAnswer {
    try changed(changes.deleteWebhook(path.name))
    return noContent
  }

  func rotateWebhook() throws(Problem) -> APIAnswer {
    json(try changed(changes.rotateWebhook(path.name)).documentWithSecret)
  }

  private func edit(isNew: Bool) throws(Problem) -> WebhookEdit {
    try document().read { object in
      // A webhook may be sent back as it was read.
      let fixed = ["id", "disabledAt", "disabledReason", "failingSince", "createdAt", "updatedAt"]
      for name in isNew ? [] : fixed { _ = object.optional(name) }
      return WebhookEdit(reading: object, isNew: isNew)
    }
  }

  // MARK: - Deliveries

  func testWebhook() throws(Problem) -> APIAnswer {
    json(try changed(changes.testWebhook(path.name)).document, .accepted)
  }

  func listDeliveries() throws(Problem) -> APIAnswer {
    let state = try given(CallParameters.deliveryState)
    let start = try given(CallParameters.deliveryCursor)
    let limit = try limit(CallParameters.limit)
    return json(
      try changed(changes.deliveries(of: path.name, in: state, before: start, limit: limit))
        .document)
  }

  func retryDeliveries() throws(Problem) -> APIAnswer {
    let count = try changed(changes.retryFailedDeliveries(of: path.name))
    return json(["due": .int(count)], .accepted)
  }

  func retryDelivery() throws(Problem) -> APIAnswer {
    json(try changed(changes.retryDelivery(path.number ?? 0, of: path.name)).document, .accepted)
  }

  // MARK: - Notifications

  /// Sends a notification through APNs; the answer has a result for every device.
  func sendNotification(_ completion: @escaping HTTPCompletion) throws(Problem) {
    let document = try document()
    let bytes = body
    let (name, push) = try document.read { object in
      let app = object.present("app")?.string()
      return (app, PushRequest.read(object) { $0.node.text(in: bytes).map(Array.init) })
    }
    guard let push else { throw .invalid([]) }
    guard push.faults.isEmpty else { throw .invalid(push.faults) }
    let app = try app(name)
    guard let sender = services.pushes else { throw Problem(.unavailable("no sender of pushes")) }
    guard var key = try idempotencyKey() else {
      return sender.send(push, app: app) { [self] in
        completion(answer($0, app: app.key, push.environment))
      }
    }
    // No identifier of a token has a space: a link may be made with the same key.
    key.text = "push " + key.text
    if let earlier = try earlierAnswer(key, to: push) { return completion(earlier) }
    sender.send(push, app: app) { [self, key] result in
      let answer = answer(result, app: app.key, push.environment)
      // While APNs is left alone, a call sends nothing, and may come again with its key.
      let kept = (try? result.get()).flatMap { results in
        results.contains(where: \.isSent) ? results.document.compact : nil
      }
      directory.managed.keepAnswer(kept, to: key) { _ in completion(answer) }
      guard let kept else { return }
      for earlier in directory.answers.note(kept, to: key) {
        directory.managed.keepAnswer("", to: earlier) { _ in }
      }
    }
  }

  /// Seconds after which a call has its answer, or its process was killed.
  private static let longestCall = 600

  /// The answer to the same request with the key; nil for a new request, which has the key now.
  private func earlierAnswer(
    _ key: IdempotencyKey, to push: PushRequest
  ) throws(Problem) -> HTTPResponse? {
    let store = directory.managed
    let use = try stored(
      waitForAnswer { store.takeKey(key, now: timestamp, completion: $0) })
    switch use {
    case .taken: return nil
    case .answered(let text):
      return response(.ok, type: "application/json", body: Array((text + "\n").utf8))
    case .reused: throw Problem(.idempotencyKeyReused)
    case .unanswered(let start):
      guard start.adding(Self.longestCall) <= timestamp else {
        throw Problem(
          .conflict, "idempotency-key-in-use",
          "a request with this Idempotency-Key is in progress or was cut off: ask again after "
            + "\(Self.longestCall / 60) minutes")
      }
      return json(push.unanswered.document).response
    }
  }

  private func answer(
    _ result: Result<[PushResult], PushSender.Refusal>, app: String,
    _ environment: PushRequest.Environment
  ) -> HTTPResponse {
    switch result {
    case .success(let results):
      notifyOfDeadTokens(results, app: app, environment)
      return json(results.document).response
    case .failure(let refusal): return response(to: Problem(refusal))
    }
  }

  private func app(_ name: String?) throws(Problem) -> AppDefinition {
    let found = Result { () throws(UnknownApp) in try snapshot.app(named: name) }
    return snapshot.apps[
      try found.mapError { Problem.invalid([FieldFault("app", $0.message)]) }.get()]
  }

  /// Publishes an event for each token to which nothing can be sent any more.
  private func notifyOfDeadTokens(
    _ results: [PushResult], app: String, _ environment: PushRequest.Environment
  ) {
    let events = results.compactMap {
      $0.deathEvent(app: app, environment, now: timestamp)
    }
    directory.untold.tell(events)
  }
}

extension Problem {
  fileprivate init(_ refusal: PushSender.Refusal) {
    self =
      switch refusal {
      case .notConfigured: Problem(.conflict, "pushes-not-configured", refusal.message)
      case .unavailable: Problem(.serviceUnavailable, "pushes-unavailable", refusal.message)
      case .busy: .busy(refusal.message)
      }
  }
}
