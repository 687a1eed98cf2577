import JSONSyntax
import Links
import Management

extension CommandTable {
  static let templates = CommandGroup(
    name: "templates", summary: "list, save and remove templates of campaigns",
    examples: ["templates set Newsletter utm_source=mail"],
    commands: [listTemplates, setTemplate, removeTemplate])

  private static let listTemplates = CommandSpecification.onKeiro(
    "templates list", "list the templates of campaigns",
    examples: ["templates list"]
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.listTemplates)) { document in
      CommandAnswer(document, listing: "templates", orElse: "no templates") { $0.templateLine }
    }
  }

  private static let setTemplate = CommandSpecification.onKeiro(
    "templates set", "add a template, or replace the one of its name",
    details: [
      "FIELD is a parameter of a campaign:",
      ShortLink.Campaign.names.joined(separator: " "),
    ],
    operands: OperandSpecification(
      .text("NAME", form: "a name and parameters such as Newsletter utm_source=mail"),
      label: "NAME [FIELD=VALUE ...]",
      count: 1...Int.max),
    examples: ["templates set Newsletter utm_source=mail utm_medium=newsletter"]
  ) { arguments throws(UsageError) in
    var campaign: [JSONOutput.Member] = []
    for operand in arguments.operands.dropFirst() {
      guard let equals = operand.firstIndex(of: "=") else {
        throw arguments.error(.invalidOperand(operand))
      }
      let value = String(operand[operand.index(after: equals)...])
      campaign.append(.init(String(operand[..<equals]), .string(value)))
    }
    let template: JSONOutput = [
      "name": .string(arguments.operands.first ?? ""), "campaign": .object(campaign),
    ]
    return try arguments.calling(APIRequest(.keepTemplate, body: template)) { kept in
      CommandAnswer(document: kept, lines: [kept.templateLine])
    }
  }

  private static let removeTemplate = CommandSpecification.onKeiro(
    "templates remove", "remove a template; links made with it stay",
    operands: OperandSpecification(.text("NAME", form: "a name such as Newsletter")),
    examples: ["templates remove Newsletter"]
  ) { arguments throws(UsageError) in
    try arguments.calling(APIRequest(.removeTemplate, try arguments.operand())) { gone in
      CommandAnswer(document: gone, remarks: ["removed \(gone.text("name") ?? "")"])
    }
  }
}

extension JSONNode {
  fileprivate var templateLine: String {
    let items = member("campaign")?.object ?? []
    let parameters = items.map { "\($0.name)=\($0.node.string ?? "")" }
    return CommandAnswer.row([text("name"), parameters.joined(separator: " ")])
  }
}
