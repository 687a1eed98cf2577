import FoundationEssentials
import GoldenFiles
import Testing

@testable import AppAssociation
@testable import AssociationValidation

/// The exact findings of every rule for its bad examples, in a file that `KEIRO_GOLDEN=update swift
/// test --filter MessageTests` rewrites.
struct MessageTests {
  private static let texts: [(code: String, examples: [String])] =
    RulePage.ofRules.map { ($0.code, $0.bad) } + [
      ("empty-file", [" "]),
      ("json-syntax", [#"{"applinks": {},}"#, "{“applinks”: {}}", "<html>"]),
      ("root-type", ["5"]),
      ("string-too-long", ["[\"\(String(repeating: "a", count: 300_000))\"]"]),
    ]

  @Test func `pins the exact findings for the bad examples`() throws {
    let pages = Self.texts.sorted { $0.code < $1.code }.map { code, examples in
      code + "\n" + examples.map { Self.lines(prepared($0, code), code) }.joined()
    }
    let text = pages.joined(separator: "\n")
    let path = GoldenFile.checkout.appending(
      path: "Tests/Values/AssociationValidationTests/Messages.txt")
    #expect(try GoldenFile(path).difference(from: text) == nil)
  }

  @Test func `pins every code except those that need a second file or the system`() {
    let elsewhere = [
      "left-unsearched", "other-environment", "platforms-disagree", "signed-unreadable",
      "unreadable-file",
    ]
    #expect((Self.texts.map(\.code) + elsewhere).sorted() == AssociationLinter.codes)
  }

  private static func lines(_ example: String, _ code: String) -> String {
    findings(example, of: code, isSigned: code == "signed-file").filter { $0.code == code }.map {
      finding in
      let position = [finding.line, finding.column].compactMap { $0?.description }
        .joined(separator: ":")
      let heading = [position, finding.path].filter { !$0.isEmpty }.joined(separator: " ")
      let help = finding.help.map { "    help: \($0)\n" } ?? ""
      return "  \(finding.severity)\(heading.isEmpty ? "" : " at " + heading)\n"
        + "    \(finding.message)\n" + help
    }.joined()
  }
}
