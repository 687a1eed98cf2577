import FoundationEssentials
import Links
import LinkStorage
import PostgresServer
import PostgresStore
import SQLiteStore
import Synchronization
import Testing

/// The engines, which must behave alike.
enum StoreEngine: String, CaseIterable, CustomTestStringConvertible, Sendable {
  case memory, sqlite, postgres

  static let allCases = [memory, sqlite, postgres].filter {
    PostgresServer.engines?.contains($0.rawValue) ?? true
  }

  var testDescription: String { rawValue }

  /// An empty store, closed at the end of the test.
  func store() throws -> any LinkStore { try stores().0 }

  /// Two stores on the same data, like those of two processes.
  func stores() throws -> (any LinkStore, any LinkStore) {
    switch self {
    case .memory:
      let contents = try MemoryDatabase()
      return (SQLiteStore(in: contents), SQLiteStore(in: contents))
    case .sqlite:
      let path = try temporaryFolder() + "/links.db"
      return try (opened(SQLiteStore(path: path)), opened(SQLiteStore(path: path)))
    case .postgres:
      let database = try PostgresDatabase.temporary()
      var options = PostgresStore.Options()
      options.feedEntries = FeedBounds.entries
      return try (
        opened(PostgresStore(database, options: options)),
        opened(PostgresStore(database, options: options))
      )
    }
  }
}

/// What ends with a test, the last thing first.
final class TestScope: Sendable {
  @TaskLocal private static var current: TestScope?

  private let endings = Mutex<[@Sendable () -> Void]>([])

  static func atEnd(_ ending: @escaping @Sendable () -> Void) throws {
    guard let current else { throw Unexpected(answer: "a suite that does not tidy up") }
    current.endings.withLock { $0.append(ending) }
  }

  /// A trait of suites whose tests have a scope each.
  struct Tidying: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let scope = TestScope()
      defer { for ending in scope.endings.withLock({ $0.reversed() }) { ending() } }
      try await TestScope.$current.withValue(scope) { try await function() }
    }
  }
}

extension Trait where Self == TestScope.Tidying {
  static var tidies: Self { Self() }
}

/// A folder that is removed at the end of the test.
func temporaryFolder() throws -> String {
  let folder =
    FileManager.default.temporaryDirectory.path + "/keiro-store-\(UInt64.random(in: 0 ... .max))"
  try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  try TestScope.atEnd { try? FileManager.default.removeItem(atPath: folder) }
  return folder
}

/// A store that is closed at the end of the test.
func opened<Store: StoreMaintenance & Sendable>(_ store: Store) throws -> Store {
  try TestScope.atEnd { store.close() }
  return store
}

/// A store in a new file, closed at the end of the test.
func openedFile() throws -> (SQLiteStore, String) {
  let path = try temporaryFolder() + "/a.db"
  return (try opened(SQLiteStore(path: path)), path)
}

/// The store's file as a kill would leave it at this moment.
func killed(_ path: String) throws -> String {
  let copy = try temporaryFolder() + "/a.db"
  for end in ["", "-wal"] {
    try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
  }
  return copy
}

/// The error of a store; nil for none.
func failure<Result>(_ body: () throws -> Result) -> LinkStoreError? {
  do {
    _ = try body()
    return nil
  } catch { return error as? LinkStoreError }
}

/// The kind of the error of a store; nil for none.
func kind<Result>(_ body: () throws -> Result) -> LinkStoreError.Kind? { failure(body)?.kind }

func time(_ seconds: Int) -> Timestamp { Timestamp(secondsSinceEpoch: 1_700_000_000 + seconds) }

func sample(
  _ slug: String, host: String = "a.example", _ change: (inout ShortLink) -> Void = { _ in }
) -> ShortLink {
  var link = ShortLink(host: host, slug: slug, url: "https://e.example/" + slug)
  change(&link)
  return link
}

let firstDay = 20_000
/// The first hour of this day.
let hour = 24 * firstDay

/// The beginning of an hour of a day.
func day(_ day: Int, hour: Int = 0) -> Timestamp {
  Timestamp(secondsSinceEpoch: day * 86_400 + hour * 3600)
}

