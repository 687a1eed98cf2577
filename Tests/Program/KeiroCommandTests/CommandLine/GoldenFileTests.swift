import FoundationEssentials
import GoldenFiles
import ProgramSupport
import Testing

@testable import KeiroCommand

/// Files with a command line, a line of dashes, and the exact output of the tool.
/// `KEIRO_GOLDEN=update swift test --filter GoldenFileTests` rewrites them.
struct GoldenFileTests {
  static let folder = repositoryFolder + "/Tests/Program/KeiroCommandTests/CommandLine/Golden"

  static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []

  /// The command line in the first line of a file.
  private func commandLine(_ name: String) throws -> String {
    let data = try Data(contentsOf: URL(filePath: Self.folder + "/" + name))
    return String(String(decoding: data, as: UTF8.self).prefix { $0 != "\n" })
  }

  @Test(arguments: names)
  func `prints what the golden file says`(name: String) throws {
    let line = try commandLine(name)
    let result = keiro(line.split(separator: " ").dropFirst().map { String($0) })
    #expect(result.code == .done && result.error == "")
    let file = GoldenFile(Self.folder + "/" + name)
    #expect(try file.difference(from: line + "\n-----\n" + result.output) == nil)
  }

  @Test func `the golden files of help are exactly those of commands and groups`() throws {
    let names = CommandTable.commands.map(\.name) + CommandTable.groups.map(\.name)
    for name in names {
      let file = "help-\(name.replacing(" ", with: "-")).txt"
      #expect(try commandLine(file) == "keiro \(name) --help")
    }
    #expect(Self.names.count { $0.hasPrefix("help-") } == names.count)
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
