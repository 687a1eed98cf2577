import Testing
@testable import KeiroCommand

struct CommandLineParserTests {
  static let cases: [(arguments: [String], values: [String: [String]], operands: [String])] = [
    (["serve", "--config", "a.json"], ["--config": ["a.json"]], []),
    (["serve", "--config=a=b.json"], ["--config": ["a=b.json"]], []),
    (["serve", "--config=--odd"], ["--config": ["--odd"]], []),
    (["validate", "--kind", "android", "a.json", "-"], ["--kind": ["android"]], ["a.json", "-"]),
    (["validate", "--", "--json"], [:], ["--json"]),
    (["completions", "--", "zsh"], [:], ["zsh"]),
    (["templates", "set", "Without parameters"], [:], ["Without parameters"]),
    (["links", "show", "--slug=x", "--", "-h"], ["--slug": ["x"]], ["-h"]),
    (
      ["match", "--aasa=-", "/b", "--ios", "13.5.1", "https://c.d/e"],
      ["--aasa": ["-"], "--ios": ["13.5.1"]], ["/b", "https://c.d/e"]
    ),
    (
      ["links", "edit", "--tag=a", "x", "--tag", "b", "--host", "c"],
      ["--tag": ["a", "b"], "--host": ["c"]], ["x"]
    ),
    (push + ["ab", "cd", "cafe"], ["--device": ["ab", "cd"]], ["cafe"]),
    (push + ["ab", "cd", "-"], ["--device": ["ab", "cd"]], ["-"]),
    (push + ["ab", "cd", "--", "f"], ["--device": ["ab", "cd"]], ["f"]),
    (push + ["ab", "f", "--device", "cd"], ["--device": ["ab", "cd"]], ["f"]),
    (push.dropLast() + ["f", "--device", "ab", "cd"], ["--device": ["ab", "cd"]], ["f"]),
  ]

  private static let push = ["notification", "send", "--device"]

  private func parsed(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> ParsedArguments? {
    let command = try #require(CommandTable.command(of: arguments))
    return try CommandLineParser(environment: environment)
      .split(arguments.dropFirst(command.words.count), of: command)
  }

  @Test(arguments: cases)
  func `splits what follows a command`(
    arguments: [String], values: [String: [String]], operands: [String]
  ) throws {
    let parsed = try #require(try parsed(arguments))
    #expect(parsed.values == values && parsed.operands == operands && parsed.flags.isEmpty)
  }

  @Test(arguments: [
    ["serve", "--help"], ["association", "-h"], ["check", "--json", "--help"],
    ["links", "list", "-h", "--nonsense"],
  ])
  func `help is asked for wherever it stands`(arguments: [String]) throws {
    #expect(try parsed(arguments) == nil)
  }

  @Test(arguments: [
    (["KEIRO_CONFIG": "/etc/keiro.json"], ["serve"], "/etc/keiro.json"),
    (["KEIRO_CONFIG": ""], ["serve"], "config/keiro.json"),
    (["KEIRO_CONFIG": "/etc/keiro.json"], ["serve", "--config", "own.json"], "own.json"),
  ])
  func `takes the configuration from the option, then the environment, then the default`(
    environment: [String: String], arguments: [String], path: String
  ) throws {
    #expect(try parsed(arguments, environment)?.configuration == path)
  }

  @Test func `says so when the result cannot be written`() {
    let console = Console { stream, _ in stream == .error }
    let code = KeiroCommand.main(arguments: ["--version"], environment: [:], console: console)
    #expect(code == .environmentFailed)
  }

  @Test func `uses colours only where the console wants them`() {
    let plain = Console { _, _ in true }
    let colourful = Console(colours: { $0 == .error }, write: { _, _ in true })
    #expect(plain.rendered("\("a", .bold)", on: .error) == "a")
    #expect(colourful.rendered("\("a", .error)", on: .output) == "a")
    #expect(colourful.rendered("\("a", .error)", on: .error) == "\u{1B}[1;31ma\u{1B}[0m")
  }
}
