import KeiroCommand
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
        would be created 1, would be updated 0, unchanged 0, rejected 2
        line 3: https://a.example/s/AbC-_1: the link stands already in line 2: the first counts
        line 4: https://x.page.link/old: no site serves the host 'x.page.link'

        """)
    #expect(dry.error == "nothing was written: --apply does it\n")
    #expect(fixture.run("links", "export", "--format", "ndjson").output == "")
  }

  @Test func `answers as JSON, alike for the dry run and the run`() {
    let expected = """
      {
        "created": 2,
        "updated": 0,
        "unchanged": 0,
        "rejected": 1,
        "problems": [
          {
            "line": 3,
            "link": "https://a.example/s/AbC-_1",
            "reason": "the link stands already in line 2: the first counts"
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
      #expect(recorder.output == expected)
    }
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

  @Test func `tells what fails around it`() throws {
    let absent = fixture.run("links", "import", "--format", "csv", fixture.folder.path + "/none")
    #expect(absent.code == .environmentFailed)
    #expect(absent.error == "keiro: cannot read 'none': no such file or directory\n")
    let folder = fixture.run("links", "import", "--format", "csv", fixture.folder.path)
    #expect(folder.code == .environmentFailed)
    let host = fixture.run("links", "import", "--format", "csv", "--as", "d.example", file)
    #expect(host.code == .negative)
    #expect(
      host.error == "keiro links import: --as: no site serves the host 'd.example': did you mean "
        + "'a.example'?\n")
    try fixture.folder.write("no database", to: "keiro.db")
    let broken = fixture.run("links", "import", "--format", "firebase", "--apply", file)
    #expect(broken.code == .environmentFailed)
    #expect(broken.error.hasPrefix("keiro: the store 'keiro.db' failed: "))
    let memory = try StoreFixture(store: "{ \"memory\": true }").run("links", "list")
    #expect(memory.code == .environmentFailed)
    #expect(
      memory.error == "keiro: the store of 'keiro.json' is the memory of the server: expected "
        + "{ \"sqlite\": \"keiro.db\" }, which commands can open too\n")
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
