import Links
import System

/// Parses arguments into a command, guided by the table of commands.
struct CommandLineParser: Sendable {
  let environment: [String: String]
  /// The current time for the command; nil for the system clock.
  var now: Timestamp?

  /// - Parameter arguments: the arguments without the name of the program.
  func parse(_ arguments: [String]) throws(UsageError) -> any Command {
    guard let first = arguments.first else { throw UsageError(command: nil, fault: .noCommand) }
    if first == "--version" { return try parseVersion(arguments.dropFirst()) }
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

  private func parseVersion(_ rest: ArraySlice<String>) throws(UsageError) -> any Command {
    guard let word = rest.first else { return CommandTable.version(isVerbose: false) }
    guard word == "--verbose", rest.count == 1 else {
      let surplus = word == "--verbose" ? rest.dropFirst().first ?? word : word
      throw UsageError(command: nil, fault: .afterVersion(surplus))
    }
    return CommandTable.version(isVerbose: true)
  }

  /// The options and operands after a command's name; nil if they ask for help.
  func split(
    _ arguments: ArraySlice<String>, of command: CommandSpecification
  ) throws(UsageError) -> ParsedArguments? {
    let now = now ?? Timestamp(secondsSinceEpoch: Int(Clock.now()))
    var splitter = ArgumentSplitter(
      command: command,
      parsed: ParsedArguments(command: command.name, environment: environment, now: now))
    return try splitter.split(arguments) ? splitter.parsed : nil
  }
}

/// Splits the arguments after a command's name into options and operands.
private struct ArgumentSplitter {
  let command: CommandSpecification
  var parsed: ParsedArguments
  private var rest: ArraySlice<String> = []

  init(command: CommandSpecification, parsed: ParsedArguments) {
    self.command = command
    self.parsed = parsed
  }

  /// - Returns: false if help is requested.
  mutating func split(_ arguments: ArraySlice<String>) throws(UsageError) -> Bool {
    rest = arguments
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
    guard let specification = option.value else {
      if let attached { throw parsed.error(.unexpectedValue(option: name, value: attached)) }
      parsed.flags.insert(name)
      return
    }
    let value = if let attached { attached } else { try nextValue(of: option) }
    guard !value.isEmpty else { throw parsed.error(.emptyValue(option)) }
    if case .words(let words, _) = specification, !words.contains(value) {
      throw parsed.error(.invalidValue(option, value: value))
    }
    parsed.values[name, default: []].append(value)
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
