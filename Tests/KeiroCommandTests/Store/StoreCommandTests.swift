import FoundationEssentials
import KeiroCommand
import LinkStorage
import Links
import PostgresServer
import SQLiteStore
import Testing

@testable import PostgresStore

/// `keiro store`, and commands on a database.
struct StoreCommandTests {
  private func run(
    _ store: String, _ folder: TemporaryFolder, _ words: String...
  ) throws -> (code: ExitCode, output: String, error: String) {
    let file = folder.path + "/keiro.json"
    try Data(#"{ "store": \#(store), "sites": [ { "hosts": ["a.example"] } ] }"#.utf8)
      .write(to: URL(filePath: file))
    let recorder = ConsoleRecorder()
    let code = recorder.run(words + ["--config", file])
    return (code, recorder.output, recorder.error)
  }

  /// The connection string of an empty database.
  private func emptyDatabase() throws -> String {
    try PostgresServer.shared().makeDatabase { string, sql in
      let library = try PostgresLibrary.load()
      try Connection(try ConnectionString(string, library), name: "tests", library).run(sql)
    }
  }

  @Test func `a database is migrated once, takes links and tokens over, and says how it is`() throws
  {
    let folder = try TemporaryFolder()
    let store = #"{ "postgres": "\#(try emptyDatabase())", "node": "n" }"#
    let early = try run(store, folder, "links", "list")
    #expect(early.code == .environmentFailed)
    #expect(early.error.contains("'keiro store migrate' makes them"))
    #expect(try run(store, folder, "store", "status").code == .negative)
    #expect(try run(store, folder, "store", "migrate").output == "made the tables: schema 1\n")
    #expect(try run(store, folder, "store", "migrate").output == "schema 1, nothing to do\n")

    let file = folder.path + "/old.db"
    let old = try SQLiteStore(path: file)
    let links = (0..<1500).map {
      ShortLink(host: "a.example", slug: "s\($0)", url: "https://e.example/\($0)")
    }
    try waitForAnswer {
      old.apply(
        links, overwritesEdits: false, now: Timestamp(secondsSinceEpoch: 9), completion: $0)
    }
    let token = APIToken(
      id: "t", digest: [1], name: "n", scopes: [], createdAt: Timestamp(secondsSinceEpoch: 1))
    try waitForAnswer { old.createToken(token, completion: $0) }
    old.close()

    let source = "sqlite:" + file
    let dry = try run(store, folder, "store", "copy", "--from", source)
    #expect(dry.code == .done)
    #expect(dry.output == "would copy 1500 links and 1 tokens; 0 links were here already\n")
    #expect(try run(store, folder, "links", "list").output == "")
    let copied = try run(store, folder, "store", "copy", "--from", source, "--apply")
    #expect(copied.output == "copied 1500 links and 1 tokens; 0 links were here already\n")
    let again = try run(store, folder, "store", "copy", "--from", source, "--apply")
    #expect(again.output == "copied 0 links and 0 tokens; 1500 links were here already\n")
    let shown = try run(store, folder, "links", "show", "a.example/s7", "--json")
    #expect(shown.code == .done && shown.output.contains("https://e.example/7"))
    #expect(shown.output.contains("1970-01-01T00:00:09Z"))
    #expect(try run(store, folder, "tokens", "list").output.contains("t"))

    let status = try run(store, folder, "store", "status", "--json")
    #expect(status.code == .negative && status.output.contains(#""engine": "postgres""#))
    #expect(status.error.contains("the node 'n' is not alive"))
    // Back into a file.
    let back = try run(
      #"{ "sqlite": "new.db" }"#, folder, "store", "copy", "--from",
      try #require(store.split(separator: "\"").first { $0.contains("host=") }.map(String.init)),
      "--apply")
    #expect(back.output == "copied 1500 links and 1 tokens; 0 links were here already\n")
  }

  @Test(arguments: [
    ("host=/nowhere", "/nowhere"),
    ("host=db1", "expected sslmode=verify-full"),
    ("hosd=db1", "invalid connection option"),
  ])
  func `a database that cannot be had ends with exit 3 and says why`(
    _ connection: String, _ reason: String
  ) throws {
    let folder = try TemporaryFolder()
    let store = #"{ "postgres": "\#(connection)" }"#
    for words in [["links", "list"], ["store", "status"], ["store", "migrate"]] {
      let answer = try run(store, folder, words[0], words[1])
      #expect(answer.code == .environmentFailed && answer.error.contains(reason))
    }
  }

  @Test func `a file has a status and no copy`() throws {
    let folder = try TemporaryFolder()
    let store = #"{ "sqlite": "a.db" }"#
    let status = try run(store, folder, "store", "status")
    #expect(status.code == .done && status.output.hasPrefix("engine: sqlite 3."))
    #expect(try run(store, folder, "store", "migrate").code == .done)
    let verified = try run(store, folder, "store", "verify")
    #expect(verified.code == .negative && verified.error.contains("the store has no copy"))
    #expect(try run(#"{ "memory": true }"#, folder, "store", "migrate").code == .negative)
    let copy = try run(store, folder, "store", "copy", "--from", "sqlite:")
    #expect(copy.code == .wrongUsage)
    let missing = try run(store, folder, "store", "copy", "--from", "sqlite:/nowhere/a.db")
    #expect(missing.code == .environmentFailed)
  }
}
