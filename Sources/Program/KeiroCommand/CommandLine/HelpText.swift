import KeiroConfiguration

/// The text of `--help`, generated from the table of commands.
struct HelpText {
  let heading: (String) -> String

  static let exitCodes: [(code: String, meaning: String)] = [
    ("0", "done"), ("1", "the answer is \"no\", or the input has errors"), ("2", "wrong usage"),
    ("3", "the environment failed: a port is taken, a file cannot be read"),
  ]

  private static let configuration =
    "The file that --config names, or else the one that KEIRO_CONFIG names, or else the first of "
    + "\(ConfigurationPlace.sentence) that there is."

  func tool() -> String {
    let commands = CommandTable.entries
    let options = [OptionSpecification.help, .version].map { (name: $0.usage, summary: $0.summary) }
    let width = width(commands + options)
    return
      ([
        "Keiro serves association files, Smart App Banners and short links, and says",
        "for any link what will happen to it.",
        "",
        heading("Usage:") + " keiro COMMAND [OPTION ...] [OPERAND ...]",
        "",
        heading("Commands:"),
      ] + rows(commands, width) + ["", heading("Options:")] + rows(options, width) + [
        "",
        "'keiro help COMMAND' says more about a command; 'keiro init' is where to begin.",
        "",
        heading("Configuration:"),
      ] + Self.configuration.wrapped(to: Self.columns - 2).map { "  " + $0 } + [
        "",
        heading("Exit codes:"),
      ] + Self.exitCodes.map { "  \($0)  \($1)" } + examples(Self.examples))
      .map { $0 + "\n" }.joined()
  }

  static let examples: [CommandExample] = [
    "init --host www.example.com", "serve", "explain https://www.example.com/s/spring",
  ]

  func group(_ group: CommandGroup) -> String {
    let commands = group.commands.map {
      (name: $0.lastWord, summary: $0.summary)
    }
    let lines =
      "keiro \(group.name): \(group.summary)".wrapped(to: Self.columns) + [
        "",
        heading("Usage:") + " keiro \(group.name) COMMAND [OPTION ...] [OPERAND ...]", "",
        heading("Commands:"),
      ] + rows(commands, width(commands)) + [
        "", "'keiro \(group.name) COMMAND --help' says more about a command.",
      ] + examples(group.examples)
    return lines.map { $0 + "\n" }.joined()
  }

  func command(_ command: CommandSpecification) -> String {
    let options = command.allOptions.map { (name: $0.usage, summary: $0.summary) }
    var lines = "\(command.invocation): \(command.summary)".wrapped(to: Self.columns) + [""]
    lines += usage(command) + ["", heading("Options:")]
    lines += rows(options, width(options))
    if !command.details.isEmpty { lines += [""] + Self.flowing(command.details) }
    lines += examples(command.examples)
    return lines.map { $0 + "\n" }.joined()
  }

  private func examples(_ examples: [CommandExample]) -> [String] {
    guard !examples.isEmpty else { return [] }
    return ["", heading("Examples:")]
      + examples.flatMap { example in
        let line = "  " + example.line
        guard let remark = example.remark, line.count > Self.columns else { return [line] }
        return ["  # \(remark)", "  keiro \(example.arguments)"]
      }
  }

  private func usage(_ command: CommandSpecification) -> [String] {
    command.usage.wrapped(to: Self.columns - 12, first: Self.columns - 7).enumerated().map {
      ($0 == 0 ? heading("Usage:") + " " : "".padded(to: 12)) + $1
    }
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
      let lines = summary.wrapped(to: Self.columns - width - 4)
      let names = name.count > width ? ["  " + name] : []
      return names
        + lines.enumerated().map { index, line in
          ("  " + (index == 0 && names.isEmpty ? name : "")).padded(to: width + 4) + line
        }
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
    return blocks.flatMap { $0.flows ? $0.text.wrapped(to: columns) : [$0.text] }
  }
}

extension String {
  /// The text with spaces behind it, up to a width in characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(width - count, 0))
  }

  /// The text with spaces before it, up to a width in characters.
  func indented(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(width - count, 0)) + self
  }

  /// The text in lines of a width; a word that is too long stands alone.
  func wrapped(to width: Int) -> [String] {
    split(separator: " ").map(String.init).wrapped(to: width)
  }
}

