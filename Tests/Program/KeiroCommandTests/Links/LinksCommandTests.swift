import LinkStorage
import JSONSyntax
import KeiroCommand
import Links
import ProgramSupport
import Testing

struct LinksCommandTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test func `makes a link with a random slug`() {
    let random = fixture.run("links", "add", "--host", "q.b.example", "https://e.example/")
    #expect(random.code == .done)
    let slug = random.output.dropFirst("https://q.b.example/".count).dropLast()
    #expect(
      slug.count == 8
        && slug.utf8.allSatisfy { Slug.fault(of: String([Character(UnicodeScalar($0))])) == nil })
  }

  @Test func `keeps a password from a file as its hash`() throws {
    let file = try fixture.folder.write("secret\r\n", to: "password")
    fixture.run(
      "links", "add", "--host", "a.example", "--slug", "x", "--password-file", file,
      "https://e.example/")
    let hash = try fixture.store().link(at: LinkKey(host: "a.example", slug: "x"))?.link.password
    #expect(hash?.text.hasPrefix("$scrypt$") == true)
    let binary = try fixture.folder.write([0xFF, 0xFE, 0], to: "binary")
    let refused = fixture.run("links", "edit", "a.example/s/x", "--password-file", binary)
    #expect(refused.code == .negative && refused.error.contains("password: 'binary' is not UTF-8"))
  }

  @Test func `finds the link that visitors find, in each spelling and on each host`() throws {
    let configuration = try fixture.folder.write(
      """
      { "store": { "sqlite": "keiro.db" },
        "sites": [ { "hosts": ["a.example", "www.a.example"],
          "shortLinks": { "prefix": "/s/", "caseSensitive": false } } ] }
      """, to: "folding.json")
    func run(_ arguments: String...) -> CommandResult {
      keiro(arguments, environment: ["KEIRO_CONFIG": configuration])
    }
    #expect(
      run("links", "add", "--host", "a.example", "--slug", "x", "https://e.example/").code == .done)
    for host in ["a.example", "www.a.example"] {
      for slug in ["x", "X"] {
        let shown = run("links", "show", "--host", host, "--slug", slug)
        #expect(shown.output.contains("https://a.example/s/x\n"), "\(host) \(slug)")
        #expect(run("stats", "--host", host, "--slug", slug).code == .done, "\(host) \(slug)")
      }
    }
  }

  @Test func `lists any number of links as one document`() throws {
    let lines = (0..<450).map { number in
      "{\"host\":\"a.example\",\"slug\":\"s\(number)\",\"url\":\"https://e.example/\(number)\"}\n"
    }
    let file = try fixture.folder.write(lines.joined(), to: "links.ndjson")
    #expect(fixture.run("links", "import", "--format", "ndjson", "--apply", file).code == .done)
    func names(_ limit: String...) throws -> [String] {
      let result = keiro(
        ["links", "list", "--json"] + limit, environment: ["KEIRO_CONFIG": fixture.configuration])
      return try #require(result.document.member("links")?.array).compactMap {
        $0.member("slug")?.string
      }
    }
    let all = try names()
    #expect(all.first == "s449" && all.last == "spring" && Set(all).count == 451)
    #expect(try names("--limit", "201").count == 201)
    #expect(try names("--limit", "450").last == "s0")
    #expect(fixture.run("links", "list").output.split(separator: "\n").count == 451)
  }
}
