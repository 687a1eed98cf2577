import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel

extension APICall {
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
    let key = try idempotencyKey().map {
      PushSender.RepetitionKey(text: $0.text, digest: $0.digest)
    }
    sender.send(push, app: app, key: key) { [self] result in
      switch result {
      case .success(let results):
        notifyOfDeadTokens(results, app: app.key, push.environment)
        completion(json(results.document).response)
      case .failure(let refusal): completion(response(to: Problem(refusal)))
      }
    }
  }

  private func app(_ name: String?) throws(Problem) -> AppDefinition {
    do throws(UnknownApp) {
      return snapshot.apps[try snapshot.app(named: name)]
    } catch {
      throw .invalid([FieldFault("app", error.message)])
    }
  }

  /// Publishes an event for each token to which nothing can be sent any more.
  private func notifyOfDeadTokens(
    _ results: [PushResult], app: String, _ environment: PushRequest.Environment
  ) {
    let events = results.compactMap {
      $0.deathEvent(app: app, environment, now: timestamp)
    }
    guard !events.isEmpty else { return }
    directory.managed.emit(events) { _ in }
  }
}

extension Problem {
  fileprivate init(_ refusal: PushSender.Refusal) {
    self =
      switch refusal {
      case .notConfigured: Problem(.conflict, "pushes-not-configured", refusal.message)
      case .unavailable: Problem(.serviceUnavailable, "pushes-unavailable", refusal.message)
      case .busy: .busy(refusal.message)
      case .keyReused:
        Problem(.unprocessableContent, "idempotency-key-reused", refusal.message)
      case .keyInUse: Problem(.conflict, "idempotency-key-in-use", refusal.message)
      }
  }
}
