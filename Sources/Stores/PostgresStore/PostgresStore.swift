import Dispatch
package import LinkStorage
import SQLStorage
import Synchronization
import System

/// The store in a database of PostgreSQL, 15 or later, which any number of nodes share.
///
/// Reads and changes take connections from one pool; counts and limits have one each, so that no
/// import stands before a visitor. All statements name their tables in full, so that a pooler may
/// stand in between, for everything but the bell of the feed.
package final class PostgresStore: LinkStore {
  let pool: ConnectionPool
  let feed: FeedReader
  let timelines: NewestTimeline
  let health: WriteHealth
  let activity: CountingActivity
  let scopes: ScopeNumbers
  let kinds: KindNumbers
  let referrers: KnownReferrers
  let pruning: Pruning
  let confirmed: ConfirmedBatches
  private let countedEpoch: CountedEpoch
  let identifiers: Pruning
  /// The most versions of a link that are kept.
  let versionsKept = Atomic<Int>(HistoryRetention().versions)
  /// Tells this store's entries in the feed from those of others.
  package let origin: Int
  let options: Options
  private let counting: ConnectionPool
  private let limiting: ConnectionPool
  private let changes: WriteLane
  private let counts: WriteLane
  let reservations: ReservationQueue

  /// How a database is opened.
  package struct Options: Sendable {
    /// By which the server's lists and logs call the connections.
    package var node = "keiro"
    /// Whether tables of an older release are brought up to date, and missing ones made.
    package var migrates = false
    /// The most entries of the feed that are kept.
    package var feedEntries = 1_000_000
    /// The connection string of the feed, where a pooler answers to the other; nil for the same.
    package var feed: String?
    /// The newest history of the server that was ever seen, see `Replication.timeline`: one that is
    /// behind is refused. Nil when nothing is known.
    package var timeline: String?

    package init() {}
  }

  /// Opens a database.
  ///
  /// - Parameters:
  ///   - text: where it is, in libpq's own syntax.
  ///   - options: how it is opened.
  /// - Throws: also when the tables are those of another release, see `Options.migrates`.
  package convenience init(
    _ text: String, options: Options = Options()
  ) throws(LinkStoreError) {
    do throws(PostgresFailure) {
      try self.init(at: text, options: options)
      try prepare()
    } catch {
      throw error.reported
    }
  }

  /// A store that asks nothing of the server before `Replication.prepare`.
  init(at text: String, options: Options) throws(PostgresFailure) {
    let library = try PostgresLibrary.load()
    let string = try ConnectionString(text, library)
    let feedString = try options.feed.map { text throws(PostgresFailure) in
      try ConnectionString(text, library)
    }
    let name = "keiro/" + options.node
    let timelines = NewestTimeline(options.timeline.flatMap(Timeline.init))
    self.timelines = timelines
    func pool(_ size: Int, _ timeout: Int) -> ConnectionPool {
      ConnectionPool(string, name: name, size: size, timeout: timeout, timelines, library)
    }
    self.pool = pool(Self.connections, 10_000)
    counting = pool(1, 30_000)
    limiting = pool(1, 2000)
    feed = FeedReader(feedString ?? string, name: name + "/feed", timelines, library)
    self.options = options
    health = WriteHealth()
    activity = CountingActivity()
    scopes = ScopeNumbers()
    kinds = KindNumbers()
    referrers = KnownReferrers()
    pruning = Pruning()
    confirmed = ConfirmedBatches()
    countedEpoch = CountedEpoch()
    identifiers = Pruning()
    origin = Int.random(in: 1 ... .max)
    changes = WriteLane(self.pool, width: Self.connections - 1, health: health)
    counts = WriteLane(counting, width: 1, health: health)
    reservations = ReservationQueue(limiting, health: health)
  }

  /// - Throws: also when the tables are not those that this program works with.
  func prepare() throws(PostgresFailure) {
    if options.migrates {
      try withConnection { connection throws(PostgresFailure) in
        _ = try Schema.migrate(connection)
      }
    }
    try pool.use { _ throws(PostgresFailure) in }
  }

  /// Hands `body` a connection of its own to the server itself, whatever tables it has.
  func withConnection<Answer>(
    _ body: (Connection) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    try body(
      Connection.current(feed.string, name: feed.name, isPatient: true, timelines, feed.library))
  }

  /// For reads and changes; at least one is left for reads.
  private static let connections = 4

  package func close() {
    changes.close()
    counts.close()
    reservations.close()
    for pool in [pool, counting, limiting] { pool.close() }
    feed.close()
  }

  // MARK: - Reading

  /// Reads on a connection of the pool.
  func read<Answer>(
    _ body: (Connection) throws(PostgresFailure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    do throws(PostgresFailure) {
      return try pool.use(body)
    } catch {
      throw error.reported
    }
  }

  // MARK: - Writing

  /// Changes something in a transaction.
  func change<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (Connection) throws(PostgresFailure) -> Answer
  ) {
    changes.submit(completion) { connection throws(PostgresFailure) in
      try connection.transaction { () throws(PostgresFailure) in try body(connection) }
    }
  }

  /// Forgets the numbers of scopes and kinds when another server answers than before, which may lack the last
  /// of them and give them to others.
  private func renewNumbers(_ connection: Connection) throws(PostgresFailure) {
    let epoch = try connection.serverEpoch()
    let isOther = countedEpoch.value.withLock { known in
      defer { known = epoch }
      return known != nil && known != epoch
    }
    guard isOther else { return }
    scopes.forgetAll()
    kinds.forgetAll()
    referrers.forgetAll()
  }

  /// Does what belongs to the counters, one after another.
  ///
  /// - Parameter body: makes its own transactions.
  func count<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (Connection) throws(PostgresFailure) -> Answer
  ) {
    counts.submit(completion) { [self] connection throws(PostgresFailure) in
      try renewNumbers(connection)
      return try body(connection)
    }
  }
}

/// Of which server the numbers of scopes are that are remembered.
private final class CountedEpoch: Sendable {
  let value = Mutex<String?>(nil)
}
