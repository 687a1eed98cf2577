import JSONSyntax
import Testing

struct JSONLinesTests {
  static let cases: [(text: String, line: Int, column: Int, shown: String?, indentation: Int?)] = [
    ("abc\ndef", 2, 2, "def", 1),
    ("abc\ndef", 1, 4, "abc", 3),
    ("a\tb\u{1B}[c\u{202E}d", 1, 3, "a b [c d", 2),
    ("éé😀x", 1, 4, "éé😀x", 3),
    ("0123456789", 1, 6, "…3456…", 3),
    ("éèéèéèéèéè", 1, 6, "…èéèé…", 3),
    ("abc", 2, 1, nil, nil),
    ("abc", 1, 9, nil, nil),
    ("", 1, 1, "", 0),
  ]

  @Test(arguments: cases)
  func `shows the part of a line around a position`(
    text: String, line: Int, column: Int, shown: String?, indentation: Int?
  ) {
    let position = JSONPosition(line: line, column: column)
    let isLong = text.unicodeScalars.count == 10
    let excerpt = JSONLines(bytes: Array(text.utf8))
      .excerpt(position, before: isLong ? 2 : 60, after: isLong ? 2 : 40)
    #expect(excerpt?.text == shown)
    #expect(excerpt?.indentation == indentation)
  }

  @Test func `reads only the shown part of a line`() {
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)
    let excerpt = JSONLines(bytes: bytes).excerpt(JSONPosition(line: 1, column: 2_000_000))
    #expect(excerpt?.text == "…" + String(repeating: "x", count: 100) + "…")
    #expect(excerpt?.indentation == 61)
  }
}

extension JSONLinesTests {
  @Test func `finds every position among long lines, short ones and characters of every width`() {
    let text =
      String(repeating: "é", count: 1500) + "\n\n" + String(repeating: "ab\n", count: 700)
      + String(repeating: "😀x\n", count: 300) + "end"
    let bytes = Array(text.utf8)
    let lines = JSONLines(bytes: bytes)
    var (line, column) = (1, 1)
    for (offset, byte) in bytes.enumerated() {
      // A continuation byte is in the column behind its character.
      let isInside = (0x80...0xBF).contains(byte)
      #expect(lines.position(of: offset) == JSONPosition(line: line, column: column))
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if !isInside {
        column += 1
      }
    }
    #expect(lines.position(of: .max) == JSONPosition(line: 1003, column: 4))
    #expect(lines.excerpt(JSONPosition(line: 1003, column: 1))?.text == "end")
    #expect(lines.excerpt(JSONPosition(line: 1002, column: 1))?.text == "😀x")
    #expect(lines.excerpt(JSONPosition(line: 1004, column: 1)) == nil)
  }
}
