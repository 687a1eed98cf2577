import Changes
import Deliveries
import JSONSyntax
import LinkStorage
import Links
import Management

extension CommandTable {
  static let webhooks = CommandGroup(
    name: "webhooks", summary: "notify other programs of events, and see what was sent",
    examples: ["webhooks add --type link.created https://hooks.example.com/keiro"],
    commands: [
      listWebhooks, addWebhook, editWebhook, rotateWebhook, removeWebhook, testWebhook,
      listDeliveries, retryDelivery,
    ])

  private static let listWebhooks = CommandSpecification.onKeiro(
    "webhooks list", "list the webhooks",
    details: ["Secrets are shown only once, when they are created."],
    examples: ["webhooks list"]
  ) { arguments throws(UsageError) in try arguments.webhooks(.list, for: .reading) }

  private static let addWebhook = CommandSpecification.onKeiro(
    "webhooks add", "send events to URL; prints the webhook's identifier and secret",
    details: [
      "The endpoint gets all types of events unless --type names some, and the events of all hosts",
      "unless --host names some. Requests are signed according to Standard Webhooks 1.0.",
    ] + eventTypes,
    options: [.eventType, .eventHost, .webhookText, .secretFile],
    operands: OperandSpecification(
      .text("URL", form: "a URL such as https://hooks.example.com/keiro")),
    examples: ["webhooks add --type link.created https://hooks.example.com/keiro"]
  ) { arguments throws(UsageError) in
    var edit = try arguments.webhookEdit()
    edit.url = try arguments.operand()
    return AddWebhookCommand(
      location: try arguments.location(), edit: edit, json: arguments.has(.json),
      secretFile: arguments.value(.secretFile), now: arguments.now)
  }

  private static let editWebhook = CommandSpecification.onKeiro(
    "webhooks edit", "change a webhook",
    details: [
      "Fields that are not named stay as they are; --type and --host replace the whole list, and",
      "'all' stands for every one.",
    ] + eventTypes,
    options: [.webhookURL, .eventType, .eventHost, .webhookText, .enable, .disable],
    operands: webhookID, examples: ["webhooks edit --disable 7f3a9c"]
  ) { arguments throws(UsageError) in
    var edit = try arguments.webhookEdit()
    edit.url = arguments.value(.webhookURL)
    if arguments.has(.enable) { edit.isEnabled = true }
    if arguments.has(.disable) { edit.isEnabled = false }
    guard !edit.isEmpty else { throw arguments.error(.missingOption(.webhookURL)) }
    return try arguments.webhooks(.edit(id: try arguments.operand(), edit))
  }

  private static let rotateWebhook = CommandSpecification.onKeiro(
    "webhooks rotate", "give a webhook a new secret; the old one signs for another day",
    operands: webhookID, examples: ["webhooks rotate 7f3a9c"]
  ) { arguments throws(UsageError) in
    try arguments.webhooks(.rotate(id: try arguments.operand()))
  }

  private static let removeWebhook = CommandSpecification.onKeiro(
    "webhooks remove", "remove a webhook and its deliveries", operands: webhookID,
    examples: ["webhooks remove 7f3a9c"]
  ) { arguments throws(UsageError) in
    try arguments.webhooks(.remove(id: try arguments.operand()))
  }

  private static let testWebhook = CommandSpecification.onKeiro(
    "webhooks test", "send a ping to a webhook and show the answer",
    details: [
      "The ping is sent from here or, with --server, by that server, which logs it. Exits with 1",
      "unless the endpoint answers 2xx.",
    ], operands: webhookID, examples: ["webhooks test 7f3a9c"]
  ) { arguments throws(UsageError) in
    let test = WebhookTest(id: try arguments.operand(), now: arguments.now)
    return try arguments.asking(for: .reading) { keiro throws(CommandFailure) in
      try test.answer(keiro)
    }
  }

  private static let listDeliveries = CommandSpecification.onKeiro(
    "webhooks deliveries", "show what was sent to a webhook, newest first",
    details: ["Deliveries are kept for 30 days."], options: [.pageLimit], operands: webhookID,
    examples: ["webhooks deliveries 7f3a9c"]
  ) { arguments throws(UsageError) in
    let limit = try arguments.number(.pageLimit, in: 1...1000) ?? 100
    return try arguments.webhooks(
      .deliveries(id: try arguments.operand(), limit: limit), for: .reading)
  }

  private static let retryDelivery = CommandSpecification.onKeiro(
    "webhooks retry", "have a running server send a delivery again",
    details: ["NUMBER is the first column of 'webhooks deliveries'."],
    operands: OperandSpecification(.text("ID NUMBER"), count: 2...2),
    examples: ["webhooks retry 7f3a9c 12"]
  ) { arguments throws(UsageError) in
    let text = arguments.operands.last ?? ""
    guard let number = Int(text), number > 0 else {
      throw arguments.error(.invalidOperand(text))
    }
    return try arguments.webhooks(.retry(id: try arguments.operand(), number: number))
  }

  private static let eventTypes =
    ["Types of events:"]
    + stride(from: 0, to: WebhookEdit.typeNames.count, by: 4).map {
      "  "
        + WebhookEdit.typeNames[$0..<min($0 + 4, WebhookEdit.typeNames.count)]
        .joined(separator: " ")
    }

