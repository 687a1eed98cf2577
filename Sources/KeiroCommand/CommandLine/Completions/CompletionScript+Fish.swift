extension CompletionScript {
  static func fish() -> String {
    let names = CommandTable.commands.map(\.name).joined(separator: " ")
    let first = "not __fish_seen_subcommand_from \(names)"
    var lines = ["# fish completion for keiro", "complete -c keiro -f"]
    for command in CommandTable.commands {
      let summary = quote(command.summary)
      lines.append("complete -c keiro -n \(quote(first)) -a \(command.name) -d \(summary)")
    }
    for option in [OptionSpecification.help, .version] {
      lines.append(fishOption(option, condition: first))
    }
    for command in CommandTable.commands {
      let condition = "__fish_seen_subcommand_from \(command.name)"
      lines += command.allOptions.map { fishOption($0, condition: condition) }
      let operands = command.operands.value
      if command.operands.count.upperBound > 0, let answer = fishAnswer(operands) {
        lines.append("complete -c keiro -n \(quote(condition)) \(answer)")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func fishOption(_ option: OptionSpecification, condition: String) -> String {
    var line = "complete -c keiro -n \(quote(condition)) -l \(option.name.dropFirst(2))"
    if let value = option.value {
      // -r: a value must follow; -x: it is no file.
      let answer = fishAnswer(value)
      line += answer == "-F" ? " -r -F" : answer.map { " -x " + $0 } ?? " -x"
    }
    return line + " -d " + quote(option.summary)
  }

  private static func fishAnswer(_ value: ValueSpecification) -> String? {
    switch value {
    case .file: "-F"
    case .words(let words): "-a " + quote(words.joined(separator: " "))
    case .text: nil
    }
  }
}
