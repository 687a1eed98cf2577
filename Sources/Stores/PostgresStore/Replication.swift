package import LinkStorage
package import Links
import SQLStorage

/// The database as used by a node with its own copy.
package final class Replication: SQLReader {
  /// The roles of the store, usable once `prepare` has succeeded.
  package let store: PostgresStore

  package var node: String { store.options.node }

  /// The newest timeline of the server that was seen, to be stored for `PostgresStore.Options`; nil
  /// before a server has reported one, and behind a pooler.
  package var timeline: String? { store.timelines.value?.description }

  /// Does not contact the server yet.
  ///
  /// - Throws: an error if the library is missing or the text is not valid.
  package init(_ text: String, options: PostgresStore.Options) throws(LinkStoreError) {
    store = try reporting { () throws(PostgresFailure) in
      try PostgresStore(at: text, options: options)
    }
  }

  package func prepare() throws(LinkStoreError) {
    try reporting { () throws(PostgresFailure) in try store.prepare() }
  }

  /// The changes that the feed reports to a copy.
  package struct Changes: Sendable {
    /// The identity of the server's history: commits may have been lost when this differs.
    package let epoch: String
    package let cursor: FeedCursor
    /// The entries committed after the cursor; nil when it cannot be followed.
    let entries: [FeedEntry]?
    /// Whether a caller waits for the nodes to announce their positions.
    package let isAwaited: Bool

    /// The identity of the database: another database when this differs.
    package var origin: String { String(epoch.prefix { $0 != "." }) }

    /// What the entries say; nil when the cursor cannot be followed.
    package var followed: Followed? {
      // An entry of a newer release may mean anything.
      guard let entries, !entries.contains(where: { $0.kind == nil }) else { return nil }
      var followed = Followed()
      for entry in entries {
        followed.since = min(followed.since ?? entry.time, entry.time)
        switch entry.kind {
        case .link: followed.keys.append(entry.key)
        case .links: followed.ids += entry.ids
        case .tokens: followed.tokensChanged = true
        case .forgotten, nil: break
        }
      }
      return followed
    }
  }

  package struct Followed: Sendable {
    package var keys: [LinkKey] = []
    /// The identifiers of links that a large import has changed.
    package var ids: [Int] = []
    /// Whether tokens were created or revoked, or sessions ended.
    package var tokensChanged = false
    /// The time of the first change, by the clock of its author; nil without changes.
    package var since: Timestamp?

    package var isEmpty: Bool { keys.isEmpty && ids.isEmpty && !tokensChanged }
  }

  /// The changes since a cursor; without one, everything may have changed.
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> Changes {
    try reporting { () throws(PostgresFailure) in try store.feed.entries(since: cursor) }
  }

  /// Waits for a notification of the feed; errors show at the next query.
  ///
  /// - Parameter other: a descriptor that also ends the wait when it becomes readable.
  /// - Returns: false when there was no connection to wait on.
  package func wait(milliseconds: Int32, orFor other: Int32) -> Bool {
    (try? reading { sql throws(PostgresFailure) in
      sql.waitForNotification(milliseconds: milliseconds, orFor: other)
    }) != nil
  }

  // MARK: - Links

  package func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    try reading { sql throws(PostgresFailure) in
      try sql.links(at: Set(keys).sorted { $0.isBefore($1) })
    }
  }

  /// The links with the given identifiers, as far as they exist.
  package func links(of ids: [Int]) throws(LinkStoreError) -> [StoredLink] {
    guard !ids.isEmpty else { return [] }
    return try links(where: "id = ANY ($1)", [.ints(ids)])
  }

  /// The links whose identifiers are in a range, in order.
  package func links(in ids: Range<Int>) throws(LinkStoreError) -> [StoredLink] {
    try links(
      where: "id >= $1 AND id < $2 ORDER BY id", [.int(ids.lowerBound), .int(ids.upperBound)])
  }

  /// All tokens, in the order of creation.
  package func tokens() throws(LinkStoreError) -> [APIToken] {
    try reading { sql throws(PostgresFailure) in try sql.tokens() }
  }

  package struct Server: Equatable, Sendable {
    /// The version, such as `15.18`.
    package let version: String
    /// The number of the newest migration of the database; nil before the first.
    package let schema: Int?
    /// The number of the newest migration that this program knows.
    package let newestSchema: Int
    /// Whether there is a pooler in front of the server.
    package let isPooled: Bool
  }

  package func server() throws(LinkStoreError) -> Server {
    try direct { connection throws(PostgresFailure) in
      let number = connection.serverVersion
      return Server(
        version: "\(number / 10_000).\(number % 10_000)", schema: try Schema.version(connection),
        newestSchema: Schema.newest, isPooled: connection.isPooled)
    }
  }

  /// Migrates the tables to the newest schema.
  ///
  /// - Throws: also when they are those of a newer release.
  /// - Returns: the number of the migration before; nil when there were no tables.
  package func migrate() throws(LinkStoreError) -> Int? {
    try direct { connection throws(PostgresFailure) in
      try Schema.refuseNewer(connection)
      return try Schema.migrate(connection)
    }
  }

  /// Runs `body` on the connection of the feed, which is separate so that a node follows the feed
  /// regardless of its callers' use of the database.
  package func reading<Answer>(
    _ body: (PostgresConnection) throws(PostgresFailure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try reporting { () throws(PostgresFailure) in
      try store.feed.use(body)
    }
  }

  private func direct<Answer>(
    _ body: (PostgresConnection) throws(PostgresFailure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try reporting { () throws(PostgresFailure) in try store.withConnection(body) }
  }
}
