import JSONSyntax
import Testing

private func parse(_ text: String) throws -> JSONDocument {
  try JSONDocument(parsing: Array(text.utf8))
}

private let faults: [(String, JSONSyntaxError.Reason, Int)] = [
  ("", .empty, 0), ("  \n", .empty, 3), ("\u{FEFF}{}", .byteOrderMark, 0),
  ("<!doctype html>", .html, 0), ("{} x", .trailingText, 3), ("[1,]", .trailingComma, 2),
  ("{\"a\":1,}", .trailingComma, 6), ("{\"a\" 1}", .missingColon, 5),
  ("[1 2]", .missingComma, 3), ("{\"a\":1 \"b\":2}", .missingComma, 7), ("{a:1}", .unquotedName, 1),
  ("{'a':1}", .singleQuote, 1), ("[\u{201C}a\u{201D}]", .smartQuote, 1),
  ("[\u{A0}1]", .noBreakSpace, 1), ("[1, // x\n2]", .comment, 4), ("# x", .comment, 0),
  ("[\"a\nb\"]", .unterminatedString, 1), ("[\"a", .unterminatedString, 1),
  ("[\"\t\"]", .controlCharacter, 2), ("[\"\\x\"]", .invalidEscape, 2),
  ("[\"\\ud800\"]", .invalidEscape, 2), ("[01]", .invalidNumber, 1), ("[1.]", .invalidNumber, 1),
  ("[-]", .invalidNumber, 1), ("[1e]", .invalidNumber, 1), ("[nul]", .unexpected, 1),
  ("[", .unexpectedEnd, 1), ("{\"a\":", .unexpectedEnd, 5), ("[,1]", .missingValue, 1),
  ("{\"a\":}", .missingValue, 5), ("[1}", .mismatchedBracket, 2),
  ("{\"a\":1]", .mismatchedBracket, 6), ("{\"a\":1,,\"b\":2}", .missingValue, 7),
  ("[\"a\u{201D}]", .smartQuote, 3), ("[\"a\u{201D}, \"b\"]", .smartQuote, 3),
  ("[\"e\(marks(51))\"]", .endlessMarks, 1), ("{\"e\(marks(51))\": 1}", .endlessMarks, 1),
  ("[\"e\(marks(50))\\u0301\"]", .endlessMarks, 1),
]

/// Marks that a comparison has to sort.
private func marks(_ pairs: Int) -> String { String(repeating: "\u{301}\u{323}", count: pairs) }

@Test(arguments: faults)
func `reports the reason why a text is not JSON`(
  _ text: String, _ reason: JSONSyntaxError.Reason, _ offset: Int
) {
  let error = #expect(throws: JSONSyntaxError.self) { try parse(text) }
  #expect(error?.reason == reason)
  #expect(error?.offset == offset)
}

@Test(
  arguments: [
    ([0xFF, 0xFE, 0x7B, 0], .wideCharacters), ([0xFE, 0xFF, 0, 0x7B], .wideCharacters),
    ([0x7B, 0, 0x7D, 0], .wideCharacters), ([0, 0x7B], .wideCharacters),
    ([0, 0, 0, 0x7B], .wideCharacters), ([0x1F, 0x8B, 8], .compressed),
    ([0x1F], .unexpected), ([0xFF, 0xFF], .unexpected),
  ] as [([UInt8], JSONSyntaxError.Reason)])
func `names the encoding of bytes that are no UTF-8`(
  _ bytes: [UInt8], _ reason: JSONSyntaxError.Reason
) {
  #expect(throws: JSONSyntaxError(reason, at: 0)) { try JSONDocument(parsing: bytes) }
  #expect(TolerantJSON(parsing: bytes).errors.first?.reason == reason)
}

@Test func `keeps typographic quotation marks inside of strings`() throws {
  let text = "{\"a\": \"\u{201C}x\u{201D}, y\", \"\u{201D}\": [\"\u{201D}\", \"z\"]}"
  #expect(try parse(text).root.member("a")?.string == "\u{201C}x\u{201D}, y")
}

@Test func `names the bracket that is not closed`() throws {
  let error = #expect(throws: JSONSyntaxError.self) {
    try parse("{\n  \"a\": [\n    {\"b\": 1")
  }
  #expect(error?.message == "the text ends prematurely: the '{' at line 3, column 5 is not closed")
  let wrong = #expect(throws: JSONSyntaxError.self) { try parse("{\n \"a\": [1}") }
  #expect(
    wrong?.message
      == "a closing bracket of the wrong kind: expected ']' for the '[' at line 2, column 7")
}

