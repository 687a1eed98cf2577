import Dispatch
import FoundationEssentials
import LinkStorage
import Links
import SQLStorage
import Synchronization
import Testing
import WebSyntax

@testable import SQLiteStore

/// Faults and migrations that only a file can have.
@Suite(.tidies) struct SQLiteStoreTests {
  private let folder: String
  private var path: String { folder + "/a.db" }

  init() throws { folder = try temporaryFolder() }

  private func options(_ change: (inout SQLiteStore.Options) -> Void) -> SQLiteStore.Options {
    var options = SQLiteStore.Options()
    change(&options)
    return options
  }

  @Test func `makes its file and finds everything again`() throws {
    let first = try SQLiteStore(path: path)
    let stored = try first.make(fullSample("x"))
    first.close()
    // All of it is in the file, even while the closed store is still referred to.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.db"])
    let second = try withExtendedLifetime(first) { try SQLiteStore(path: path) }
    #expect(try second.link(at: stored.link.key) == stored)
  }

  @Test func `forgets entries of the audit log beyond its bounds, however new they are`() throws {
    let store = try opened(SQLiteStore(path: path))
    try store.make(sample("x"), at: time(9))
    try Database(path: path).execute(
      "UPDATE sqlite_sequence SET seq = \(AuditBounds.entries) WHERE name = 'audit'")
    try store.make(sample("y"), at: time(9))
    #expect(try store.forget(.auditEntries, before: time(0)) == 1)
    #expect(try store.forget(.auditEntries, before: time(0)) == 0)
  }

  @Test func `names the path that it cannot open`() throws {
    #expect {
      _ = try SQLiteStore(path: folder + "/absent/a.db")
    } throws: { error in
      "\(error)" == "open \(folder)/absent/a.db: the folder '\(folder)/absent' does not exist: "
        + "expected one that Keiro may write to"
        && (error as? LinkStoreError)?.kind == .unreachable
    }
  }

  @Test func `leaves a file alone that is no database`() throws {
    let text = Data(String(repeating: "not a database ", count: 100).utf8)
    #expect(FileManager.default.createFile(atPath: path, contents: text))
    #expect(kind { _ = try SQLiteStore(path: path) } == .corrupt)
    #expect(
      SQLiteStore.obstacle(at: path).map { "\($0)" }
        == "open \(path): the file is no database of SQLite: expected a store of Keiro")
    #expect(FileManager.default.contents(atPath: path) == text)
  }

  @Test func `notices half of a file before a start, whatever an empty log promises`() throws {
    try SQLiteStore(path: path).close()
    let whole = try #require(FileManager.default.contents(atPath: path))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: path))
    for log in [nil, "-wal"] {
      if let log { #expect(FileManager.default.createFile(atPath: path + log, contents: nil)) }
      #expect(SQLiteStore.obstacle(at: path)?.kind == .corrupt)
    }
  }

  @Test func `notices half of a file with the log of a killed process, by a link as well`() throws {
    try SQLiteStore(path: path).close()
    let store = try opened(SQLiteStore(path: path))
    try store.make(sample("x"))
    let (killed, link) = (folder + "/killed.db", folder + "/link.db")
    for end in ["", "-wal", "-shm"] {
      try FileManager.default.copyItem(atPath: path + end, toPath: killed + end)
    }
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: killed)
    #expect(SQLiteStore.obstacle(at: link) == nil)
    let whole = try #require(FileManager.default.contents(atPath: killed))
    try whole.prefix(whole.count / 2).write(to: URL(filePath: killed))
    #expect(SQLiteStore.obstacle(at: link)?.kind == .corrupt)
  }

  @Test func `leaves another program's database alone, and a newer one`() throws {
    do { try Database(path: folder + "/other.db").execute("CREATE TABLE theirs (a)") }
    #expect(kind { _ = try SQLiteStore(path: folder + "/other.db") } == .foreign)
    do {
      let store = try SQLiteStore(path: folder + "/newer.db")
      store.close()
      try Database(path: folder + "/newer.db").execute("PRAGMA user_version = 99")
    }
    #expect(kind { _ = try SQLiteStore(path: folder + "/newer.db") } == .foreign)
  }

  @Test func `brings a file of the first version to the newest`() throws {
    do {
      let old = try Database(path: path)
      try Schema.migrate(old, path: path, upTo: 1)
      try old.execute("UPDATE meta SET value = 'kept'")
    }
    #expect(
      kind { _ = try SQLiteStore(path: path, options: options { $0.isReadOnly = true }) }
        == .foreign)
    let store = try SQLiteStore(path: path)
    try store.make(sample("x"))
    store.close()
    let value = try Database(path: path).first("SELECT value FROM meta") { $0.text(0) }
    #expect(value == "kept")
  }

  @Test func `orders links that were stored before by the clicks that they brought`() throws {
    do {
      let old = try Database(path: path)
      try Schema.migrate(old, path: path, upTo: 18)
      for (slug, clicks) in [("x", 5), ("y", nil), ("z", 9)] {
        let link = sample(slug) { $0.rare.importedClicks = clicks }
        _ = try old.insertRow(link.made(time(0)))
      }
      try old.execute("INSERT INTO counted_links (host, slug, total) VALUES ('a.example', 'x', 7)")
    }
    let store = try opened(SQLiteStore(path: path))
    let page = try store.links(LinkFilter(order: .clicks), after: nil, limit: 9)
    #expect(page.links.map(\.link.slug) == ["x", "z", "y"] && page.clicks == [12, 9, 0])
  }

  @Test func `finds alike links that were stored under another formula`() throws {
    do {
      let old = try Database(path: path)
      try Schema.migrate(old, path: path, upTo: 3)
      // Belongs to the current format only, and is removed before the file is migrated.
      try old.execute("ALTER TABLE links ADD COLUMN checksum INTEGER")
      for slug in ["x", "y"] {
        // Limits have had a table of their own only since then.
        var link = fullSample(slug)
        link.maxClicks = nil
        _ = try old.insertRow(link.made(time(0)))
      }
      try old.execute("UPDATE links SET likeness = 0; ALTER TABLE links DROP COLUMN checksum")
    }
    let store = try opened(SQLiteStore(path: path))
    var alike = fullSample("z")
    alike.maxClicks = nil
    #expect(try store.link(like: alike)?.link.slug == "x")
  }

  @Test func `reads a file that it may only read, and says so when asked to write`() throws {
    let writer = try SQLiteStore(path: path)
    let stored = try writer.make(sample("x"))
    let reader = try SQLiteStore(path: path, options: options { $0.isReadOnly = true })
    #expect(try reader.link(at: stored.link.key) == stored)
    #expect(kind { try reader.make(sample("y")) } == .readOnly)
    #expect(try writer.link(at: sample("y").key) == nil)
  }

  @Test func `readers do not wait for a writer, and a writer not for ever for another`() throws {
    let store = try SQLiteStore(path: path, options: options { $0.busyTimeout = 1 })
    let stored = try store.make(sample("x"))
    let holder = try Database(path: path)
    try holder.execute("BEGIN IMMEDIATE; DELETE FROM links")
    #expect(try store.link(at: stored.link.key) == stored)
    #expect(kind { try store.make(sample("y")) } == .locked)
    try holder.execute("ROLLBACK")
    try store.make(sample("y"))
  }

  @Test func `writes nothing of what a full disk does not take, and goes on`() throws {
    let store = try SQLiteStore(path: path, options: options { $0.pageLimit = 60 })
    let stored = try store.make(sample("x"))
    let many = (0..<2000).map { number in
      sample("s\(number)") { $0.name = String(repeating: "n", count: 500) }
    }
    let failure = kind { _ = try store.apply(many, at: time(1)) }
    #expect(failure == .full)
    #expect(try store.links(LinkFilter(), after: nil, limit: 9).links == [stored])
    try store.make(sample("y"))
    #expect(try store.links(LinkFilter(), after: nil, limit: 9).links.count == 2)
  }

  @Test func `says that a damaged file is damaged, and of which statement`() throws {
    do {
      let store = try SQLiteStore(path: path)
      let links = (0..<500).map { sample("s\($0)") }
      _ = try store.apply(links, at: time(0))
      store.close()
    }
    var bytes = try #require(FileManager.default.contents(atPath: path))
    for offset in 8192..<bytes.count { bytes[offset] = 0xA5 }
    #expect(FileManager.default.createFile(atPath: path, contents: bytes))
    #expect {
      let store = try SQLiteStore(path: path)
      try store.forEachLink { _ in true }
    } throws: { error in
      guard let error = error as? LinkStoreError else { return false }
      return error.kind == .corrupt && !error.operation.isEmpty && !error.message.isEmpty
    }
  }

  @Test func `no error shows a value`() throws {
    let database = try Database(path: path)
    try database.execute("CREATE TABLE t (a TEXT UNIQUE)")
    let sql = "INSERT INTO t (a) VALUES (?)"
    try database.run(sql, [.text("secret")])
    #expect {
      try database.run(sql, [.text("secret")])
    } throws: { error in
      "\(error)" == "\(sql): UNIQUE constraint failed: t.a"
    }
  }

  @Test func `keeps empty texts and empty blobs apart from nothing`() throws {
    let database = try Database(path: path)
    let types = try database.first(
      "SELECT typeof(?), typeof(?), typeof(?)", [.text(""), .blob([]), .blob(nil)]
    ) { [$0.text(0), $0.text(1), $0.text(2)] }
    #expect(types == ["text", "blob", "null"])
  }
}

