import Links
import LinkStorage
import Synchronization

/// The feed, read over a connection of its own.
///
/// A cursor is the snapshot of the last question: the next one asks for the entries that it could not
/// see. Numbers of entries would not do, since transactions are committed in another order than they
/// draw numbers. Transactions are numbered anew when another server takes over that lacks the last
/// of them, so a cursor also says of which server it is.
final class FeedReader: Sendable {
  private struct State {
    var connection: Connection?
    var isClosed = false
  }

  let string: ConnectionString
  let name: String
  let library: PostgresLibrary
  private let timelines: NewestTimeline
  private let state = Mutex(State())

  init(
    _ string: ConnectionString, name: String, _ timelines: NewestTimeline,
    _ library: PostgresLibrary
  ) {
    self.timelines = timelines
    self.string = string
    self.name = name
    self.library = library
  }

  /// What was committed behind a cursor.
  struct Entries {
    struct Entry {
      let origin: Int
      let kind: ChangeLog.Kind?
      let key: LinkKey
      let ids: [Int]
      let time: Timestamp
    }

    /// Nil when the cursor cannot be followed.
    var entries: [Entry]?
    /// Of which server the cursors are.
    var epoch: String
    var cursor: FeedCursor
    /// Whether somebody waits for the nodes to say how far they have come.
    var isAwaited: Bool
  }

  func entries(since cursor: FeedCursor?) throws(PostgresFailure) -> Entries {
    try use { connection throws(PostgresFailure) in
      let seen = cursor.flatMap(FeedPosition.init)
      var now = FeedPosition(epoch: "", snapshot: "")
      var floor = 0
      var isAwaited = false
      let entries = try connection.rows(
        "SELECT \(Self.epoch), s.now::text, "
          + "(SELECT value::bigint FROM keiro.meta WHERE name = 'feed_floor'), "
          + "c.kind, c.origin, c.host, c.slug, c.ids, c.changed_at, "
          + "(SELECT coalesce(bool_or(awaited_until > now()), false) FROM keiro.nodes) "
          + "FROM (SELECT pg_current_snapshot() AS now) s LEFT JOIN keiro.changes c "
          + "ON $1 <> '' AND c.xid >= pg_snapshot_xmin(nullif($1, '')::pg_snapshot) "
          + "AND NOT pg_visible_in_snapshot(c.xid, nullif($1, '')::pg_snapshot) ORDER BY c.id",
        [.text(seen?.snapshot ?? "")]
      ) { row -> Entries.Entry? in
        now = FeedPosition(epoch: row.text(0), snapshot: row.text(1))
        floor = row.int(2)
        isAwaited = row.flag(9)
        guard !row.isNull(3) else { return nil }
        return Entries.Entry(
          origin: row.int(4), kind: ChangeLog.Kind(rawValue: row.int(3)),
          key: LinkKey(host: row.text(5), slug: row.text(6)), ids: row.ints(7),
          time: Timestamp(secondsSinceEpoch: row.int(8)))
      }
      var answer = Entries(
        entries: nil, epoch: now.epoch, cursor: FeedCursor(now.description),
        isAwaited: isAwaited)
      if let seen, seen.epoch == now.epoch, seen.first > floor,
        !entries.contains(where: { $0?.kind == .forgotten })
      {
        answer.entries = entries.compactMap { $0 }
      }
      return answer
    }
  }

  /// The database, the server's start and its timeline, which a promotion changes.
  static let epoch =
    "(SELECT value FROM keiro.meta WHERE name = 'identity') || '.' "
    + "|| left(pg_walfile_name(pg_current_wal_lsn()), 8) || '.' "
    + "|| (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint"

  /// Waits for the bell, for so long at most.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest wait.
  ///   - other: a descriptor that ends the wait as well when it can be read.
  func wait(milliseconds: Int32, orFor other: Int32) throws(PostgresFailure) {
    try use { connection throws(PostgresFailure) in
      connection.waitForNotification(milliseconds: milliseconds, orFor: other)
    }
  }

  /// Takes a number that the server gives to one connection at a time, for as long as this one lives.
  ///
  /// - Returns: whether this connection has it; nil behind a pooler, where connections are not one's
  ///   own.
  func claim(_ number: Int) throws(PostgresFailure) -> Bool? {
    try use { connection throws(PostgresFailure) in
      guard !connection.isPooled else { return nil }
      if connection.claim == number { return true }
      let hasIt = try connection.first("SELECT pg_try_advisory_lock($1)", [.int(number)]) {
        $0.flag(0)
      }
      if hasIt == true { connection.claim = number }
      return hasIt
    }
  }

  private func use<Answer>(
    _ body: (Connection) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    let (connection, isClosed) = state.withLock { state in
      defer { state.connection = nil }
      return (state.connection, state.isClosed)
    }
    guard !isClosed else { throw PostgresFailure(.closed) }
    if let connection, !connection.isBroken, timelines.admits(connection.timeline) {
      do throws(PostgresFailure) {
        return try use(connection, body)
      } catch {
        guard error.isWorthRepeating else { throw error }
      }
    }
    let new = try Connection.current(string, name: name, timelines, library)
    if !new.isPooled { try new.run("LISTEN keiro") }
    return try use(new, body)
  }

  private func use<Answer>(
    _ connection: Connection, _ body: (Connection) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    let answer = try body(connection)
    state.withLock { state in
      if !state.isClosed, !connection.isBroken { state.connection = connection }
    }
    return answer
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.connection = nil
    }
  }
}

/// A place in the feed.
struct FeedPosition: Equatable, CustomStringConvertible {
  let epoch: String
  /// As the server prints it: the oldest transaction that was open, the first that had not begun, and
  /// those open in between.
  let snapshot: String

  init(epoch: String, snapshot: String) {
    self.epoch = epoch
    self.snapshot = snapshot
  }

  /// Nil unless `description` may have written the text.
  init?(_ cursor: FeedCursor) {
    let parts = cursor.text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isSnapshot(parts[1]) else { return nil }
    self.init(epoch: String(parts[0]), snapshot: String(parts[1]))
  }

  private static func isSnapshot(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let first = Int(parts[0]), let next = Int(parts[1]), 0 < first,
      first <= next
    else { return false }
    let open = parts[2].split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    if parts[2].isEmpty { return true }
    var last = first - 1
    for number in open {
      guard let number, number > last, number < next else { return false }
      last = number
    }
    return true
  }

  /// The oldest transaction that was open: the snapshot sees all before it.
  var first: Int { Int(snapshot.prefix { $0 != ":" }) ?? 0 }

  private var parts: [Substring] {
    snapshot.split(separator: ":", omittingEmptySubsequences: false)
  }

  /// The first transaction that had not begun.
  private var next: Int { parts.count == 3 ? Int(parts[1]) ?? 0 : 0 }

  private var open: Set<Int> {
    Set(parts.count == 3 ? parts[2].split(separator: ",").compactMap { Int($0) } : [])
  }

  /// Whether everything that is seen from another place is seen from this one.
  func covers(_ other: FeedPosition) -> Bool {
    guard epoch == other.epoch, next >= other.next else { return false }
    let theirs = other.open
    return open.allSatisfy { $0 >= other.next || theirs.contains($0) }
  }

  var description: String { "\(epoch) \(snapshot)" }
}
