import Cryptography
import HTTPCore
import LinkStorage
import Links
import ProgramSupport
import SQLiteStore
import Synchronization
import Testing

@testable import KeiroCommand
@testable import Service

@Suite struct StoreWatchTests {
  let folder: TemporaryFolder
  let store: any LinkStore
  let directory: LinkDirectory
  let watch: StoreWatch

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path + "/keiro.db")
    directory = LinkDirectory(store: store, passwords: .scrypt)
    watch = StoreWatch(directory)
    watch.look()
  }

  @Test func `lets the caches know what another process has changed`() throws {
    let foreign: any LinkStore = try SQLiteStore(path: folder.path + "/keiro.db")
    defer { foreign.close() }
    let before = directory.changes.position
    watch.look()
    #expect(directory.changes.position == before)
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    let now = Timestamp(secondsSinceEpoch: 0)
    try foreign.make(link, at: now)
    watch.look()
    let changes = directory.changes.since(before)
    #expect(changes.keys == [link.key])
    watch.look()
    #expect(directory.changes.position == changes.position)
  }

  @Test func `leaves the directory's own changes to the directory`() throws {
    let before = directory.changes.position
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    let now = Timestamp(secondsSinceEpoch: 0)
    try waitForAnswer {
      directory.managed.create(link, CreationTerms(), by: .service, now: now, completion: $0)
    }
    directory.note(link.key)
    watch.look()
    #expect(directory.changes.since(before).keys == [link.key])
  }

  /// An empty store has 75 pages. Five more hold a row, but not what a change writes.
  @Test(arguments: [80, 130])
  func `says once what the store does without, and when that is over`(_ pages: Int) throws {
    let lines = Mutex<[String]>([])
    var options = SQLiteStore.Options()
    options.pageLimit = pages
    let full: any LinkStore = try SQLiteStore(path: folder.path + "/full.db", options: options)
    defer { full.close() }
    let watch = StoreWatch(LinkDirectory(store: full, passwords: .scrypt)) { line in
      lines.withLock { $0.append(line) }
    }
    func look(_ rounds: Int = 4) {
      for _ in 0..<rounds { watch.look() }
      // The writes that the rounds have queued.
      _ = try? waitForAnswer { full.probe(completion: $0) }
    }
    look()
    #expect(lines.withLock(\.self).isEmpty)
    let many = (0..<2000).map { number in
      ShortLink(host: "a.example", slug: "s\(number)", url: "https://e.example/\(number)")
    }
    let now = Timestamp(secondsSinceEpoch: 0)
    #expect(throws: LinkStoreError.self) {
      try full.take(many, at: now)
    }
    look()
    look()
    // Visitors are still served.
    try full.check()
    #expect(lines.withLock { $0.first?.hasPrefix("the store takes no changes: ") } == true)
    #expect(
      lines.withLock { $0.dropFirst() } == (pages == 80 ? [] : ["the store takes changes again"]))
  }

  @Test func `leaves the caches alone while the store does not answer`() {
    let before = directory.changes.position
    store.close()
    watch.look()
    watch.look()
    #expect(directory.changes.position == before)
  }

  @Test func `lets the caches forget everything after a bulk elsewhere`() throws {
    let foreign: any LinkStore = try SQLiteStore(path: folder.path + "/keiro.db")
    defer { foreign.close() }
    let links = (0..<500).map { number in
      ShortLink(host: "a.example", slug: "s\(number)", url: "https://e.example/")
    }
    let before = directory.changes.position
    let now = Timestamp(secondsSinceEpoch: 0)
    try foreign.take(links, at: now)
    watch.look()
    #expect(directory.changes.since(before).keys == nil)
  }

  @Test func `has the store forget sessions that are over when the service starts`() throws {
    func open(_ digest: UInt8, expires: Int) throws {
      let session = Session(
        digest: [digest], subject: "ann", createdAt: Timestamp(secondsSinceEpoch: 0),
        expires: Timestamp(secondsSinceEpoch: expires))
      try waitForAnswer { store.createSession(session, completion: $0) }
    }
    try open(1, expires: 1000)
    try open(2, expires: 1 << 40)
    StoreWatch(directory).look()
    // Writes are ordered: after this one, the cleaning has finished.
    try waitForAnswer { store.probe(completion: $0) }
    #expect(try store.sessions(of: nil).map(\.digest) == [[2]])
  }

  @Test func `writes the uses of tokens about once a minute, and when the service ends`() throws {
    let text = try #require(TokenText.generate())
    let token = APIToken(
      id: text.id, digest: text.digest, name: nil, scopes: ["admin"],
      createdAt: Timestamp(secondsSinceEpoch: 0))
    try waitForAnswer { store.createToken(token, by: .service, completion: $0) }
    func usedAt() throws -> Timestamp? {
      try waitForAnswer { store.probe(completion: $0) }
      return try store.token(digest: text.digest)?.usedAt
    }
    try use(text.text, at: 90)
    for _ in 2..<240 { watch.look() }
    #expect(try usedAt() == nil)
    watch.look()
    #expect(try usedAt() == Timestamp(secondsSinceEpoch: 60))
    try use(text.text, at: 150)
    watch.stop()
    #expect(try usedAt() == Timestamp(secondsSinceEpoch: 120))
  }

  private func use(_ token: String, at seconds: Double) throws {
    let bytes = Array(
      "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n".utf8)
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    var offset = 0
    try #require(decoder.decode(bytes.span, offset: &offset) == .request)
    let authentication = Authentication(
      directory: directory, request: decoder.request, client: nil,
      now: HTTPInstant(secondsSinceEpoch: seconds))
    _ = try authentication.token(allowing: [.readLinks])
  }

  @Test func `what has become old is forgotten, as time goes`() throws {
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    let start = Timestamp(secondsSinceEpoch: 1_795_176_000)
    try store.make(link, at: start)
    func entries() throws -> Int {
      try waitForAnswer { store.probe(completion: $0) }
      return try store.audit(AuditQuery()).entries.count
    }
    let time = Mutex(Double(start.secondsSinceEpoch))
    var retention = StoreWatch.Retention()
    retention.auditDays = 30
    let watch = StoreWatch(
      directory, keeping: retention, now: { time.withLock(\.self) },
      steady: { time.withLock(\.self) })
    watch.look()
    for (days, left) in [(29.5, 1), (1, 0)] {
      time.withLock { $0 += days * 86_400 }
      watch.look()
      #expect(try entries() == left)
    }
  }

  /// A clock that can be wrong, and one that cannot.
  private final class Clocks: Sendable {
    private let values = Mutex((wall: 0.0, steady: 500.0))
    let lines = Mutex<[String]>([])

    init(_ time: Timestamp) { values.withLock { $0.wall = Double(time.secondsSinceEpoch) } }

    func pass(_ seconds: Double) {
      values.withLock { values in
        values.wall += seconds
        values.steady += seconds
      }
    }
    func set(ahead seconds: Double) { values.withLock { $0.wall += seconds } }

    func watch(
      _ directory: LinkDirectory, _ retention: StoreWatch.Retention = StoreWatch.Retention()
    ) -> StoreWatch {
      StoreWatch(
        directory, keeping: retention,
        log: { [self] line in lines.withLock { $0.append(line) } },
        now: { [self] in values.withLock(\.wall) },
        steady: { [self] in values.withLock(\.steady) })
    }
  }

  private static let fourYears = 4.0 * 365 * 86_400

  /// The entries of all kinds that a cleaning would delete.
  private func entries() throws -> [Int] {
    try waitForAnswer { store.probe(completion: $0) }
    return [
      try store.audit(AuditQuery()).entries.count, try changes(of: "x"),
      try store.sessions(of: nil).count,
    ]
  }

  private func changes(of slug: String) throws -> Int {
    try store.versions(of: LinkKey(host: "a.example", slug: slug)).count { $0.change != nil }
  }

  /// Makes what a cleaning deletes once it is old.
  ///
  /// - Returns: the clocks at that time.
  private func fill() throws -> Clocks {
    let time = Timestamp(secondsSinceEpoch: 1_795_176_000)
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    try store.make(link, at: time)
    let session = Session(
      digest: [1], subject: "ann", createdAt: time,
      expires: Timestamp(secondsSinceEpoch: time.secondsSinceEpoch + 30 * 86_400))
    try waitForAnswer { store.createSession(session, completion: $0) }
    return Clocks(time)
  }

  @Test func `a start whose clock is years ahead deletes nothing, and says so`() throws {
    let clocks = try fill()
    clocks.pass(600)
    // Nobody has served the store before.
    clocks.set(ahead: Self.fourYears)
    let first = clocks.watch(directory)
    first.look()
    #expect(try entries() == [1, 1, 1])
    #expect(first.clockOffset == Int(Self.fourYears) + 600)
    // What is written by that clock makes it no better.
    try waitForAnswer {
      store.note(
        .configurationReloaded, about: nil, keeping: nil, by: .service,
        now: Timestamp(secondsSinceEpoch: 1_795_176_600 + Int(Self.fourYears)), completion: $0)
    }
    clocks.watch(directory).look()
    #expect(try entries() == [2, 1, 1])
    #expect(
      clocks.lines.withLock(\.self).first == "the clock is 1460 days ahead of what the store has "
        + "seen: what is old by it stays until it has run evenly for an hour, and then goes a day at a "
        + "time")
    // Set right again.
    clocks.set(ahead: -Self.fourYears)
    let watch = clocks.watch(directory)
    watch.look()
    #expect(try entries() == [2, 1, 1] && watch.clockOffset == 0)
  }

  @Test func `a clock that leaps while the service runs deletes nothing`() throws {
    let clocks = try fill()
    let watch = clocks.watch(directory)
    watch.look()
    clocks.set(ahead: Self.fourYears)
    clocks.pass(3600)
    watch.look()
    #expect(try entries() == [1, 1, 1] && watch.clockOffset == Int(Self.fourYears))
    clocks.set(ahead: -Self.fourYears)
    clocks.pass(3600)
    watch.look()
    #expect(try entries() == [1, 1, 1] && watch.clockOffset == 0)
    let line = clocks.lines.withLock(\.self).last
    #expect(line?.hasPrefix("the store goes by the clock again") == true)
  }

  @Test func `a store that nobody served for a year is cleaned in the end, day by day`() throws {
    let clocks = try fill()
    clocks.watch(directory).look()
    clocks.pass(365 * 86_400)
    var retention = StoreWatch.Retention()
    (retention.auditDays, retention.history.days) = (30, 30)
    let watch = clocks.watch(directory, retention)
    watch.look()
    for hour in 1...32 {
      clocks.pass(3600)
      watch.look()
      // It follows by a day every hour, and time goes on meanwhile.
      #expect(try entries() == (hour < 29 ? [1, 1, 1] : [0, 0, 0]), "\(hour)")
    }
    #expect(
      clocks.lines.withLock(\.self).dropFirst() == [
        "the clock has run evenly for an hour: what is old by it is deleted again, a day an hour for "
          + "the remaining 364 days"
      ])
  }

  @Test func `a clock that is behind says so, and what it has dated stays`() throws {
    let clocks = try fill()
    clocks.watch(directory).look()
    #expect(try entries() == [1, 1, 1])
    clocks.set(ahead: -Self.fourYears)
    let watch = clocks.watch(directory)
    watch.look()
    #expect(watch.clockOffset == -Int(Self.fourYears))
    #expect(
      clocks.lines.withLock(\.self) == [
        "the clock is 1460 days behind what the store has seen: expected the current time"
      ])
    let early = ShortLink(host: "a.example", slug: "early", url: "https://e.example/")
    try store.make(early, at: Timestamp(secondsSinceEpoch: 1_795_176_000 - Int(Self.fourYears)))
    clocks.set(ahead: Self.fourYears)
    clocks.watch(directory).look()
    #expect(try entries() == [2, 1, 1])
    #expect(try changes(of: "early") == 1)
  }

  @Test func `forgets changes that are older than the configuration keeps them`() throws {
    let now = 1_800_000_000
    for (slug, age) in [("old", 31), ("new", 29)] {
      let link = ShortLink(host: "a.example", slug: slug, url: "https://e.example/")
      let then = Timestamp(secondsSinceEpoch: now - age * 86_400)
      try store.make(link, at: then)
    }
    let link = ShortLink(host: "a.example", slug: "newest", url: "https://e.example/")
    try store.make(link, at: Timestamp(secondsSinceEpoch: now - 60))
    var retention = StoreWatch.Retention()
    retention.auditDays = 30
    StoreWatch(directory, keeping: retention, now: { Double(now) }).look()
    try waitForAnswer { store.probe(completion: $0) }
    #expect(try store.audit(AuditQuery()).entries.map(\.entry.slug) == ["newest", "new"])
  }
}
