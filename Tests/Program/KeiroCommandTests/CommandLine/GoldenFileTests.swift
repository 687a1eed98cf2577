import FoundationEssentials
import GoldenFiles
import ProgramSupport
import Testing

@testable import KeiroCommand

/// The command line in the first line of a golden file.
func commandLine(ofGoldenFile path: String) throws -> String {
  let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  return String(text.prefix { $0 != "\n" })
}

/// Files with a command line, a line of dashes, and the exact output of the tool.
/// `KEIRO_GOLDEN=update swift test --filter GoldenFileTests` rewrites them.
struct GoldenFileTests {
  static let folder = repositoryFolder + "/Tests/Program/KeiroCommandTests/CommandLine/Golden"
  /// The folder for `{fixtures}` in command lines and output.
  static let fixtures = repositoryFolder + "/Tests/Program/KeiroCommandTests/CommandLine/Fixtures"

  /// The files with their exit codes.
  static let cases: KeyValuePairs<String, ExitCode> = [
    "help.txt": .done, "help-init.txt": .done, "help-help.txt": .done, "help-version.txt": .done,
    "help-serve.txt": .done, "help-check.txt": .done, "help-health.txt": .done,
    "help-association.txt": .done, "help-validate.txt": .done, "help-match.txt": .done,
    "help-diff.txt": .done, "help-launch.txt": .done,
    "help-platforms.txt": .done, "help-notification.txt": .done,
    "help-completions.txt": .done, "help-doctor.txt": .done,
    "validate-sarif.txt": .negative, "validate-github.txt": .negative,
    "help-explain.txt": .done, "help-links.txt": .done,
    "help-apply.txt": .done, "help-mcp.txt": .done, "help-links-list.txt": .done,
    "help-links-show.txt": .done,
    "help-links-add.txt": .done, "help-links-edit.txt": .done,
    "help-links-remove.txt": .done, "help-links-deleted.txt": .done,
    "help-links-history.txt": .done,
    "help-links-restore.txt": .done, "help-links-import.txt": .done,
    "help-links-export.txt": .done, "help-links-replay.txt": .done, "help-tokens.txt": .done,
    "help-tokens-create.txt": .done, "help-tokens-list.txt": .done,
    "help-notification-send.txt": .done, "help-webhooks.txt": .done,
    "help-webhooks-list.txt": .done, "help-webhooks-add.txt": .done,
    "help-webhooks-edit.txt": .done, "help-webhooks-rotate.txt": .done,
    "help-webhooks-remove.txt": .done, "help-webhooks-test.txt": .done,
    "help-webhooks-deliveries.txt": .done, "help-webhooks-retry.txt": .done,
    "help-tokens-revoke.txt": .done, "help-stats.txt": .done,
    "help-people.txt": .done, "help-people-add.txt": .done, "help-people-list.txt": .done,
    "help-people-remove.txt": .done,
    "help-audit.txt": .done, "help-audit-undo.txt": .done, "help-store.txt": .done,
    "help-store-status.txt": .done,
    "help-store-migrate.txt": .done, "help-store-verify.txt": .done,
    "help-generate.txt": .done, "help-generate-android-manifest.txt": .done,
    "help-generate-entitlements.txt": .done,
    "help-store-copy.txt": .done, "help-store-backup.txt": .done, "help-store-restore.txt": .done,
    "completions-bash.txt": .done, "completions-zsh.txt": .done, "completions-fish.txt": .done,
    "validate-faulty.txt": .negative, "validate-good.txt": .done, "validate-syntax.txt": .negative,
    "validate-json.txt": .negative,
    "match-rule.txt": .done, "match-closest.txt": .negative, "match-android.txt": .done,
    "match-json.txt": .negative, "match-version.txt": .done, "match-host.txt": .done,
    "validate-quotes.txt": .negative, "diff-apps.txt": .negative,
    "diff-assetlinks.txt": .negative,
    "diff-changes.txt": .negative, "diff-same.txt": .done, "diff-json.txt": .negative,
  ]

  @Test(arguments: cases.map { ($0, $1) })
  func `prints what the golden file says`(name: String, code: ExitCode) throws {
    let file = Self.folder + "/" + name
    let line = try commandLine(ofGoldenFile: file)
    let recorder = ConsoleRecorder()
    let words = line.split(separator: " ").dropFirst().map {
      $0.replacing("{fixtures}", with: Self.fixtures)
    }
    #expect(recorder.run(words.map { String($0) }) == code)
    #expect(recorder.error == "")
    let output = recorder.output.replacing(Self.fixtures, with: "{fixtures}")
    #expect(try GoldenFile(file).difference(from: line + "\n-----\n" + output) == nil)
  }

  @Test func `every golden file is used`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(files) == Set(Self.cases.map(\.key)))
  }

  @Test(arguments: CommandTable.commands.map(\.name) + CommandTable.groups.map(\.name))
  func `the golden file of a command has the command line of its help`(name: String) throws {
    let file = "help-\(name.replacing(" ", with: "-")).txt"
    #expect(try commandLine(ofGoldenFile: Self.folder + "/" + file) == "keiro \(name) --help")
  }

  @Test func `the golden files of help are exactly those of commands and groups`() {
    let commands = CommandTable.commands.map(\.name) + CommandTable.groups.map(\.name)
    let files = commands.map { "help-\($0.replacing(" ", with: "-")).txt" }
    #expect(Set(Self.cases.map(\.key).filter { $0.hasPrefix("help-") }) == Set(files))
  }

  @Test func `a golden file reports the first difference and is written only on demand`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("one\ntwo\n", to: "golden.txt")
    let file = GoldenFile(path, isRecording: false)
    #expect(try file.difference(from: "one\ntwo\n") == nil)
    #expect(
      try file.difference(from: "one\n2\n") == "line 2: expected 'two', got '2'")
    #expect(
      try file.difference(from: "one\ntwo") == "line 3: expected '', got the end of the file")
    #expect(try file.difference(from: "one\ntwo\n") == nil)
    let recording = GoldenFile(path, isRecording: true)
    #expect(try recording.difference(from: "three\n")?.hasSuffix("then run the test again") == true)
    #expect(try file.difference(from: "three\n") == nil)
    #expect(throws: (any Error).self) {
      try GoldenFile(folder.path + "/absent", isRecording: false).difference(from: "")
    }
  }
}
