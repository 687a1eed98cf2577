import Deliveries
import JSONSyntax
import LinkStorage
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
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.listWebhooks)) {
      CommandAnswer($0, listing: "webhooks", orElse: "no webhooks", \.webhookLine)
    }
  }

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
    let fields = arguments.webhookFields + ["url": .string(try arguments.operand())]
    let secretFile = arguments.value(.secretFile)
    return try arguments.using(
      .writing,
      reading: { console throws(CommandFailure) in
        guard let secretFile else { return fields }
        let bytes = try CommandInput(path: secretFile).read(console)
        let secret = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
        return fields + ["secret": .string(String(secret))]
      },
      { keiro, fields, console throws(CommandFailure) in
        let webhook = try keiro.document(APIRequest(.createWebhook, body: fields.withoutNulls))
        return console.give(CommandAnswer(secretOf: webhook))
      })
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
    try arguments.refuse((.enable, .disable))
    let isSwitched = arguments.has(.enable) || arguments.has(.disable)
    let changes: JSONOutput = [
      "url": .optional(arguments.value(.webhookURL)),
      "enabled": isSwitched ? .bool(arguments.has(.enable)) : .null,
    ]
    let call = try arguments.changing(
      .changeWebhook, arguments.webhookFields + changes,
      suchAs: "--url, --type, --host or --disable")
    return try arguments.calling(call) { CommandAnswer(document: $0, lines: [$0.webhookLine]) }
  }

  private static let rotateWebhook = CommandSpecification.onKeiro(
    "webhooks rotate", "give a webhook a new secret; the old one signs for another day",
    operands: webhookID, examples: ["webhooks rotate 7f3a9c"]
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.rotateWebhook, try arguments.operand())) {
      CommandAnswer(secretOf: $0)
    }
  }

  private static let removeWebhook = CommandSpecification.onKeiro(
    "webhooks remove", "remove a webhook and its deliveries", operands: webhookID,
    examples: ["webhooks remove 7f3a9c"]
  ) { arguments throws(UsageError) in
    let id = try arguments.operand()
    return try arguments.calling(APIRequest(.deleteWebhook, id)) { _ in
      CommandAnswer(
        document: JSONNode(["id": .string(id)]),
        remarks: ["removed \(id) and its deliveries"])
    }
  }

  private static let testWebhook = CommandSpecification.onKeiro(
    "webhooks test", "send a ping to a webhook and show the answer",
    details: [
      "The ping is sent from here or, with --server, by that server, which logs it. Exits with 1",
      "unless the endpoint answers 2xx.",
    ], operands: webhookID, examples: ["webhooks test 7f3a9c"]
  ) { arguments throws(UsageError) in
    let test = WebhookTest(id: try arguments.operand(), now: arguments.now)
    return try arguments.asking(.reading, test.answer)
  }

  private static let listDeliveries = CommandSpecification.onKeiro(
    "webhooks deliveries", "show what was sent to a webhook, newest first",
    details: ["Deliveries are kept for 30 days."], options: [.deliveryState, .pageLimit],
    operands: webhookID, examples: ["webhooks deliveries --state failed 7f3a9c"]
  ) { arguments throws(UsageError) in
    let limit = try arguments.number(.pageLimit, in: 1...1000) ?? 100
    let call = APIRequest(
      .listDeliveries, try arguments.operand(),
      query: [
        CallParameters.deliveryState(text: arguments.value(.deliveryState)),
        CallParameters.limit(limit),
      ])
    return try arguments.calling(call) {
      CommandAnswer($0, listing: "deliveries", orElse: "no deliveries", \.deliveryLine)
    }
  }

  private static let retryDelivery = CommandSpecification.onKeiro(
    "webhooks retry", "have a running server send a delivery again, or all that failed",
    details: [
      "NUMBER is the first column of 'webhooks deliveries'; without one, all failed deliveries",
      "are sent again.",
    ],
    operands: OperandSpecification(
      .text("ID", form: "an identifier, or one and a number such as 7f3a9c 12"),
      label: "ID [NUMBER]", count: 1...2),
    examples: ["webhooks retry 7f3a9c 12", "webhooks retry 7f3a9c"]
  ) { arguments throws(UsageError) in
    guard arguments.operands.count > 1 else {
      return try arguments.calling(APIRequest(.retryDeliveries, try arguments.operand())) {
        let count = $0.number("due") ?? 0
        let noun = count == 1 ? "delivery" : "deliveries"
        return CommandAnswer(
          document: $0, remarks: ["\(count) \(noun) due: a running server sends them"])
      }
    }
    let text = arguments.operands.last ?? ""
    guard let number = Int(text), number > 0 else {
      throw arguments.error(.invalidOperand(text))
    }
    let call = APIRequest(.retryDelivery, try arguments.operand(), String(number))
    return try arguments.calling(call) {
      CommandAnswer(
        document: $0,
        remarks: ["delivery \(number) is due: a running server sends it within a second"])
    }
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
  fileprivate var webhookFields: JSONOutput {
    [
      "description": .optional(value(.webhookText)), "types": listOrAll(.eventType),
      "hosts": listOrAll(.eventHost),
    ]
  }
}

extension OptionSpecification {
  fileprivate static let eventType = Self(
    "--type", .words(WebhookEdit.typeNames + ["all"], label: "TYPE"),
    "a type of event; default all", isRepeatable: true)
  fileprivate static let eventHost = Self(
    "--host", .text("HOST"), "a host whose events are sent; default all hosts", isRepeatable: true)
  fileprivate static let deliveryState = Self(
    "--state", .words(Delivery.State.allCases.map(\.name), label: "STATE"),
    "only deliveries in this state")
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

extension CommandAnswer {
  fileprivate init(secretOf webhook: JSONNode) {
    let id = webhook.text("id") ?? ""
    self.init(
      document: webhook, lines: [id, webhook.text("secret") ?? ""],
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
