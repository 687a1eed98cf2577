import Dispatch
package import LinkStorage
package import SQLStorage
import Synchronization
import System

/// The store in a PostgreSQL database, version 15 or later, which any number of nodes share.
///
/// Reads and changes take connections from one pool; counts and limits have one each, so that an import
/// never delays a visitor. All statements name their tables in full, so that everything except the
/// feed's notifications works behind a pooler.
package final class PostgresStore: LinkStore {
  let pool: ConnectionPool
  let feed: FeedReader
  let timelines: NewestTimeline
  let health = WriteHealth()
  let activity = CountingActivity()
  let memory = CounterMemory()
  let pruning = Pruning()
  let confirmed = ConfirmedBatches()
  let identifiers = Pruning()
  package let marks = ChangeMarks()
  let options: Options
  private let counting: ConnectionPool
  private let limiting: ConnectionPool
  let changes: WriteLane
  private let counts: WriteLane
  let reservations: ReservationQueue

  package struct Options: Sendable {
    /// The name of the connections in the server's lists and logs.
    package var node = "keiro"
    /// Whether to create missing tables and migrate those of an older release.
    package var migrates = false
    /// The maximum number of entries kept in the feed.
    package var feedEntries = 1_000_000
    /// The connection string for the feed, if the other one leads to a pooler; nil for the same.
    package var feed: String?
    /// The newest timeline of the server that was ever seen, see `Replication.timeline`; an older
    /// server is refused. Nil when none is known.
    package var timeline: String?

    package init() {}
  }

  /// Opens a database.
  ///
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

  /// A store that does not contact the server before `Replication.prepare`.
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
    changes = WriteLane(self.pool, width: Self.connections - 1)
    counts = WriteLane(counting, width: 1)
    reservations = ReservationQueue(limiting)
  }

  /// - Throws: also when this program cannot work with the tables.
  func prepare() throws(PostgresFailure) {
    if options.migrates {
      try withConnection { connection throws(PostgresFailure) in
        _ = try Schema.migrate(connection)
      }
    }
    try pool.use { sql throws(PostgresFailure) in try sql.adoptFeed() }
  }

  /// Passes a new connection to `body`, whatever tables the server has.
  func withConnection<Answer>(
    _ body: (PostgresConnection) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    try body(
      PostgresConnection.current(
        feed.string, name: feed.name, isPatient: true, timelines, feed.library))
  }

  /// The number of connections for reads and changes; at least one is left for reads.
  private static let connections = 4

  package func close() {
    changes.close()
    counts.close()
    reservations.close()
    for pool in [pool, counting, limiting] { pool.close() }
    feed.close()
  }

  // MARK: - Writing

  /// Performs a change that may not be made twice: it fails only if it was surely not made, so that it
  /// may be repeated then.
  func changeOnce(
    _ completion: @escaping StoreCompletion<Void>,
    _ body: @escaping @Sendable (PostgresConnection) throws(PostgresFailure) -> Void
  ) {
    changes.submit(completion) { connection throws(PostgresFailure) in
      do throws(PostgresFailure) {
        try connection.transaction { () throws(PostgresFailure) in try body(connection) }
      } catch {
        guard error.isOutcomeUnknown else { throw error }
      }
    }
  }

  /// Performs a task of the counters, one after another.
  ///
  /// - Parameter body: the task, which makes its own transactions.
  func count<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (PostgresConnection) throws(PostgresFailure) -> Answer
  ) {
    counts.submit(noting([.unreachable], completion)) { [self] connection throws(PostgresFailure) in
      try memory.renew(connection)
      return try body(connection)
    }
  }
}

/// Counts the entries written since old ones were last deleted.
final class Pruning: Sendable {
  private let entries = Atomic(0)

  private static let interval = 1024

  /// Whether it is time to delete old entries after the given number of new ones.
  func isDue(after count: Int) -> Bool {
    let (before, now) = entries.add(count, ordering: .relaxed)
    return before / Self.interval != now / Self.interval
  }
}

extension PostgresStore {
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    let found = try reporting { () throws(PostgresFailure) in try feed.entries(since: cursor) }
    return FeedChanges(found.entries, seenBy: origin, found.cursor)
  }

  /// Deletes old entries of the feed from time to time.
  ///
  /// - Parameter count: the maximum number of links that the transaction changes, of which the feed may name
  ///   fewer.
  func prune(_ sql: PostgresConnection, after count: Int) throws(PostgresFailure) {
    guard pruning.isDue(after: count) else { return }
    try sql.pruneFeed(keeping: options.feedEntries)
  }
}

extension PostgresStore {
  package func troubles() -> [StoreTrouble] {
    health.failure.map { [StoreTrouble(.writes, "the database takes no changes: \($0)")] } ?? []
  }

  /// Notes of which kinds a write fails that others would, too. That one succeeds says less: a small row
  /// may still fit into a full disk.
  func noting<Answer>(
    _ kinds: Set<LinkStoreError.Kind>, _ completion: @escaping StoreCompletion<Answer>
  ) -> StoreCompletion<Answer> {
    { [health] result in
      if case .failure(let error) = result, kinds.contains(error.kind) { health.note(error) }
      completion(result)
    }
  }

  /// Notes that the server answers the feed again, or has taken a probe: whoever waits for it tries it
  /// at once.
  package func noteAnswer() {
    health.noteSuccess()
    for pool in [pool, counting, limiting] { pool.noteAnswer() }
  }

  /// Finds nothing: the server checks its own files.
  package func examine(after position: Int, limit: Int) throws(LinkStoreError) -> Int { 0 }

  package func measures() throws(LinkStoreError) -> StoreMeasures {
    var measures = try reading { connection throws(PostgresFailure) in
      var measures = StoreMeasures()
      measures.fileBytes =
        try connection.first("SELECT pg_database_size(current_database())") { $0.int(0) } ?? 0
      measures.hourRows =
        try Self.rows("click_counts", connection) + Self.rows("clicks", connection)
        + Self.rows("click_hours", connection)
      measures.dayRows = try Self.rows("click_days", connection)
      measures.launchRows = try Self.rows("launch_days", connection)
      return measures
    }
    activity.add(to: &measures)
    return measures
  }

  /// The number of rows of a table; for a large one the server's estimate, since counting would read
  /// all of it.
  private static func rows(
    _ table: String, _ connection: PostgresConnection
  ) throws(PostgresFailure) -> Int {
    let guess =
      try connection.first(
        "SELECT coalesce(sum(greatest(reltuples, 0)), 0)::bigint FROM pg_class "
          + "WHERE relkind = 'r' AND (oid = 'keiro.\(table)'::regclass OR oid IN "
          + "(SELECT inhrelid FROM pg_inherits WHERE inhparent = 'keiro.\(table)'::regclass))"
      ) { $0.int(0) } ?? 0
    guard guess < 1_000_000 else { return guess }
    return try connection.first("SELECT count(*) FROM keiro.\(table)") { $0.int(0) } ?? 0
  }
}
