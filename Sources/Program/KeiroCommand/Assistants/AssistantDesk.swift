import JSONSyntax
import Links
import Synchronization
import System
import WebSyntax

/// Answers the calls of assistants by running the commands themselves and taking their answers as
/// values.
struct AssistantDesk: Sendable {
  let environment: [String: String]
  var serverOptions: [String] = []
  /// The time for the commands; nil for the system clock.
  var now: Timestamp?

  /// The size limit of an answer, in bytes; an assistant cannot read more.
  private static let byteLimit = 256 << 10
  /// The time limit of a call that computes, in seconds.
  private static let timeLimit = 120

  /// A call's result, or nil if the call was cancelled.
  ///
  /// - Parameter isCancelled: polled while the tool works.
  func answer(
    _ call: AssistantCall, isCancelled: @escaping @Sendable () -> Bool
  ) -> JSONOutput? {
    guard !isCancelled() else { return nil }
    let end = Clock.monotonic() + Self.timeLimit * Self.second
    let answer = Interruption.watch({ isCancelled() || Clock.monotonic() > end }) {
      run(call.tool, call.arguments)
    }
    guard !isCancelled() else { return nil }
    guard Clock.monotonic() <= end else {
      return Self.failure("the tool worked for more than \(Self.timeLimit) seconds: ask for less")
    }
    return answer
  }

  private static let second = 1_000_000_000

  private func run(_ tool: AssistantTool, _ arguments: [JSONMember]) -> JSONOutput {
    let recorder = AnswerRecorder()
    let code: ExitCode
    do throws(AssistantArguments.Fault) {
      let given = try AssistantArguments(arguments, of: tool, serverOptions: serverOptions)
      let console = recorder.console(
        CommandTable.command(of: given.words), documents: given.documents)
      do throws(UsageError) {
        code = console.run(
          try CommandLineParser(environment: environment, now: now).parse(given.words))
        console.tellNotes()
      } catch {
        return Self.failure(error.message)
      }
    } catch {
      return Self.failure(error.sentence)
    }
    let (documents, remarks) = recorder.content
    guard let document = documents.last else {
      return Self.failure(remarks.isEmpty ? "the tool gave no answer" : remarks)
    }
    let text = document.compact
    guard text.utf8.count <= Self.byteLimit else {
      return Self.failure(
        "the answer has \(text.utf8.count) bytes: expected at most \(Self.byteLimit); ask for less")
    }
    // "No" is an answer too; only a command that failed has the member 'error'.
    let isError = code != .done && JSONNode(document).member("error") != nil
    return Self.result([text] + (remarks.isEmpty ? [] : [remarks]), document, isError: isError)
  }

  private static func failure(_ sentence: String) -> JSONOutput {
    result([sentence], nil, isError: true)
  }

  private static func result(
    _ texts: [String], _ document: JSONOutput?, isError: Bool
  ) -> JSONOutput {
    let content = texts.map { ["type": "text", "text": .string($0)] as JSONOutput }
    return ["content": .array(content)] + (document.map { ["structuredContent": $0] } ?? [:])
      + ["isError": .bool(isError)]
  }
}

private final class AnswerRecorder: Sendable {
  private let kept = Mutex((documents: [JSONOutput](), remarks: [UInt8]()))

  /// A console that records documents and messages, and drops the text form on standard output.
  func console(
    _ command: CommandSpecification?, documents: [String: [UInt8]]
  ) -> Console {
    Console(
      command: command?.invocation ?? "keiro", givesDocuments: true, documents: documents,
      receive: { [self] document in kept.withLock { $0.documents.append(document) } },
      write: { [self] stream, bytes in
        if stream == .error { kept.withLock { $0.remarks += bytes } }
        return true
      })
  }

  var content: (documents: [JSONOutput], remarks: String) {
    let (documents, bytes) = kept.withLock { $0 }
    var remarks = String(decoding: bytes, as: UTF8.self)
    while remarks.last?.isNewline == true { remarks.removeLast() }
    return (documents, remarks)
  }
}

/// The arguments of a tool call, translated into words of the command line.
struct AssistantArguments: Equatable {
  private(set) var words: [String]
  /// The texts of documents, by the paths that stand for them in `words`.
  private(set) var documents: [String: [UInt8]] = [:]
  private var operands: [String] = []

  struct Fault: Error, Equatable {
    let sentence: String
  }

  /// - Parameter serverOptions: the options that name a server, for commands that accept them.
  init(
    _ arguments: [JSONMember], of tool: AssistantTool, serverOptions: [String]
  ) throws(Fault) {
    words = tool.command.split(separator: " ").map(String.init)
    let known = tool.arguments
    for (index, argument) in arguments.enumerated() {
      guard !arguments[..<index].contains(where: { $0.name == argument.name }) else {
        throw Fault(sentence: "the argument '\(argument.name.prefix(100))' is given twice")
      }
      guard argument.isNull || known.contains(where: { $0.name == argument.name }) else {
        throw Self.unknown(argument.name, among: known.map(\.name))
      }
    }
    for argument in known {
      let given = arguments.first { $0.name == argument.name && !$0.isNull }
      if let given { try add(given.node, argument) }
    }
    addListLength(of: tool)
    let asksServers =
      tool.specification?.options.contains { $0.name == OptionSpecification.server.name } ?? false
    if asksServers { words += serverOptions }
    words += ["--json", "--"] + operands
  }

  private static func unknown(_ name: String, among names: [String]) -> Fault {
    let expected =
      nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? "expected " + names.joined(separator: ", ")
    return Fault(sentence: "there is no argument '\(name.prefix(100))': \(expected)")
  }

  private mutating func add(
    _ node: JSONNode, _ argument: AssistantTool.Argument
  ) throws(Fault) {
    let option = argument.option
    if let option, option.value == nil {
      guard let flag = node.bool else {
        throw Fault(sentence: "'\(argument.name)' is \(node.value.kindName): expected true")
      }
      if flag { words.append(option.name) }
      return
    }
    for value in argument.isList ? node.array ?? [node] : [node] {
      let text = try Self.text(value, argument.name, isDocument: argument.isDocument)
      if argument.isDocument { documents[argument.name] = Array(text.utf8) }
      let word = argument.isDocument ? argument.name : text
      if let option { words.append("\(option.name)=\(word)") } else { operands.append(word) }
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

extension JSONMember {
  fileprivate var isNull: Bool { if case .null = node.value { true } else { false } }
}
