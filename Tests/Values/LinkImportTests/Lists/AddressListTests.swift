import JSONSyntax
import LinkImport
import Testing

private func entries(_ bytes: [UInt8], cut: Int? = nil) -> [AddressList.Entry] {
  var list = AddressList()
  let cut = cut ?? bytes.count
  let pieces = [Array(bytes[..<cut]), Array(bytes[cut...])]
  return pieces.flatMap { list.feed($0) } + list.finish()
}

struct AddressListTests {
  @Test func `reads addresses at every split, from lists and tables`() {
    let text = """
      \u{FEFF}Short URL;Note
      https://go.example.com/a;first
      "go.example.com/B",x

      # a remark
      nonsense
      ftp://go.example.com/c
      go.example.com
      https://u@go.example.com/d
      """
    func rejected(_ line: Int, _ name: String) -> AddressList.Entry {
      let reason = "'\(name)' is not a short URL"
      return .rejected(ImportRow(line: line, name: name, rejectedFor: reason))
    }
    let expected: [AddressList.Entry] = [
      .address(line: 2, url: "https://go.example.com/a"),
      .address(line: 3, url: "https://go.example.com/B"),
      rejected(6, "nonsense"), rejected(7, "ftp://go.example.com/c"),
      rejected(8, "go.example.com"), rejected(9, "https://u@go.example.com/d"),
    ]
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count { #expect(entries(bytes, cut: cut) == expected, "\(cut)") }
  }

  @Test func `reads marks in succession that would be sorted for minutes`() {
    let marks = String(repeating: "\u{301}\u{323}", count: 100_000)
    let lines = ["x\(marks)", "\(marks)/", "https://go.example.com/\(marks)", "go.example.com/a"]
    let found = entries(Array(lines.joined(separator: "\n").utf8))
    #expect(found.count == 3 && found.last == .address(line: 4, url: "https://go.example.com/a"))
  }

  @Test func `refuses a file that is no text`() {
    let reason =
      "the file is a ZIP archive or an Excel workbook and not text: expected its contents as text"
    guard case .rejected(let row)? = entries([0x50, 0x4B, 0x03, 0x04, 0]).first else {
      Issue.record("the file is read")
      return
    }
    #expect(row.problems == [reason] && row.line == 1)
  }
}

struct OldAnswerTests {
  private func told(_ status: Int, _ location: String? = nil) -> String {
    let answer = OldAnswer(url: "https://go.example.com/x/a", status: status, location: location)
    switch answer.destination {
    case .success(let target): return target
    case .failure(let fault): return fault.reason.english
    }
  }

  @Test(arguments: [
    ("https://e.example/p?q=1#f", "https://e.example/p?q=1#f"),
    ("//e.example/p", "https://e.example/p"),
    ("/p", "https://go.example.com/p"), ("b", "https://go.example.com/x/b"),
    ("https://e.example/\u{65E5}", "https://e.example/%E6%97%A5"),
    ("javascript:alert(1)", "the old service redirects without a valid address"),
    ("", "the old service redirects without a valid address"),
    ("https://go.example.com/x/a", "the old service redirects it to itself"),
  ])
  func `finds the destination of a redirect`(_ location: String, _ expected: String) {
    for status in [301, 302, 303, 307, 308] { #expect(told(status, location) == expected) }
  }

  @Test(arguments: [
    (404, "the old service does not know it"), (410, "the old service does not know it"),
    (403, "the old service denies access to it"), (500, "the old service answers with 500"),
    (429, "the old service is refusing requests for now"),
    (
      200,
      "the old service shows a page instead of a redirect: it may ask for a password, or warn"
    ),
  ])
  func `says why there is none`(_ status: Int, _ expected: String) {
    #expect(told(status) == expected)
  }

  @Test func `is kept as a line, of which a part is nothing`() {
    let answer = OldAnswer(url: "https://go.example.com/a", status: 301, location: "/b\"\n")
    let line = Array(answer.line.utf8)
    #expect(OldAnswer(line: line) == answer)
    for cut in 0..<(line.count - 2) { #expect(OldAnswer(line: Array(line[..<cut])) == nil) }
  }
}
