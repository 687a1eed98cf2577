import FoundationEssentials
import KeiroCommand
import ProgramSupport
import Synchronization
import Testing

struct ImportCommandTests {
  private let fixture: StoreFixture
  private let file: String

  init() throws {
    fixture = try StoreFixture()
    file = try fixture.folder.write(
      """
      short_link,link,archived
      https://a.example/s/AbC-_1,https://e.example/1,false
      https://a.example/s/AbC-_1,https://e.example/2,false
      https://x.page.link/old,https://e.example/3,true

      """, to: "export.csv")
  }

  @Test(arguments: ["csv", "ndjson"])
  func `imports what it exported without a change`(format: String) throws {
    fixture.run(
      "links", "import", "--format", "firebase", "--apply", "--as", "q.b.example", file)
    fixture.run("links", "edit", "a.example/s/AbC-_1", "--password", "p", "--name", "a, \"b\"")
    let exported = fixture.run("links", "export", "--format", format).output
    let copy = try fixture.folder.write(exported, to: "copy." + format)
    let back = fixture.run("links", "import", "--format", format, "--apply", copy)
    #expect(back.code == .done)
    #expect(back.output == "created 0, updated 0, unchanged 2, rejected 0\n")
    let other = try StoreFixture()
    other.run("links", "import", "--format", format, "--apply", copy)
    #expect(other.run("links", "export", "--format", format).output == exported)
    let part = fixture.run("links", "export", "--format", "ndjson", "--host", "a.example").output
    #expect(part.split(separator: "\n").count == 1)
    for mode in ["--json", "--apply"] {
      let over = fixture.run("links", "import", "--format", "firebase", "--overwrite", mode, file)
      #expect(over.output.contains("password: the password that was set here is dropped"))
    }
  }

  @Test func `reads UTF-16 and refuses other encodings whole`() throws {
    let text = "host\tslug\turl\tname\r\na.example\ta\thttps://e.example/\t\u{6625}\r\n"
    let units = [0xFEFF] + text.utf16
    let file = fixture.folder.path + "/unicode.txt"
    try Data(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).write(to: URL(filePath: file))
    let made = fixture.run("links", "import", "--format", "csv", "--apply", file)
    #expect(made.output == "created 1, updated 0, unchanged 0, rejected 0\n")
    #expect(fixture.run("links", "show", "a.example/s/a").output.contains("\u{6625}"))
    // More than a batch of good rows precedes the bad one.
    let rows = (0..<6000).map { "a.example,n\($0),https://e.example/\n" }.joined()
    let odd = Array(("host,slug,url\n" + rows + "a.example,caf").utf8) + [0xE9, 0x0A]
    let other = fixture.folder.path + "/windows.csv"
    try Data(odd).write(to: URL(filePath: other))
    let refused = fixture.run("links", "import", "--format", "csv", "--apply", other)
    #expect(refused.code == .negative)
    #expect(
      refused.output == """
        created 0, updated 0, unchanged 0, rejected 1
        rejected (these rows are not taken):
          line 6002: the byte 0xE9 is not UTF-8, and the text looks like Windows-1252 \
        (Latin-1): 'iconv -f WINDOWS-1252 -t UTF-8 FILE >NEW' makes a file that can be imported

        """)
    #expect(
      fixture.run("links", "export", "--format", "ndjson").output.split(separator: "\n").count == 1)
  }

  @Test func `shows progress on a terminal`() {
    let written = Mutex<[UInt8]>([])
    let console = Console(columns: { $0 == .error ? 60 : nil }) { stream, bytes in
      if stream == .error { written.withLock { $0 += bytes } }
      return true
    }
    let code = KeiroCommand.main(
      arguments: ["links", "import", "--format", "firebase", "--json", file],
      environment: ["KEIRO_CONFIG": fixture.configuration], console: console)
    #expect(code == .negative)
    let text = written.withLock { String(decoding: $0, as: UTF8.self) }
    #expect(
      text == "\r\u{1B}[K[\(String(repeating: "#", count: 40))] 100 %  3 rows\r\u{1B}[K")
  }
}
