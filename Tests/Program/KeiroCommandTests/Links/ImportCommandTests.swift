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

  @Test func `writes nothing unless it is told to`() throws {
    let dry = fixture.run("links", "import", "--format", "firebase", file)
    #expect(dry.code == .negative)
    #expect(
      dry.output == """
        would create 1, update 0, leave 0 unchanged, reject 2
        rejected (these rows are not taken):
          line 3 https://a.example/s/AbC-_1: the link is already in line 2, and the first counts
          line 4 https://x.page.link/old: no site serves the host 'x.page.link'

        """)
    #expect(dry.error == "nothing was written: --apply does it\n")
    #expect(fixture.run("links", "export", "--format", "ndjson").output == "")
  }

  @Test func `answers as JSON, alike for the dry run and the run`() {
    let expected = """
        "created": 2,
        "updated": 0,
        "unchanged": 0,
        "kept": 0,
        "rejected": 1,
        "problems": [
          {
            "line": 3,
            "link": "https://a.example/s/AbC-_1",
            "severity": "rejected",
            "reason": "the link is already in line 2, and the first counts"
          },
          {
            "line": 4,
            "link": "https://x.page.link/old",
            "severity": "lossy",
            "reason": "archived: it is archived there but still redirects: it stays live, with the tag 'archived'"
          }
        ]
      }

      """
    for apply in [[], ["--apply"]] {
      let recorder = ConsoleRecorder()
      let code = recorder.run(
        ["links", "import", "--format", "firebase", "--json", "--as", "q.b.example", file] + apply,
        environment: ["KEIRO_CONFIG": fixture.configuration])
      #expect(code == .negative)
      #expect(
        recorder.output == (apply.isEmpty ? "{\n  \"dryRun\": true,\n" : "{\n") + expected)
    }
    let dry = fixture.run("links", "import", "--format", "firebase", "--as", "q.b.example", file)
    #expect(dry.output.hasPrefix("would create 0, update 0, leave 2 unchanged, reject 1\n"))
    let again = fixture.run(
      "links", "import", "--format", "firebase", "--apply", "--as", "q.b.example", file)
    #expect(again.output.hasPrefix("created 0, updated 0, unchanged 2, rejected 1\n"))
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
  }

  @Test func `groups what is wrong by its causes`() throws {
    let lines = (0..<900).map { "https://x\($0).page.link/a,https://e.example/\($0),\n" }
    let file = try fixture.folder.write(
      "short_link,link,isi\nhttps://a.example/s/a,https://e.example/a,no\n" + lines.joined(),
      to: "many.csv")
    let result = fixture.run("links", "import", "--format", "firebase", file)
    #expect(
      result.output == """
        would create 1, update 0, leave 0 unchanged, reject 900
        rejected (these rows are not taken):
          900 rows: no site serves the host '…'
            line 3 https://x0.page.link/a: no site serves the host 'x0.page.link'
            line 4 https://x1.page.link/a: no site serves the host 'x1.page.link'
            line 5 https://x2.page.link/a: no site serves the host 'x2.page.link'
            and 897 more
        lossy (these links are taken, without what is named here):
          line 2 https://a.example/s/a: isi: 'no' is not an App Store number: expected 1 to 20 digits

        """)
  }

  @Test func `keeps and names what was edited here`() throws {
    let file = try fixture.folder.write(
      "host,slug,url\na.example,a,https://e.example/a\na.example,b,https://e.example/b\n",
      to: "links.csv")
    fixture.run("links", "import", "--format", "csv", "--apply", file)
    fixture.run("links", "edit", "a.example/s/a", "--name", "Mine")
    let exported = fixture.run("links", "export", "--format", "csv").output
    let copy = try fixture.folder.write(exported, to: "copy.csv")
    #expect(
      fixture.run("links", "import", "--format", "csv", "--apply", copy).output
        == "created 0, updated 0, unchanged 2, rejected 0\n")
    let again = fixture.run("links", "import", "--format", "csv", "--apply", file)
    #expect(again.code == .done)
    #expect(
      again.output == """
        created 0, updated 0, unchanged 1, kept 1, rejected 0
        kept, 1 row: made here, or edited since an import wrote it: --overwrite replaces it
          line 2: a

        """)
    #expect(fixture.run("links", "show", "a.example/s/a").output.contains("Mine"))
    let forced = fixture.run(
      "links", "import", "--format", "csv", "--apply", "--overwrite", file)
    #expect(forced.output == "created 0, updated 1, unchanged 1, rejected 0\n")
    #expect(!fixture.run("links", "show", "a.example/s/a").output.contains("Mine"))
  }

  @Test(arguments: [
    ("semicolons", "sep=;\r\nhost;slug;url\r\na.example;a;https://e.example/?x=1,2\r\n"),
    ("tabs", "host\tslug\turl\na.example\ta\thttps://e.example/;\n"),
  ])
  func `reads what Excel writes`(_ name: String, _ text: String) throws {
    let file = try fixture.folder.write(text, to: "excel.csv")
    let result = fixture.run("links", "import", "--format", "csv", file)
    #expect(
      result.output == "would create 1, update 0, leave 0 unchanged, reject 0\n", "\(name)")
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

  @Test(arguments: [
    ["links", "list"], ["tokens", "list"], ["stats"], ["links", "export", "--format", "csv"],
    ["links", "import", "--format", "csv", "-"], ["explain", "--all"],
    ["association", "--host", "a.example"],
  ])
  func `names the errors of a configuration that stand in the way`(_ arguments: [String]) throws {
    let file = try fixture.folder.write(
      #"{ "apps": { "a": {} }, "sites": [ { "hosts": ["a.example"], "title": 7, "langage": "en" } ] }"#,
      to: "faulty.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(arguments, environment: ["KEIRO_CONFIG": file]) == .negative)
    #expect(recorder.output == "")
    #expect(recorder.error.hasPrefix("keiro \(arguments[0])"))
    #expect(
      recorder.error.drop { $0 != ":" } == """
        : the configuration '\(file)' has 2 errors, so nothing was done:
        \(file):1:70: sites[0].title: found a number: expected a string
        \(file):1:73: sites[0].langage: unknown key: did you mean 'language'?

        """)
  }

  @Test func `tells what fails around it`() throws {
    let absent = fixture.run("links", "import", "--format", "csv", fixture.folder.path + "/none")
    #expect(absent.code == .environmentFailed)
    #expect(absent.error == "keiro links import: cannot read 'none': no such file or directory\n")
    let folder = fixture.run("links", "import", "--format", "csv", fixture.folder.path)
    #expect(folder.code == .environmentFailed)
    let host = fixture.run("links", "import", "--format", "csv", "--as", "d.example", file)
    #expect(host.code == .negative)
    #expect(
      host.error == "keiro links import: as: no site serves the host 'd.example': did you mean "
        + "'a.example'?\n")
    try fixture.folder.write("no database", to: "keiro.db")
    let broken = fixture.run("links", "import", "--format", "firebase", "--apply", file)
    #expect(broken.code == .environmentFailed)
    #expect(broken.error.hasPrefix("keiro links import: the store 'keiro.db' failed: "))
    let memory = try StoreFixture(store: "{ \"memory\": true }").run("links", "list")
    #expect(memory.code == .environmentFailed)
    #expect(
      memory.error
        == "keiro links list: the store of 'keiro.json' is the memory of the server: expected "
        + "{ \"sqlite\": \"keiro.db\" }, which commands can open too, or --server\n")
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
      text == "\r\u{1B}[K[\(String(repeating: "#", count: 40))] 100 %  2 rows\r\u{1B}[K")
  }
}
