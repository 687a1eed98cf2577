extension CompletionScript {
  static func fish() -> String {
    let names = CommandTable.entries.map(\.name).joined(separator: " ")
    let first = "not __fish_seen_subcommand_from \(names)"
    var lines = ["# fish completion for keiro", "complete -c keiro -f"]
    for entry in CommandTable.entries { lines.append(fishWord(entry, condition: first)) }
    for option in [OptionSpecification.help, .version] {
      lines.append(fishOption(option, condition: first))
    }
    for group in CommandTable.groups {
      let commands = group.commands
      let names = commands.map(\.lastWord).joined(separator: " ")
      let second =
        "__fish_seen_subcommand_from \(group.name); and not __fish_seen_subcommand_from \(names)"
      lines += commands.map { fishWord(($0.lastWord, $0.summary), condition: second) }
      lines.append(fishOption(.help, condition: second))
    }
    for command in CommandTable.commands { lines += fishCommand(command) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func fishWord(
    _ entry: (name: String, summary: String), condition: String
  ) -> String {
    "complete -c keiro -n \(quote(condition)) -a \(entry.name) -d \(quote(entry.summary))"
  }

  private static func fishCommand(_ command: CommandSpecification) -> [String] {
    let words = command.name.split(separator: " ")
    let condition = words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
    var lines = command.allOptions.map { fishOption($0, condition: condition) }
    let operands = command.operands
    if operands.value == .command {
      let names = CommandTable.entries.map(\.name).filter { $0 != command.name }
      let first =
        "\(condition); and not __fish_seen_subcommand_from \(names.joined(separator: " "))"
      lines += CommandTable.entries.map { fishWord($0, condition: first) }
    }
    if operands.count.upperBound > 0, let answer = fishAnswer(operands.value) {
      lines.append("complete -c keiro -n \(quote(condition)) \(answer)")
    }
    return lines
  }

  private static func fishOption(_ option: OptionSpecification, condition: String) -> String {
    var line = "complete -c keiro -n \(quote(condition)) -l \(option.name.dropFirst(2))"
    if let value = option.value {
      // -r: the option requires a value; -x: the value is not a file.
      let answer = fishAnswer(value)
      line += answer == "-F" ? " -r -F" : answer.map { " -x " + $0 } ?? " -x"
    }
    return line + " -d " + quote(option.summary)
  }

  private static func fishAnswer(_ value: ValueSpecification) -> String? {
    switch value {
    case .file: "-F"
    case .words(let words, _): "-a " + quote(words.joined(separator: " "))
    case .text, .command: nil
    }
  }
}