/// Clicks on a link in an hour, by people unless it is said otherwise.
func click(
  _ key: LinkKey, _ hour: Int, _ platform: String = "iphone", _ referrer: String = "",
  _ outcome: String = "redirect", rule: String = "", language: String = "", country: String = "",
  way: String = "", bot: Bool = false, count: Int = 1
) -> ClickCount {
  ClickCount(
    key: key, hour: hour, platform: platform, referrerHost: referrer, outcome: outcome, isBot: bot,
    traits: ClickTraits(rule: rule, language: language, country: country, way: way), count: count)
}

func clicked(
  _ slug: String = "x", _ count: Int = 1, host: String = "a.example", hour: Int = hour,
  on platform: String = "iphone", from referrer: String = "", to outcome: String = "redirect",
  isBot: Bool = false
) -> ClickCount {
  click(
    LinkKey(host: host, slug: slug), hour, platform, referrer, outcome, bot: isBot, count: count)
}

func launch(_ event: String, _ day: Int = firstDay, _ count: Int = 1) -> LaunchCount {
  LaunchCount(
    app: "a", event: event, appVersion: "1.\(count)", systemVersion: "26.0", day: day,
    count: count)
}

func batch(
  _ sequence: Int, _ writer: CountWriter, clicks: Int, hour: Int = hour
) -> CountBatch {
  let clicks = [clicked("x", clicks, hour: hour, from: "t.co")]
  return CountBatch(writer: writer, sequence: sequence, clicks: clicks)
}

/// A link with every field.
func fullSample(_ slug: String) -> ShortLink {
  sample(slug) { link in
    link.url = "https://e.example/x?a=b#c"
    link.name = "Fr\u{FC}hling \u{1F98A}"
    link.tags = ["b", "a \u{E9}"]
    link.apple.fallback = "https://e.example/f"
    link.apple.ipadFallback = "https://e.example/t"
    link.apple.appStoreID = "42"
    link.apple.productPage = "45812c9b-c296-43d3-c6a0-c5a02f74bf6e"
    link.apple.bundleID = "com.e.app"
    link.apple.ipadBundleID = "com.e.pad"
    link.apple.customScheme = "e"
    link.apple.minimumVersion = "2.1"
    link.android.fallback = "https://e.example/g"
    link.android.packageName = "com.e.app"
    link.android.minimumVersionCode = 7
    link.desktop.fallback = "https://e.example/d"
    link.social.title = "t \"quoted\""
    link.social.description = "two\nlines, \\ <and>"
    link.social.image = "https://e.example/i.png"
    link.campaign.items = ShortLink.Campaign.names.map { ($0, "\($0) 9") }
    link.rules = [.sample, LinkRule(url: "https://e.example/else")]
    link.status = .permanent
    link.query = .visitor
    link.skipPage = true
    link.notBefore = time(-100)
    link.expires = time(100)
    link.expiredURL = "https://e.example/over"
    link.maxClicks = 3
    link.rare.importedClicks = 12
    link.archived = true
    link.password = PasswordHash("scrypt$1$2")
    link.owner = "web"
    link.path = .append
    link.createdAt = time(-200)
    link.updatedAt = time(-150)
    link.extra = [ShortLink.Extra(name: "Odd Column", value: "kept")]
  }
}

extension LinkRule {
  /// A rule with every part of a condition.
  static var sample: LinkRule {
    var condition = Condition()
    condition.platforms = [.iPhone, .android]
    condition.languages = ["ja", "zh-hant"]
    condition.countries = ["JP"]
    condition.query = [.init(name: "k", value: "v w")]
    condition.from = time(-9)
    condition.until = time(9)
    condition.share = 50
    return LinkRule(if: condition, url: "https://e.example/rule")
  }
}

/// The writes, with their completion awaited.
extension LinkStore {
  func create(
    _ link: ShortLink, _ terms: CreationTerms = CreationTerms(), by actor: AuditActor = .service,
    at now: Timestamp
  ) throws -> Creation {
    try waitForAnswer { create(link, terms, by: actor, now: now, completion: $0) }
  }

  /// The slugs of the first links of a list.
  func slugs(_ filter: LinkFilter, limit: Int = 50) throws -> [String] {
    try links(filter, after: nil, limit: limit).links.map(\.link.slug)
  }

