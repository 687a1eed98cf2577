import FoundationEssentials
import KeiroCommand
import Testing

/// Files that hold a command line, a line of dashes, and exactly what the tool prints.
/// `KEIRO_GOLDEN=update swift test --filter GoldenFileTests` writes them anew.
struct GoldenFileTests {
  static let folder = repositoryFolder + "/Tests/KeiroCommandTests/CommandLine/Golden"
  /// What `{fixtures}` stands for in command lines and output.
  static let fixtures = repositoryFolder + "/Tests/KeiroCommandTests/CommandLine/Fixtures"

  /// Each with its exit code.
  static let cases: KeyValuePairs<String, ExitCode> = [
    "help.txt": .done, "help-serve.txt": .done, "help-check.txt": .done,
    "help-association.txt": .done, "help-validate.txt": .done, "help-match.txt": .done,
    "help-diff.txt": .done, "help-launch.txt": .done, "help-notification.txt": .done,
    "help-completions.txt": .done, "version.txt": .done,
    "help-explain.txt": .done, "help-links.txt": .done,
    "help-links-list.txt": .done, "help-links-show.txt": .done,
    "help-links-add.txt": .done, "help-links-edit.txt": .done,
    "help-links-remove.txt": .done, "help-links-import.txt": .done,
    "help-links-export.txt": .done, "help-tokens.txt": .done,
    "help-tokens-create.txt": .done, "help-tokens-list.txt": .done,
    "help-tokens-revoke.txt": .done, "help-stats.txt": .done,
    "completions-bash.txt": .done, "completions-zsh.txt": .done, "completions-fish.txt": .done,
    "validate-faulty.txt": .negative, "validate-good.txt": .done, "validate-syntax.txt": .negative,
    "validate-json.txt": .negative,
    "match-rule.txt": .done, "match-closest.txt": .negative, "match-android.txt": .done,
    "match-json.txt": .negative,
    "diff-changes.txt": .negative, "diff-same.txt": .done, "diff-json.txt": .negative,
  ]

  @Test(arguments: cases.map { ($0, $1) })
  func `prints what the golden file says`(name: String, code: ExitCode) throws {
    let file = Self.folder + "/" + name
    let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    let parts = text.split(separator: "\n-----\n", maxSplits: 1, omittingEmptySubsequences: false)
    let line = try #require(parts.first)
    let recorder = ConsoleRecorder()
    let words = line.split(separator: " ").dropFirst().map {
      $0.replacing("{fixtures}", with: Self.fixtures)
    }
    #expect(recorder.run(words.map { String($0) }) == code)
    #expect(recorder.error == "")
    let output = recorder.output.replacing(Self.fixtures, with: "{fixtures}")
    guard ProcessInfo.processInfo.environment["KEIRO_GOLDEN"] == "update" else {
      #expect(parts.dropFirst().first.map(String.init) == output)
      return
    }
    try Data((line + "\n-----\n" + output).utf8).write(to: URL(filePath: file))
  }

  @Test func `every golden file is used and every command has one`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(files) == Set(Self.cases.map(\.key)))
  }
}
