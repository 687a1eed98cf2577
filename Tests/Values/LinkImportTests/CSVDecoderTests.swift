import Testing

@testable import LinkImport

private func records(_ pieces: [[UInt8]]) -> [CSVRecord] {
  var decoder = CSVDecoder()
  return pieces.flatMap { decoder.feed($0[...]) } + decoder.finish()
}

private let tables: [(String, [CSVRecord])] = [
  ("", []),
  ("\r\n\n\r", []),
  ("a,b\r\nc,d", [.init(line: 1, fields: ["a", "b"]), .init(line: 2, fields: ["c", "d"])]),
  (
    "a\n\nb\r\rc\n",
    [
      .init(line: 1, fields: ["a"]), .init(line: 3, fields: ["b"]), .init(line: 5, fields: ["c"]),
    ]
  ),
  (
    "\"a \"\"b\"\"\",\"c\r\nd,\",e\nf",
    [
      .init(line: 1, fields: ["a \"b\"", "c\r\nd,", "e"]), .init(line: 3, fields: ["f"]),
    ]
  ),
  ("a,,\n,", [.init(line: 1, fields: ["a", "", ""]), .init(line: 2, fields: ["", ""])]),
  ("\"\"\nx", [.init(line: 1, fields: [""]), .init(line: 2, fields: ["x"])]),
  ("a\"b,c", [.init(line: 1, fields: ["a\"b", "c"])]),
  (
    "\"a\"b\nc",
    [
      .init(line: 1, fields: ["ab"], fault: .textBehindQuote), .init(line: 2, fields: ["c"]),
    ]
  ),
  (
    "a\n\"b\nc",
    [
      .init(line: 1, fields: ["a"]), .init(line: 2, fields: ["b\nc"], fault: .unclosedQuote),
    ]
  ),
  (
    "a;b,c;d\ne,f;g\n",
    [.init(line: 1, fields: ["a", "b,c", "d"]), .init(line: 2, fields: ["e,f", "g"])]
  ),
  (
    "\"a;b\"\tc\r\nd\te",
    [.init(line: 1, fields: ["a;b", "c"]), .init(line: 2, fields: ["d", "e"])]
  ),
  (
    "sep=;\r\na;b\r\n1;2",
    [.init(line: 2, fields: ["a", "b"]), .init(line: 3, fields: ["1", "2"])]
  ),
  ("\"SEP=,\"\na,b;c;d", [.init(line: 2, fields: ["a", "b;c;d"])]),
  ("sep=|\na", [.init(line: 1, fields: ["sep=|"]), .init(line: 2, fields: ["a"])]),
  ("\u{65E5}\u{672C},\u{1F98A}", [.init(line: 1, fields: ["\u{65E5}\u{672C}", "\u{1F98A}"])]),
]

@Test(arguments: tables)
func `reads a table at every split of its bytes`(_ text: String, _ expected: [CSVRecord]) {
  let bytes = Array(text.utf8)
  #expect(records([bytes]) == expected)
  #expect(records(bytes.map { [$0] }) == expected)
  for cut in 0...bytes.count {
    #expect(records([Array(bytes[..<cut]), Array(bytes[cut...])]) == expected)
  }
}

@Test func `bounds a record`() {
  let long = [UInt8](repeating: 0x61, count: 2 << 20)
  let many = [UInt8](repeating: UInt8(ascii: ","), count: 5000)
  let found = records([long, [0x0A], many, [0x0A], Array("\"".utf8), long])
  #expect(found.map(\.fault) == [.tooLong, .tooLong, .tooLong])
  #expect(found.allSatisfy { $0.fields.count <= 1024 })
}

@Test func `prints a record that reads as it was`() {
  let fields = ["", "a", "b,c", "d \"e\"", "f\r\ng", " h ", "\u{1F98A}"]
  #expect(records([Array(CSVText.record(fields).utf8)]).map(\.fields) == [fields])
}
