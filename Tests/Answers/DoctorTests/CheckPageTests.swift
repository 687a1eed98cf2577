import FoundationEssentials
import GoldenFiles
import Testing

@testable import Doctor

/// The guide has a page for every check.
struct CheckPageTests {
  private static let guide =
    String(#filePath.dropLast("Tests/Answers/DoctorTests/CheckPageTests.swift".count))
    + "deploy/guide/doctor.md"

  /// The reasons, which only the guide tells, are kept as they stand there.
  @Test func `the guide says what every check is and why it matters`() throws {
    let text = try String(contentsOf: URL(filePath: Self.guide), encoding: .utf8)
    let head = try #require(text.firstRange(of: "\n## \(DoctorCheck.Group.dns.title)\n")).lowerBound
    let pages = try DoctorCheck.Group.allCases.map { group in
      let checks = DoctorCheck.allCases.filter { $0.group == group }
      return "\n## \(group.title)\n" + (try checks.map { try Self.page($0, text) }.joined())
    }
    let written = text[..<head] + pages.joined()
    #expect(try GoldenFile(Self.guide).difference(from: String(written)) == nil)
  }

  private static func page(_ check: DoctorCheck, _ guide: String) throws -> String {
    let section = try #require(
      guide.split(separator: "\n### ").first { $0.hasPrefix(check.rawValue + "\n") })
    let why = try #require(section.split(separator: "\n").first { $0.hasPrefix("Why: ") })
    #expect(why.hasSuffix(")"), "the source follows in brackets")
    return """

      ### \(check.rawValue)

      \(escaped(check.page.subject))

      \(why)

      To fix it: \(escaped(check.page.remedy)).

      """
  }

  /// The text with Markdown's special characters escaped.
  private static func escaped(_ text: String) -> String {
    text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "\\_")
      .split(separator: "*", omittingEmptySubsequences: false).joined(separator: "\\*")
  }

  @Test(arguments: DoctorCheck.allCases)
  func `has a page of whole sentences`(_ check: DoctorCheck) {
    let page = check.page
    #expect(page.subject.hasSuffix("."))
    #expect(!page.remedy.isEmpty && !page.remedy.hasSuffix("."))
    #expect(page.remedy.first?.isUppercase == false || page.remedy.hasPrefix("HOST"))
  }

  @Test func `names and pages are all different`() {
    let checks = DoctorCheck.allCases
    #expect(Set(checks.map { $0.group.rawValue + $0.page.subject }).count == checks.count)
    #expect(checks.count >= 25)
  }

  @Test(arguments: [
    "dns", "tls-chain", "tls-expiry", "http-redirect", "aasa-status", "aasa-redirect",
    "aasa-content-type", "aasa-size", "aasa-time", "aasa-agents", "aasa-valid",
    "aasa-matches-config", "aasa-root", "apple-cdn", "apple-cdn-matches", "assetlinks-status",
    "assetlinks-redirect", "assetlinks-content-type", "assetlinks-valid",
    "assetlinks-matches-config", "google-api", "expected-apps", "expected-packages", "short-link",
    "entitlements",
  ])
  func `keeps the names that others rely on`(_ name: String) {
    #expect(DoctorCheck(rawValue: name) != nil)
  }
}
