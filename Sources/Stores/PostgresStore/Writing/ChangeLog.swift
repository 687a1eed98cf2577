import LinkStorage
import Links
import SQLStorage

/// Writes changes to the feed, the outbox, the history and the audit log, inside the transaction that
/// makes them.
struct ChangeLog {
  private let connection: PostgresConnection
  private let origin: Int
  private let versions: Int

  /// The kind of a feed entry.
  enum Kind: Int {
    case link = 0
    case links = 1
    case tokens = 2
    case forgotten = 3
  }

  /// - Parameters:
  ///   - origin: the `origin` of the store that makes the changes.
  ///   - versions: the maximum number of versions kept of a link.
  init(_ connection: PostgresConnection, origin: Int, versions: Int = HistoryRetention().versions) {
    self.connection = connection
    self.origin = origin
    self.versions = versions
  }

  /// Records changes.
  ///
  /// - Parameter actor: the author of the changes.
  func note(_ changes: NotedChanges, by actor: AuditActor) throws(PostgresFailure) {
    guard let time = changes.links.first?.event.time else { return }
    let shared = SharedStatements(connection)
    if changes.action == nil {
      for event in changes.links.map(\.event) { try append(.link, event.key, [], event.time) }
      try shared.events.record(changes.links.map { WebhookEvent($0) })
    } else {
      try publish(changes.links, time)
      try shared.events.record(changes.links)
    }
    let number = try shared.beginChange(by: actor, at: time)
    try shared.enter(changes.links, of: number, keeping: versions)
    try shared.enter(changes.entries(by: actor), of: number)
    try ring()
  }

  /// Adds a batch of links to the feed.
  private func publish(
    _ changes: [ChangedLink], _ time: Timestamp
  ) throws(PostgresFailure) {
    let isLong = changes.count > FeedBounds.keysPerWrite
    if isLong {
      let there = changes.lazy.filter { $0.event.kind != .deleted }.map(\.id)
      try append(.links, nil, Set(there).sorted(), time)
    }
    // Deleted links have no identifier to read them by.
    let named = changes.lazy.map(\.event).filter { !isLong || $0.kind == .deleted }
    guard !named.isEmpty else { return }
    try connection.queue(
      "INSERT INTO keiro.changes (origin, changed_at, kind, host, slug) "
        + "SELECT $1, $2, 0, host, slug FROM unnest($3, $4) AS e (host, slug)",
      [
        .int(origin), .time(time), .texts(named.map(\.key.host)), .texts(named.map(\.key.slug)),
      ])
  }

  func notifyTokensChanged(at time: Timestamp) throws(PostgresFailure) {
    try append(.tokens, nil, [], time)
    try ring()
  }

  private func append(
    _ kind: Kind, _ key: LinkKey?, _ ids: [Int], _ time: Timestamp
  ) throws(PostgresFailure) {
    try connection.queue(
      "INSERT INTO keiro.changes (origin, changed_at, kind, host, slug, ids) "
        + "VALUES ($1, $2, $3, $4, $5, $6)",
      [
        .int(origin), .time(time), .int(kind.rawValue), .optional(key?.host), .optional(key?.slug),
        .ints(ids),
      ])
  }

  /// Wakes processes that wait for changes. Notifying transactions are committed one after another on
  /// the whole server, so counting ones must not notify.
  private func ring() throws(PostgresFailure) {
    try connection.queue("SELECT pg_notify('keiro', '')")
  }

  // MARK: - Forgetting

  /// Deletes the oldest entries of the feed beyond the limit. Their transactions are kept for a while,
  /// so that readers who have not seen them notice that they missed something.
  static func prune(_ connection: PostgresConnection, keeping count: Int) throws(PostgresFailure) {
    try connection.queue(
      "UPDATE keiro.changes SET kind = 3, host = NULL, slug = NULL, ids = NULL WHERE kind <> 3 "
        + "AND id <= (SELECT coalesce(max(id), 0) FROM keiro.changes) - $1",
      [.int(count)])
  }

  /// Deletes the oldest entries, up to the first one of `time` or later.
  static func forget(
    _ connection: PostgresConnection, before time: Timestamp
  ) throws(PostgresFailure) -> Int {
    let count = try connection.run(
      "UPDATE keiro.changes SET kind = 3, host = NULL, slug = NULL, ids = NULL WHERE kind <> 3 "
        + "AND id < coalesce((SELECT min(id) FROM keiro.changes WHERE kind <> 3 "
        + "AND changed_at >= $1), 9223372036854775807)",
      [.time(time)])
    // A reader below the floor has missed entries, regardless of its position.
    let floor = try connection.first(
      "WITH gone AS (DELETE FROM keiro.changes WHERE kind = 3 AND xid < (SELECT max(xid) FROM "
        + "(SELECT xid FROM keiro.changes WHERE kind = 3 ORDER BY xid DESC OFFSET $1 LIMIT 1) AS e) "
        + "RETURNING xid) SELECT max(xid)::text FROM gone",
      [.int(forgottenKept)]
    ) { $0.optionalText(0) }
    if let floor = floor ?? nil {
      try connection.run(
        "INSERT INTO keiro.meta (name, value) VALUES ('feed_floor', $1) "
          + "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [.text(floor)])
    }
    return count
  }

  private static let forgottenKept = 100_000
}
