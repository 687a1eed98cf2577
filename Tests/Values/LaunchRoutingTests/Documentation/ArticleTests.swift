import FoundationEssentials
import GoldenFiles
import Testing

@testable import LaunchRouting

/// The articles agree with the code, and their examples are type-checked.
struct ArticleTests {
  private static let repository = GoldenFile.checkout.path

  private static func path(article: String) -> String {
    let catalog =
      article == "WiringAnApp"
      ? "Apps/KeiroClient/KeiroClient.docc" : "Values/LaunchRouting/LaunchRouting.docc"
    return "\(repository)/Sources/\(catalog)/\(article).md"
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
  }

  /// `KEIRO_GOLDEN=update swift test --filter ArticleTests` rewrites the table.
  @Test func `the launch matrix is the function's own table`() throws {
    let path = Self.path(article: "LaunchMatrixArticle")
    let article = try Self.text(path)
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("|") })
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    let before = lines[..<start].map { $0 + "\n" }.joined()
    let made = before + LaunchMatrix.markdown + lines[end...].joined(separator: "\n")
    #expect(try GoldenFile(path).difference(from: made) == nil)
  }

  @Test(arguments: [
    ("ReplacingTheAppDelegate", "LaunchCoordinator"), ("ReplacingTheAppDelegate", "AppDelegate"),
    ("ReplacingTheAppDelegate", "SceneDelegate"), ("ReplacingTheAppDelegate", "ExampleApp"),
    ("CommunicationNotifications", "NotificationService"), ("WiringAnApp", "LinkCoordinator"),
  ])
  func `articles show the examples that are type-checked`(article: String, name: String) throws {
    let example = try Self.text(
      Self.repository + "/Tests/Values/LaunchRoutingTests/Stubs/Examples/\(name).swift")
    let shown = try Self.text(Self.path(article: article))
    #expect(shown.contains("```swift\n\(example)```\n"))
  }

  @Test func `every finding is explained`() throws {
    let article = try Self.text(Self.path(article: "CommunicationNotifications"))
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let codes = rows.compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(codes == CommunicationNotification.findingCodes)
  }

  @Test func `the file that the article shows makes a payload`() throws {
    let article = try Self.text(Self.path(article: "CommunicationNotifications"))
    let lines = article.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex(of: "```json"))
    let json = lines[(start + 1)...].prefix { $0 != "```" }.joined(separator: "\n")
    let report = ReportedNotification(json: Array(json.utf8))
    #expect(report.findings == [])
    #expect(report.payload != nil)
  }
}