extension [String] {
  /// The words in lines of a width; one that is too long stands alone.
  ///
  /// - Parameter first: the width of the first line; nil for that of the others.
  func wrapped(to width: Int, first: Int? = nil) -> [String] {
    reduce(into: []) { lines, word in
      let room = lines.count > 1 ? width : first ?? width
      if let last = lines.last, last.count + 1 + word.count <= room {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
  }
}

extension Int {
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

/// A manual page, generated from the table of commands like the help: `keiro(1)` covers all
/// commands, `keiro-links(1)` a group, `keiro-check(1)` one command.
struct ManualPage {
  /// The command or group; nil for the tool.
  let name: String?

  private var commands: [CommandSpecification] {
    guard let name else { return CommandTable.commands }
    return CommandTable.commands.filter { $0.name == name || $0.name.hasPrefix(name + " ") }
  }

  private var title: String {
    (["keiro"] + (name?.split(separator: " ").map(String.init) ?? [])).joined(separator: "-")
  }

  private var summary: String {
    guard let name else {
      return "deep links for iOS and Android apps, served and explained"
    }
    return CommandTable.command(name)?.summary ?? CommandTable.group(name)?.summary ?? ""
  }

  /// The page in the macros of `man(7)`.
  func text() -> String {
    var page = Page()
    page.request("TH", title.uppercased(), "1", "", "keiro \(keiroVersion)", "Keiro")
    page.request("SH", "NAME")
    page.line("\(title) - \(summary)")
    page.request("SH", "SYNOPSIS")
    if let name {
      let word = commands.count > 1 ? "[COMMAND] " : ""
      page.line("keiro \(name) \(word)[OPTION ...] [OPERAND ...]")
    } else {
      page.line("keiro COMMAND [OPTION ...] [OPERAND ...]")
      page.request("SH", "DESCRIPTION")
      page.line("Keiro serves association files, Smart App Banners and short links, and says for")
      page.line("any link what will happen to it. 'keiro init' is where to begin.")
    }
    page.request("SH", "COMMANDS")
    for command in commands { append(command, to: &page) }
    appendCircumstances(to: &page)
    page.request("SH", "SEE ALSO")
    let others = name == nil ? CommandTable.entries.map { "keiro-" + $0.name } : ["keiro"]
    page.line(others.map { $0 + "(1)" }.joined(separator: ", "))
    return page.text
  }

  private func appendCircumstances(to page: inout Page) {
    page.request("SH", "EXIT STATUS")
    for (code, meaning) in HelpText.exitCodes { page.item(code, meaning) }
    page.request("SH", "ENVIRONMENT")
    for (name, meaning) in Self.environment { page.item(name, meaning) }
  }

  private static let environment = [
    (
      "KEIRO_CONFIG",
      "The configuration where --config names none. Without both it is the first of "
        + "\(ConfigurationPlace.sentence) that there is."
    ),
    (
      "KEIRO_SERVER",
      "The server to ask where neither --server nor --config names another place."
    ),
    ("KEIRO_TOKEN", "The token for that server where there is no --token-file."),
    ("NO_COLOR", "No colours, whatever it is set to (no-color.org)."),
  ]

  private func append(_ command: CommandSpecification, to page: inout Page) {
    page.request("SS", command.usage.joined(separator: " "))
    page.line(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    for line in command.details { page.line(line) }
    for option in command.options { page.item(option.usage, option.summary) }
    let examples = command.examples
    guard !examples.isEmpty else { return }
    page.request("PP")
    page.line(examples.count == 1 ? "Example:" : "Examples:")
    page.request("nf")
    for example in examples { page.line("    " + example.line) }
    page.request("fi")
  }

  private struct Page {
    private(set) var text = ""

    /// Appends a macro with its arguments, each quoted.
    mutating func request(_ name: String, _ arguments: String...) {
      text += "." + name
      for argument in arguments {
        text += " \"\(Self.escaped(argument).replacing("\"", with: "\\(dq"))\""
      }
      text += "\n"
    }

    mutating func item(_ name: String, _ meaning: String) {
      request("TP")
      line(name)
      line(meaning)
    }

    mutating func line(_ line: String) {
      let escaped = Self.escaped(line)
      let begins = escaped.first == "." || escaped.first == "'"
      text += (begins ? "\\&" : "") + escaped + "\n"
    }

    private static func escaped(_ text: String) -> String {
      text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("'", with: "\\(aq")
    }
  }
}
