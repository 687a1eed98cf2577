import Changes
package import Deliveries
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import System

/// The arguments of `keiro webhooks`.
package struct WebhooksRequest: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case list
    case add(WebhookEdit, secretFile: String?)
    case edit(id: String, WebhookEdit)
    case rotate(id: String)
    case remove(id: String)
    case test(id: String)
    case deliveries(id: String, limit: Int)
    case retry(id: String, number: Int)
  }

  var action: Action
  var json: Bool

  fileprivate var purpose: StorePurpose {
    switch action {
    case .list, .deliveries, .test: .reading
    case .add, .edit, .rotate, .remove, .retry: .writing
    }
  }
}

/// `keiro webhooks`: where events are sent.
struct WebhooksCommand {
  let file: String
  let request: WebhooksRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    var action = request.action
    if case .add(var edit, let path?) = action {
      guard let secret = Self.secret(in: path, console) else { return .environmentFailed }
      edit.secret = secret
      action = .add(edit, secretFile: nil)
    }
    return OpenedStore.with(configuration: file, at: now, for: request.purpose, console) {
      opened throws(LinkStoreError) in
      try opened.give("keiro webhooks", json: request.json, console) { () throws(ChangeError) in
        try answer(action, opened.changes, opened.outgoing)
      }
    }
  }

  private static func secret(in path: String, _ console: Console) -> String? {
    guard let bytes = CommandInput(path: path).read(console) else { return nil }
    return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
  }

  private func answer(
    _ action: WebhooksRequest.Action, _ changes: StoreChanges, _ rules: OutgoingRules
  ) throws(ChangeError) -> CommandAnswer {
    switch action {
    case .list:
      let list = try changes.webhooks().map(\.document)
      return CommandAnswer(
        document: .object([.init("webhooks", .array(list))]),
        lines: list.map { JSONNode($0).webhookLine },
        remarks: list.isEmpty ? ["no webhooks"] : [])
    case .add(let edit, _): return Self.secret(of: try changes.createWebhook(edit, rules))
    case .edit(let id, let edit):
      let document = try changes.changeWebhook(id, edit, rules).document
      return CommandAnswer(document: document, lines: [JSONNode(document).webhookLine])
    case .rotate(let id): return Self.secret(of: try changes.rotateWebhook(id))
    case .remove(let id):
      try changes.deleteWebhook(id)
      return CommandAnswer(
        document: .object([.init("id", .string(id))]),
        remarks: ["removed \(id) and its deliveries"])
    case .test(let id): return try test(try changes.webhook(id), changes, rules)
    case .deliveries(let id, let limit):
      let page = try changes.deliveries(of: id, before: nil, limit: limit).document
      let lines = (JSONNode(page).member("deliveries")?.array ?? []).map(\.deliveryLine)
      return CommandAnswer(
        document: page, lines: lines, remarks: lines.isEmpty ? ["no deliveries"] : [])
    case .retry(let id, let number):
      return CommandAnswer(
        document: try changes.retryDelivery(number, of: id).document,
        remarks: ["delivery \(number) is due: a running server sends it within a second"])
    }
  }

  private static func secret(of webhook: Webhook) -> CommandAnswer {
    CommandAnswer(
      document: webhook.documentWithSecret, lines: [webhook.id, webhook.secrets.first?.text ?? ""],
      remarks: ["the secret of \(webhook.id) is shown this once"])
  }

  /// Sends a ping from this process: nothing is left in the log of the deliveries.
  private func test(
    _ webhook: Webhook, _ changes: StoreChanges, _ rules: OutgoingRules
  ) throws(ChangeError) -> CommandAnswer {
    let delivery = Delivery(number: 0, try changes.ping(webhook))
    let started = Clock.monotonic()
    let request = WebhookSender.request(
      delivery, to: webhook, at: Clock.now(), agent: "keiro/\(keiroVersion)")
    let result: AttemptResult
    do throws(OutgoingError) {
      let answer = try OutgoingClient(rules).send(request)
      result = WebhookSender.result(.success(answer), now: now)
    } catch {
      result = WebhookSender.result(.failure(error), now: now)
    }
    let verdict = DeliveryVerdict(
      delivery, to: webhook, result, started: now,
      milliseconds: (Clock.monotonic() - started) / 1_000_000, now: now, jitter: 0)
    let attempt = verdict.delivery.attempts.last
    let isGood = verdict.delivery.state == .delivered
    let (url, milliseconds) = (webhook.url.onOneLine, attempt?.milliseconds ?? 0)
    return CommandAnswer(
      document: .object([
        .init("id", .string(webhook.id)), .init("delivered", .bool(isGood)),
        .init("status", attempt?.status.map(JSONOutput.int) ?? .null),
        .init("error", .optional(attempt?.error)), .init("milliseconds", .int(milliseconds)),
      ]),
      lines: isGood ? ["\(url) answered \(attempt?.status ?? 0) after \(milliseconds) ms"] : [],
      remarks: isGood ? [] : ["keiro webhooks: \(url): \(attempt?.error ?? "no answer")"],
      isPositive: isGood)
  }
}

extension JSONNode {
  /// Identifier, address, and whatever else a webhook has.
  fileprivate var webhookLine: String {
    let (types, hosts) = (texts("types"), texts("hosts"))
    var parts = [text("id") ?? "", (text("url") ?? "").onOneLine]
    parts.append(types.isEmpty ? "all events" : types.joined(separator: " "))
    if !hosts.isEmpty { parts.append("on " + hosts.joined(separator: " ")) }
    if let description = text("description") { parts.append(description.onOneLine) }
    if let time = text("disabledAt") {
      let reason = text("disabledReason").map { ": " + $0.onOneLine } ?? ""
      parts.append("(off since \(time)\(reason))")
    } else if let time = text("failingSince") {
      parts.append("(failing since \(time))")
    }
    return parts.joined(separator: "  ")
  }

  /// Number, time, type, state, and the last attempt of a delivery.
  fileprivate var deliveryLine: String {
    let attempts = member("attempts")?.array ?? []
    var parts = [
      "\(number("id") ?? 0)", text("timestamp") ?? "", text("type") ?? "", text("state") ?? "",
    ]
    if attempts.count > 1 { parts.append("\(attempts.count) attempts") }
    if let last = attempts.last {
      let milliseconds = last.number("milliseconds") ?? 0
      parts.append(
        last.text("error")?.onOneLine
          ?? "\(last.number("status") ?? 0) after \(milliseconds) ms")
    }
    if let next = text("nextAttempt") { parts.append("next at \(next)") }
    return parts.joined(separator: "  ")
  }
}
