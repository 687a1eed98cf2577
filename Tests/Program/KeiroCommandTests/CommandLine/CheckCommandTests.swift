import JSONSyntax
import KeiroCommand
import KeiroConfiguration
import LinkStorage
import Links
import ProgramSupport
import SQLStorage
import SQLiteStore
import Testing
import WebSyntax

struct CheckCommandTests {
  private let bad = """
    {
      "apps": { "a": { "aple": {} } },
      "sites": [ { "hosts": ["x.example"], "shortLinks": { "prefix": "s" } } ]
    }
    """

  @Test func `calls a good configuration good`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      #"{"sites": [{"hosts": ["a.example"], "routes": [{"/": "/", "title": "A"}]}]}"#, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .done)
    #expect(recorder.output == "\(file): good: 1 site, 0 apps, 1 route, 0 short links\n")
    #expect(recorder.error == "")
  }

  @Test func `calls a configuration bad whose store cannot be opened`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("no database, but a long text".utf8), to: "text.db")
    func check(_ store: String) throws -> (code: ExitCode, error: String) {
      let file = try folder.write(
        #"{"store": {"sqlite": "\#(store)"}, "sites": [{"hosts": ["a.example"]}]}"#, to: "k.json")
      let recorder = ConsoleRecorder()
      return (recorder.run(["check", "--config", file]), recorder.error)
    }
    let prefix = "\(folder.path)/k.json:1:22: store.sqlite: cannot use"
    let absent = try check("absent/keiro.db")
    #expect(absent.code == .negative)
    #expect(
      absent.error.contains(
        "\(prefix) '\(folder.path)/absent/keiro.db': the folder '\(folder.path)/absent' does not exist"
      ))
    let text = try check("text.db")
    #expect(text.code == .negative)
    #expect(
      text.error.contains("\(prefix) '\(folder.path)/text.db': the file is no database of SQLite"))
    #expect(try check("new.db").code == .done)
  }

  @Test func `says everything that is wrong, in the order of the file`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(bad, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .negative)
    #expect(recorder.output == "")
    #expect(
      recorder.error == """
        \(file):2:20: apps.a.aple: unknown key: did you mean 'apple'?
        \(file):3:66: sites[0].shortLinks.prefix: 's' is not a prefix: expected a path that begins and ends with '/'

        """)
  }

  @Test func `prints one JSON document`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(bad, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--json", "--config", file]) == .negative)
    #expect(recorder.error == "")
    #expect(
      recorder.output == """
        {
          "file": "\(file)",
          "problems": [
            {
              "severity": "error",
              "path": "apps.a.aple",
              "line": 2,
              "column": 20,
              "message": "unknown key: did you mean 'apple'?"
            },
            {
              "severity": "error",
              "path": "sites[0].shortLinks.prefix",
              "line": 3,
              "column": 66,
              "message": "'s' is not a prefix: expected a path that begins and ends with '/'"
            }
          ]
        }

        """)
  }

  @Test func `warns and is content all the same`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{ "apps": { "a": {} } }"#, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .done)
    #expect(recorder.output == "\(file): good: 0 sites, 1 app, 0 routes, 0 short links\n")
    #expect(
      recorder.error == """
        \(file):1:1: warning: sites: there is no site: every public request gets 404
        \(file):1:18: warning: apps.a: the app has neither 'apple' nor 'android': no link can open it

        """)
  }

  @Test func `ends with 3 when the file cannot be read`() throws {
    let folder = try TemporaryFolder()
    let recorder = ConsoleRecorder()
    let file = folder.path + "/none.json"
    #expect(recorder.run(["check", "--config", file]) == .environmentFailed)
    #expect(
      recorder.error
        == "keiro check: cannot read the configuration '\(file)': no such file or directory: "
        + "expected one that --config or KEIRO_CONFIG names, or else ./keiro.json, "
        + "config/keiro.json or /etc/keiro/keiro.json; 'keiro init' writes a first one\n")
    let other = ConsoleRecorder()
    #expect(other.run(["check", "--config", folder.path]) == .environmentFailed)
    #expect(
      other.error == "keiro check: cannot read the configuration '\(folder.path)': is a directory\n"
    )
  }

  @Test func `names links that open no app any more where destinations are looked at`() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path + "/k.db")
    let now = Timestamp(secondsSinceEpoch: 1_800_000_000)
    for slug in ["item", "other"] {
      let link = ShortLink(host: "a.example", slug: slug, url: "https://a.example/\(slug)/1")
      _ = try waitForAnswer {
        store.create(link, CreationTerms(), by: .service, now: now, completion: $0)
      }
    }
    let notes = try store.linksNeverAsked(afterID: 0, limit: 9).map { link in
      let health = LinkHealth(.ok, status: 200, location: nil, time: now, opensApp: true)
      return HealthNote(id: link.id, url: link.link.url, .seen(health, told: nil), next: now)
    }
    #expect(try waitForAnswer { store.keepHealth(notes, completion: $0) } == 2)
    store.close()
    let text = """
      { "store": { "sqlite": "k.db" }, "health": {},
        "apps": { "a": { "apple": { "appIDs": ["AAAAAAAAAA.example.app"] } } },
        "sites": [ { "hosts": ["a.example"], "shortLinks": { "prefix": "/s/" },
          "routes": [ { "/": "/item/*", "app": "a" } ] } ] }
      """
    let file = try folder.write(text, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .done)
    let lines = recorder.error.split(separator: "\n").filter { $0.contains("opens no app") }
    #expect(
      lines == [
        "\(file):3:14: warning: sites[0]: 'https://a.example/other/1' opens no app any more, but "
          + "https://a.example/s/other leads there: expected a route for it, or another destination"
      ])
    let unasked = try folder.write(text.replacing("\"health\": {},", with: ""), to: "u.json")
    let other = ConsoleRecorder()
    #expect(other.run(["check", "--config", unasked]) == .done)
    #expect(!other.error.contains("opens no app"))
  }

  @Test func `finds the places of thousands of links that each draw a warning`() throws {
    let folder = try TemporaryFolder()
    let links = (0..<3000).map { "\"s\($0)\": { \"url\": \"https://e.example/\" }" }
    let file = try folder.write(
      """
      { "store": { "memory": true },
        "apps": { "a": { "apple": { "appIDs": ["AAAAAAAAAA.example.app"] } } },
        "sites": [ { "hosts": ["a.example", "b.example"], "routes": [ { "/": "/x", "app": "a" } ],
          "shortLinks": { "app": "a", "deferred": ["code"], "links": {
      \(links.joined(separator: ",\n")) } } } ] }
      """, to: "k.json")
    let recorder = ConsoleRecorder()
    #expect(recorder.run(["check", "--config", file]) == .done)
    let lines = recorder.error.split(separator: "\n")
    #expect(lines.count == 3000)
    for (number, line) in lines.enumerated() {
      let column = "\"s\(number)\": ".count + 1
      let place = "\(file):\(number + 5):\(column): warning: sites[0].shortLinks.links.s\(number): "
      #expect(line.hasPrefix(place))
    }
  }

  @Test(arguments: [
    (
      #""postgres": "mysql://keiro:secret@localhost/keiro""#, "postgres",
      "'mysql://' is no address of a PostgreSQL server: expected postgresql://USER@HOST/DATABASE, "
        + "or key=value pairs"
    ),
    (#""postgres": "hosd=db1""#, "postgres", "invalid connection option \"hosd\""),
    (
      #""postgres": "host=db1 sslmode=require""#, "postgres",
      "sslmode is 'require' and the host 'db1' is another machine: expected sslmode=verify-full, "
        + "without which anybody on the way could be the database"
    ),
    (
      #""postgres": "host=/run", "feed": "a""#, "feed",
      "missing \"=\" after \"a\" in connection info string"
    ),
  ])
  func `says of a connection string what the store would say`(
    _ store: String, _ key: String, _ message: String
  ) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "{ \"store\": { \(store) }, \"sites\": [ { \"hosts\": [\"a.example\"] } ] }", to: "k.json")
    let (checked, asked) = (ConsoleRecorder(), ConsoleRecorder())
    #expect(checked.run(["check", "--config", file]) == .negative)
    let sentence = "read the connection string: \(message)\n"
    #expect(checked.error.hasSuffix(": store.\(key): \(sentence)"), "\(checked.error)")
    #expect(!checked.error.contains("secret"))
    #expect(asked.run(["store", "status", "--config", file]) == .environmentFailed)
    #expect(asked.error == "keiro store status: \(sentence)")
  }
}
