/// The manual page `keiro(1)`, generated from the table of commands as the help is.
struct ManualPage {
  /// In the requests of `man(7)`.
  func text() -> String {
    var page = Page()
    page.request("TH", "KEIRO", "1", "", "keiro \(keiroVersion)", "Keiro")
    page.request("SH", "NAME")
    page.line("keiro - deep links for iOS and Android apps, served and explained")
    page.request("SH", "SYNOPSIS")
    page.line("keiro COMMAND [OPTION ...] [OPERAND ...]")
    page.request("SH", "DESCRIPTION")
    page.line("Keiro serves association files, Smart App Banners and short links, and says for any")
    page.line("link what will happen to it. 'keiro init' is where to begin.")
    page.request("SH", "COMMANDS")
    for command in CommandTable.commands { append(command, to: &page) }
    page.request("SH", "EXIT STATUS")
    for (code, meaning) in HelpText.exitCodes {
      page.request("TP")
      page.line(code)
      page.line(meaning)
    }
    page.request("SH", "ENVIRONMENT")
    page.request("TP")
    page.line("KEIRO_CONFIG")
    page.line("The configuration where --config names none.")
    page.request("TP")
    page.line("NO_COLOR")
    page.line("No colours, whatever it is set to (no-color.org).")
    return page.text
  }

  private func append(_ command: CommandSpecification, to page: inout Page) {
    page.request("SS", command.usage.joined(separator: " "))
    page.line(command.summary.prefix(1).uppercased() + command.summary.dropFirst() + ".")
    for line in command.details { page.line(line) }
    for option in command.options {
      page.request("TP")
      page.line(option.usage)
      page.line(option.summary)
    }
    let examples = CommandExamples.of(command.name)
    guard !examples.isEmpty else { return }
    page.request("PP")
    page.line(examples.count == 1 ? "Example:" : "Examples:")
    page.request("nf")
    for example in examples { page.line("    " + example.line) }
    page.request("fi")
  }

  /// Lines of roff.
  private struct Page {
    private(set) var text = ""

    /// A request with its arguments, each in quotation marks.
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
