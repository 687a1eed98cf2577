import Changes
package import Deliveries
import JSONSyntax
import LinkStorage
import Links

/// The arguments of `keiro webhooks`.
package struct WebhooksRequest: Equatable, Sendable {
  /// The subcommand with its operands.
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

/// `keiro webhooks`: manages the addresses that receive events.
struct WebhooksCommand {
  let location: KeiroLocation
  let request: WebhooksRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    var action = request.action
    if case .add(var edit, let path?) = action {
      guard let secret = Self.secret(in: path, console) else { return .environmentFailed }
      edit.secret = secret
      action = .add(edit, secretFile: nil)
    }
    return Keiro.with(location, at: now, for: request.purpose, console) {
      keiro throws(CommandFailure) in
      console.give(try answer(action, keiro), json: request.json)
    }
  }

  private static func secret(in path: String, _ console: Console) -> String? {
    guard let bytes = CommandInput(path: path).read(console) else { return nil }
    return String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
  }

  private static let path = "/v1/webhooks/"

  private func answer(
    _ action: WebhooksRequest.Action, _ keiro: Keiro
  ) throws(CommandFailure) -> CommandAnswer {
    switch action {
    case .list:
      let document = try keiro.changed(.get("/v1/webhooks")) { changes, _ throws(ChangeError) in
        .object([.init("webhooks", .array(try changes.webhooks().map(\.document)))])
      }
      let lines = (document.member("webhooks")?.array ?? []).map(\.webhookLine)
      return CommandAnswer(document, lines: lines, remarks: lines.isEmpty ? ["no webhooks"] : [])
    case .add(let edit, _):
      return Self.secret(
        of: try keiro.changed(.post("/v1/webhooks", nil, "", edit.body)) {
          changes, opened throws(ChangeError) in
          try changes.createWebhook(edit, opened.outgoing).documentWithSecret
        })
    case .edit(let id, let edit):
      let document = try keiro.changed(.patch(Self.path, id, edit.body)) {
        changes, opened throws(ChangeError) in
        try changes.changeWebhook(id, edit, opened.outgoing).document
      }
      return CommandAnswer(document, lines: [document.webhookLine])
    case .rotate(let id):
      return Self.secret(
        of: try keiro.changed(.post(Self.path, id, ":rotate")) { changes, _ throws(ChangeError) in
          try changes.rotateWebhook(id).documentWithSecret
        })
    case .remove(let id):
      _ = try keiro.changed(.delete(Self.path, id)) { changes, _ throws(ChangeError) in
        try changes.deleteWebhook(id)
        return .null
      }
      return CommandAnswer(
        JSONNode(.object([.init("id", .string(id))])),
        remarks: ["removed \(id) and its deliveries"])
    case .test(let id): return try WebhookTest(id: id, now: now).answer(keiro)
    case .deliveries(let id, let limit):
      let page = try keiro.changed(
        .get(Self.path, id + "/deliveries", ["limit": String(limit)])
      ) { changes, _ throws(ChangeError) in
        try changes.deliveries(of: id, before: nil, limit: limit).document
      }
      let lines = (page.member("deliveries")?.array ?? []).map(\.deliveryLine)
      return CommandAnswer(page, lines: lines, remarks: lines.isEmpty ? ["no deliveries"] : [])
    case .retry(let id, let number):
      let delivery = try keiro.changed(
        .post(Self.path, id, "/deliveries/\(number):retry")
      ) { changes, _ throws(ChangeError) in
        try changes.retryDelivery(number, of: id).document
      }
      return CommandAnswer(
        delivery,
        remarks: ["delivery \(number) is due: a running server sends it within a second"])
    }
  }

  private static func secret(of webhook: JSONNode) -> CommandAnswer {
    let id = webhook.text("id") ?? ""
    return CommandAnswer(
      webhook, lines: [id, webhook.text("secret") ?? ""],
      remarks: ["the secret of \(id) is shown this once"])
  }
}

extension WebhookEdit {
  /// The request body of the API.
  fileprivate var body: JSONOutput {
    var members: [JSONOutput.Member] = []
    if let url { members.append(.init("url", .string(url))) }
    if let description { members.append(.init("description", .string(description))) }
    if let types { members.append(.init("types", .strings(types.map(\.rawValue)))) }
    if let hosts { members.append(.init("hosts", .strings(hosts))) }
    if let isEnabled { members.append(.init("enabled", .bool(isEnabled))) }
    if let secret { members.append(.init("secret", .string(secret))) }
    return .object(members)
  }
}

extension JSONNode {
  /// Identifier, address, and the other properties of a webhook.
  fileprivate var webhookLine: String {
    let (types, hosts) = (texts("types"), texts("hosts"))
    var parts = [text("id") ?? "", text("url") ?? ""]
    parts.append(types.isEmpty ? "all events" : types.joined(separator: " "))
    if !hosts.isEmpty { parts.append("on " + hosts.joined(separator: " ")) }
    if let description = text("description") { parts.append(description) }
    if let time = text("disabledAt") {
      let reason = text("disabledReason").map { ": " + $0 } ?? ""
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
        last.text("error")
          ?? "\(last.number("status") ?? 0) after \(milliseconds) ms")
    }
    if let next = text("nextAttempt") { parts.append("next at \(next)") }
    return parts.joined(separator: "  ")
  }
}
