import JSONSyntax

/// A command that an assistant may call: its operands and options become arguments, its `--json` output
/// the answer.
struct AssistantTool: Sendable {
  struct Argument {
    let name: String
    let summary: String
    var isRequired = true
    var isList = false
    /// Whether the argument is the text of a file where the command expects a path.
    var isDocument = false
    /// The option that the argument gives; nil for an operand.
    var option: OptionSpecification?
  }

  let name: String
  let title: String
  let command: String
  let advice: String
  var operands: [Argument] = []
  /// Options that take a document; an assistant passes its text instead of a path.
  var documents: [String] = []
  /// Options that are useless to an assistant or reach too far.
  var withheld: [String] = []
  var writes = false
  var isOpen = false
  /// The longest permitted list and the default length; nil for commands that print no list.
  var listLength: (limit: Int, usual: Int)?

  var specification: CommandSpecification? { CommandTable.command(command) }

  /// The operands, and the options that are offered. Assistants may not name files on this machine, and
  /// the server they ask is fixed when the program starts.
  var arguments: [Argument] {
    let options = (specification?.options ?? []).filter { option in
      guard !Self.hidden.contains(option.name), !withheld.contains(option.name) else {
        return false
      }
      if case .file = option.value { return documents.contains(option.name) }
      return true
    }
    return operands
      + options.map { option in
        let isDocument = documents.contains(option.name)
        return Argument(
          name: String(option.name.drop { $0 == "-" }),
          summary: isDocument ? "the text of the file" : option.summary,
          isRequired: option.isRequired, isList: option.isRepeatable, isDocument: isDocument,
          option: option)
      }
  }

  private static let hidden = Set(
    (OptionSpecification.locations + [.json, .reportFormat, .csv]).map(\.name))

  // MARK: - The table

  static let all: [AssistantTool] = [
    AssistantTool(
      name: "explain", title: "Explain a tap", command: "explain",
      advice:
        "Says whether the app opens ('opens') and walks from the tap to the screen; each step names "
        + "its rule and source. The first tool for 'why does this link not open the app on my phone': "
        + "give the version of the phone's system, where the tap was ('from') and whether the app is "
        + "there ('app'). 'matrix' compares all sources and systems; 'all' with 'only' checks every "
        + "link.",
      operands: [
        .init(name: "url", summary: "the URL that is tapped; none with 'all'", isRequired: false)
      ]),
    AssistantTool(
      name: "match", title: "Match URLs against a file", command: "match",
      advice: "For any site's apple-app-site-association or assetlinks.json.",
      operands: [.init(name: "urls", summary: "URLs, or paths on 'host'", isList: true)],
      documents: ["--aasa"]),
    AssistantTool(
      name: "validate", title: "Check an association file", command: "validate",
      advice: "Each finding has its position in the file, what is wrong, and what to do.",
      operands: [.init(name: "file", summary: "the text of the file", isDocument: true)]),
    AssistantTool(
      name: "diff", title: "Compare two association files", command: "diff",
      advice: "Shows by examples which URLs start and which stop opening apps.",
      operands: [
        .init(name: "old", summary: "the text of the old file", isDocument: true),
        .init(name: "new", summary: "the text of the new file", isDocument: true),
      ], withheld: ["--config"]),
    AssistantTool(
      name: "doctor", title: "Look at deployed hosts", command: "doctor",
      advice:
        "Asks the hosts over the network, as well as Apple's CDN and Google's service, so it takes "
        + "seconds. For what 'explain' cannot know: whether the files are served as the configuration "
        + "says, and whether Apple and Google have seen them.",
      operands: [
        .init(
          name: "hosts", summary: "hosts; without any all of the configuration",
          isRequired: false, isList: true)
      ],
      withheld: [
        "--resolve", "--private", "--apple-cdn", "--google-api", "--name-server",
      ], isOpen: true),
    AssistantTool(
      name: "links", title: "List short links", command: "links list",
      advice: "Each with all its fields. Search rather than list where there are many.",
      listLength: (limit: 200, usual: 50)),
    AssistantTool(
      name: "stats", title: "Count clicks and launches", command: "stats",
      advice: "Sums of clicks of people, of bots, and of launches of apps."),
    AssistantTool(
      name: "link_add", title: "Add a short link", command: "links add",
      advice: "Ask the person before you call it.",
      operands: [.init(name: "url", summary: "where the link leads")], writes: true),
    AssistantTool(
      name: "link_edit", title: "Change a short link", command: "links edit",
      advice: "Ask the person before you call it. What is not named stays.",
      operands: [
        .init(
          name: "link", summary: "a short URL, or a slug with 'host'; or 'host' and 'slug'",
          isRequired: false)
      ], writes: true),
  ]
}

// MARK: - Protocol

extension AssistantTool {
  var description: JSONOutput {
    let summary = specification?.summary ?? ""
    return [
      "name": .string(name), "title": .string(title),
      "description": .string(summary.prefix(1).uppercased() + summary.dropFirst() + ". " + advice),
      "inputSchema": schema,
      "annotations": [
        "title": .string(title), "readOnlyHint": .bool(!writes),
        "destructiveHint": .bool(name == "link_edit"),
        "idempotentHint": .bool(!writes || name == "link_edit"), "openWorldHint": .bool(isOpen),
      ],
    ]
  }

  private var schema: JSONOutput {
    let properties = arguments.map { JSONOutput.Member($0.name, schema(of: $0)) }
    let required = arguments.filter(\.isRequired).map(\.name)
    return ["type": "object", "properties": .object(properties)]
      + (required.isEmpty ? [:] : ["required": .strings(required)])
      + ["additionalProperties": false]
  }

  private func schema(of argument: Argument) -> JSONOutput {
    var schema: JSONOutput = ["type": "string"]
    if let option = argument.option {
      switch option.value {
      case nil: schema = ["type": "boolean"]
      case .words(let words, _): schema = schema + ["enum": .strings(words)]
      case .text where option.value?.isNumber == true:
        schema = ["type": "integer", "minimum": 1]
        if option.name == "--limit", let listLength {
          schema =
            schema + ["maximum": .int(listLength.limit), "default": .int(listLength.usual)]
        }
      case .text, .file, .command: break
      }
    }
    if argument.isList {
      let least: JSONOutput =
        argument.option == nil ? ["minItems": argument.isRequired ? 1 : 0] : [:]
      schema = ["type": "array", "items": schema] + least
    }
    return schema + ["description": .string(argument.summary)]
  }
}
