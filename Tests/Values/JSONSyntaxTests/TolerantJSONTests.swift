import JSONSyntax
import Testing

struct TolerantJSONTests {
  private static func read(_ text: String) -> TolerantJSON {
    TolerantJSON(parsing: Array(text.utf8))
  }

  static let texts: [(String, [JSONSyntaxError.Reason])] = [
    ("{}", []),
    (
      "{\"a\": [1, 2,], // x\n \u{201C}b\u{201D}: 'c',}",
      [.trailingComma, .comment, .smartQuote, .singleQuote, .trailingComma]
    ),
    ("\u{FEFF}{\"a\":\u{A0}1 \"b\": 2}", [.byteOrderMark, .noBreakSpace, .missingComma]),
    ("/* a\n */ [1, # b\n 2]", [.comment, .comment]),
    (
      "{a: 1, \"b\" 2, \"c\": , \"d\": tru}",
      [.unquotedName, .missingColon, .missingValue, .unexpected]
    ),
    ("[\"a\": 1, \"b\": 2]", [.memberInList]), ("[\"a\": {\"b\": 2}, \"c\": 1}", [.memberInList]),
    ("{\"a\": {\"x\"}}", [.valueWithoutName]),
    ("{\"a\": {\"x\", \"y\"], \"b\": 1}", [.valueWithoutName]),
    ("{`a`: `b`, `c`: 1}", [.backtick]), ("{\\\"a\\\": \\\"b\\\"}", [.escapedQuote]),
    ("{&quot;a&quot;: [&quot;b&quot;]}", [.escapedQuote]),
    ("{\u{2018}a\u{2019}: 1}", [.smartQuote]), ("{\u{300C}a\u{300D}: 1}", [.smartQuote]),
    ("```json\n{}\n```", [.leadingText, .trailingText]),
    ("[2026-11-01 10:00] local.INFO: x\n{}", [.leadingText]),
    ("[info] starting\n[]", [.leadingText]),
    ("2026-11-29 12:00 INFO\n{}", [.leadingText]),
    ("{\"a\": [{\"b\": 1]}", [.mismatchedBracket]),
    ("[1, {\"a\": 2", [.unexpectedEnd]),
    ("{\"a\": \"x,\n \"b\": 1}", [.unterminatedString]),
    ("[\"\\q\", 01, \"\t\"]", [.invalidEscape, .invalidNumber, .controlCharacter]),
    ("var x = [1];", [.leadingText, .trailingText]), ("call({})\n", [.leadingText, .trailingText]),
    ("oid sha256:ab\nsize 1", [.unexpected]),
    ("{\"a\" => 1, \"b\" = [2]}", [.missingColon, .missingColon]),
    ("{} {}", [.trailingText]), ("{{}}", [.unquotedName]),
    ("[,,]", [.missingValue, .missingValue]),
    ("<html>", [.html]), ("", [.empty]),
  ]

  @Test(arguments: texts)
  func `goes on behind an error and finds the others`(
    _ text: String, _ reasons: [JSONSyntaxError.Reason]
  ) {
    #expect(Self.read(text).errors.map(\.reason) == reasons)
  }

  @Test func `reads what was obviously meant, and nothing else`() throws {
    let text = "{\"a\": [1, {\"b\": \"x\u{201D}},], // y\n 'c': 2}"
    let root = try #require(Self.read(text).document?.root)
    #expect(root.object?.map(\.name) == ["a", "c"])
    #expect(root.member("a")?.array?.last?.member("b")?.string == "x")
    #expect(Self.read("{\"a\": [1}").document == nil)
  }

  @Test func `reports the first error as the strict reader does`() {
    for (text, reasons) in Self.texts where reasons.count == 1 {
      let error = #expect(throws: JSONSyntaxError.self) {
        try JSONDocument(parsing: Array(text.utf8))
      }
      #expect(error?.reason == reasons.first, "\(text)")
    }
  }

  @Test func `lists a few errors of each kind and counts the others`() {
    let found = Self.read("[" + String(repeating: "1, // x\n", count: 100) + "2,]")
    #expect(found.errors.count == 6)
    #expect(found.unlisted == 95)
    #expect(found.errors.last?.reason == .trailingComma)
  }

  @Test func `ends with every text, however broken`() {
    var state = UInt64(1)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "a", "\u{201C}", "\u{201D}", "'", "//", "/*", "*/", "#",
      "\n", " ", "\u{A0}", "1", "-", "true", "\\", "\\u12", "<", "\u{FEFF}",
    ]
    for _ in 0..<4000 {
      var text = ""
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(state >> 33) % pieces.count]
      }
      let found = Self.read(text)
      let isJSON = (try? JSONDocument(parsing: Array(text.utf8))) != nil
      #expect(found.errors.isEmpty == isJSON, "\(text)")
    }
    _ = Self.read(String(repeating: "[", count: 100_000))
    _ = Self.read(String(repeating: "{\u{201C}", count: 100_000))
  }
}
