import Dispatch
import FoundationEssentials
import LinkStorage
import Links
import SQLStorage
import Synchronization
import Testing

@testable import SQLiteStore

/// Several processes on one file, failing writes, and kills.
@Suite(.tidies) struct SQLiteProcessTests {
  private let folder: String
  private var path: String { folder + "/a.db" }

  init() throws { folder = try temporaryFolder() }

  @Test func `two that open a new file at the same moment both succeed, and make it once`() throws {
    var options = SQLiteStore.Options()
    // The other's file system may be busy for long.
    options.busyTimeout = 60_000
    for round in 0..<200 {
      let path = folder + "/\(round).db"
      DispatchQueue.concurrentPerform(iterations: 2) { [options] number in
        #expect(throws: Never.self, "round \(round)") {
          let store = try SQLiteStore(path: path, options: options)
          if round.isMultiple(of: 20) { try store.make(sample("s\(number)")) }
          store.close()
        }
      }
      guard round.isMultiple(of: 20) else { continue }
      #expect(try SQLiteStore(path: path).count(LinkFilter()) == 2)
    }
  }

  @Test func `waits for another that is about to make the file`() throws {
    // SQLite refuses to switch to a write-ahead log at once while this lock is held.
    let other = try Database(path: path)
    try other.execute("BEGIN IMMEDIATE")
    var tries = 0
    try SQLiteStore.retryingWhileLocked(60_000) { () throws(LinkStoreError) in
      tries += 1
      if tries == 3 { try other.execute("ROLLBACK") }
      try SQLiteStore.prepare(try Database(path: path), path: path)
    }
    #expect(tries == 3)
    try SQLiteStore(path: path).make(sample("x"))
  }

  @Test func `does not wait for ever for another that holds a new file`() throws {
    let other = try Database(path: path)
    try other.execute("BEGIN IMMEDIATE")
    var options = SQLiteStore.Options()
    options.busyTimeout = 30
    #expect(kind { _ = try SQLiteStore(path: path, options: options) } == .locked)
  }

  @Test func `goes on after a write that failed, and says that it takes none until one succeeds`()
    throws
  {
    var options = SQLiteStore.Options()
    options.busyTimeout = 50
    let store = try SQLiteStore(path: path, options: options)
    try store.make(sample("x"))
    #expect(store.troubles().isEmpty)
    let holder = try Database(path: path)
    try holder.execute("BEGIN IMMEDIATE")
    #expect(kind { try store.make(sample("y")) } == .locked)
    #expect(store.troubles().map(\.kind) == [.writes])
    try store.check()
    try holder.execute("ROLLBACK")
    // The file is readable, and a name that is taken proves nothing: the disk was not used.
    #expect(try store.create(sample("x"), at: time(0)) == .taken)
    #expect(store.troubles().map(\.kind) == [.writes])
    try store.check()
    try waitForAnswer { store.probe(completion: $0) }
    #expect(store.troubles().isEmpty)
  }

  @Test func `what is flushed is not left to what need not be`() throws {
    let database = try Database(path: path)
    try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
    let health = WriteHealth()
    let transactions = WriteTransactions(database: database, health: health)
    func level() throws -> Int? { try database.first("PRAGMA synchronous") { $0.int(0) } }
    func perform(_ isDurable: Bool, _ sql: String) {
      let ignored: StoreCompletion<Int> = { _ in }
      let write = PendingWrite(isBulk: true, isDurable: isDurable, ignored) {
        database throws(LinkStoreError) in
        try database.run(sql)
      }
      for deliver in transactions.perform([write]) { deliver() }
    }
    perform(false, "INSERT INTO t VALUES (1)")
    #expect(try level() == 1)
    perform(true, "INSERT INTO t VALUES (2)")
    #expect(try level() == 2)
    // One that fails halfway, and one after it.
    perform(false, "INSERT INTO none VALUES (3)")
    #expect(health.failure?.kind == .failed)
    perform(false, "INSERT INTO t VALUES (4)")
    // This says nothing about the disk.
    #expect(health.failure?.kind == .failed)
    perform(true, "INSERT INTO t VALUES (5)")
    #expect(try level() == 2 && database.isOutsideTransaction)
    #expect(health.failure == nil)
    #expect(try database.first("SELECT count(*) FROM t") { $0.int(0) } == 4)
  }

  @Test func `a write that fails takes no other of its transaction with it`() throws {
    let store = try SQLiteStore(path: path)
    try store.make(sample("damaged"))
    let holder = try Database(path: path)
    try holder.execute("UPDATE links SET details = 'no' WHERE slug = 'damaged'")
    try holder.execute("BEGIN IMMEDIATE")
    let done = DispatchGroup()
    let failures = Mutex<[String: LinkStoreError.Kind?]>([:])
    @Sendable func note<Answer>(_ name: String, _ result: Result<Answer, LinkStoreError>) {
      let kind: LinkStoreError.Kind? =
        if case .failure(let error) = result { error.kind } else { nil }
      failures.withLock { $0[name] = .some(kind) }
      done.leave()
    }
    // The first one waits for the lock; the others queue up behind it and share a transaction.
    for slug in ["first", "a", "damaged", "b"] {
      done.enter()
      if slug == "damaged" {
        store.update(sample(slug), revision: nil, by: .service, now: time(1)) { note(slug, $0) }
      } else {
        store.create(sample(slug), CreationTerms(), by: .service, now: time(1)) { note(slug, $0) }
      }
    }
    try holder.execute("ROLLBACK")
    done.wait()
    #expect(failures.withLock { $0 } == ["first": nil, "a": nil, "damaged": .corrupt, "b": nil])
    for slug in ["first", "a", "b"] { #expect(try store.link(at: sample(slug).key) != nil) }
  }

  // MARK: - Kills

  @Test func `a kill between a change and its telling loses no event`() throws {
    let store = try opened(SQLiteStore(path: path))
    try store.addWebhook("w")
    try store.make(sample("x"))
    _ = try store.lease(9, "a", until: 60)
    let next = try SQLiteStore(path: try killed(path))
    #expect(try !next.recordedTypes().isEmpty)
    #expect(try next.lease(9, "b", until: 90, at: 59) == [])
    let events = try next.lease(9, "b", until: 90, at: 60)
    #expect(events.map(\.slug) == ["x"])
    #expect(try next.settle(events, "b") == 1)
    next.close()
  }

  @Test func `after a kill a batch whose answer was lost is known, and so are granted clicks`()
    throws
  {
    let store = try opened(SQLiteStore(path: path))
    let life = LinkLife(sample("x"))
    let batch = CountBatch(writer: CountWriter(), sequence: 1, clicks: [clicked("x", 2)])
    #expect(try store.count(batch) == .counted)
    #expect(try store.reserve(3, of: life, limit: 7).granted == 3)
    let next = try SQLiteStore(path: try killed(path))
    #expect(try next.count(batch) == .repeated)
    #expect(try next.clicks(of: life.key) == 2)
    #expect(try next.reserve(9, of: life, limit: 7).granted == 2)
    next.close()
  }

  @Test func `a bulk takes one entry of the feed`() throws {
    let store = try opened(SQLiteStore(path: path))
    _ = try store.apply((0..<5000).map { sample("s\($0)") }, at: time(0))
    let count = try Database(path: path).first("SELECT count(*) FROM feed") {
      $0.int(0)
    }
    #expect(count == 1)
  }
}
