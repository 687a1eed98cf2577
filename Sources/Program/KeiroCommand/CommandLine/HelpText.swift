/// The text of `--help`, generated from the table of commands.
struct HelpText {
  /// Emphasizes a heading.
  let heading: (String) -> String

  static let exitCodes: [(code: String, meaning: String)] = [
    ("0", "done"), ("1", "the answer is \"no\", or the input has errors"), ("2", "wrong usage"),
    ("3", "the environment failed: a port is taken, a file cannot be read"),
  ]

  func tool() -> String {
    let commands = CommandTable.entries
    let options = [OptionSpecification.help, .version].map { (name: $0.usage, summary: $0.summary) }
    let width = width(commands + options)
    return
      ([
        "Keiro serves association files, Smart App Banners and short links, and says for any link",
        "what will happen to it.",
        "",
        heading("Usage:") + " keiro COMMAND [OPTION ...] [OPERAND ...]",
        "",
        heading("Commands:"),
      ] + rows(commands, width) + ["", heading("Options:")] + rows(options, width) + [
        "",
        "'keiro help COMMAND' says more about a command; 'keiro init' is where to begin.",
        "",
        heading("Exit codes:"),
      ] + Self.exitCodes.map { "  \($0)  \($1)" }).map { $0 + "\n" }.joined()
  }

  func group(_ group: CommandGroup) -> String {
    let commands = CommandTable.commands(of: group.name).map {
      (name: $0.lastWord, summary: $0.summary)
    }
    let lines =
      [
        "keiro \(group.name): \(group.summary)", "",
        heading("Usage:") + " keiro \(group.name) COMMAND [OPTION ...] [OPERAND ...]", "",
        heading("Commands:"),
      ] + rows(commands, width(commands)) + [
        "", "'keiro \(group.name) COMMAND --help' says more about a command.",
      ]
    return lines.map { $0 + "\n" }.joined()
  }

  func command(_ command: CommandSpecification) -> String {
    let options = command.allOptions.map { (name: $0.usage, summary: $0.summary) }
    var lines = ["keiro \(command.name): \(command.summary)", ""]
    lines += usage(command) + ["", heading("Options:")]
    lines += rows(options, width(options))
    if !command.details.isEmpty { lines += [""] + command.details }
    let examples = CommandExamples.of(command.name)
    if !examples.isEmpty {
      lines += ["", heading("Examples:")] + examples.map { "  " + $0.line }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The synopsis, in lines of at most a hundred columns; continuation lines are indented.
  private func usage(_ command: CommandSpecification) -> [String] {
    var lines = [heading("Usage:")]
    var length = "Usage:".count
    for part in command.usage {
      if length + 1 + part.count > 100 {
        lines.append(String(repeating: " ", count: 11))
        length = 11
      }
      lines[lines.count - 1] += " " + part
      length += 1 + part.count
    }
    return lines
  }

  private func width(_ rows: [(name: String, summary: String)]) -> Int {
    rows.map(\.name.count).max() ?? 0
  }

  private func rows(_ rows: [(name: String, summary: String)], _ width: Int) -> [String] {
    rows.map { name, summary in
      "  " + name + String(repeating: " ", count: max(0, width - name.count)) + "  " + summary
    }
  }
}