/// A value whose change is told in the audit log.
@Suite(.tidies) struct NotedValueTests {
  @Test func `a value is kept with its entry, or not at all`() throws {
    let (store, path) = try openedFile()
    let database = try Database(path: path)
    func keep(_ bytes: [UInt8]) -> LinkStoreError? {
      failure {
        try waitForAnswer {
          store.note(
            .templateKept, about: "a", keeping: ("values", bytes), by: .service, now: time(1),
            completion: $0)
        }
      }
    }
    #expect(keep([1]) == nil)
    try database.run(
      "CREATE TRIGGER refuse BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'full'); END")
    #expect(keep([2]) != nil)
    #expect(try store.sharedValue("values") == [1])
    try database.run("DROP TRIGGER refuse")
    #expect(keep([2]) == nil)
    #expect(try store.sharedValue("values") == [2])
    #expect(try store.audit(AuditQuery()).entries.count == 2)
  }
}

/// Queries whose caller no longer waits.
@Suite(.tidies) struct InterruptionTests {
  @Test(arguments: LinkOrder.allCases)
  func `a long question ends with its caller`(_ order: LinkOrder) throws {
    let (store, _) = try openedFile()
    let links = (0..<3000).map { sample("s\($0)") }
    _ = try store.apply(links, at: time(0))
    let looks = Mutex(0)
    func list(isDue: Bool) throws -> LinkPage {
      try Interruption.watch({
        looks.withLock { $0 += 1 }
        return isDue
      }) {
        try store.links(LinkFilter(search: "nowhere", order: order), after: nil, limit: 10)
      }
    }
    #expect(throws: LinkStoreError.self) { try list(isDue: true) }
    #expect(looks.withLock { $0 } == 1)
    // The connection is still usable.
    #expect(try list(isDue: false).links.isEmpty)
    #expect(try store.link(at: links[7].key) != nil)
  }
}
