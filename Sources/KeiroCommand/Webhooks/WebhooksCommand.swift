import Changes
package import Deliveries
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import System

/// The arguments of `keiro webhooks`.
package enum WebhooksRequest: Equatable, Sendable {
  case list(json: Bool)
  case add(WebhookEdit, secretFile: String?, json: Bool)
  case edit(id: String, WebhookEdit, json: Bool)
  case rotate(id: String, json: Bool)
  case remove(id: String)
  case test(id: String, json: Bool)
  case deliveries(id: String, limit: Int, json: Bool)
  case retry(id: String, number: Int)
}

/// `keiro webhooks`: where events are sent.
struct WebhooksCommand {
  let file: String
  let request: WebhooksRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    let purpose: StorePurpose =
      switch request {
      case .list, .deliveries, .test: .reading
      default: .writing
      }
    return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
      opened throws(LinkStoreError) in
      let webhooks = OpenedWebhooks(opened: opened, console: console)
      return try opened.answer("keiro webhooks", console) { () throws(ChangeError) in
        switch request {
        case .list(let json): try webhooks.list(json)
        case .add(let edit, let secretFile, let json): try webhooks.add(edit, secretFile, json)
        case .edit(let id, let edit, let json): try webhooks.edit(id, edit, json)
        case .rotate(let id, let json): try webhooks.rotate(id, json)
        case .remove(let id): try webhooks.remove(id)
        case .test(let id, let json): try webhooks.test(id, json)
        case .deliveries(let id, let limit, let json): try webhooks.deliveries(id, limit, json)
        case .retry(let id, let number): try webhooks.retry(id, number)
        }
      }
    }
  }
}

/// The webhooks of an opened store.
private struct OpenedWebhooks {
  let opened: OpenedStore
  let console: Console

  private var changes: StoreChanges { opened.changes }
  private var now: Timestamp { opened.now }

  func list(_ json: Bool) throws(ChangeError) -> ExitCode {
    let webhooks = try changes.webhooks()
    if json {
      console.print(.object([.init("webhooks", .array(webhooks.map(\.document)))]))
    } else {
      for webhook in webhooks { console.print(webhook.line) }
      if webhooks.isEmpty { console.complain("no webhooks") }
    }
    return .done
  }

  func add(
    _ edit: WebhookEdit, _ secretFile: String?, _ json: Bool
  ) throws(ChangeError) -> ExitCode {
    var edit = edit
    if let secretFile {
      guard let secret = secret(in: secretFile) else { return .environmentFailed }
      edit.secret = secret
    }
    return show(try changes.createWebhook(edit, opened.outgoing), json)
  }

  func edit(_ id: String, _ edit: WebhookEdit, _ json: Bool) throws(ChangeError) -> ExitCode {
    let webhook = try named(id) { id throws(ChangeError) in
      try changes.changeWebhook(id, edit, opened.outgoing)
    }
    if json { console.print(webhook.document) } else { console.print(webhook.line) }
    return .done
  }

  func rotate(_ id: String, _ json: Bool) throws(ChangeError) -> ExitCode {
    show(try named(id) { id throws(ChangeError) in try changes.rotateWebhook(id) }, json)
  }

  func remove(_ id: String) throws(ChangeError) -> ExitCode {
    try named(id) { id throws(ChangeError) in try changes.deleteWebhook(id) }
    console.complain("removed \(id) and its deliveries")
    return .done
  }

  // MARK: - Deliveries

