import FoundationEssentials
import GoldenFiles
import Testing

@testable import AppAssociation
@testable import AssociationValidation

/// A rule's doc comment, which is its page in the documentation.
struct RulePage: Sendable, CustomTestStringConvertible {
  let code: String
  let text: [String]
  let bad: [String]
  let good: [String]

  var testDescription: String { code }

  /// The doc comment of the rule's type.
  init?(source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard
      let code = lines.first(where: { $0.contains("static let code = ") })?
        .split(separator: "\"").dropFirst().first
    else { return nil }
    self.code = String(code)
    let comment = lines.filter { $0.hasPrefix("///") }.map { String($0.dropFirst(4)) }
    text = comment
    bad = RulePage.examples("Bad:", comment)
    good = RulePage.examples("Good:", comment)
  }

  private static func examples(_ label: String, _ comment: [String]) -> [String] {
    comment.indices.filter { comment[$0] == label }.map { start in
      comment[(start + 2)...].prefix { $0 != "```" }.joined(separator: "\n")
    }
  }

  static let all: [RulePage] = {
    let folder = GoldenFile.checkout.appending(
      path: "Sources/Values/AssociationValidation/Rules")
    return ["Apple", "Android", "Hosts"].flatMap { platform in
      let path = folder.appending(path: platform)
      let names = try? FileManager.default.contentsOfDirectory(atPath: path.path)
      return (names ?? []).sorted().compactMap { name in
        let source = try? String(contentsOf: path.appending(path: name), encoding: .utf8)
        return source.flatMap { RulePage(source: $0) }
      }
    }
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

/// Completes the examples that are too long for a comment.
func prepared(_ example: String, _ code: String) -> String {
  switch code {
  case "file-size": example.replacing("…", with: String(repeating: "x", count: 140_000))
  case "many-escapes":
    example.replacing(
      "[{", with: "[" + (0..<20).map { #"{"/":"/%E6%9C%9D\#($0)"},"# }.joined() + "{")
  default: example
  }
}

@Test func `every rule has a page, and every page a rule`() {
  let rules =
    RuleList.apple.map { $0.code } + RuleList.android.map { $0.code }
    + HostDocument.allCases.map { $0.rule.code }
  #expect(RulePage.all.map(\.code).sorted() == rules.sorted())
  #expect(Set(rules).count == rules.count)
}

@Test(arguments: RulePage.all)
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

/// The codes outside the rules.
private let otherPages = """
  ### `empty-file`

  The file is empty.

  ### `json-syntax`

  The text is not valid JSON. The finding gives the place and the probable cause: an extra comma, \
  typographic quotation marks, a comment, a byte order mark, a no-break space, a web page \
  instead of the file.

  ### `other-environment`

  The file names an app of another environment of the configuration: `keiro validate --environment`, \
  `keiro check` and the doctor look for it. A test build in the file of production takes the links of \
  everyone who has it.

  ### `platforms-disagree`

  An Apple file and an Android file that are validated together disagree about a URL.

  ### `root-type`

  The text is JSON, but neither an object, like Apple's files, nor an array, like Android's.

  ### `signed-unreadable`

  The file begins like a signed CMS message, but cannot be read as one.

  ### `string-too-long`

  A string of the file is longer than twice what devices read of a whole file.

  ### `unreadable-file`

  The file cannot be read, or it is not a file.

  """

/// The article of all codes, generated from the doc comments of the rules.
@Test func `documents every code in an article generated from the rules`() throws {
  let pages = RulePage.all.sorted { $0.code < $1.code }.map { page in
    "### `\(page.code)`\n\n" + page.text.joined(separator: "\n") + "\n\n"
  }
  let article =
    """
    # Findings

    Every code that `keiro validate` and ``AssociationLinter`` print, with examples.

    An error means that the file, or a part of it, does not work as written; a warning that it \
    works, but probably not as intended, or not everywhere; a note that no action is needed.

    ## Codes of rules


    """ + pages.joined() + "## Other codes\n\n" + otherPages
  let path = GoldenFile.checkout.appending(
    path: "Sources/Values/AssociationValidation/AssociationValidation.docc/Findings.md")
  #expect(try GoldenFile(path).difference(from: article) == nil)
}