@Test func `finds the byte that is not UTF-8`() {
  #expect(throws: JSONSyntaxError(.invalidUTF8, at: 4)) {
    try JSONDocument(
      parsing: Array("[\"ok".utf8) + [0xC3, 0xFF, 0xFF] + Array("\"]".utf8).dropLast())
  }
}

@Test func `bounds the depth of a text`() throws {
  _ = try parse(String(repeating: "[", count: 128) + String(repeating: "]", count: 128))
  #expect(throws: JSONSyntaxError(.tooDeep, at: 128)) {
    try parse(String(repeating: "[", count: 5_000_000))
  }
}

@Test func `keeps marks that somebody plays with`() throws {
  let text = "e\(marks(50))e\(marks(50))"
  #expect(try parse("{\"\(text)\": \"\(text)\"}").root.member(text)?.string == text)
  // The fields of a link hold more of them, so that what is stored stays readable.
  #expect(JSONDocument(stored: "[\"\(marks(4096))\"]".utf8)?.root.array?.count == 1)
}

@Test func `keeps members in order with their offsets`() throws {
  let document = try parse(
    "{\n  \"b\": [true, null],\n  \"é\": \"\\u00e9\\ud83d\\ude00\", \"a\": -1.5e3\n}")
  let members = try #require(document.root.object)
  #expect(members.map(\.name) == ["b", "é", "a"])
  #expect(document.position(of: members[0].node.offset) == JSONPosition(line: 2, column: 8))
  #expect(document.position(of: members[2].nameOffset) == JSONPosition(line: 3, column: 30))
  #expect(members[1].node.string == "é😀")
}

@Test func `finds the intended name`() {
  let names = ["screen", "title", "image", "web"]
  #expect(nearestName(to: "scren", among: names) == "screen")
  #expect(nearestName(to: "Titel", among: names) == "title")
  #expect(nearestName(to: "description", among: names) == nil)
  #expect(nearestName(to: "", among: names) == nil)
}

@Test func `prints members in the order they are given`() {
  let output = JSONOutput.object([
    .init("b", .array([.int(1), .bool(true), .null])), .init("a", .object([])),
    .init("s", .string("\"\\\n</script>\u{2028}")),
  ])
  #expect(output.compact == #"{"b":[1,true,null],"a":{},"s":"\"\\\n\u003c/script>\u2028"}"#)
  #expect(output.pretty.hasPrefix("{\n  \"b\": [\n    1,\n    true,\n    null\n  ],\n  \"a\": {},"))
}

@Test(arguments: [0, 1, 2, 3, 5])
func `an object that stays text is read as one of nodes`(limit: Int) throws {
  let text = #"""
    { "a": { "b": [ { "x": "é\n", "y": 2, "z": {} } ], "c": null, "d": true, "a": "again" },
      "e": {}, "f": "text", "g": [1, [ { "h": { "i": 1, "j": 2, "k": 3 } } ]] }
    """#
  let bytes = Array(text.utf8)
  let nodes = try JSONDocument(parsing: bytes)
  let kept = try JSONDocument(parsing: bytes, memberLimit: limit)
  #expect(JSONOutput(kept.root).compact == JSONOutput(nodes.root).compact)
  #expect(kept.root.member("a")?.member("a")?.string == "again")
  #expect(kept.root.string == nil && kept.root.array == nil && kept.root.bool == nil)
  for path in ["", "a", "a.b[0].z", "a.d", "g[1][0].h.k", "g[1][0].h.none", "none"] {
    #expect(kept.position(path: path) == nodes.position(path: path))
  }
  var names: [String] = []
  let isObject = kept.root.forEachMember { member in
    names.append(member.name)
    return member.name != "e"
  }
  #expect(isObject && names == ["a", "e"])
}

@Test func `an object that stays text has the problems of one of nodes`() throws {
  let text = #"{ "a": { "x": 1, "y": 2, "x": 3 }, "b": 1, "a": 2, "c": {} }"#
  let problems = try [Int.max, 1].map { limit in
    let document = try JSONDocument(parsing: Array(text.utf8), memberLimit: limit)
    let collector = JSONProblemCollector(document)
    _ = collector.root.object { object in
      _ = object.required("a")?.object { $0.required("y")?.string() }
      _ = object.optional("c")?.string()
    }
    return collector.problems
  }
  #expect(problems[0] == problems[1] && problems[0].count == 6)
}
