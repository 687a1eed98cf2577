import KeiroConfiguration

/// The text of `--help`, generated from the table of commands.
struct HelpText {
  /// Emphasizes a heading.
  let heading: (String) -> String

  static let exitCodes: [(code: String, meaning: String)] = [
    ("0", "done"), ("1", "the answer is \"no\", or the input has errors"), ("2", "wrong usage"),
    ("3", "the environment failed: a port is taken, a file cannot be read"),
  ]

  /// Where the configuration is looked for.
  static let configuration = [
    "The file that --config names, or else the one that KEIRO_CONFIG names, or else the first of",
    "\(ConfigurationPlace.sentence) that there is.",
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
        heading("Configuration:"),
      ] + Self.configuration.map { "  " + $0 } + [
        "",
        heading("Exit codes:"),
      ] + Self.exitCodes.map { "  \($0)  \($1)" }).map { $0 + "\n" }.joined()
  }

  func group(_ group: CommandGroup) -> String {
    let commands = CommandTable.commands(of: group.name).map {
      (name: $0.lastWord, summary: $0.summary)
    }
    let lines =
      Self.wrapped("keiro \(group.name): \(group.summary)") + [
        "",
        heading("Usage:") + " keiro \(group.name) COMMAND [OPTION ...] [OPERAND ...]", "",
        heading("Commands:"),
      ] + rows(commands, width(commands)) + [
        "", "'keiro \(group.name) COMMAND --help' says more about a command.",
      ] + examples(of: group.name)
    return lines.map { $0 + "\n" }.joined()
  }

  func command(_ command: CommandSpecification) -> String {
    let options = command.allOptions.map { (name: $0.usage, summary: $0.summary) }
    var lines = Self.wrapped("\(command.invocation): \(command.summary)") + [""]
    lines += usage(command) + ["", heading("Options:")]
    lines += rows(options, width(options))
    if !command.details.isEmpty { lines += [""] + Self.flowing(command.details) }
    lines += examples(of: command.name)
    return lines.map { $0 + "\n" }.joined()
  }

  private func examples(of name: String) -> [String] {
    let examples = CommandExamples.of(name)
    guard !examples.isEmpty else { return [] }
    return ["", heading("Examples:")]
      + examples.flatMap { example in
        let line = "  " + example.line
        guard let remark = example.remark, line.count > Self.columns else { return [line] }
        return ["  # \(remark)", "  keiro \(example.arguments)"]
      }
  }

  /// The synopsis; continuation lines are indented.
  private func usage(_ command: CommandSpecification) -> [String] {
    var lines = Self.lines(of: command.usage, after: "Usage:", indent: 11)
    lines[0] = heading("Usage:") + lines[0].dropFirst("Usage:".count)
    return lines
  }

  // MARK: - Lines

  /// The width of a line. Words longer than that, and examples, are never broken.
  private static let columns = 80
  /// The widest name beside which a summary begins.
  private static let nameLimit = 34

  private func width(_ rows: [(name: String, summary: String)]) -> Int {
    rows.map(\.name.count).filter { $0 <= Self.nameLimit }.max() ?? 0
  }

  /// The names with their summaries in a second column, which begins below a name that is too long.
  private func rows(_ rows: [(name: String, summary: String)], _ width: Int) -> [String] {
    rows.flatMap { name, summary in
      let words = summary.split(separator: " ").map(String.init)
      let indent = width + 3
      guard name.count <= width else {
        return ["  " + name]
          + Self.lines(of: words, after: String(repeating: " ", count: indent), indent: indent)
      }
      let begin = "  " + name + String(repeating: " ", count: width - name.count + 1)
      return Self.lines(of: words, after: begin, indent: indent)
    }
  }

  /// The lines of a text, which flow as one paragraph; those that begin with a space stand alone.
  private static func flowing(_ lines: [String]) -> [String] {
    var blocks: [(text: String, flows: Bool)] = []
    for line in lines {
      let flows = !line.hasPrefix(" ")
      if flows, let last = blocks.last, last.flows {
        blocks[blocks.count - 1].text += " " + line
      } else {
        blocks.append((line, flows))
      }
    }
    return blocks.flatMap { $0.flows ? wrapped($0.text) : [$0.text] }
  }

  private static func wrapped(_ text: String) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    return lines(of: Array(words.dropFirst()), after: words.first ?? "", indent: -1)
  }

  /// The words, in lines; the first begins with a text, the others behind an indentation, before the
  /// space that separates words.
  private static func lines(of words: [String], after begin: String, indent: Int) -> [String] {
    var lines = [begin]
    for word in words {
      let last = lines[lines.count - 1]
      if last.count + 1 + word.count <= columns || last.allSatisfy({ $0 == " " }) {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(
          indent < 0 ? word : String(repeating: " ", count: indent) + " " + word)
      }
    }
    return lines
  }
}
