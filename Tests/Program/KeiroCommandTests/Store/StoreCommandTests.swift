import FoundationEssentials
import JSONSyntax
import KeiroCommand
import LinkStorage
import Links
import PostgresServer
import ProgramSupport
import SQLiteStore
import Testing

@testable import PostgresStore

/// `keiro store`, and commands on a database.
struct StoreCommandTests {
  /// The setting of a store in a file of the folder.
  private let sqlite = #"{ "sqlite": "a.db" }"#
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ store: String, _ words: String...) throws -> CommandResult {
    try run(store, words)
  }

  private func run(_ store: String, _ words: [String]) throws -> CommandResult {
    let file = try folder.write(
      #"{ "store": \#(store), "sites": [ { "hosts": ["a.example"] } ] }"#, to: "keiro.json")
    return keiro(words + ["--config", file])
  }

  private static let staying =
    "not copied: sessions (everybody signs in once more), deliveries to webhooks, answers to "
    + "idempotency keys, and the versions of links: of what was changed before, only deletions can be "
    + "undone there"

  /// The connection string of an empty database.
  private func emptyDatabase() throws -> String {
    try PostgresServer.shared().makeDatabase { string, sql in
      let library = try PostgresLibrary.load()
      try PostgresConnection(try ConnectionString(string, library), name: "tests", library).run(sql)
    }
  }

  /// A webhook, and a person with a passkey.
  private static func addPeople(to store: any LinkStore) throws {
    let time = Timestamp(secondsSinceEpoch: 9)
    let webhook = Webhook(
      id: "hook", url: "https://hooks.example/", secret: "whsec_Bw==", now: time)
    _ = try waitForAnswer { store.createWebhook(webhook, by: .service, now: time, completion: $0) }
    let person = DashboardPerson(id: "mika", name: "Mika", role: .editor, createdAt: time)
    _ = try waitForAnswer { store.createPerson(person, by: .service, completion: $0) }
    let passkey = Passkey(credential: [1], person: "mika", key: [2], counter: 3, createdAt: time)
    _ = try waitForAnswer {
      store.addPasskey(passkey, invitation: nil, by: .service, now: time, completion: $0)
    }
    _ = try waitForAnswer {
      store.notePasskey(
        credential: [1], counter: 5, now: Timestamp(secondsSinceEpoch: 12), completion: $0)
    }
  }

  @Test(.enabled(if: PostgresServer.isWanted))
  func `a database is migrated once, takes links and tokens over, and says how it is`() throws {
    let store = #"{ "postgres": "\#(try emptyDatabase())", "node": "n" }"#
    let early = try run(store, "links", "list")
    #expect(early.code == .environmentFailed)
    #expect(early.error.contains("'keiro store migrate' makes them"))
    #expect(try run(store, "store", "status").code == .negative)
    let made = try run(store, "store", "migrate").output
    #expect(made == "made the tables: schema \(Schema.newest)\n")
    let again = try run(store, "store", "migrate").output
    #expect(again == "schema \(Schema.newest), nothing to do\n")

    let file = folder.path + "/old.db"
    let old: any LinkStore = try SQLiteStore(path: file)
    let links = (0..<1500).map {
      ShortLink(host: "a.example", slug: "s\($0)", url: "https://e.example/\($0)")
    }
    try old.take(links)
    let token = APIToken(
      id: "t", digest: [1], name: "n", scopes: [], createdAt: Timestamp(secondsSinceEpoch: 1))
    try waitForAnswer { old.createToken(token, by: .service, completion: $0) }
    try Self.addPeople(to: old)
    let clicks = (0..<700).map {
      ClickCount(
        key: links[$0].key, hour: 480_000, platform: "iphone", referrerHost: "",
        outcome: "redirect",
        isBot: false, count: 2)
    }
    let launch = LaunchCount(
      app: "a", event: "e", appVersion: "1", systemVersion: "2", day: 3, count: 4)
    try old.count(clicks, [launch])
    old.close()

    let source = "sqlite:" + file
    let dry = try run(store, "store", "copy", "--from", source)
    #expect(dry.code == .done)
    #expect(
      dry.output == """
        would copy 1500 links and 1 tokens; 0 links were here already
        would copy 1400 clicks of 700 links and 4 launches
        would copy 1 webhooks, 1 people with 1 passkeys, and 5 entries of the audit log
        \(Self.staying)

        """)
    #expect(try run(store, "links", "list").output == "")
    let copied = try run(store, "store", "copy", "--from", source, "--apply")
    #expect(
      copied.output == """
        copied 1500 links and 1 tokens; 0 links were here already
        copied 1400 clicks of 700 links and 4 launches
        copied 1 webhooks, 1 people with 1 passkeys, and 5 entries of the audit log
        \(Self.staying)

        """)
    let repeated = try run(store, "store", "copy", "--from", source, "--apply")
    #expect(
      repeated.output == """
        copied 0 links and 0 tokens; 1500 links were here already
        copied 0 clicks of 0 links and 0 launches; others of this source were counted here before
        copied 0 webhooks, 0 people with 0 passkeys, and 0 entries of the audit log
        \(Self.staying)

        """)
    let stats = try run(store, "stats", "--slug", "s7", "--json")
    #expect(stats.output.contains(#""clicks": 2"#))
    let shown = try run(store, "links", "show", "--host", "a.example", "s7", "--json")
    #expect(shown.code == .done && shown.output.contains("https://e.example/7"))
    #expect(shown.output.contains("1970-01-01T00:00:09Z"))
    #expect(try run(store, "tokens", "list").output.contains("t"))
    #expect(try run(store, "people", "list").output.contains("Mika"))
    #expect(try run(store, "webhooks", "list").output.contains("https://hooks.example/"))
    let audit = try run(store, "audit", "--json").output
    #expect(audit.contains("1970-01-01T00:00:09Z") && audit.contains("person.added"))

    let status = try run(store, "store", "status", "--json")
    #expect(status.code == .negative && status.output.contains(#""engine": "postgres""#))
    #expect(status.error.contains("the node 'n' is not alive"))
    // Back to a file.
    let database = try #require(
      store.split(separator: "\"").first { $0.contains("host=") }.map(String.init))
    let back = try run(
      #"{ "sqlite": "new.db" }"#, "store", "copy", "--from", database, "--apply")
    #expect(
      back.output == """
        copied 1500 links and 1 tokens; 0 links were here already
        copied 1400 clicks of 700 links and 4 launches
        copied 1 webhooks, 1 people with 1 passkeys, and 10 entries of the audit log
        \(Self.staying)

        """)
    // In the store from which the counts came, they would count twice.
    let circle = try run(
      #"{ "sqlite": "old.db" }"#, "store", "copy", "--from", database, "--apply")
    #expect(circle.code == .negative && circle.error.contains("would count twice"))
    let itself = try run(store, "store", "copy", "--from", database)
    #expect(itself.code == .negative && itself.error.contains("itself"))
    let new: any LinkStore = try SQLiteStore(path: folder.path + "/new.db")
    defer { new.close() }
    let passkey = try #require(try new.passkey(credential: [1]))
    #expect(passkey.person == "mika" && passkey.counter == 5 && passkey.usedAt != nil)
    #expect(try new.webhooks().first?.secrets.first?.text == "whsec_Bw==")
  }

  @Test(arguments: [
    ("host=/nowhere", "/nowhere"),
    ("host=db1", "expected sslmode=verify-full"),
    ("hosd=db1", "invalid connection option"),
  ])
  func `a database that cannot be had ends with exit 3 and says why`(
    _ connection: String, _ reason: String
  ) throws {
    let store = #"{ "postgres": "\#(connection)" }"#
    for words in [["links", "list"], ["store", "status"], ["store", "migrate"]] {
      let answer = try run(store, words)
      #expect(answer.code == .environmentFailed && answer.error.contains(reason))
    }
  }

  /// A database with a wrong setup, and its error.
  enum Misfit: String, CaseIterable, Sendable {
    case wrongPassword, tooManyConnections, newerSchema, readOnly

    func prepare(_ administer: (String) throws -> Void, _ name: String) throws {
      switch self {
      case .wrongPassword:
        try administer("CREATE ROLE guarded LOGIN PASSWORD 'right'")
      case .tooManyConnections:
        try administer("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
      case .newerSchema:
        try administer("UPDATE keiro.meta SET value = '99' WHERE name ~ 'schema'")
      case .readOnly:
        try administer("ALTER DATABASE \(name) SET default_transaction_read_only = on")
      }
    }

    var options: (String, String)? {
      switch self {
      case .wrongPassword: ("user=keiro", "user=guarded password=wrong")
      case .tooManyConnections: ("user=keiro", "user=crowded")
      case .newerSchema, .readOnly: nil
      }
    }

    var reason: String {
      switch self {
      case .wrongPassword: "password authentication failed"
      case .tooManyConnections: "too many connections"
      case .newerSchema: "schema 99 of a newer keiro: expected at most \(Schema.newest)"
      case .readOnly: "session is read-only"
      }
    }
  }

  @Test(.enabled(if: PostgresServer.isWanted), arguments: Misfit.allCases)
  func `a server does not start on a database that is not fit, and says why`(
    _ misfit: Misfit
  ) throws {
    var database = try emptyDatabase()
    let name = try #require(database.split(separator: "dbname=").last)
    #expect(
      try run(#"{ "postgres": "\#(database)" }"#, "store", "migrate").code == .done)
    let library = try PostgresLibrary.load()
    let connection = try PostgresConnection(
      try ConnectionString(database, library), name: "tests", library)
    try misfit.prepare({ try connection.run($0) }, String(name))
    if let (old, new) = misfit.options { database = database.replacing(old, with: new) }
    let store = #"{ "postgres": "\#(database)", "node": "n", "copy": "copy.db" }"#
    // Tables of a newer release are not migrated either.
    let more = misfit == .newerSchema ? [["store", "migrate"]] : []
    for words in [["serve"], ["tokens", "list"]] + more {
      let answer = try run(store, words)
      #expect(answer.code == .environmentFailed && answer.output.isEmpty, "\(words)")
      #expect(answer.error.contains(misfit.reason), "\(words): \(answer.error)")
    }
  }

  @Test(.enabled(if: PostgresServer.isWanted))
  func `copies all links but those that the database cannot hold, and names them`() throws {
    let database = try emptyDatabase()
    let store = #"{ "postgres": "\#(database)" }"#
    #expect(try run(store, "store", "migrate").code == .done)
    let file = folder.path + "/old.db"
    let old: any LinkStore = try SQLiteStore(path: file)
    let links = (0..<3).map { number in
      var link = ShortLink(host: "a.example", slug: "s\(number)", url: "https://e.example/")
      var condition = LinkRule.Condition()
      condition.query = [.init(name: number == 1 ? "a\0" : "a", value: "b")]
      link.rules = [LinkRule(if: condition, url: "https://e.example/2")]
      return link
    }
    try old.take(links, at: Timestamp(secondsSinceEpoch: 0))
    old.close()
    let source = "sqlite:" + file
    for answer in [
      try run(store, "store", "copy", "--from", source),
      try run(store, "store", "copy", "--from", source, "--apply"),
    ] {
      #expect(answer.code == .done, "\(answer.error)")
      #expect(answer.output.contains("2 links"), "\(answer.output)")
      #expect(
        answer.output.contains(
          "not copied: the link 'a.example/s1', since its 'rules' has a NUL, which PostgreSQL "
            + "cannot store: change the field and copy again\n"))
    }
  }

  @Test func `names the damaged links of a file`() throws {
    do {
      let file: any LinkStore = try SQLiteStore(path: folder.path + "/a.db")
      let links = (0..<3).map {
        ShortLink(host: "a.example", slug: "s\($0)", url: "https://e.example/\($0)")
      }
      try file.take(links)
      file.close()
    }
    let good = try run(sqlite, "store", "verify")
    #expect(
      good.code == .done && good.output == "3 links examined\neverything is as it was written\n")
    // The log is read first.
    for name in ["/a.db", "/a.db-wal"]
    where FileManager.default.fileExists(atPath: folder.path + name) {
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path + name)))
      while let range = bytes.firstRange(of: Array("https://e.example/1".utf8)) {
        bytes.replaceSubrange(range, with: Array("https://f.example/1".utf8))
      }
      try Data(bytes).write(to: URL(filePath: folder.path + name))
    }
    let bad = try run(sqlite, "store", "verify")
    #expect(bad.code == .negative)
    #expect(
      bad.output
        == "3 links examined\ndamaged: read links: the row of link 2 is not as it was written\n")
    let json = try run(sqlite, "store", "verify", "--json")
    #expect(json.code == .negative && json.output.contains(#""damaged": ["#))
  }

  @Test func `a damaged file is not in order, wherever the damage is`() throws {
    #expect(try run(sqlite, "store", "migrate").code == .done)
    let file = URL(filePath: folder.path + "/a.db")
    let whole = try Data(contentsOf: file)
    let page = 4096
    var broken = stride(from: 4, to: whole.count / page, by: 5).map { number in
      var bytes = whole
      bytes.replaceSubrange(
        number * page..<(number + 1) * page, with: Data(repeating: 7, count: page))
      return bytes
    }
    broken += [whole.prefix(whole.count / 2), whole.prefix(page)]
    for bytes in broken {
      try bytes.write(to: file)
      for words in ["status", "verify"] {
        let answer = try run(sqlite, "store", words)
        #expect(answer.code == .negative, "\(words) \(answer.error)")
        #expect((answer.output + answer.error).contains("damaged: "))
      }
      let json = try run(sqlite, "store", "status", "--json")
      #expect(try json.document.member("problems")?.array?.isEmpty == false)
    }
  }

  @Test(arguments: ["not a database, but a text", String(repeating: "of many words ", count: 999)])
  func `a file that is no database is not called damaged`(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.path + "/a.db"))
    for words in ["status", "verify"] {
      let answer = try run(sqlite, "store", words)
      #expect(answer.code == .environmentFailed && !answer.error.contains("damaged"))
      #expect(answer.error.contains("is no database of SQLite: expected a store of Keiro"))
    }
  }

  @Test func `a backup is no other store to copy from`() throws {
    #expect(try run(sqlite, "store", "migrate").code == .done)
    let backup = folder.path + "/b.db"
    #expect(try run(sqlite, "store", "backup", backup).code == .done)
    for source in [backup, folder.path + "/a.db"] {
      let copy = try run(sqlite, "store", "copy", "--from", "sqlite:" + source)
      #expect(copy.code == .negative)
      #expect(
        copy.error
          == "keiro store copy: the source is the configured store itself, or a copy of it such as a "
          + "backup: expected another store; 'keiro store restore' puts a backup in the place of the "
          + "store\n")
    }
  }

  @Test func `a file has a status and no copy`() throws {
    let status = try run(sqlite, "store", "status")
    #expect(status.code == .done && status.output.hasPrefix("engine: sqlite 3."))
    #expect(try run(sqlite, "store", "migrate").code == .done)
    let verified = try run(sqlite, "store", "verify")
    #expect(verified.code == .done && verified.output.hasPrefix("0 links examined"))
    #expect(try run(#"{ "memory": true }"#, "store", "migrate").code == .negative)
    let missing = try run(sqlite, "store", "copy", "--from", "sqlite:/nowhere/a.db")
    #expect(missing.code == .environmentFailed)
  }
}
