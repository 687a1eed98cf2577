import Testing

@testable import AppAssociation
@testable import AssociationValidation

/// Faults whose findings are more than one example of one rule.
struct LinterTests {
  private static func check(_ text: String) -> CheckedAssociation {
    AssociationLinter.check(Array(text.utf8))
  }

  private static func codes(_ text: String) -> [String] {
    check(text).findings.map(\.code)
  }

  private static func entry(_ rules: String) -> String {
    #"{"applinks":{"details":[{"appIDs":["94VJUJ8B7P.a"],"components":[\#(rules)]}]}}"#
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
    let text = Self.entry(#"{"/":"/a/*"},{"/":"/a/b"},{"/":"NOT /c"},{"/":"/a/b","exclude":true}"#)
    let wanted = Self.check(text).findings
    let unwanted = AssociationLinter.check(
      Array(text.utf8), kind: nil, isSigned: false, repairs: .untried
    ).findings
    #expect(wanted.contains { $0.code == "unreachable-rule" } && wanted.count == unwanted.count)
    for (one, other) in zip(wanted, unwanted) {
      #expect(one.code == other.code && one.path == other.path && one.message == other.message)
    }
  }

  @Test func `knows the services of message filters and single sign-on`() {
    #expect(Self.codes(#"{"messagefilter":{"apps":["94VJUJ8B7P.a"]}}"#) == [])
    #expect(Self.codes(#"{"authsrv":{"apps":["94VJUJ8B7P.a"]}}"#) == [])
    #expect(
      Self.codes(#"{"messagefilter":{"apps":[],"details":[{"appID":"94VJUJ8B7P.a"}]}}"#)
        == ["service-without-apps", "service-details"])
  }

  @Test func `reports services that name no app`() {
    for text in [#"{"webcredentials":{}}"#, #"{"appclips":{"apps":[]}}"#] {
      #expect(Self.codes(text) == ["service-without-apps"])
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

  static let paths = ["not /x", " /x ", "x/.*", "^/x", "https://a.example/x", "www.a.jp/x", "a#b"]

  @Test(arguments: paths)
  func `asks for no slash where something else is wrong`(_ path: String) {
    let codes = Self.codes(Self.entry(#"{"/":"\#(path)"}"#))
    #expect(!codes.contains("path-without-slash"))
    #expect(!codes.isEmpty)
  }

  @Test func `tells what becomes of a rule without the key that was meant`() {
    let messages = Self.check(
      Self.entry(
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

  @Test func `says once that an entry has no array around it`() {
    let text = #"{"applinks":{"details":{"appIDs":["94VJUJ8B7P.a"],"components":[{"/":"/a"}]}}}"#
    #expect(Self.codes(text) == ["details-dictionary"])
  }

  @Test func `leaves the root page behind a lone star alone`() {
    let text =
      #"{"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.a","paths":["NOT /e/*","*","/"]}]}}"#
    #expect(Self.codes(text) == [])
  }

  @Test func `finds excludes that come too late for some pages`() {
    let found = Self.check(
      Self.entry(##"{"/":"/"},{"/":"/a","?":{"x":"?*"}},{"#":"stay","exclude":true},{"/":"/b"}"##)
    ).findings
    #expect(found.map(\.code) == ["late-exclude"])
    #expect(Self.codes(Self.entry(##"{"#":"stay","exclude":true},{"/":"/"}"##)) == [])
    #expect(Self.codes(Self.entry(#"{"/":"/a/b"},{"/":"/a/*","exclude":true},{"/":"/c"}"#)) == [])
  }
}
