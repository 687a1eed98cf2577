import ProgramSupport
import Testing

@testable import KeiroCommand

struct CommandExampleTests {
  static let examples =
    CommandTable.commands.map { ($0.name, $0.examples) }
    + CommandTable.groups.map { ($0.name, $0.examples) } + [("", HelpText.examples)]
  static let names = examples.map(\.0).filter { !$0.isEmpty }

  @Test(arguments: examples)
  func `every command and group has examples that can be parsed`(
    name: String, examples: [CommandExample]
  ) {
    #expect(!examples.isEmpty)
    for example in examples {
      let typed = example.arguments.split(separator: ">")[0]
      let words = typed.split(separator: " ").map(String.init)
      #expect(typed.hasPrefix(name))
      #expect(throws: Never.self) { try CommandLineParser(environment: [:]).parse(words) }
    }
  }

  @Test(arguments: examples)
  func `help has lines for a terminal and ends with its examples, however it is asked for`(
    name: String, examples: [CommandExample]
  ) {
    let words = name.split(separator: " ").map(String.init)
    let first = keiro(words + ["--help"])
    #expect(first.code == .done && first == keiro(["help"] + words))
    // An example may be wider.
    let lines = first.output.split(separator: "\n")
    #expect(!lines.contains { $0.count > ($0.hasPrefix("  keiro ") ? 100 : 80) })
    let last = examples.last
    #expect(
      first.output.hasSuffix("  \(last?.line ?? "")\n")
        || first.output.hasSuffix("  keiro \(last?.arguments ?? "")\n"))
  }

  @Test func `the manual page has every command, option and example`() {
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["help", "--man"]) == .done)
    let page = recorder.output.replacing("\\-", with: "-")
    for command in CommandTable.commands {
      #expect(page.contains(".SS \"keiro \(command.name)"))
      for option in command.options { #expect(page.contains("\n\(option.usage)\n")) }
    }
    // Lines that man would interpret begin with a dot or an apostrophe.
    let requests = Set(
      page.split(separator: "\n").filter { $0.hasPrefix(".") }.compactMap {
        $0.split(separator: " ").first
      })
    #expect(requests == [".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi"])
    #expect(!page.split(separator: "\n").contains { $0.hasPrefix("'") })
  }

  @Test(arguments: CommandTable.entries.map(\.name))
  func `a command has a manual page of its own`(_ name: String) {
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["help", name, "--man"]) == .done)
    let page = recorder.output.replacing("\\-", with: "-")
    #expect(page.hasPrefix(".TH \"KEIRO-\(name.uppercased())\" \"1\" "))
    #expect(page.contains(".SH \"NAME\"\nkeiro-\(name) - "))
    for command in CommandTable.commands {
      let isOwn = command.name == name || command.name.hasPrefix(name + " ")
      #expect(page.contains(".SS \"\(command.usage.joined(separator: " "))\"") == isOwn)
    }
  }

  @Test func `version is a command, too`() {
    let option = keiro(["--version", "--verbose"])
    #expect(option.code == .done && option == keiro(["version", "--verbose"]))
    let first = option.output.prefix { $0 != "\n" }
    #expect(first.wholeMatch(of: /keiro \d+\.\d+\.\d+( \([0-9a-f]{7}\))?/) != nil)
  }
}
