import AppAssociation
import Cryptography
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
      return switch request {
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

/// The webhooks of an opened store.
private struct OpenedWebhooks {
  let opened: OpenedStore
  let console: Console

  private var store: any LinkStore { opened.store }
  private var now: Timestamp { opened.now }

  func list(_ json: Bool) throws(LinkStoreError) -> ExitCode {
    let webhooks = try store.webhooks()
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
  ) throws(LinkStoreError) -> ExitCode {
    var edit = edit
    if let secretFile {
      guard let secret = secret(in: secretFile) else { return .environmentFailed }
      edit.secret = secret
    }
    guard isGood(edit) else { return .negative }
    guard try store.webhooks().count < WebhookEdit.webhookLimit else {
      return refuse("there are \(WebhookEdit.webhookLimit) webhooks: expected no more")
    }
    guard let webhook = edit.make(now: now) else { return lackOfRandomness() }
    let change = try waitForAnswer { store.createWebhook(webhook, now: now, completion: $0) }
    guard change == .done else { return refuse("the identifier is taken: try again") }
    show(webhook, json)
    return .done
  }

  func edit(_ id: String, _ edit: WebhookEdit, _ json: Bool) throws(LinkStoreError) -> ExitCode {
    guard isGood(edit) else { return .negative }
    guard let webhook = try change(id, { edit.apply(to: &$0, now: now) }) else { return .negative }
    if json { console.print(webhook.document) } else { console.print(webhook.line) }
    return .done
  }

  func rotate(_ id: String, _ json: Bool) throws(LinkStoreError) -> ExitCode {
    var isRandom = true
    guard let webhook = try change(id, { isRandom = $0.rotate(now: now) != nil }) else {
      return .negative
    }
    guard isRandom else { return lackOfRandomness() }
    show(webhook, json)
    return .done
  }

  func remove(_ id: String) throws(LinkStoreError) -> ExitCode {
    let change = try waitForAnswer { store.deleteWebhook(id: id, now: now, completion: $0) }
    guard change == .done else { return try missing(id) }
    console.complain("removed \(id) and its deliveries")
    return .done
  }

  // MARK: - Deliveries

  /// Sends a ping from this process: nothing is left in the log of the deliveries.
  func test(_ id: String, _ json: Bool) throws(LinkStoreError) -> ExitCode {
    guard let webhook = try find(id) else { return try missing(id) }
    guard let random = RandomBytes.base62(24) else { return lackOfRandomness() }
    let ping = WebhookMessage.ping(webhook, id: "msg_" + random, now: now)
    var delivery = Delivery(number: 0, ping)
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

  func deliveries(_ id: String, _ limit: Int, _ json: Bool) throws(LinkStoreError) -> ExitCode {
    guard try find(id) != nil else { return try missing(id) }
    let page = try DeliveryPage(of: id, in: store, before: nil, limit: limit)
    if json {
      console.print(page.document)
    } else {
      for delivery in page.deliveries { console.print(delivery.line) }
      if page.deliveries.isEmpty { console.complain("no deliveries") }
    }
    return .done
  }

  func retry(_ id: String, _ number: Int) throws(LinkStoreError) -> ExitCode {
    let change = try waitForAnswer {
      store.retryDelivery(number, of: id, now: now, completion: $0)
    }
    guard change == .done else {
      guard try find(id) != nil else { return try missing(id) }
      return refuse("there is no delivery \(number) to '\(id.onOneLine)'")
    }
    console.complain("delivery \(number) is due: a running server sends it within a second")
    return .done
  }

  // MARK: - Parts

  private func find(_ id: String) throws(LinkStoreError) -> Webhook? {
    try store.webhooks().first { $0.id == id }
  }

  /// Nil when there is none, which was said.
  private func change(
    _ id: String, _ body: (inout Webhook) -> Void
  ) throws(LinkStoreError) -> Webhook? {
    for _ in 0..<5 {
      guard var webhook = try find(id) else { break }
      body(&webhook)
      let changed = webhook
      let change = try waitForAnswer {
        store.changeWebhook(changed, telling: [], isAudited: true, now: now, completion: $0)
      }
      if change == .done { return changed }
    }
    _ = try missing(id)
    return nil
  }

  private func missing(_ id: String) throws(LinkStoreError) -> ExitCode {
    let hint = nearestName(to: id, among: try store.webhooks().map(\.id))
      .map { ": did you mean '\($0)'?" }
    return refuse("there is no webhook '\(id.onOneLine)'\(hint ?? "")")
  }

  private func isGood(_ edit: WebhookEdit) -> Bool {
    let faults = edit.faults(opened.outgoing)
    for fault in faults { console.complain("keiro webhooks: \(fault.field): \(fault.message)") }
    return faults.isEmpty
  }

  private func secret(in path: String) -> String? {
    guard let bytes = CommandInput(path: path).read(console) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return String(text.prefix { !$0.isNewline })
  }

  private func show(_ webhook: Webhook, _ json: Bool) {
    if json {
      console.print(webhook.documentWithSecret)
    } else {
      console.print(webhook.id)
      console.print(webhook.secrets.first?.text ?? "")
      console.complain("the secret of \(webhook.id) is shown this once")
    }
  }

  private func refuse(_ message: String) -> ExitCode {
    console.complain("keiro webhooks: \(message)")
    return .negative
  }

  private func lackOfRandomness() -> ExitCode {
    console.complain("keiro webhooks: the system has no randomness to give")
    return .environmentFailed
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
