import KeiroConfiguration
package import Links
import System

struct CommandLineParser: Sendable {
  let environment: [String: String]
  /// The current time for the command; nil for the system clock.
  var now: Timestamp?

  /// - Parameter arguments: the arguments without the name of the program.
  func parse(_ arguments: [String]) throws(UsageError) -> Command {
    guard let first = arguments.first else { throw UsageError(command: nil, fault: .noCommand) }
    if first == OptionSpecification.version.name {
      return try parse(["version"] + arguments.dropFirst())
    }
    if let command = CommandTable.command(of: arguments) {
      guard let parsed = try split(arguments.dropFirst(command.words.count), of: command) else {
        return CommandTable.help(of: command.name)
      }
      return try command.make(parsed)
    }
    let group = CommandTable.group(first)
    let words = group == nil ? arguments[...] : arguments.dropFirst()
    guard let word = words.first else {
      throw UsageError(command: group?.name, fault: .noCommand)
    }
    if word == "--help" || word == "-h" { return CommandTable.help(of: group?.name) }
    let fault: UsageError.Fault = word.hasPrefix("-") ? .unknownOption(word) : .unknownCommand(word)
    throw UsageError(command: group?.name, fault: fault)
  }

  /// The options and operands after a command's name; nil if they ask for help.
  func split(
    _ arguments: ArraySlice<String>, of command: CommandSpecification
  ) throws(UsageError) -> ParsedArguments? {
    let now = now ?? Timestamp(secondsSinceEpoch: Int(Clock.now()))
    var splitter = ArgumentSplitter(
      command: command,
      parsed: ParsedArguments(command: command.name, environment: environment, now: now),
      rest: arguments)
    return try splitter.split() ? splitter.parsed : nil
  }
}

private struct ArgumentSplitter {
  let command: CommandSpecification
  var parsed: ParsedArguments
  var rest: ArraySlice<String>
  /// An option that takes several values, and where its last one is, which may be meant as the operand.
  var last: (option: String, index: Int)?

  /// - Returns: false if help is requested.
  mutating func split() throws(UsageError) -> Bool {
    if let argument = rest.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
      throw parsed.error(.notText(argument))
    }
    while let argument = rest.popFirst() {
      if argument == "--" {
        for operand in rest { try take(operand: operand) }
        break
      }
      // A lone "-" is an operand: standard input.
      guard argument.hasPrefix("-"), argument != "-" else {
        try take(operand: argument)
        continue
      }
      if argument == OptionSpecification.help.name || argument == "-h" { return false }
      try take(option: argument)
    }
    if parsed.operands.count < command.operands.count.lowerBound, let last,
      let operand = parsed.values[last.option]?.remove(at: last.index)
    {
      try take(operand: operand)
    }
    try checkCompleteness()
    return true
  }

  private mutating func take(operand: String) throws(UsageError) {
    let operands = command.operands
    guard parsed.operands.count < operands.count.upperBound else {
      throw parsed.error(.unexpectedOperand(operand))
    }
    guard !operand.isEmpty else { throw parsed.error(.emptyOperand) }
    if case .words(let words, _) = operands.value, !words.contains(operand) {
      throw parsed.error(.invalidOperand(operand))
    }
    parsed.operands.append(operand)
  }

  private mutating func take(option argument: String) throws(UsageError) {
    let equals = argument.firstIndex(of: "=")
    let name = String(argument[..<(equals ?? argument.endIndex)])
    let attached = equals.map { String(argument[argument.index(after: $0)...]) }
    guard let option = command.allOptions.first(where: { $0.name == name }) else {
      throw parsed.error(.unknownOption(name))
    }
    let isFirst = !parsed.flags.contains(name) && parsed.values[name] == nil
    guard isFirst || option.isRepeatable else {
      throw parsed.error(.repeatedOption(name))
    }
    guard option.value != nil else {
      if let attached { throw parsed.error(.unexpectedValue(option: name, value: attached)) }
      parsed.flags.insert(name)
      return
    }
    let value = if let attached { attached } else { try nextValue(of: option) }
    try take(value, of: option)
    guard option.takesSeveral, attached == nil else { return }
    while let next = rest.first, !next.isEmpty, !next.hasPrefix("-") {
      last = (name, parsed.list(option).count)
      try take(nextValue(of: option), of: option)
    }
  }

  private mutating func take(
    _ value: String, of option: OptionSpecification
  ) throws(UsageError) {
    guard !value.isEmpty else { throw parsed.error(.emptyValue(option)) }
    if case .words(let words, _)? = option.value, !words.contains(value) {
      throw parsed.error(.invalidValue(option, value: value))
    }
    parsed.values[option.name, default: []].append(value)
  }

  /// The argument after an option. An argument that begins with two dashes is another option, so
  /// the value is missing; `--option=--value` passes such a value.
  private mutating func nextValue(of option: OptionSpecification) throws(UsageError) -> String {
    guard let next = rest.first, !next.hasPrefix("--") else {
      throw parsed.error(.missingValue(option))
    }
    rest = rest.dropFirst()
    return next
  }

  private func checkCompleteness() throws(UsageError) {
    for option in command.options where option.isRequired && parsed.values[option.name] == nil {
      throw parsed.error(.missingOption(option))
    }
    guard parsed.operands.count >= command.operands.count.lowerBound else {
      throw parsed.error(.missingOperand)
    }
  }
}

