import LinkStorage
import JSONSyntax
import KeiroCommand
import Links
import ProgramSupport
import SQLiteStore
import Testing

struct LinksCommandTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture()
  }

  @Test func `makes a link with a slug of its own and with a random one`() throws {
    let own = fixture.run(
      "links", "add", "--host", "A.example", "--slug", "x", "https://e.example/")
    #expect(own.code == .done && own.error == "")
    #expect(own.output == "https://a.example/s/x\n")
    let random = fixture.run("links", "add", "--host", "q.b.example", "https://e.example/")
    #expect(random.code == .done)
    let slug = random.output.dropFirst("https://q.b.example/".count).dropLast()
    #expect(
      slug.count == 8
        && slug.utf8.allSatisfy { Slug.fault(of: String([Character(UnicodeScalar($0))])) == nil })
  }

  @Test func `a short URL names its link as it was printed`() throws {
    let made = fixture.run(
      "links", "add", "--host", "a.example", "--slug", "café", "https://e.example/")
    #expect(made.output == "https://a.example/s/caf%C3%A9\n")
    let shown = fixture.run("links", "show", String(made.output.dropLast()), "--json")
    #expect(shown.code == .done && shown.output.contains("\"slug\": \"café\""))
  }

  @Test func `writes every field that has an option, and the others by name`() throws {
    let made = fixture.run(
      "links", "add", "--host", "a.example", "--slug", "x", "--name", "N", "--tag", "t", "--tag",
      "u", "--expires", "2030-01-02", "--not-before", "2020-01-01T00:00:00Z", "--max-clicks", "5",
      "--status", "301", "--query", "drop", "--skip-page", "--archived", "--expired-url",
      "https://e.example/over", "--set", "apple.appStoreID=42", "--set",
      "campaign.utm_source=mail=x", "--set", "android.minimumVersionCode=7", "--json",
      "https://e.example/")
    #expect(made.code == .done)
    let link = try fixture.store().link(at: LinkKey(host: "a.example", slug: "x"))?.link
    let text = try #require(link?.json(password: .hash).compact)
    #expect(
      text.hasPrefix(
        """
        {"host":"a.example","slug":"x","url":"https://e.example/","name":"N","tags":["t","u"],\
        "apple":{"appStoreID":"42"},"android":{"minimumVersionCode":7},\
        "campaign":{"utm_source":"mail=x"},"status":301,"query":"drop","skipPage":true,\
        "notBefore":"2020-01-01T00:00:00Z","expires":"2030-01-02T00:00:00Z",\
        "expiredURL":"https://e.example/over","maxClicks":5,"archived":true,
        """))
  }

  @Test func `counts the clicks of a link of the configuration under one host`() throws {
    let store = try fixture.store()
    let click = ClickCount(
      key: LinkKey(host: "a.example", slug: "spring"), hour: 498_672, platform: "iphone",
      referrerHost: "", outcome: "redirect", isBot: false, count: 3)
    let batch = CountBatch(writer: CountWriter(), sequence: 1, clicks: [click], launches: [])
    try waitForAnswer { store.count(batch, now: Timestamp(secondsSinceEpoch: 0), completion: $0) }
    store.close()
    for host in ["a.example", "www.a.example"] {
      let shown = fixture.run("links", "show", "--host", host, "--slug", "spring", "--json")
      #expect(shown.output.contains("\"host\": \"\(host)\""))
      #expect(shown.output.contains("\"clicks\": 3"), "\(host)")
      let counted = fixture.run("stats", "--host", host, "--slug", "spring", "--json")
      #expect(counted.output.contains("\"clicks\": 3"), "\(host)")
    }
  }

  static let refusals: [(arguments: [String], message: String)] = [
    (
      ["--host", "a.exmple", "https://e.example/"],
      "keiro links add: host: no site serves the host 'a.exmple': did you mean 'a.example'?"
    ),
    (
      ["--host", "c.example", "--slug", "x", "https://e.example/"],
      "keiro links add: host: no site serves the host 'c.example': did you mean 'a.example'?"
    ),
    (
      ["--host", "a.example", "--slug", "spring", "https://e.example/"],
      "keiro links add: there is a link 'spring' on 'a.example' already: expected another slug"
    ),
    (
      ["--host", "a.example", "ftp://e.example/"],
      "keiro links add: url: 'ftp://e.example/' is not a destination: the scheme 'ftp' leads out of the web: expected http or https"
    ),
    (
      [
        "--host", "a.example", "--set", "apple.appStoreID=x", "--slug", "a b", "https://f.example/",
      ],
      """
      keiro links add: slug: 'a b' is not a slug: expected letters, digits, emoji and '-', '_', '.', '~', '/'
      keiro links add: apple.appStoreID: 'x' is not an App Store number: expected 1 to 20 digits
      """
    ),
    (
      ["--host", "a.example", "https://f.example/"],
      "keiro links add: url: 'https://f.example/' is not a destination: the host 'f.example' is not among the site's destinationHosts: expected e.example"
    ),
    (
      ["--host", "not a host", "https://e.example/"],
      "keiro links add: host: 'not a host' is not a host: expected one such as www.example.com"
    ),
    (
      ["--host", "q.b.example", "--slug", "apple-app-site-association", "https://e.example/"],
      "keiro links add: slug: 'apple-app-site-association' is not a slug: the name is reserved: expected another one"
    ),
  ]

  @Test(arguments: refusals)
  func `refuses what the site forbids`(arguments: [String], message: String) throws {
    let recorder = ConsoleRecorder()
    let code = recorder.run(
      ["links", "add"] + arguments, environment: ["KEIRO_CONFIG": fixture.configuration])
    #expect(code == .negative)
    #expect(recorder.error == message + "\n")
    #expect(try fixture.store().links(afterID: 0, limit: 1).isEmpty)
  }

  @Test func `refuses a link from which nobody gets away`() {
    let own = fixture.run(
      "links", "add", "--host", "q.b.example", "--slug", "x", "https://q.b.example/x")
    #expect(own.code == .negative)
    #expect(
      own.error
        == "keiro links add: url: 'https://q.b.example/x' leads back to the link itself: expected another address\n"
    )
    fixture.run("links", "add", "--host", "q.b.example", "--slug", "x", "https://q.b.example/y")
    fixture.run("links", "add", "--host", "q.b.example", "--slug", "y", "https://e.example/")
    let edited = fixture.run("links", "edit", "q.b.example/y", "--url", "https://q.b.example/x")
    #expect(edited.code == .negative)
    #expect(
      edited.error
        == "keiro links edit: url: 'https://q.b.example/x' leads back to the link itself: expected another address\n"
    )
  }

  @Test func `warns of a link that is over when it is made`() {
    let made = fixture.run(
      "links", "add", "--host", "a.example", "--slug", "x", "--expires", "2020-01-01",
      "https://e.example/")
    #expect(made.code == .done && made.output == "https://a.example/s/x\n")
    #expect(
      made.error
        == "keiro links add: warning: expires: the link is over: it ended at 2020-01-01T00:00:00Z\n"
    )
    let json = fixture.run("links", "edit", "a.example/s/x", "--name", "N", "--json")
    #expect(json.error == "" && json.output.contains("\"warnings\": ["))
  }

  @Test func `refuses a slug that is taken`() {
    let first = fixture.run(
      "links", "add", "--host", "a.example", "--slug", "x", "https://e.example/")
    #expect(first.code == .done)
    let second = fixture.run(
      "links", "add", "--host", "a.example", "--slug", "x", "https://e.example/")
    #expect(second.code == .negative)
    #expect(
      second.error
        == "keiro links add: there is a link 'x' on 'a.example' already: expected another slug\n")
  }

  @Test func `changes what is named and leaves the rest`() throws {
    fixture.run(
      "links", "add", "--host", "a.example", "--slug", "x", "--name", "N", "--tag", "t",
      "--archived", "--set", "apple.appStoreID=42", "--set", "apple.minimumVersion=2",
      "https://e.example/")
    for arguments in [
      ["https://a.example/s/x", "--tag", "u", "--unset", "archived"],
      ["a.example/s/x", "--unset", "apple", "--set", "apple.appStoreID=43"],
      ["--host", "a.example", "x", "--url", "https://e.example/2"],
    ] {
      let recorder = ConsoleRecorder()
      let code = recorder.run(
        ["links", "edit"] + arguments, environment: ["KEIRO_CONFIG": fixture.configuration])
      #expect(code == .done && recorder.output == "https://a.example/s/x\n")
    }
    let stored = try fixture.store().link(at: LinkKey(host: "a.example", slug: "x"))
    let link = try #require(stored?.link)
    #expect(stored?.revision == 4)
    #expect(link.name == "N" && link.tags == ["u"] && !link.archived)
    #expect(link.apple.appStoreID == "43" && link.apple.minimumVersion == nil)
    #expect(link.url == "https://e.example/2")
    let wrong = fixture.run("links", "edit", "a.example/s/x", "--set", "status=300")
    #expect(wrong.code == .negative)
    #expect(
      wrong.error
        == "keiro links edit: status: 300 is not a redirect that keiro sends: expected one of "
        + "301, 302, 303, 307, 308\n")
  }

  /// Fails if a change is judged by fields that it does not touch.
  @Test func `a destination that is no longer allowed stops no other change`() throws {
    let store = try fixture.store()
    let link = ShortLink(host: "a.example", slug: "x", url: "https://gone.example/")
    let now = Timestamp(secondsSinceEpoch: 0)
    try waitForAnswer {
      store.create(link, CreationTerms(), by: .service, now: now, completion: $0)
    }
    store.close()
    let named = fixture.run("links", "edit", "a.example/s/x", "--name", "n")
    #expect(named.code == .done && named.output == "https://a.example/s/x\n")
    let moved = fixture.run("links", "edit", "a.example/s/x", "--url", "https://gone.example/2")
    #expect(moved.code == .negative && moved.error.hasPrefix("keiro links edit: url: "))
  }

  @Test func `tells a refusal as one document`() throws {
    let refused = fixture.run(
      "links", "add", "--host", "a.example", "--slug", "a b", "--json", "https://e.example/")
    #expect(refused.code == .negative && refused.error == "")
    let root = try JSONDocument(parsing: Array(refused.output.utf8)).root.member("error")
    #expect(root?.object?.map(\.name) == ["code", "detail", "errors"])
    #expect(root?.member("code")?.string == "invalid-fields")
    #expect(root?.member("errors")?.array?.first?.member("field")?.string == "slug")
    let removed = fixture.run("links", "remove", "a.example/s/no", "--json")
    #expect(removed.code == .negative && removed.output.contains("\"link-not-found\""))
  }

  @Test func `keeps passwords as hashes, read from a file or not`() throws {
    let file = try fixture.folder.write("secret\r\n", to: "password")
    fixture.run(
      "links", "add", "--host", "a.example", "--slug", "x", "--password-file", file,
      "https://e.example/")
    let hash = try fixture.store().link(at: LinkKey(host: "a.example", slug: "x"))?.link.password
    #expect(hash?.text.hasPrefix("$scrypt$") == true)
    #expect(fixture.run("links", "show", "a.example/s/x").output.contains("password   true"))
    let missing = fixture.run(
      "links", "edit", "a.example/s/x", "--password-file", fixture.folder.path + "/nothing")
    #expect(missing.code == .environmentFailed)
    #expect(missing.error == "keiro links edit: cannot read 'nothing': no such file or directory\n")
    fixture.run("links", "edit", "a.example/s/x", "--unset", "password")
    #expect(
      try fixture.store().link(at: LinkKey(host: "a.example", slug: "x"))?.link.password == nil)
  }

  @Test func `removes a link, and says when there is none`() {
    fixture.run("links", "add", "--host", "a.example", "--slug", "x", "https://e.example/")
    #expect(fixture.run("links", "remove", "a.example/s/x").code == .done)
    let again = fixture.run("links", "remove", "a.example/s/x")
    #expect(again.code == .negative)
    #expect(
      again.error == "keiro links remove: there is no link at https://a.example/s/x: "
        + "expected the short URL of one that exists\n")
    #expect(fixture.run("links", "show", "a.example/s/x").code == .negative)
    let nonsense = fixture.run("links", "show", "x")
    #expect(nonsense.code == .negative)
    #expect(
      nonsense.error == "keiro links show: 'x' is not a short URL: expected one such as "
        + "https://example.com/s/spring, or --host and --slug\n")
  }

  @Test func `shows links of the configuration and leaves them alone`() {
    let shown = fixture.run("links", "show", "https://www.a.example/s/spring?utm=x")
    #expect(shown.code == .done)
    #expect(
      shown.output == """
        short URL  https://www.a.example/s/spring
        host       www.a.example
        slug       spring
        url        https://e.example/spring
        name       Spring
        status     302
        query      merge
        skipPage   false
        archived   false
        clicks     0
        source     the configuration file, which commands do not write

        """)
    for command in [["remove"], ["edit", "--name", "x"]] {
      let recorder = ConsoleRecorder()
      let code = recorder.run(
        ["links"] + command + ["a.example/s/spring"],
        environment: ["KEIRO_CONFIG": fixture.configuration])
      #expect(code == .negative)
      #expect(
        recorder.error
          == "keiro links \(command[0]): the link 'spring' on 'a.example' is defined in the "
          + "configuration file: change it there\n")
    }
  }
}
