import FoundationEssentials
import KeiroCommand
import Testing

/// Files that hold a command line, a line of dashes, and exactly what the tool prints.
/// `KEIRO_GOLDEN=update swift test --filter GoldenFileTests` writes them anew.
struct GoldenFileTests {
  static let folder = repositoryFolder + "/Tests/KeiroCommandTests/CommandLine/Golden"
  static let names = [
    "help.txt", "help-serve.txt", "help-check.txt", "help-association.txt",
    "help-explain.txt", "help-launch.txt", "help-notification.txt", "help-links.txt",
    "help-links-list.txt",
    "help-links-show.txt", "help-links-add.txt", "help-links-edit.txt", "help-links-remove.txt",
    "help-links-import.txt", "help-links-export.txt", "help-tokens.txt", "help-tokens-create.txt",
    "help-tokens-list.txt", "help-tokens-revoke.txt", "help-stats.txt", "help-completions.txt",
    "version.txt",
    "completions-bash.txt", "completions-zsh.txt", "completions-fish.txt",
  ]

  @Test(arguments: names)
  func `prints what the golden file says`(name: String) throws {
    let file = Self.folder + "/" + name
    let text = String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    let parts = text.split(separator: "\n-----\n", maxSplits: 1, omittingEmptySubsequences: false)
    let line = try #require(parts.first)
    let recorder = ConsoleRecorder()
    let code = recorder.run(line.split(separator: " ").dropFirst().map(String.init))
    #expect(code == .done)
    #expect(recorder.error == "")
    guard ProcessInfo.processInfo.environment["KEIRO_GOLDEN"] == "update" else {
      #expect(parts.dropFirst().first.map(String.init) == recorder.output)
      return
    }
    try Data((line + "\n-----\n" + recorder.output).utf8).write(to: URL(filePath: file))
  }

  @Test func `every golden file is used and every command has one`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(files) == Set(Self.names))
  }
}
