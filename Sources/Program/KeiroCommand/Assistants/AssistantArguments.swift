import JSONSyntax

/// The arguments of a tool call, translated into words of the command line.
struct AssistantArguments: Equatable {
  /// The words after the name of the program.
  private(set) var words: [String]
  /// The texts of documents, by the paths that stand for them in `words`.
  private(set) var documents: [String: [UInt8]] = [:]
  private var operands: [String] = []

  /// An error in the arguments, as a sentence for the assistant.
  struct Fault: Error, Equatable {
    let sentence: String
  }

  /// - Parameter serverOptions: the options that name a server, for commands that accept them.
  init(
    _ arguments: [JSONMember], of tool: AssistantTool, serverOptions: [String]
  ) throws(Fault) {
    words = tool.command.split(separator: " ").map(String.init)
    for (index, argument) in arguments.enumerated() {
      guard !arguments[..<index].contains(where: { $0.name == argument.name }) else {
        throw Fault(sentence: "the argument '\(argument.name.prefix(100))' is given twice")
      }
      if case .null = argument.node.value { continue }
      if let option = tool.options.first(where: { AssistantTool.argument($0) == argument.name }) {
        try add(option, argument, of: tool)
      } else if !tool.operands.contains(where: { $0.name == argument.name }) {
        throw Self.unknown(argument.name, of: tool)
      }
    }
    for operand in tool.operands { try add(operand, arguments) }
    addListLength(of: tool)
    let asksServers =
      tool.specification?.options.contains { $0.name == OptionSpecification.server.name } ?? false
    if asksServers { words += serverOptions }
    words += ["--json", "--"] + operands
  }

  private static func unknown(_ name: String, of tool: AssistantTool) -> Fault {
    let names = tool.argumentNames
    let expected =
      nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? "expected " + names.joined(separator: ", ")
    return Fault(sentence: "there is no argument '\(name.prefix(100))': \(expected)")
  }

  private mutating func add(
    _ option: OptionSpecification, _ argument: JSONMember, of tool: AssistantTool
  ) throws(Fault) {
    guard option.value != nil else {
      guard let flag = argument.node.bool else {
        throw Fault(
          sentence: "'\(argument.name)' is \(argument.node.value.kindName): expected true")
      }
      if flag { words.append(option.name) }
      return
    }
    let isDocument = tool.documents.contains(option.name)
    let values = option.isRepeatable ? argument.node.array ?? [argument.node] : [argument.node]
    for value in values {
      let text = try Self.text(value, argument.name, isDocument: isDocument)
      if isDocument { documents[argument.name] = Array(text.utf8) }
      words.append("\(option.name)=\(isDocument ? argument.name : text)")
    }
  }

  private mutating func add(
    _ operand: AssistantTool.Operand, _ arguments: [JSONMember]
  ) throws(Fault) {
    guard let node = arguments.first(where: { $0.name == operand.name })?.node else { return }
    if case .null = node.value { return }
    for value in operand.isList ? node.array ?? [node] : [node] {
      let text = try Self.text(value, operand.name, isDocument: operand.isDocument)
      if operand.isDocument { documents[operand.name] = Array(text.utf8) }
      operands.append(operand.isDocument ? operand.name : text)
    }
  }

  /// The text of a value. A document may also be given as JSON.
  private static func text(
    _ node: JSONNode, _ name: String, isDocument: Bool
  ) throws(Fault) -> String {
    switch node.value {
    case .string(let text): return text
    case .number(let text) where !isDocument: return text
    case .object, .array:
      if isDocument { return JSONOutput(node).compact }
    default: break
    }
    throw Fault(sentence: "'\(name)' is \(node.value.kindName): expected a text")
  }

  /// Limits the length of lists: an assistant cannot use more, whatever it asks for.
  private mutating func addListLength(of tool: AssistantTool) {
    guard let length = tool.listLength else { return }
    guard let index = words.firstIndex(where: { $0.hasPrefix("--limit=") }) else {
      return words.append("--limit=\(length.usual)")
    }
    if let wanted = Int(words[index].dropFirst("--limit=".count)), wanted > length.limit {
      words[index] = "--limit=\(length.limit)"
    }
  }
}
