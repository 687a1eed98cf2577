import FoundationEssentials
import GoldenFiles
import JSONSyntax
import Testing

@testable import AppAssociation
@testable import AssociationValidation

/// The section of a code in the article of all findings, with its examples.
struct RulePage: Sendable, CustomTestStringConvertible {
  let code: String
  /// The first line of the explanation.
  let text: String
  let bad: [String]
  let good: [String]

  var testDescription: String { code }

  private init(_ section: String) {
    let lines = section.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    code = lines[0].filter { $0 != "`" }
    text = lines.dropFirst(2).first ?? ""
    bad = Self.examples("Bad:", lines)
    good = Self.examples("Good:", lines)
  }

  private static func examples(_ label: String, _ lines: [String]) -> [String] {
    lines.indices.filter { lines[$0] == label }.map { start in
      lines[(start + 2)...].prefix { $0 != "```" }.joined(separator: "\n")
    }
  }

  /// Those of the rules, which have examples, and all of them.
  static let ofRules = all.filter { AssociationLinter.ruleCodes.contains($0.code) }
  static let all: [RulePage] = {
    let path = GoldenFile.checkout.appending(
      path: "Sources/Values/AssociationValidation/AssociationValidation.docc/Findings.md")
    let article = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return article.split(separator: "\n### ").dropFirst().map { RulePage(String($0)) }
  }()
}

func findings(_ text: String, isSigned: Bool = false) -> [Finding] {
  do throws(AssociationFileError) {
    let file = try AssociationFile(decoding: Array(text.utf8), isSigned: isSigned)
    return AssociationLinter.findings(in: file)
  } catch {
    return [Finding(error)]
  }
}

/// The findings in an example of a rule's page, as a file of the kind that the rule is for.
func findings(_ example: String, of code: String, isSigned: Bool = false) -> [Finding] {
  guard let document = HostDocument.allCases.first(where: { $0.rule.code == code }) else {
    return findings(example, isSigned: isSigned)
  }
  return document.findings(in: Array(example.utf8))
}

/// An Apple file whose only entry has rules.
func appleFile(_ rules: String) -> String {
  #"{"applinks":{"details":[{"appIDs":["94VJUJ8B7P.a"],"components":[\#(rules)]}]}}"#
}

/// The findings of a check, which reads on behind errors of syntax.
func checked(_ text: String) -> [Finding] { AssociationLinter.check(Array(text.utf8)).findings }

func foundCodes(_ text: String) -> [String] { checked(text).map(\.code) }

extension AppSiteAssociation {
  init(of text: String) throws {
    guard case .apple(let file) = try AssociationFile(decoding: Array(text.utf8)) else {
      throw OtherPlatform()
    }
    self = file
  }
}

private struct OtherPlatform: Error {}

/// Completes the examples that are too long for a comment.
func prepared(_ example: String, _ code: String) -> String {
  switch code {
  case "file-size", "list-size":
    example.replacing("…", with: String(repeating: "x", count: 140_000))
  case "many-escapes":
    example.replacing(
      "[{", with: "[" + (0..<20).map { #"{"/":"/%E6%9C%9D\#($0)"},"# }.joined() + "{")
  default: example
  }
}

@Test func `the article explains every code once, in order`() {
  #expect(Set(AssociationLinter.codes).count == AssociationLinter.codes.count)
  #expect(RulePage.all.map(\.code).sorted() == AssociationLinter.codes)
  #expect(RulePage.ofRules.map(\.code) == AssociationLinter.ruleCodes.sorted())
  #expect(RulePage.all.allSatisfy { $0.text.first?.isLetter == true || $0.text.hasPrefix("`") })
}

@Test(arguments: RulePage.ofRules)
func `reports the bad examples and nothing in the good ones`(_ page: RulePage) {
  #expect(!page.bad.isEmpty && !page.good.isEmpty)
  for example in page.bad {
    let found = findings(
      prepared(example, page.code), of: page.code, isSigned: page.code == "signed-file")
    #expect(found.contains { $0.code == page.code }, "\(example): \(found)")
  }
  for example in page.good {
    // The note about an included list appears for every such file.
    let found = findings(example, of: page.code).filter { $0.code != "include-not-followed" }
    #expect(found.isEmpty, "\(example)")
  }
}

@Test func `reports the URLs on which the files of one site disagree`() throws {
  let apple =
    #"{"applinks":{"details":[{"appIDs":["T.app"],"components":[{"/":"/a"},{"/":"/b"}]}]}}"#
  let rules = #"[{"/":"/a"},{"/":"/c"}]"#
  let links = #"""
    [{"relation":["delegate_permission/common.handle_all_urls"],
      "relation_extensions":{"delegate_permission/common.handle_all_urls":
        {"dynamic_app_link_components":\#(rules)}},
      "target":{"namespace":"android_app","package_name":"jp.asajikan",
        "sha256_cert_fingerprints":["AA"]}}]
    """#
  guard case .apple(let association) = try AssociationFile(decoding: Array(apple.utf8)),
    case .android(let assetLinks) = try AssociationFile(decoding: Array(links.utf8))
  else {
    Issue.record("the files are of the wrong kind")
    return
  }
  let found = AssociationLinter.disagreements(association, assetLinks)
  #expect(
    found.map(\.message) == [
      "'/b' opens the app on iOS but not on Android (applinks.details[0].components[1] of Apple's file)"
    ])
}
