import Testing

@testable import AppAssociation
@testable import AssociationValidation

/// Faults whose findings are more than one example of one rule.
struct LinterTests {
  private static func check(_ text: String) -> CheckedAssociation {
    AssociationLinter.check(Array(text.utf8))
  }

  @Test func `takes a bare statement for Google's file`() {
    let text =
      #"{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"web","site":"https://a.example"}}"#
    let checked = Self.check(text)
    #expect(checked.kind == .android)
    #expect(checked.findings.map(\.code) == ["root-type"])
    #expect(checked.findings.first?.help == "wrap the statement in [ ]")
  }

  @Test func `finds the same faults when nobody wants their repairs`() {
    let text = appleFile(#"{"/":"/a/*"},{"/":"/a/b"},{"/":"NOT /c"},{"/":"/a/b","exclude":true}"#)
    let wanted = Self.check(text).findings
    let unwanted = AssociationLinter.check(
      Array(text.utf8), kind: nil, isSigned: false, repairs: .untried
    ).findings
    #expect(wanted.contains { $0.code == "unreachable-rule" } && wanted.count == unwanted.count)
    for (one, other) in zip(wanted, unwanted) {
      #expect(one.code == other.code && one.path == other.path && one.message == other.message)
    }
  }

  @Test func `goes on behind errors of syntax and checks what was meant`() {
    let found = Self.check(
      """
      {"applinks": {"details": [
        {"appIDs": ["nodot",], // the app
         "components": [{"/": "/app/*\u{201D}},]}
      ]}}
      """
    ).findings
    #expect(
      found.map { "\($0.code) \($0.line ?? 0):\($0.column ?? 0)" } == [
        "app-id-format 2:15", "json-syntax 2:22", "json-syntax 2:26", "json-syntax 3:32",
        "json-syntax 3:34",
      ])
    #expect(Self.check("{\"applinks\": {},}").file == nil)
  }

  @Test func `points at the typographic quotation mark, not at the plain one`() {
    let found = Self.check("{\"a\": \"/app/*\u{201D}\n}").findings.filter {
      $0.code == "json-syntax"
    }
    #expect(found.first?.column == 14)
    #expect(found.first?.message == "a typographic quotation mark: expected '\"'")
  }

  @Test func `names the bracket that is open at the end`() {
    let found = Self.check("{\n  \"applinks\": {\n    \"details\": []\n").findings
    #expect(
      found.map(\.message) == [
        "the text ends prematurely: the '{' at line 2, column 15 is not closed"
      ])
  }

  static let paths = [
    "not /x", " /x ", "x/.*", "^/x", "https://a.example/x", "www.a.jp/x", "a#b", "/\u{301}x",
  ]

  @Test(arguments: paths)
  func `asks for no slash where something else is wrong`(_ path: String) {
    let codes = foundCodes(appleFile(#"{"/":"\#(path)"}"#))
    #expect(!codes.contains("path-without-slash"))
    #expect(!codes.isEmpty)
  }

  @Test func `tells what becomes of a rule without the key that was meant`() {
    let messages = Self.check(
      appleFile(
        #"{"/":"/a","casesensitive":false,"Exclude":true,"percentencoded":false,"coment":""}"#)
    ).findings.filter { $0.code == "unknown-key" }.map(\.message)
    #expect(
      messages == [
        "'casesensitive' is not a key of a rule: it is ignored, which makes the rule narrower",
        "'Exclude' is not a key of a rule: it is ignored, so the rule opens the app",
        "'percentencoded' is not a key of a rule: it is ignored, so URLs are not decoded",
        "'coment' is not a key of a rule: it is ignored",
      ])
  }
}