package enum KeiroCommand {
  /// - Parameters:
  ///   - arguments: the arguments without the name of the program.
  ///   - now: the current time for commands that answer once; nil for the system clock.
  package static func main(
    arguments: [String], environment: [String: String], console: Console, now: Timestamp? = nil
  ) -> ExitCode {
    Process.outliveSizeLimit()
    let console = console.of(
      CommandTable.command(of: arguments), givesDocuments: givesDocuments(arguments))
    let code: ExitCode
    do throws(UsageError) {
      code = console.run(
        try CommandLineParser(environment: environment, now: now).parse(arguments))
    } catch {
      console.tell(error.line, on: .error)
      guard console.givesDocuments else { return .wrongUsage }
      code = console.report(
        CommandFailure(code: "wrong-usage", detail: error.message, exit: .wrongUsage))
    }
    console.tellNotes()
    guard console.outputHasFailed else { return code }
    console.tell(
      "\(console.command): the result could not be written to standard output", on: .error)
    return .environmentFailed
  }

  /// Whether the arguments ask for JSON, even if they are otherwise invalid.
  private static func givesDocuments(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return options.contains(OptionSpecification.json.name) || options.contains("--format=json")
      || zip(options, options.dropFirst()).contains { $0 == ("--format", "json") }
  }
}

struct ParsedArguments: Sendable {
  let command: String
  let environment: [String: String]
  let now: Timestamp
  var values: [String: [String]] = [:]
  var flags: Set<String> = []
  var operands: [String] = []

  func error(_ fault: UsageError.Fault) -> UsageError {
    UsageError(command: command, fault: fault)
  }

  func has(_ option: OptionSpecification) -> Bool {
    flags.contains(option.name)
  }

  func isGiven(_ option: OptionSpecification) -> Bool {
    has(option) || value(option) != nil
  }

  /// Refuses pairs of options of which only one may be given.
  func refuse(
    _ pairs: (OptionSpecification, OptionSpecification)...
  ) throws(UsageError) {
    for (one, other) in pairs where isGiven(one) && isGiven(other) {
      throw error(.contradiction(one.name, other.name))
    }
  }

  /// Refuses an option without the other one of its pair.
  func demand(
    _ pairs: (OptionSpecification, by: OptionSpecification)...
  ) throws(UsageError) {
    for (needed, option) in pairs where isGiven(option) && !isGiven(needed) {
      throw error(.needs(option.name, needed.name))
    }
  }

  func value(_ option: OptionSpecification) -> String? {
    values[option.name]?.last
  }

  func list(_ option: OptionSpecification) -> [String] {
    values[option.name] ?? []
  }

  /// The value of an option that is a whole number in a range; nil if the option is absent.
  func number(
    _ option: OptionSpecification, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int? {
    try value(option) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  func list<Value>(
    _ option: OptionSpecification, _ parse: (String) -> Value?
  ) throws(UsageError) -> [Value] {
    var list: [Value] = []
    for text in self.list(option) {
      guard let value = parse(text) else { throw error(.invalidValue(option, value: text)) }
      list.append(value)
    }
    return list
  }

  /// The value of an option, converted to its type; nil if the option is absent.
  func value<Value>(
    _ option: OptionSpecification, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = value(option) else { return nil }
    guard let value = parse(text) else { throw error(.invalidValue(option, value: text)) }
    return value
  }

  func required<Value>(
    _ option: OptionSpecification, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value {
    guard let value = try value(option, parse) else { throw error(.missingOption(option)) }
    return value
  }

  /// The value of an option with a fixed set of words, which the parser has checked; nil if it is
  /// absent.
  func word<Word: RawRepresentable<String>>(_ option: OptionSpecification) -> Word? {
    value(option).flatMap { Word(rawValue: $0) }
  }

  func operand() throws(UsageError) -> String {
    guard let operand = operands.first else { throw error(.missingOperand) }
    return operand
  }

  var configuration: String {
    let fromEnvironment = environment["KEIRO_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    return value(.config) ?? fromEnvironment ?? ConfigurationPlace.path()
  }
}
