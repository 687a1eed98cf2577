import KeiroConfiguration

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
    for (code, meaning) in HelpText.exitCodes {
      page.request("TP")
      page.line(code)
      page.line(meaning)
    }
    page.request("SH", "ENVIRONMENT")
    for (name, meaning) in Self.environment {
      page.request("TP")
      page.line(name)
      page.line(meaning)
    }
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
    for option in command.options {
      page.request("TP")
      page.line(option.usage)
      page.line(option.summary)
    }
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
