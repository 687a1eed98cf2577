/// What `--help` prints, made from the table of commands.
struct HelpText {
  /// Makes a heading stand out.
  let heading: (String) -> String

  func tool() -> String {
    let commands = CommandTable.commands.map { (name: $0.name, summary: $0.summary) }
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
        "'keiro COMMAND --help' says more about a command.",
        "",
        heading("Exit codes:"),
        "  0  done",
        "  1  the answer is \"no\", or the input has errors",
        "  2  wrong usage",
        "  3  the environment failed: a port is taken, a file cannot be read",
      ]).map { $0 + "\n" }.joined()
  }

  func command(_ command: CommandSpecification) -> String {
    let options = command.allOptions.map { (name: $0.usage, summary: $0.summary) }
    var lines = [
      "keiro \(command.name): \(command.summary)", "",
      heading("Usage:") + " " + command.usage, "",
      heading("Options:"),
    ]
    lines += rows(options, width(options))
    if !command.details.isEmpty { lines += [""] + command.details }
    return lines.map { $0 + "\n" }.joined()
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
