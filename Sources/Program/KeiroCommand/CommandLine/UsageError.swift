import Changes
import HTTPCore
import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Service
import SiteModel
import WebSyntax

struct UsageError: Error, Equatable, Sendable {
  /// The command or group; nil if the error comes before any command.
  let command: String?
  let fault: Fault

  enum Fault: Equatable, Sendable {
    case noCommand
    /// The system's bytes are no text, and would be kept as other characters.
    case notText(String)
    case unknownCommand(String)
    case unknownOption(String)
    case unexpectedValue(option: String, value: String)
    case missingValue(OptionSpecification)
    case emptyValue(OptionSpecification)
    case invalidValue(OptionSpecification, value: String)
    case repeatedOption(String)
    case missingOption(OptionSpecification)
    /// No option says what is to be changed; with the options that could.
    case nothingToChange(String)
    case missingOperand
    case invalidOperand(String)
    case unexpectedOperand(String)
    case emptyOperand
    case standardInputTwice
    case contradiction(String, String)
    case operandBeside(String, option: String)
    /// The first option requires the second.
    case needs(String, String)
    /// `--set` without `=` or with an unknown field.
    case invalidField(OptionSpecification, name: String, known: [String])
    case noURL(String, expectation: String)
    case noToken
    case notServer(String)
  }
}

extension UsageError {
  /// The error in one line: the argument, what is expected, and the most similar name.
  var line: String {
    (command.map { "keiro \($0): " } ?? "keiro: ") + message
  }

  /// The line without the prefix that names the command.
  var message: String {
    switch fault {
    case .noCommand:
      "no command: expected \(ValueSpecification.list(commandNames))"
    case .notText(let argument):
      "the argument \(Self.quote(argument)) is not UTF-8: expected text in UTF-8"
    case .unknownCommand(let name):
      "unknown command \(Self.quote(name)): expected \(ValueSpecification.list(commandNames))"
        + Self.hint(name, commandNames)
    case .unknownOption(let name):
      "unknown option \(Self.quote(name)): expected \(ValueSpecification.list(optionNames))"
        + Self.hint(name, optionNames)
    case .unexpectedValue(let option, let value):
      "option '\(option)' has the value \(Self.quote(value)): expected none"
    case .missingValue(let option):
      "option '\(option.name)' has no value: expected \(option.form)"
    case .emptyValue(let option):
      "option '\(option.name)' has an empty value: expected \(option.form)"
    case .invalidValue(let option, let value):
      "option '\(option.name)' has the value \(Self.quote(value)): expected "
        + Self.expectation(option.value, value)
    case .repeatedOption(let option):
      "option '\(option)' is given twice: expected it once"
    case .missingOption(let option):
      "option '\(option.name)' is missing: expected \(option.form)"
    case .nothingToChange(let options):
      "nothing is to be changed: expected an option such as \(options)"
    case .contradiction(let first, let second):
      "options '\(first)' and '\(second)' stand together: expected one of them"
    case .operandBeside(let operand, let option):
      "operand \(Self.quote(operand)) and option '\(option)' stand together: expected one of them"
    case .needs(let first, let second):
      "option '\(first)' stands alone: expected '\(second)' beside it"
    case .invalidField(let option, let name, let known):
      "option '\(option.name)' names the field \(Self.quote(name)): "
        + Self.nearestOrAll(name, known)
    case .noToken:
      "there is no token for the server: expected --token-file FILE, or the token in KEIRO_TOKEN"
    case .notServer(let text):
      "option '--server' has the value \(Self.quote(text)): expected an https URL such as "
        + "https://keiro.example.com, or --insecure beside it"
    case .noURL(let text, let expectation):
      "operand \(Self.quote(text)) is not a URL: \(expectation)"
    case .missingOperand:
      "an operand is missing: expected \(operands.form)"
    case .invalidOperand(let text):
      "operand \(Self.quote(text)): expected " + Self.expectation(operands.value, text)
    case .unexpectedOperand(let text):
      "unexpected operand \(Self.quote(text)): expected \(operands.bounds)" + optionHint(text)
    case .emptyOperand:
      "an operand is empty: expected \(operands.form)"
    case .standardInputTwice:
      "'-' is given twice: expected standard input at most once"
    }
  }

  private var operands: OperandSpecification { specification?.operands ?? .none }

  /// The option that an operand was meant for, where its form tells: a configuration, or a host.
  private func optionHint(_ text: String) -> String {
    let option: OptionSpecification =
      text.lowercased().hasSuffix(".json") ? .config : .host
    let isMeant = option == .config || CommandTable.hostName(text)?.contains(".") == true
    guard isMeant, optionNames.contains(option.name) else { return "" }
    return "; did you mean '\(option.name) \(text.onOneLine)'?"
  }

  private var specification: CommandSpecification? {
    command.flatMap(CommandTable.command)
  }

  /// The commands of the group; those of the tool if there is no group.
  private var commandNames: [String] {
    command.flatMap(CommandTable.group)?.commands.map(\.lastWord)
      ?? CommandTable.entries.map(\.name)
  }

  private var optionNames: [String] {
    let options = specification?.allOptions ?? (command == nil ? [.help, .version] : [.help])
    return options.map(\.name)
  }

