import JSONSyntax
import KeiroCommand
import Platforms
import ProgramSupport
import Testing

/// Files that name a great number of apps.
struct ManyAppsTests {
  private static let apps = (0..<5000).map { "A1B2C3D4E5.app\($0)" }

  private func match(_ arguments: String...) throws -> CommandResult {
    let names = Self.apps.map { "\"\($0)\"" }.joined(separator: ",")
    let rules = #"{"appIDs":[\#(names)],"components":[{"/":"/a"}]}"#
    let folder = try TemporaryFolder()
    let file = try folder.write(
      Array(#"{"applinks":{"details":[\#(rules)]}}"#.utf8), to: "aasa.json")
    return keiro(["match", "--aasa", file] + arguments)
  }

  @Test func `prints the first hundred apps for each URL and counts the others`() throws {
    let lines = try match("/a", "/b").output.split(separator: "\n")
    #expect(lines.count { $0.hasSuffix(": match on iOS 27.0") } == 100)
    #expect(lines.count { $0.hasSuffix(": no match on iOS 27.0") } == 100)
    #expect(
      lines.contains("  4900 more apps: match for 4900 (--app APPID shows one, --json all)"))
    #expect(
      lines.contains("  4900 more apps: no match for 4900 (--app APPID shows one, --json all)"))
  }

  @Test func `leaves the document whole`() throws {
    let text = try match("--json", "/a").output
    let document = try JSONDocument(parsing: Array(text.utf8))
    #expect(document.root.member("verdicts")?.array?.count == Self.apps.count)
  }

  @Test func `takes a later system as the newest one and says so`() throws {
    let note =
      "    note: iOS 28.0 is treated as iOS 27.0, the newest version known when the platform "
      + "table was last checked, on \(PlatformTable.checked)\n"
    let one = Self.apps[0]
    #expect(try match("--app", one, "--ios", "28", "/a").output.contains(note))
    #expect(try !match("--app", one, "--ios", "26.4", "/a").output.contains("is treated as"))
  }
}
