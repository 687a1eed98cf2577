import FoundationEssentials
import GoldenFiles
import Testing

@testable import Doctor

/// The guide has a page for every check, made from the table.
struct CheckPageTests {
  private static let guide =
    String(#filePath.dropLast("Tests/Answers/DoctorTests/CheckPageTests.swift".count))
    + "deploy/guide/doctor.md"
  private static let marker = "<!-- From here on"

  @Test func `the guide says what every check is`() throws {
    let text = String(
      decoding: try Data(contentsOf: URL(filePath: Self.guide)), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let end = try #require(lines.firstIndex { $0.hasPrefix(Self.marker) })
    let written = lines[...end].joined(separator: "\n") + "\n" + Self.pages
    #expect(try GoldenFile(Self.guide).difference(from: written) == nil)
  }

  private static var pages: String {
    DoctorCheck.Group.allCases.map { group in
      let checks = DoctorCheck.allCases.filter { $0.group == group }
      return "\n## \(group.title)\n" + checks.map(page).joined()
    }.joined()
  }

  private static func page(_ check: DoctorCheck) -> String {
    let page = check.page
    return """

      ### \(check.rawValue)

      \(escaped(page.subject))

      Why: \(escaped(page.reason)) (\(escaped(page.source)))

      To fix it: \(escaped(page.remedy)).

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
    #expect(page.subject.hasSuffix(".") && page.reason.hasSuffix("."))
    #expect(!page.remedy.isEmpty && !page.remedy.hasSuffix("."))
    #expect(page.remedy.first?.isUppercase == false || page.remedy.hasPrefix("HOST"))
    #expect(!page.source.isEmpty)
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