  private static func expectation(_ value: ValueSpecification?, _ text: String) -> String {
    guard let value else { return "no value" }
    guard case .words(let words, _) = value else { return value.form }
    return value.form + hint(text, words)
  }

  private static func hint(_ name: String, _ names: [String]) -> String {
    let meant = synonyms.first { $0.words.contains(name) && names.contains($0.option) }?.option
    return (meant ?? nearestName(to: name, among: names)).map { "; did you mean '\($0)'?" } ?? ""
  }

  private static let synonyms: [(option: String, words: Set<String>)] = [
    ("--since", ["--from", "--start", "--after", "--begin"]),
    ("--until", ["--to", "--end", "--before"]),
    ("--by", ["--group", "--group-by"]),
    ("--state", ["--status", "--archived", "--active", "--expired"]),
    ("--search", ["--query", "--filter", "--find"]),
    ("--sort", ["--order", "--order-by"]),
    ("--limit", ["--max", "--count"]),
    ("--host", ["--domain", "--hostname"]),
    ("--slug", ["--code", "--keyword", "--alias"]),
  ]

  /// The most similar name; if none is similar, the list of those in the same object, or of all.
  private static func nearestOrAll(_ name: String, _ names: [String]) -> String {
    let parts = names.filter { $0.hasPrefix(name + ".") }
    guard parts.isEmpty else { return "expected \(ValueSpecification.list(parts))" }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    let object = name.dropLast(last.count)
    // Only the last part is compared: names of one object are alike because of the object.
    let others = object.isEmpty ? [] : names.filter { $0.hasPrefix(object) }
    let similar = others.isEmpty ? nearestName(to: name, among: names) : nil
    let nearest =
      nearestName(to: last, among: others.map { String($0.dropFirst(object.count)) })
      .map { object + $0 }
      ?? names.first { $0.hasSuffix("." + last) } ?? similar
    if let nearest { return "did you mean '\(nearest)'?" }
    return "expected \(ValueSpecification.list(others.isEmpty ? names : others))"
  }

  private static func quote(_ text: String) -> String {
    "'\(text.shortened(to: 300).onOneLine)'"
  }
}

/// The reason why a command failed, in terms of the API's problems.
struct CommandFailure: Error, Equatable {
  /// A stable code: the last part of the problem's type.
  let code: String
  let detail: String
  var faults: [FieldFault] = []
  /// The lines for standard error; nil to print the detail.
  var lines: [String]?
  /// Lines about places in a file, for standard error.
  var notes: [String] = []
  var exit: ExitCode
}

extension CommandFailure {
  static func refusal(_ code: String, _ detail: String) -> CommandFailure {
    CommandFailure(code: code, detail: detail, exit: .negative)
  }

  static func environment(_ code: String, _ detail: String) -> CommandFailure {
    CommandFailure(code: code, detail: detail, exit: .environmentFailed)
  }

  init(_ problem: Problem) {
    self.init(
      code: problem.type, detail: problem.detail, faults: problem.faults,
      exit: problem.status == .serviceUnavailable ? .environmentFailed : .negative)
  }

  init(_ failure: LinkStoreError, ofStore name: String) {
    self.init(
      code: Problem(failure).type, detail: "the store '\(name)' failed: \(failure)",
      exit: .environmentFailed)
  }

  /// The lines for people: one per fault if several fields are wrong.
  var sentences: [String] {
    if let lines { return lines }
    return code == "invalid-fields" && !faults.isEmpty ? faults.map(\.sentence) : [detail]
  }

  var document: JSONOutput {
    [
      "error": [
        "code": .string(code), "detail": .string(detail), "errors": .array(faults.map(\.json)),
      ]
    ]
  }
}

extension Console {
  func report(_ failure: CommandFailure) -> ExitCode {
    // Once an answer has begun, a second document would make the output invalid JSON.
    if givesDocuments, !hasAnswer {
      print(failure.document)
    } else {
      failure.sentences.forEach(remark)
      failure.notes.forEach(note)
    }
    return failure.exit
  }

  /// The exit code of a command, whose failure is reported.
  func run(_ command: Command) -> ExitCode {
    do throws(CommandFailure) {
      return try command(self)
    } catch {
      return report(error)
    }
  }
}

extension CommandFailure {
  init(_ failure: ConfigurationFailure, file: String) {
    let (obstacle, errors) = (failure.obstacle(file: file), failure.errors)
    let isUnreadable = if case .unreadable = failure { true } else { false }
    self.init(
      code: isUnreadable ? "configuration-unreadable" : "invalid-configuration", detail: obstacle,
      faults: errors.map { FieldFault($0.path, $0.message) },
      lines: errors.isEmpty ? nil : [obstacle + ":"], notes: errors.map { $0.line(file: file) },
      exit: failure.exitCode)
  }
}

extension ServiceSnapshot {
  /// The number of the app that `--app` names; nil for the only one.
  func app(option name: String?) throws(CommandFailure) -> Int {
    do throws(UnknownApp) {
      return try app(named: name)
    } catch {
      var failure = CommandFailure(.parameter("app", error.message))
      failure.lines = ["option '--app': \(error.message)"]
      throw failure
    }
  }
}

extension CompiledConfiguration {
  static func used(_ path: String) throws(CommandFailure) -> CompiledConfiguration {
    try rethrown(CompiledConfiguration(path: path)) { CommandFailure($0, file: path) }
  }
}