  func update(
    _ link: ShortLink, revision: Int?, by actor: AuditActor = .service, at now: Timestamp
  ) throws -> LinkWrite {
    try waitForAnswer { update(link, revision: revision, by: actor, now: now, completion: $0) }
  }

  func delete(
    _ key: LinkKey, revision: Int?, by actor: AuditActor = .service, at now: Timestamp = time(0)
  ) throws -> LinkWrite {
    try waitForAnswer { delete(key, revision: revision, by: actor, now: now, completion: $0) }
  }

  func apply(
    _ links: [ShortLink], overwritesEdits: Bool = false, by actor: AuditActor = .service,
    at now: Timestamp
  ) throws -> [AppliedChange] {
    try waitForAnswer {
      apply(links, overwritesEdits: overwritesEdits, by: actor, now: now, completion: $0)
    }
  }

  /// Counts with a new writer.
  func count(_ clicks: [ClickCount], _ launches: [LaunchCount] = []) throws {
    let batch = CountBatch(writer: CountWriter(), sequence: 1, clicks: clicks, launches: launches)
    _ = try count(batch)
  }

  func count(_ batch: CountBatch, at now: Timestamp = time(0)) throws -> BatchAnswer {
    try waitForAnswer { count(batch, now: now, completion: $0) }
  }

  func reserve(_ wanted: Int, of life: LinkLife, limit: Int) throws -> Reservation {
    try waitForAnswer { reserve(wanted, of: life, limit: limit, completion: $0) }
  }

  /// - Parameter link: the identifier of the link; 0 for one that is not in the store.
  func giveBack(_ count: Int, of life: LinkLife, by link: Int = 0) throws {
    try waitForAnswer { giveBack(count, of: life, by: link, completion: $0) }
  }

  func createToken(
    _ token: APIToken, by actor: AuditActor = .service
  ) throws -> UniqueCreation {
    try waitForAnswer { createToken(token, by: actor, completion: $0) }
  }

  func revokeToken(
    _ id: String, by actor: AuditActor = .service, at now: Timestamp
  ) throws -> Bool {
    try waitForAnswer { revokeToken(id: id, by: actor, now: now, completion: $0) }
  }

  func forget(_ entries: Forgettable, before time: Timestamp) throws -> Int {
    try waitForAnswer { forget(entries, before: time, completion: $0) }
  }

  func revert(
    _ reversals: [LinkReversal], homes: @escaping OtherHomes = { _ in [] },
    by actor: AuditActor = .service, at now: Timestamp
  ) throws -> [Bool] {
    try waitForAnswer { revert(reversals, homes: homes, by: actor, now: now, completion: $0) }
  }

  func beginChange(by actor: AuditActor, at now: Timestamp) throws -> Int {
    try waitForAnswer { beginChange(undoing: nil, by: actor, now: now, completion: $0) }
  }

  /// One step of rolling up.
  func step(
    _ retention: StatisticsRetention = StatisticsRetention(), limit: Int, at now: Timestamp
  ) throws -> RollUpStep {
    try waitForAnswer { rollUp(retention, limit: limit, now: now, completion: $0) }
  }

  /// Rolls up until a step is idle.
  ///
  /// - Returns: the steps that did something.
  @discardableResult
  func rollUp(
    _ retention: StatisticsRetention = StatisticsRetention(), limit: Int = 1000, at now: Timestamp
  ) throws -> [RollUpStep] {
    var steps: [RollUpStep] = []
    while true {
      let step = try step(retention, limit: limit, at: now)
      guard !step.isIdle else { return steps }
      steps.append(step)
    }
  }

  /// Makes a link and returns it as stored.
  @discardableResult
  func make(
    _ link: ShortLink, by actor: AuditActor = .service, at now: Timestamp = time(0)
  ) throws -> StoredLink {
    try create(link, by: actor, at: now).made
  }
}

struct Unexpected: Error {
  let answer: any Sendable
}

extension Creation {
  /// The link that was made.
  var made: StoredLink {
    get throws {
      guard case .created(let stored) = self else { throw Unexpected(answer: self) }
      return stored
    }
  }
}

extension LinkWrite {
  var isDone: Bool { if case .done = self { true } else { false } }
}