  /// Sends a ping from this process: nothing is left in the log of the deliveries.
  func test(_ id: String, _ json: Bool) throws(ChangeError) -> ExitCode {
    let webhook = try named(id) { id throws(ChangeError) in try changes.webhook(id) }
    var delivery = Delivery(number: 0, try changes.ping(webhook))
    let started = Clock.monotonic()
    let request = WebhookSender.request(
      delivery, to: webhook, at: Clock.now(), agent: "keiro/\(keiroVersion)")
    let result: AttemptResult
    do throws(OutgoingError) {
      let answer = try OutgoingClient(opened.outgoing).send(request)
      result = WebhookSender.result(.success(answer), now: now)
    } catch {
      result = WebhookSender.result(.failure(error), now: now)
    }
    delivery =
      DeliveryVerdict(
        delivery, to: webhook, result, started: now,
        milliseconds: (Clock.monotonic() - started) / 1_000_000, now: now, jitter: 0
      ).delivery
    let attempt = delivery.attempts.last
    let isGood = delivery.state == .delivered
    if json {
      console.print(
        .object([
          .init("id", .string(id)), .init("delivered", .bool(isGood)),
          .init("status", attempt?.status.map(JSONOutput.int) ?? .null),
          .init("error", .optional(attempt?.error)),
          .init("milliseconds", .int(attempt?.milliseconds ?? 0)),
        ]))
    } else if isGood {
      console.print(
        "\(webhook.url.onOneLine) answered \(attempt?.status ?? 0) after "
          + "\(attempt?.milliseconds ?? 0) ms")
    } else {
      console.complain("keiro webhooks: \(webhook.url.onOneLine): \(attempt?.error ?? "no answer")")
    }
    return isGood ? .done : .negative
  }

  func deliveries(_ id: String, _ limit: Int, _ json: Bool) throws(ChangeError) -> ExitCode {
    let page = try named(id) { id throws(ChangeError) in
      try changes.deliveries(of: id, before: nil, limit: limit)
    }
    if json {
      console.print(page.document)
    } else {
      for delivery in page.deliveries { console.print(delivery.line) }
      if page.deliveries.isEmpty { console.complain("no deliveries") }
    }
    return .done
  }

  func retry(_ id: String, _ number: Int) throws(ChangeError) -> ExitCode {
    _ = try named(id) { id throws(ChangeError) in try changes.webhook(id) }
    try changes.retryDelivery(number, of: id)
    console.complain("delivery \(number) is due: a running server sends it within a second")
    return .done
  }

  // MARK: - Parts

  /// Names the nearest identifier where there is none like that.
  private func named<Answer>(
    _ id: String, _ body: (String) throws(ChangeError) -> Answer
  ) throws(ChangeError) -> Answer {
    do throws(ChangeError) {
      return try body(id)
    } catch {
      throw error.hinting(id) { () throws(ChangeError) in try changes.webhooks().map(\.id) }
    }
  }

  private func secret(in path: String) -> String? {
    guard let bytes = CommandInput(path: path).read(console) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.prefix { !$0.isNewline })
  }

  private func show(_ webhook: Webhook, _ json: Bool) -> ExitCode {
    if json {
      console.print(webhook.documentWithSecret)
    } else {
      console.print(webhook.id)
      console.print(webhook.secrets.first?.text ?? "")
      console.complain("the secret of \(webhook.id) is shown this once")
    }
    return .done
  }
}

extension Webhook {
  /// Identifier, address, and whatever else it has.
  fileprivate var line: String {
    var parts = [id, url.onOneLine]
    parts.append(
      types.isEmpty ? "all events" : types.map(\.rawValue).sorted().joined(separator: " "))
    if !hosts.isEmpty { parts.append("on " + hosts.joined(separator: " ")) }
    if let description { parts.append(description.onOneLine) }
    if let disabledAt {
      parts.append("(off since \(disabledAt)\(disabledReason.map { ": \($0.onOneLine)" } ?? ""))")
    } else if let failingSince {
      parts.append("(failing since \(failingSince))")
    }
    return parts.joined(separator: "  ")
  }
}

extension Delivery {
  /// Number, time, type, state, and the last attempt.
  fileprivate var line: String {
    var parts = ["\(number)", new.time.description, new.type.rawValue, state.name]
    if attempts.count > 1 { parts.append("\(attempts.count) attempts") }
    if let last = attempts.last {
      parts.append(last.error?.onOneLine ?? "\(last.status ?? 0) after \(last.milliseconds) ms")
    }
    if state == .pending { parts.append("next at \(nextAt)") }
    return parts.joined(separator: "  ")
  }
}
