import KeiroCommand
import Testing

struct UsageErrorTests {
  static let cases: [(arguments: [String], line: String)] = [
    (
      [],
      "keiro: no command: expected serve, check, association, validate, match, diff, explain, launch, notification or completions"
    ),
    (
      ["serv"],
      "keiro: unknown command 'serv': expected serve, check, association, validate, match, diff, explain, launch, notification or completions; did you mean 'serve'?"
    ),
    (
      ["frobnicate"],
      "keiro: unknown command 'frobnicate': expected serve, check, association, validate, match, diff, explain, launch, notification or completions"
    ),
    (
      [""],
      "keiro: unknown command '': expected serve, check, association, validate, match, diff, explain, launch, notification or completions"
    ),
    (
      ["--verison"],
      "keiro: unknown option '--verison': expected --help or --version; did you mean '--version'?"
    ),
    (
      ["check", "--confg", "x"],
      "keiro check: unknown option '--confg': expected --config, --json or --help; did you mean '--config'?"
    ),
    (["check", "-c"], "keiro check: unknown option '-c': expected --config, --json or --help"),
    (["serve", "--config"], "keiro serve: option '--config' has no value: expected --config FILE"),
    (
      ["check", "--config", "--json"],
      "keiro check: option '--config' has no value: expected --config FILE"
    ),
    (
      ["serve", "--config="],
      "keiro serve: option '--config' has an empty value: expected --config FILE"
    ),
    (
      ["serve", "--config", ""],
      "keiro serve: option '--config' has an empty value: expected --config FILE"
    ),
    (
      ["check", "--json=yes"],
      "keiro check: option '--json' has the value 'yes': expected none"
    ),
    (
      ["check", "--json", "--json"],
      "keiro check: option '--json' stands twice: expected it once"
    ),
    (
      ["serve", "--config", "a", "--config=b"],
      "keiro serve: option '--config' stands twice: expected it once"
    ),
    (
      ["association", "--kind", "appel"],
      "keiro association: option '--kind' has the value 'appel': expected apple or android; did you mean 'apple'?"
    ),
    (
      ["association", "--host", "https://asajikan.jp"],
      "keiro association: option '--host' has the value 'https://asajikan.jp': expected a host such as www.example.com"
    ),
    (
      ["association", "--host", "*.asajikan.jp"],
      "keiro association: option '--host' has the value '*.asajikan.jp': expected a host such as www.example.com"
    ),
    (
      ["association"],
      "keiro association: option '--host' is missing: expected --host HOST"
    ),
    (["check", "file"], "keiro check: unexpected operand 'file': expected no operand"),
    (["check", "--", "--json"], "keiro check: unexpected operand '--json': expected no operand"),
    (
      ["completions"],
      "keiro completions: an operand is missing: expected bash|zsh|fish"
    ),
    (["completions", ""], "keiro completions: an operand is empty: expected bash|zsh|fish"),
    (
      ["completions", "bash", "zsh"],
      "keiro completions: unexpected operand 'zsh': expected bash|zsh|fish and no more"
    ),
    (
      ["completions", "bsh"],
      "keiro completions: operand 'bsh': expected bash, zsh or fish; did you mean 'bash'?"
    ),
    (
      ["check", "a\nb\u{1B}[31m\u{202E}"],
      "keiro check: unexpected operand 'a\\u{a}b\\u{1b}[31m\\u{202e}': expected no operand"
    ),
  ]

  @Test(arguments: cases)
  func `says in one line what is wrong`(arguments: [String], line: String) {
    let recorder = ConsoleRecorder()
    #expect(recorder.run(arguments) == .wrongUsage)
    #expect(recorder.error == line + "\n")
    #expect(recorder.output == "")
  }
}
