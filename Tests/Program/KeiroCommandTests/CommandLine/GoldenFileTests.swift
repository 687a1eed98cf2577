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

  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []

  /// The files of commands whose answer is "no".
  private static let negative: Set = [
    "diff-apps.txt", "diff-assetlinks.txt", "diff-changes.txt", "diff-json.txt",
    "match-closest.txt",
    "match-json.txt", "validate-faulty.txt", "validate-github.txt", "validate-json.txt",
    "validate-quotes.txt", "validate-sarif.txt",
  ]
  /// The file of a command that cannot read one of its files.
  private static let failed = "validate-syntax.txt"

  @Test(arguments: names)
  func `prints what the golden file says`(name: String) throws {
    let file = Self.folder + "/" + name
    let line = try commandLine(ofGoldenFile: file)
    let recorder = ConsoleRecorder()
    let words = line.split(separator: " ").dropFirst().map {
      $0.replacing("{fixtures}", with: Self.fixtures)
    }
    let code: ExitCode =
      name == Self.failed ? .environmentFailed : Self.negative.contains(name) ? .negative : .done
    #expect(recorder.run(words.map { String($0) }) == code)
    #expect(recorder.error == "")
    let output = recorder.output.replacing(Self.fixtures, with: "{fixtures}")
    #expect(try GoldenFile(file).difference(from: line + "\n-----\n" + output) == nil)
  }

  @Test(arguments: CommandTable.commands.map(\.name) + CommandTable.groups.map(\.name))
  func `the golden file of a command has the command line of its help`(name: String) throws {
    let file = "help-\(name.replacing(" ", with: "-")).txt"
    #expect(try commandLine(ofGoldenFile: Self.folder + "/" + file) == "keiro \(name) --help")
  }

  @Test func `the golden files of help are exactly those of commands and groups`() {
    let commands = CommandTable.commands.map(\.name) + CommandTable.groups.map(\.name)
    let files = commands.map { "help-\($0.replacing(" ", with: "-")).txt" }
    #expect(Set(Self.names.filter { $0.hasPrefix("help-") }) == Set(files))
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
