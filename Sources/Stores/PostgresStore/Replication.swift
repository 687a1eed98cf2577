package import LinkStorage
package import Links

/// The database as a node with a copy of its own sees it.
package final class Replication: Sendable {
  /// The roles of the store, once `prepare` has succeeded.
  package let store: PostgresStore

  /// The name of this node.
  package var node: String { store.options.node }

  /// The newest history of the server that was seen, to be kept for `PostgresStore.Options`; nil
  /// before a server has told, and behind a pooler.
  package var timeline: String? { store.timelines.value?.description }

  /// Nothing is asked of the server yet.
  ///
  /// - Throws: when the library is missing or the text leads nowhere.
  package init(_ text: String, options: PostgresStore.Options) throws(LinkStoreError) {
    do throws(PostgresFailure) {
      store = try PostgresStore(at: text, options: options)
    } catch {
      throw error.reported
    }
  }

  /// Connects, and looks whether the tables are those that this program works with.
  package func prepare() throws(LinkStoreError) {
    do throws(PostgresFailure) {
      try store.prepare()
    } catch {
      throw error.reported
    }
  }

  /// What has changed, as the feed tells it to a copy.
  package struct Changes: Sendable {
    /// Of the database: it is another one when this differs.
    package let origin: String
    /// Of the server: commits may have been lost when this differs.
    package let epoch: String
    package let cursor: FeedCursor
    /// Nil when the cursor cannot be followed.
    package let followed: Followed?
    /// Whether somebody waits for the nodes to say how far they have come.
    package let isAwaited: Bool
  }

  /// The links and tokens that changed.
  package struct Followed: Sendable {
    package var keys: [LinkKey] = []
    package var ids: [Int] = []
    package var tokensChanged = false
    /// When the first of it was changed, by the clock of who changed it; nil without changes.
    package var since: Timestamp?

    package var isEmpty: Bool { keys.isEmpty && ids.isEmpty && !tokensChanged }
  }

  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> Changes {
    do throws(PostgresFailure) {
      let found = try store.feed.entries(since: cursor)
      let followed = found.entries.flatMap { entries -> Followed? in
        // What a newer release notes may mean anything.
        guard !entries.contains(where: { $0.kind == nil }) else { return nil }
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
      return Changes(
        origin: String(found.epoch.prefix { $0 != "." }), epoch: found.epoch,
        cursor: found.cursor, followed: followed, isAwaited: found.isAwaited)
    } catch {
      throw error.reported
    }
  }

  /// Waits for the bell of the feed, for so long at most; errors show at the next question.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest wait.
  ///   - other: a descriptor that ends the wait as well when it can be read.
  /// - Returns: false when there was nothing to wait on.
  package func wait(milliseconds: Int32, orFor other: Int32) -> Bool {
    (try? store.feed.wait(milliseconds: milliseconds, orFor: other)) != nil
  }

  // MARK: - Links

  package func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    try ask { connection throws(PostgresFailure) in
      try LinkQueries.links(at: keys, in: connection)
    }
  }

  package func links(of ids: [Int]) throws(LinkStoreError) -> [StoredLink] {
    try ask { connection throws(PostgresFailure) in
      try LinkQueries.links(of: ids, in: connection)
    }
  }

  package func links(in ids: Range<Int>) throws(LinkStoreError) -> [StoredLink] {
    try ask { connection throws(PostgresFailure) in
      try connection.rows(
        "SELECT \(LinkRow.columns) FROM keiro.links WHERE id >= $1 AND id < $2 ORDER BY id",
        [.int(ids.lowerBound), .int(ids.upperBound)], LinkRow.stored)
    }
  }

  package func tokens() throws(LinkStoreError) -> [APIToken] {
    try ask { connection throws(PostgresFailure) in
      try PostgresStore.tokens(in: connection)
    }
  }

  /// The greatest identifier; 0 without links.
  package func lastLinkID() throws(LinkStoreError) -> Int {
    try ask { connection throws(PostgresFailure) in
      try connection.first("SELECT coalesce(max(id), 0) FROM keiro.links") { $0.int(0) } ?? 0
    }
  }

  /// The sums of the ranges that have links, by the numbers of the ranges.
  package func sums(of ids: Range<Int>) throws(LinkStoreError) -> [Int: LinkSums] {
    let rows = try ask { connection throws(PostgresFailure) in
      try connection.rows(
        "SELECT \(LinkSums.columns(codePoint: "ascii")) FROM keiro.links "
          + "WHERE id >= $1 AND id < $2 GROUP BY 1", [.int(ids.lowerBound), .int(ids.upperBound)]
      ) { ($0.int(0), LinkSums(count: $0.int(1), sum: $0.int(2))) }
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// What the server says of itself.
  package struct Server: Equatable, Sendable {
    /// As in `15.18`.
    package let version: String
    package let schema: Int?
    package let newestSchema: Int
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

  /// Brings the tables to the newest schema.
  ///
  /// - Throws: also when they are those of a newer release.
  /// - Returns: the number before; nil when there were none.
  package func migrate() throws(LinkStoreError) -> Int? {
    try direct { connection throws(PostgresFailure) in
      try Schema.refuseNewer(connection)
      return try Schema.migrate(connection)
    }
  }

  /// Asks over the connection of the feed, which a node has to itself: it follows whatever its callers
  /// ask of the database meanwhile.
  func ask<Answer>(
    _ body: (Connection) throws(PostgresFailure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    do throws(PostgresFailure) {
      return try store.feed.use(body)
    } catch {
      throw error.reported
    }
  }

  private func direct<Answer>(
    _ body: (Connection) throws(PostgresFailure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    do throws(PostgresFailure) {
      return try store.withConnection(body)
    } catch {
      throw error.reported
    }
  }
}
