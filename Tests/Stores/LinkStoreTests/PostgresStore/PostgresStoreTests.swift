import Dispatch
import Glibc
import LinkStorage
import Links
import PostgresServer
import SQLStorage
import Synchronization
import Testing

@testable import PostgresStore

/// Faults that only a networked database can have: refusing, breaking off, and being replaced by
/// another one.
@Suite(.enabled(if: PostgresServer.isWanted), .tidies) struct PostgresStoreTests {
  private func open() throws -> (String, PostgresStore) {
    let database = try PostgresDatabase.temporary()
    return (database, try opened(PostgresStore(database)))
  }

  @Test(arguments: [
    ("host=db1 user=keiro", "sslmode is 'prefer' and the host 'db1' is another machine"),
    ("postgresql://keiro@db1,db2/keiro", "the host 'db1' is another machine"),
    ("postgresql://keiro@localhost,db2/keiro?sslmode=require", "sslmode is 'require' and the host"),
    ("hostaddr=10.0.0.1 host=localhost", "the host '10.0.0.1' is another machine"),
    ("service=main", "a service names the hosts"),
    ("hosd=db1", "invalid connection option"),
    ("postgresql://[", "expected"),
    ("a", "missing \"=\""),
    ("host=db1 password=my secret", "after \"…\" in connection info string: expected postgresql:"),
    ("postgresql://keiro:secret%zz@db1/keiro", "token: \"…\": expected postgresql://USER@HOST/"),
    ("postgresql://keiro:secret@[::1]x/keiro", "(expected \":\" or \"/\"): \"…\": expected"),
    ("postgresql://keiro:secret/x@db1/keiro?sslmode=verify-full", "a port is no number from 1 to"),
    ("host=localhost port=5432,0", "a port is no number"),
    ("postgresql://keiro:my@secret@db1/k?sslmode=verify-full", "a host has an '@': expected %40"),
    (
      "mysql://keiro:secret@localhost/keiro",
      "'mysql://' is no address of a PostgreSQL server: expected postgresql://USER@HOST/DATABASE, "
        + "or key=value pairs"
    ),
  ])
  func `does not talk to who cannot be trusted, and says what is wrong`(
    _ text: String, _ message: String
  ) throws {
    let error = try #require(failure { _ = try PostgresStore(text) })
    if message != "expected" { #expect(error.message.contains(message), "\(error)") }
    #expect(!error.message.contains("secret"))
    #expect(error.operation == "read the connection string" && !error.message.contains("\n"))
  }

  @Test func `takes what stays on the machine, or proves who it is`() throws {
    let library = try PostgresLibrary.load()
    for text in [
      "", "host=/run/postgresql", "host=localhost", "hostaddr=127.0.0.5", "host=::1",
      "host=db1,db2 sslmode=verify-full port=5432,5433",
      "postgresql://keiro@db1/keiro?sslmode=verify-full",
    ] {
      #expect(throws: Never.self) { _ = try ConnectionString(text, library) }
    }
  }

  @Test func `says that a server is not there, and does not try again at once`() throws {
    let error = try #require(failure { _ = try PostgresStore("host=/nowhere") })
    #expect(error.kind == .unreachable && error.operation == "connect")
    #expect(error.message.contains("/nowhere"))
  }

  @Test func `makes its tables only when it is told to`() throws {
    let database = try PostgresDatabase.temporary(isEmpty: true)
    let error = try #require(failure { _ = try PostgresStore(database) })
    #expect(error.kind == .foreign)
    #expect(
      error.message == "the database has no tables of keiro: 'keiro store migrate' makes them")
    let failures = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      do {
        let store = try PostgresStore(database, options: .migrating)
        try store.make(sample("s\(number)"))
        store.close()
      } catch { failures.add(1, ordering: .relaxed) }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
    let store = try opened(PostgresStore(database))
    #expect(try store.links(afterID: 0, limit: 10).count == 4)
  }

  @Test func `a migration tries again while another session keeps it from the tables`() throws {
    let database = try PostgresDatabase.temporary(isEmpty: true)
    DispatchQueue.global().async {
      try? PostgresDatabase.run(
        database,
        "DO $$ BEGIN CREATE SCHEMA keiro; PERFORM pg_sleep(4); RAISE EXCEPTION 'over'; END $$")
    }
    usleep(500_000)
    try opened(PostgresStore(database, options: .migrating)).make(sample("a"))
  }

  @Test func `refuses tables of a newer release that say they are too new`() throws {
    let database = try PostgresDatabase.temporary()
    let newest = Schema.newest
    try PostgresDatabase.run(
      database, "UPDATE keiro.meta SET value = '\(newest + 3)' WHERE name = 'schema'")
    // As long as nothing was removed, an older node continues to work, and has no migration to
    // do.
    try PostgresStore(database, options: .migrating).close()
    let replication = try Replication(database, options: .migrating)
    defer { replication.store.close() }
    let refusal = try #require(failure { _ = try replication.migrate() })
    #expect(
      refusal.message
        == "the database has schema \(newest + 3) of a newer keiro: expected at most \(newest)")
    try PostgresDatabase.run(
      database, "UPDATE keiro.meta SET value = '\(newest + 2)' WHERE name = 'oldest_schema'")
    let error = try #require(failure { _ = try PostgresStore(database) })
    #expect(error.kind == .foreign)
    #expect(
      error.message
        == "the database has schema \(newest + 3) of a newer keiro: expected at most \(newest)")
  }

  @Test func `loses and doubles nothing while connections are killed`() throws {
    let (database, store) = try open()
    let isOver = Atomic(false)
    let killer = DispatchGroup()
    DispatchQueue.global().async(group: killer) {
      while !isOver.load(ordering: .relaxed) {
        try? PostgresDatabase.run(
          database,
          "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity "
            + "WHERE datname = current_database() AND pid <> pg_backend_pid() "
            + "AND random() < 0.2")
      }
    }
    let keys = (0..<7).map { LinkKey(host: "a.example", slug: "s\($0)") }
    DispatchQueue.concurrentPerform(iterations: 3) { _ in
      let writer = CountWriter()
      for sequence in 1...20 {
        let clicks = keys.shuffled().map { clicked($0.slug, from: "r\(sequence % 9)") }
        let batch = CountBatch(writer: writer, sequence: sequence, clicks: clicks)
        while (try? store.count(batch)) == nil {}
      }
    }
    isOver.store(true, ordering: .relaxed)
    killer.wait()
    for key in keys { #expect(try store.clicks(of: key) == 60) }
    #expect(try store.statistics(StatisticsQuery(by: .referrer)).clicks == 7 * 60)
    #expect(try store.statistics(StatisticsQuery(slug: "s3", by: .day)).clicks == 60)
  }

  @Test func `what a promoted server lacks of confirmed batches is counted again, once`() throws {
    let (database, store) = try open()
    let (writer, silent) = (CountWriter(), CountWriter())
    func batch(_ sequence: Int, _ writer: CountWriter) -> CountBatch {
      CountBatch(writer: writer, sequence: sequence, clicks: [clicked("x", sequence)])
    }
    for sequence in 1...2 { #expect(try store.count(batch(sequence, writer)) == .counted) }
    // The state of the other server.
    for table in ["writers", "click_counts", "totals", "click_days", "click_hours"] {
      try PostgresDatabase.run(
        database, "CREATE TABLE public.\(table) AS SELECT * FROM keiro.\(table)")
    }
    // A computed column takes no values.
    try PostgresDatabase.run(database, "ALTER TABLE public.totals DROP COLUMN level")
    for sequence in 3...5 { #expect(try store.count(batch(sequence, writer)) == .counted) }
    #expect(try store.count(batch(7, silent)) == .counted)
    for table in ["writers", "click_counts", "totals", "click_days", "click_hours"] {
      try PostgresDatabase.run(database, "TRUNCATE keiro.\(table)")
      try PostgresDatabase.run(database, "INSERT INTO keiro.\(table) SELECT * FROM public.\(table)")
    }
    #expect(try store.clicks(of: sample("x").key) == 3)
    // The next batch brings those of all writers along: later they may be too old to be remembered.
    #expect(try store.count(batch(6, writer)) == .counted)
    #expect(try store.clicks(of: sample("x").key) == 28)
    store.replay()
    store.replay()
    #expect(try store.count(batch(6, writer)) == .repeated)
    #expect(try store.clicks(of: sample("x").key) == 28)
  }

  @Test func `batches of many writers in any order never wait in a circle`() throws {
    let database = try PostgresDatabase.temporary()
    let stores = try (0..<4).map { _ in try opened(PostgresStore(database)) }
    let failures = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      let writer = CountWriter()
      for sequence in 1...5 {
        let clicks = (0..<1500).map { number in
          clicked(
            "s\(number % 500)", host: "h\(number % 3).example", hour: 480_000 + number % 2,
            from: "r\(number % 7)")
        }
        let batch = CountBatch(writer: writer, sequence: sequence, clicks: clicks.shuffled())
        if (try? stores[number].count(batch)) != .counted {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    #expect(failures.load(ordering: .relaxed) == 0)
    #expect(try stores[0].statistics(StatisticsQuery(by: .platform)).clicks == 4 * 5 * 1500)
    let found = try PostgresDatabase.connect(database).first(
      "SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()"
    ) { $0.text(0) }
    #expect(found == "0")
  }

  @Test func `a cursor of another start of the server, or of another database, finds everything`()
    throws
  {
    let (_, store) = try open()
    let cursor = try store.changes(since: nil).cursor
    #expect(try store.changes(since: cursor).links == .keys([]))
    let position = try #require(FeedPosition(cursor))
    let other = FeedPosition(epoch: position.epoch + "1", snapshot: position.snapshot)
    #expect(try store.changes(since: FeedCursor(other.description)).links == .everything)
    for text in ["1:1", "0:1:", "2:1:", "1:5:7", "1:5:3,2", "1:5:2,,3", "1:5:2:", "-1:2:"] {
      let cursor = FeedCursor("\(position.epoch) \(text)")
      #expect(FeedPosition(cursor) == nil, "\(text)")
      #expect(try store.changes(since: cursor).links == .everything)
    }
  }

  @Test func `misses no change of transactions that are committed in another order`() throws {
    let (database, store) = try open()
    let reader = try opened(PostgresStore(database))
    var cursor = try reader.changes(since: nil).cursor
    var seen: [String] = []
    let isOver = Atomic(false)
    let writers = DispatchGroup()
    for writer in 0..<4 {
      DispatchQueue.global().async(group: writers) {
        for number in 0..<100 {
          _ = try? store.create(sample("s\(writer).\(number)"), at: time(0))
        }
      }
    }
    writers.notify(queue: .global()) { isOver.store(true, ordering: .sequentiallyConsistent) }
    while true {
      let isLast = isOver.load(ordering: .sequentiallyConsistent)
      let changes = try reader.changes(since: cursor)
      cursor = changes.cursor
      guard case .keys(let keys) = changes.links else { throw Unexpected(answer: "everything") }
      seen += keys.map(\.slug)
      if isLast { break }
    }
    #expect(seen.count == 400 && Set(seen).count == 400)
  }

  @Test func `a text with a zero byte is kept with the sign for what cannot be shown`() throws {
    let (_, store) = try open()
    try store.make(sample("x") { $0.name = "a\u{0}b" })
    _ = try store.apply([sample("y") { $0.name = "\u{0}" }], at: time(0))
    #expect(try store.link(at: sample("x").key)?.link.name == "a\u{FFFD}b")
    #expect(try store.link(at: sample("y").key)?.link.name == "\u{FFFD}")
  }

  @Test(arguments: [
    ("e 5:9:", "e 5:9:", true), ("e 5:9:", "e 5:8:", true), ("e 5:8:", "e 5:9:", false),
    ("e 5:9:6", "e 5:9:", false), ("e 5:9:6", "e 5:9:6,7", true), ("e 5:12:10", "e 5:9:", true),
    ("f 5:9:", "e 5:9:", false),
  ])
  func `a position in the feed covers another when it sees all that is seen there`(
    _ one: String, _ other: String, _ covers: Bool
  ) throws {
    let one = try #require(FeedPosition(FeedCursor(one)))
    let other = try #require(FeedPosition(FeedCursor(other)))
    #expect(one.covers(other) == covers)
  }

  @Test func `clicks of a limited link that a promoted server lacks are not granted again`() throws
  {
    let (database, store) = try open()
    let life = LinkLife(sample("x") { $0.createdAt = time(0) })
    #expect(try store.reserve(7, of: life, limit: 10).granted == 7)
    try store.giveBack(1, of: life)
    // Like another server that takes over and does not know them.
    try PostgresDatabase.run(database, "DELETE FROM keiro.limits")
    try PostgresDatabase.promote(database)
    #expect(try store.reserve(9, of: life, limit: 10) == Reservation(granted: 4, reserved: 10))
    #expect(try store.reserve(1, of: life, limit: 10).granted == 0)
  }

  @Test(arguments: [(true, "on", 4), (true, "off", 7), (false, "on", 7)])
  func `clicks that another node has given back stay free when the server is only restarted`(
    _ isRestart: Bool, _ commit: String, _ reserved: Int
  ) throws {
    let (database, store) = try open()
    let life = LinkLife(sample("x") { $0.createdAt = time(0) })
    #expect(try store.reserve(7, of: life, limit: 10).granted == 7)
    try PostgresDatabase.run(database, "UPDATE keiro.limits SET reserved = 4")
    let connection = try PostgresDatabase.connect(database)
    try connection.transaction { () throws(PostgresFailure) in
      try connection.send("SET LOCAL synchronous_commit = \(commit)")
      try connection.raise([(life, 7, 0)], isRestart: isRestart)
    }
    #expect(try store.reservedClicks(of: life) == reserved)
  }

  @Test func `a probe needs as much room on the disk as a large link`() throws {
    let (database, store) = try open()
    try waitForAnswer { store.probe(completion: $0) }
    let size = try PostgresDatabase.connect(database).first(
      "SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE oid = 'keiro.meta'::regclass"
    ) { $0.int(0) }
    #expect(try #require(size) >= 1 << 16)
  }

  @Test func `clicks of a link whose number a promoted server lacks are counted again`() throws {
    let (database, store) = try open()
    let writer = CountWriter()
    func batch(_ sequence: Int, _ slug: String) -> CountBatch {
      CountBatch(writer: writer, sequence: sequence, clicks: [clicked(slug, 10, from: "t.co")])
    }
    #expect(try store.count(batch(1, "x")) == .counted)
    #expect(try store.count(batch(2, "y")) == .counted)
    // The server that takes over has none of it, and assigns the numbers of x and its kind to
    // others.
    for table in [
      "counted", "totals", "click_counts", "click_kinds", "click_days", "click_hours",
      "click_names", "writers",
    ] {
      try PostgresDatabase.run(database, "DELETE FROM keiro.\(table)")
    }
    try PostgresDatabase.run(
      database,
      "INSERT INTO keiro.counted (id, host, slug) OVERRIDING SYSTEM VALUE "
        + "SELECT n, 'a.example', 'z' || n FROM generate_series(1, 4) AS n")
    try PostgresDatabase.run(
      database,
      "INSERT INTO keiro.click_kinds (id, platform, referrer, outcome, bot) "
        + "OVERRIDING SYSTEM VALUE "
        + "VALUES (1, 'android', '', 'redirect', false)")
    try PostgresDatabase.promote(database)
    #expect(try store.count(batch(3, "x")) == .counted)
    #expect(try store.clicks(of: sample("x").key) == 20)
    #expect(try store.clicks(of: sample("y").key) == 10)
    for number in 1...4 { #expect(try store.clicks(of: sample("z\(number)").key) == 0) }
    #expect(try store.statistics(StatisticsQuery(by: .referrer)).clicks == 30)
    let platforms = StatisticsQuery(host: sample("x").host, slug: "x", by: .platform)
    #expect(try store.statistics(platforms).rows.map(\.name) == ["iphone"])
  }

  @Test func `grants of the last ten minutes of a server matter to another one alone`() {
    var grants = RecentGrants()
    let wish = ReservationQueue.Wish(
      life: LinkLife(sample("x")), wanted: 2, limit: 9, completion: { _ in })
    grants.note([wish], [Reservation(granted: 2, reserved: 5)], "a", at: 1)
    #expect(grants.perhapsLost(to: "a").isEmpty)
    #expect(grants.perhapsLost(to: "b").map(\.reserved) == [5])
    var isOther = grants.noteContact(with: "a", at: 599_999_999_999)
    #expect(!isOther)
    #expect(grants.perhapsLost(to: "b").map(\.reserved) == [5])
    grants.noteReturn(2, of: LinkLife(sample("x")))
    // The next server answers, after an outage of any length.
    isOther = grants.noteContact(with: "b", at: 900_000_000_000)
    #expect(isOther)
    #expect(grants.perhapsLost(to: "b").map(\.reserved) == [3])
    isOther = grants.noteContact(with: "a", at: 600_000_000_002)
    #expect(!isOther)
    #expect(grants.perhapsLost(to: "b").isEmpty)
    grants.note([wish], [Reservation(granted: 2, reserved: 5)], "i.1.7", at: 1)
    let epochs = ["i.1.8", "i.2.8", "j.1.8", "i.1.7"]
    #expect(epochs.map(grants.isRestarted) == [true, false, false, false])
  }

  @Test func `nobody goes back to a server that was overtaken by a promotion`() throws {
    let newest = NewestTimeline()
    let first = try #require(Timeline("7 00000001"))
    let second = try #require(Timeline("7 0000000B"))
    #expect(second.number == 11)
    #expect(newest.admits(first) && newest.admits(nil) && newest.admits(second))
    #expect(!newest.admits(first) && newest.admits(second) && newest.admits(nil))
    // A completely different server has its own history.
    let other = try #require(Timeline("8 00000001"))
    #expect(newest.admits(other))
    #expect(Timeline("") == nil && Timeline("7") == nil && Timeline("7 x") == nil)
    // In the form in which a copy stores it.
    #expect(Timeline(second.description) == second)
    #expect(!NewestTimeline(second).admits(first) && NewestTimeline(second).admits(other))
  }

  @Test(arguments: [
    ("host=/a,/b port=1,2", [["/a", "", "1"], ["/b", "", "2"]]),
    ("host=/a,/a port=1,2", [["/a", "", "1"], ["/a", "", "2"]]),
    (
      "postgresql://u@localhost:1,localhost/d",
      [["localhost", "", "1"], ["localhost", "", "5432"]]
    ),
    ("host=/a,/b", [["/a", "", "5432"], ["/b", "", "5432"]]),
    ("host=/a,/a,/b port=1,,2", [["/a", "", "1"], ["/a", "", "5432"], ["/b", "", "2"]]),
    ("host=/a,/b port=7", [["/a", "", "7"], ["/b", "", "7"]]),
    ("hostaddr=127.0.0.1,127.0.0.2 port=7", [["", "127.0.0.1", "7"], ["", "127.0.0.2", "7"]]),
    (
      "host=a,b hostaddr=127.0.0.1,127.0.0.2 port=7",
      [["a", "127.0.0.1", "7"], ["b", "127.0.0.2", "7"]]
    ),
    ("host=/a", []), ("host=/a,/b port=1,2,3", []), ("dbname=d", []),
  ])
  func `each of several servers is tried by itself, also of one name`(
    text: String, servers: [[String]]
  ) throws {
    let string = try ConnectionString(text, try PostgresLibrary.load())
    #expect(string.each.compactMap(\.server).map { [$0.host, $0.address, $0.port] } == servers)
    #expect(string.each.allSatisfy { $0.text == text && $0.each.isEmpty })
  }

  @Test func `a connection is made to the server that was promoted, whatever stands before it`()
    throws
  {
    let database = try PostgresDatabase.temporary()
    let library = try PostgresLibrary.load()
    let newest = NewestTimeline()
    let string = try ConnectionString(database, library)
    let connection = try PostgresConnection.current(string, name: "tests", newest, library)
    let timeline = try #require(connection.timeline)
    #expect(timeline.number == 1)
    let later = try #require(Timeline("\(timeline.system) 00000002"))
    #expect(newest.admits(later))
    #expect(throws: PostgresFailure.self) {
      try PostgresConnection.current(string, name: "tests", newest, library)
    }
  }
}
