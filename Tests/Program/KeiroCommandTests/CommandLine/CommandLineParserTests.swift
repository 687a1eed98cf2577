import AppAssociation
import Platforms
import Questions
import Testing
import WebSyntax
@testable import KeiroCommand

struct CommandLineParserTests {
  static let cases: [(arguments: [String], command: Command)] = [
    (["serve"], .serve(configuration: "config/keiro.json")),
    (["serve", "--config", "a.json"], .serve(configuration: "a.json")),
    (["serve", "--config=a=b.json"], .serve(configuration: "a=b.json")),
    (["serve", "--config=--odd"], .serve(configuration: "--odd")),
    (["check", "--json"], .check(configuration: "config/keiro.json", format: .json)),
    (
      ["association", "--host", "WWW.Example.com."],
      .association(
        configuration: "config/keiro.json", host: "www.example.com", kind: .apple, json: false)
    ),
    (
      ["association", "--kind=android", "--host=a.b", "--config=c"],
      .association(configuration: "c", host: "a.b", kind: .android, json: false)
    ),
    (
      ["validate", "--kind", "android", "--json", "a.json", "-"],
      .validate(
        .init(kind: .association(.android), format: .json, files: ["a.json", "-"], home: nil))
    ),
    (
      ["validate", "--", "--json"],
      .validate(.init(kind: nil, format: .text, files: ["--json"], home: nil))
    ),
    (["diff", "a", "-"], .diff(old: "a", new: "-", json: false)),
    (["diff", "--json", "a", "b"], .diff(old: "a", new: "b", json: true)),
    (
      ["match", "--aasa", "a", "/b"],
      .match(.init(file: "a", terms: MatchQuestion.Terms(), json: false, urls: ["/b"]))
    ),
    (
      [
        "match", "--aasa=-", "--kind=apple", "--host", "*.Example.com", "--app", "T.app", "--ios",
        "13.5.1", "--android=15", "--json", "/b", "https://c.d/e",
      ],
      .match(
        .init(
          file: "-",
          terms: MatchQuestion.Terms(
            kind: .apple, host: HostPattern("*.example.com"), app: "T.app",
            ios: SystemVersion(13, 5, 1), android: SystemVersion(15)),
          json: true, urls: ["/b", "https://c.d/e"]))
    ),
    (["completions", "fish"], .completions(.fish)),
    (["completions", "--", "zsh"], .completions(.zsh)),
    (["--help"], .help(command: nil)),
    (["-h"], .help(command: nil)),
    (["--version"], .version(isVerbose: false)),
    (["serve", "--help"], .help(command: "serve")),
    (["association", "-h"], .help(command: "association")),
    (["check", "--json", "--help"], .help(command: "check")),
  ]

  @Test(arguments: cases)
  func `reads a command`(arguments: [String], command: Command) throws {
    #expect(try CommandLineParser(environment: [:]).parse(arguments) == command)
  }

  @Test(arguments: [
    (["KEIRO_CONFIG": "/etc/keiro.json"], ["serve"], "/etc/keiro.json"),
    (["KEIRO_CONFIG": ""], ["serve"], "config/keiro.json"),
    (["KEIRO_CONFIG": "/etc/keiro.json"], ["serve", "--config", "own.json"], "own.json"),
  ])
  func `takes the configuration from the option, then the environment, then the default`(
    environment: [String: String], arguments: [String], path: String
  ) throws {
    let command = try CommandLineParser(environment: environment).parse(arguments)
    #expect(command == .serve(configuration: path))
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