  private static let webhookID = OperandSpecification(.text("ID"))
}

extension ParsedArguments {
  fileprivate func webhooks(
    _ action: WebhookAction, for purpose: StorePurpose = .writing
  ) throws(UsageError) -> KeiroTask {
    try asking(for: purpose) { keiro throws(CommandFailure) in try action.answer(keiro) }
  }

  fileprivate func webhookEdit() throws(UsageError) -> WebhookEdit {
    var edit = WebhookEdit()
    edit.description = value(.webhookText)
    if value(.eventType) != nil {
      let types = try list(.eventType) { text -> WebhookEventType?? in
        text == "all" ? .some(nil) : WebhookEdit.type(text).map { .some($0) }
      }
      edit.types = types.contains(nil) ? [] : types.compactMap(\.self)
    }
    if value(.eventHost) != nil {
      let hosts = list(.eventHost)
      edit.hosts = hosts.contains("all") ? [] : hosts
    }
    return edit
  }
}

extension OptionSpecification {
  fileprivate static let eventType = Self(
    "--type", .words(WebhookEdit.typeNames + ["all"], label: "TYPE"),
    "a type of event; default all", isRepeatable: true)
  fileprivate static let eventHost = Self(
    "--host", .text("HOST"), "a host whose events are sent; default all hosts", isRepeatable: true)
  fileprivate static let webhookText = Self(
    "--description", .text("TEXT"), "a description for people")
  fileprivate static let webhookURL = Self(
    "--url", .text("URL", form: "a URL such as https://hooks.example.com/keiro"),
    "where events are sent")
  fileprivate static let secretFile = Self(
    "--secret-file", .file("FILE", form: "a file such as secret.txt"),
    "a file with the secret, 'whsec_' and Base64; default random")
  fileprivate static let enable = Self("--enable", "switch the webhook on")
  fileprivate static let disable = Self("--disable", "switch the webhook off")
}

/// `keiro webhooks add`, whose secret may come from a file.
private struct AddWebhookCommand: Command {
  let location: KeiroLocation
  var edit: WebhookEdit
  let json: Bool
  let secretFile: String?
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    var edit = edit
    if let secretFile {
      guard let bytes = CommandInput(path: secretFile).read(console) else {
        return .environmentFailed
      }
      edit.secret = String(String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline })
    }
    return Keiro.with(location, at: now, for: .writing, console) {
      keiro throws(CommandFailure) in
      console.give(try WebhookAction.add(edit).answer(keiro), json: json)
    }
  }
}

/// What is done with the addresses that receive events.
private enum WebhookAction {
  case list
  case add(WebhookEdit)
  case edit(id: String, WebhookEdit)
  case rotate(id: String)
  case remove(id: String)
  case deliveries(id: String, limit: Int)
  case retry(id: String, number: Int)

  func answer(_ keiro: Keiro) throws(CommandFailure) -> CommandAnswer {
    switch self {
    case .list:
      let document = try keiro.document(APIRequest(.listWebhooks))
      return CommandAnswer(document, listing: "webhooks", orElse: "no webhooks", \.webhookLine)
    case .add(let edit):
      return Self.secret(of: try keiro.document(APIRequest(.createWebhook, edit: edit)))
    case .edit(let id, let edit):
      let document = try keiro.document(APIRequest(.changeWebhook, id, edit: edit))
      return CommandAnswer(document, lines: [document.webhookLine])
    case .rotate(let id):
      return Self.secret(of: try keiro.document(APIRequest(.rotateWebhook, id)))
    case .remove(let id):
      _ = try keiro.document(APIRequest(.deleteWebhook, id))
      return CommandAnswer(
        JSONNode(.object([.init("id", .string(id))])),
        remarks: ["removed \(id) and its deliveries"])
    case .deliveries(let id, let limit):
      let page = try keiro.document(
        APIRequest(.listDeliveries, id, query: [CallParameters.limit(limit)]))
      return CommandAnswer(page, listing: "deliveries", orElse: "no deliveries", \.deliveryLine)
    case .retry(let id, let number):
      let delivery = try keiro.document(APIRequest(.retryDelivery, id, String(number)))
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

extension JSONNode {
  fileprivate var webhookLine: String {
    let types = texts("types")
    let off = text("disabledAt").map { time in
      "(off since \(time)\(text("disabledReason").map { ": " + $0 } ?? ""))"
    }
    return CommandAnswer.row([
      text("id"), text("url"), types.isEmpty ? "all events" : types.joined(separator: " "),
      hostColumn, text("description"),
      off ?? text("failingSince").map { "(failing since \($0))" },
    ])
  }

  fileprivate var deliveryLine: String {
    let attempts = elements("attempts")
    let last = attempts.last.map { last in
      last.text("error")
        ?? "\(last.number("status") ?? 0) after \(last.number("milliseconds") ?? 0) ms"
    }
    return CommandAnswer.row([
      "\(number("id") ?? 0)", text("timestamp"), text("type"), text("state"),
      attempts.count > 1 ? "\(attempts.count) attempts" : nil, last,
      text("nextAttempt").map { "next at \($0)" },
    ])
  }
}
