import LinkStorage
package import Links
package import SQLStorage

/// The feed of a database. Transactions are not committed in the order of the entries' numbers, so that
/// readers follow the transactions, see `FeedReader`.
extension PostgresConnection {
  package func publish(
    _ changes: [ChangedLink], by origin: Int, at time: Timestamp
  ) throws(PostgresFailure) {
    let isLong = changes.count > FeedBounds.keysPerWrite
    if isLong {
      let there = changes.lazy.filter { $0.kind != .deleted }.map(\.id)
      try append(.links, Set(there).sorted(), origin, time)
    }
    // Deleted links have no identifier to read them by.
    let named = changes.filter { !isLong || $0.kind == .deleted }
    if !named.isEmpty {
      try send(
        "INSERT INTO keiro.changes (origin, changed_at, kind, host, slug) "
          + "SELECT $1, $2, 0, host, slug FROM unnest($3, $4) AS e (host, slug)",
        [
          .int(origin), .time(time), .texts(named.map(\.link.host)), .texts(named.map(\.link.slug)),
        ])
    }
    try ring()
  }

  package func notifyTokensChanged(by origin: Int, at time: Timestamp) throws(PostgresFailure) {
    try append(.tokens, [], origin, time)
    try ring()
  }

  private func append(
    _ kind: FeedEntry.Kind, _ ids: [Int], _ origin: Int, _ time: Timestamp
  ) throws(PostgresFailure) {
    try send(
      "INSERT INTO keiro.changes (origin, changed_at, kind, ids) VALUES ($1, $2, $3, $4)",
      [.int(origin), .time(time), .int(kind.rawValue), .ints(ids)])
  }

  /// Wakes processes that wait for changes. Notifying transactions are committed one after another on
  /// the whole server, so counting ones must not notify.
  private func ring() throws(PostgresFailure) {
    try send("SELECT pg_notify('keiro', '')")
  }

  /// Gives the entries of another server's dump, whose transactions are yet to come on this one, to a
  /// transaction of this server: readers would find them new forever.
  func adoptFeed() throws(PostgresFailure) {
    try run(
      "WITH adopted AS (UPDATE keiro.changes SET xid = pg_current_xact_id() "
        + "WHERE xid >= pg_snapshot_xmax(pg_current_snapshot()) RETURNING id) UPDATE keiro.meta "
        + "SET value = '0' WHERE name = 'feed_floor' AND EXISTS (SELECT FROM adopted)")
  }

  // MARK: - Forgetting

  /// Deletes the oldest entries of the feed beyond the limit. Their transactions are kept for a while,
  /// so that readers who have not seen them notice that they missed something.
  func pruneFeed(keeping count: Int) throws(PostgresFailure) {
    try send(
      "UPDATE keiro.changes SET kind = 3, host = NULL, slug = NULL, ids = NULL WHERE kind <> 3 "
        + "AND id <= (SELECT coalesce(max(id), 0) FROM keiro.changes) - $1",
      [.int(count)])
  }

  package func forgetFeed(before time: Timestamp) throws(PostgresFailure) -> Int {
    let count = try run(
      "UPDATE keiro.changes SET kind = 3, host = NULL, slug = NULL, ids = NULL WHERE kind <> 3 "
        + "AND id < coalesce((SELECT min(id) FROM keiro.changes WHERE kind <> 3 "
        + "AND changed_at >= $1), 9223372036854775807)",
      [.time(time)])
    // A reader below the floor has missed entries, regardless of its position.
    let floor = try first(
      "WITH gone AS (DELETE FROM keiro.changes WHERE kind = 3 AND xid < (SELECT max(xid) FROM "
        + "(SELECT xid FROM keiro.changes WHERE kind = 3 ORDER BY xid DESC OFFSET $1 LIMIT 1) AS e) "
        + "RETURNING xid) SELECT max(xid)::text FROM gone",
      [.int(Self.forgottenKept)]
    ) { $0.optionalText(0) }
    if let floor = floor ?? nil { try keep(floor, as: "feed_floor") }
    return count
  }

  private static let forgottenKept = 100_000
}
