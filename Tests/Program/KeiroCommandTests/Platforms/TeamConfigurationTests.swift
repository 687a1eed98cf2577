import Foundation
import JSONSyntax
import KeiroCommand
import ProgramSupport
import Testing

/// The example of a team with three environments, and an app with a successor.
struct TeamConfigurationTests {
  private let folder: TemporaryFolder
  private let configuration: String

  init() throws {
    folder = try TemporaryFolder()
    let text = String(decoding: try repositoryFile("config/team.json"), as: UTF8.self)
    configuration = try folder.write(text, to: "team.json")
  }

  private func run(_ arguments: String...) -> CommandResult { keiro(arguments) }

  /// The example with one text in place of another.
  private func changed(_ text: String, to other: String) throws -> String {
    let whole = String(decoding: try repositoryFile("config/team.json"), as: UTF8.self)
    try #require(whole.contains(text))
    return try folder.write(whole.replacing(text, with: other), to: "changed.json")
  }

  @Test func `shows what a new configuration starts and stops`() throws {
    let file = try changed(
      #""/": "/product/{id}", "app": "shop","#, to: #""/": "/item/{id}", "app": "shop","#)
    let result = run("diff", "--config", configuration, "--config", file, "--json")
    #expect(result.code == .negative)
    let hosts = try result.document.member("hosts")?.array
    #expect(
      hosts?.compactMap { $0.member("host")?.string } == ["shop.example.com", "open.example.com"])
    let changes = hosts?.first?.member("changes")?.array ?? []
    let words = Set(changes.compactMap { $0.member("change")?.string })
    #expect(words == ["starts", "stops"])
    #expect(
      changes.contains {
        $0.member("change")?.string == "stops"
          && $0.member("url")?.string?.hasPrefix("https://shop.example.com/product/") == true
      })
    let same = run("diff", "--config", configuration, "--config", configuration)
    #expect(same.code == .done)
    #expect(same.output == "no change in behaviour\n")
    let sarif = run("diff", "--config", configuration, "--config", file, "--format", "sarif")
    #expect(sarif.output.contains("stops-opening"))
  }

  @Test func `an app without scenes does not launch on iOS 27`() throws {
    let file = try changed(#""lifecycle": "swiftui" }"#, to: #""lifecycle": "app-delegate" }"#)
    let url = "https://shop.example.com/product/7"
    let warned = run("check", "--config", file)
    #expect((warned.output + warned.error).contains("an app without scenes does not launch"))
    let result = run("explain", "--config", file, "--ios", "27", "--json", url)
    #expect(result.code == .negative)
    let root = try result.document
    #expect(root.member("launch")?.member("type")?.string == "none")
    #expect(root.member("launch")?.member("reason")?.string == "scenes-required")
    #expect(root.member("receiver")?.value.kindName == "null")
    #expect(root.member("event")?.value.kindName == "null")
    #expect(run("explain", "--config", file, "--sdk", "26", url).code == .done)
    #expect(run("explain", "--config", file, "--ios", "26", url).code == .done)
    #expect(run("explain", "--config", file, "--lifecycle", "scene", url).code == .done)
    let matrix = run("explain", "--config", file, "--matrix", "--json", url)
    #expect(matrix.code == .negative)
    #expect(matrix.output.contains("\"no-launch\""))
    let launch = try folder.write(#"{"kind":"normal"}"#, to: "launch.json")
    let answer = run("launch", "--config", file, "--app", "shop", "--json", launch)
    #expect(answer.code == .negative)
    #expect(answer.output.contains("\"scenes-required\""))
    let older = run("launch", "--config", file, "--app", "shop", "--sdk", "26", launch)
    #expect(older.code == .done)
  }

  @Test func `prints the table of platforms`() throws {
    let result = run("platforms", "--json")
    #expect(result.code == .done)
    let root = try result.document
    let rows = root.member("releases")?.array ?? []
    #expect(
      rows.contains {
        $0.member("platform")?.string == "ios" && $0.member("version")?.string == "27.0"
      })
    #expect(run("platforms").output.contains("HarmonyOS 5.0"))
  }
}
