import Deliveries
import LinkStorage
import WebSyntax

extension CommandTable {
  static let webhooks = [
    listWebhooks, addWebhook, editWebhook, rotateWebhook, removeWebhook, testWebhook,
    listDeliveries, retryDelivery,
  ]

  private static let listWebhooks = CommandSpecification(
    name: "webhooks list", summary: "list the webhooks",
    details: ["Secrets are shown only once, when they are created."],
    options: OptionSpecification.locations + [.json]
  ) { arguments throws(UsageError) in
    try arguments.webhooks(.list)
  }

  private static let typeDetails =
    ["Types of events:"]
    + stride(from: 0, to: WebhookEdit.typeNames.count, by: 4).map {
      "  "
        + WebhookEdit.typeNames[$0..<min($0 + 4, WebhookEdit.typeNames.count)]
        .joined(separator: " ")
    }

  private static let addWebhook = CommandSpecification(
    name: "webhooks add", summary: "send events to URL; prints the webhook's identifier and secret",
    details: [
      "The endpoint gets all types of events unless --type names some, and the events of all hosts",
      "unless --host names some. Requests are signed according to Standard Webhooks 1.0.",
    ] + typeDetails,
    options: OptionSpecification.locations + [
      .eventType, .eventHost, .webhookText, .secretFile, .json,
    ],
    operands: OperandSpecification(
      value: .text("URL", form: "a URL such as https://hooks.example.com/keiro"), label: "URL",
      count: 1...1)
  ) { arguments throws(UsageError) in
    var edit = try arguments.webhookEdit()
    edit.url = try arguments.operand()
    return try arguments.webhooks(.add(edit, secretFile: arguments.value(.secretFile)))
  }

  private static let editWebhook = CommandSpecification(
    name: "webhooks edit", summary: "change a webhook",
    details: [
      "Fields that are not named stay as they are; --type and --host replace the whole list, and",
      "'all' stands for every one.",
    ] + typeDetails,
    options: OptionSpecification.locations + [
      .webhookURL, .eventType, .eventHost, .webhookText, .enable, .disable, .json,
    ], operands: webhookOperand
  ) { arguments throws(UsageError) in
    var edit = try arguments.webhookEdit()
    edit.url = arguments.value(.webhookURL)
    if arguments.has(.enable) { edit.isEnabled = true }
    if arguments.has(.disable) { edit.isEnabled = false }
    guard !edit.isEmpty else { throw arguments.error(.missingOption(.webhookURL)) }
    return try arguments.webhooks(.edit(id: try arguments.operand(), edit))
  }

  private static let rotateWebhook = CommandSpecification(
    name: "webhooks rotate",
    summary: "give a webhook a new secret; the old one signs for another day",
    options: OptionSpecification.locations + [.json], operands: webhookOperand
  ) { arguments throws(UsageError) in
    try arguments.webhooks(.rotate(id: try arguments.operand()))
  }

  private static let removeWebhook = CommandSpecification(
    name: "webhooks remove", summary: "remove a webhook and its deliveries",
    options: OptionSpecification.locations + [.json], operands: webhookOperand
  ) { arguments throws(UsageError) in
    try arguments.webhooks(.remove(id: try arguments.operand()))
  }

  private static let testWebhook = CommandSpecification(
    name: "webhooks test", summary: "send a ping to a webhook and show the answer",
    details: [
      "The ping is sent from here or, with --server, by that server, which logs it. Exits with 1",
      "unless the endpoint answers 2xx.",
    ],
    options: OptionSpecification.locations + [.json], operands: webhookOperand
  ) { arguments throws(UsageError) in
    try arguments.webhooks(.test(id: try arguments.operand()))
  }

  private static let listDeliveries = CommandSpecification(
    name: "webhooks deliveries", summary: "show what was sent to a webhook, newest first",
    details: ["Deliveries are kept for 30 days."],
    options: OptionSpecification.locations + [.deliveryLimit, .json], operands: webhookOperand
  ) { arguments throws(UsageError) in
    let limit = try arguments.value(.deliveryLimit) { text in
      Int(text).flatMap { (1...1000).contains($0) ? $0 : nil }
    }
    return try arguments.webhooks(.deliveries(id: try arguments.operand(), limit: limit ?? 100))
  }

  private static let retryDelivery = CommandSpecification(
    name: "webhooks retry", summary: "have a running server send a delivery again",
    details: ["NUMBER is the first column of 'webhooks deliveries'."],
    options: OptionSpecification.locations + [.json],
    operands: OperandSpecification(value: .text("ID NUMBER"), label: "ID NUMBER", count: 2...2)
  ) { arguments throws(UsageError) in
    guard arguments.operands.count == 2 else { throw arguments.error(.missingOperand) }
    guard let number = Int(arguments.operands[1]), number > 0 else {
      throw arguments.error(.invalidOperand(arguments.operands[1]))
    }
    return try arguments.webhooks(.retry(id: arguments.operands[0], number: number))
  }

  private static let webhookOperand = OperandSpecification(
    value: .text("ID"), label: "ID", count: 1...1)
}

extension ParsedArguments {
  fileprivate func webhooks(_ action: WebhooksRequest.Action) throws(UsageError) -> Command {
    .webhooks(WebhooksRequest(action: action, json: has(.json)), at: try location())
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
  fileprivate static let eventType = OptionSpecification(
    name: "--type", value: .words(WebhookEdit.typeNames + ["all"], label: "TYPE"),
    isRepeatable: true, summary: "a type of event; default all")
  fileprivate static let eventHost = OptionSpecification(
    name: "--host", value: .text("HOST"), isRepeatable: true,
    summary: "a host whose events are sent; default all hosts")
  fileprivate static let webhookText = OptionSpecification(
    name: "--description", value: .text("TEXT"), summary: "a description for people")
  fileprivate static let webhookURL = OptionSpecification(
    name: "--url", value: .text("URL", form: "a URL such as https://hooks.example.com/keiro"),
    summary: "where events are sent")
  fileprivate static let secretFile = OptionSpecification(
    name: "--secret-file", value: .file("FILE", form: "a file such as secret.txt"),
    summary: "a file with the secret, 'whsec_' and Base64; default random")
  fileprivate static let enable = OptionSpecification(
    name: "--enable", summary: "switch the webhook on")
  fileprivate static let disable = OptionSpecification(
    name: "--disable", summary: "switch the webhook off")
  fileprivate static let deliveryLimit = OptionSpecification(
    name: "--limit", value: .text("NUMBER", form: "a whole number from 1 to 1000"),
    summary: "list at most this many, up to 1000; default 100")
}
