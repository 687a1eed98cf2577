import Links
import LinkStorage
import SQLStorage
import Synchronization

/// Reads the feed over a separate connection, which a node also uses for everything else that it
/// follows.
///
/// A cursor is the snapshot of the last query: the next one asks for the entries that it could not see.
/// Numbers of entries would not do, since transactions are not committed in the order in which they
/// draw numbers. Transactions are numbered differently after another server takes over that lacks the
/// last of them, so a cursor also identifies its server. A server that was merely restarted has
/// everything that was seen of it: there the feed continues, even beyond the number of the last entry
/// seen.
final class FeedReader: Sendable {
  let string: ConnectionString
  let name: String
  let library: PostgresLibrary
  private let timelines: NewestTimeline
  private let state = Mutex<(connection: PostgresConnection?, isClosed: Bool)>((nil, false))

  init(
    _ string: ConnectionString, name: String, _ timelines: NewestTimeline,
    _ library: PostgresLibrary
  ) {
    self.timelines = timelines
    self.string = string
    self.name = name
    self.library = library
  }

  func entries(since cursor: FeedCursor?) throws(PostgresFailure) -> Replication.Changes {
    try use { connection throws(PostgresFailure) in
      guard let seen = cursor.flatMap(FeedPosition.init) else {
        return try answer("false", [], goesOn: "false", connection).answer(following: nil)
      }
      let values: [SQLValue] = [
        .text(seen.snapshot), .int(seen.last?.number ?? 0),
        .text(String(seen.last?.transaction ?? 0)),
      ]
      let found = try answer(Self.unseen, values, goesOn: Self.isThere, connection)
      guard seen.last != nil, seen.isBefore(restart: found.position) else {
        let goesOn = found.goesOn && seen.epoch == found.position.epoch
        return found.answer(following: goesOn ? seen : nil)
      }
      let all = try answer(
        Self.unseenBeforeRestart, values,
        goesOn: "current_setting('synchronous_commit') <> 'off' AND \(Self.isThere)", connection)
      return all.answer(
        following: all.goesOn && seen.isBefore(restart: all.position) ? seen : nil)
    }
  }

  /// A reply of the server, and its position at that time.
  private struct Answer {
    var position = FeedPosition(epoch: "", snapshot: "")
    var floor = 0
    var isAwaited = false
    /// Whether the last entry seen exists, and no commit that was seen can be lost.
    var goesOn = false
    var entries: [FeedEntry] = []

    /// - Parameter seen: the position that the entries follow; nil when they follow none.
    func answer(following seen: FeedPosition?) -> Replication.Changes {
      let isWhole =
        seen.map { $0.first > floor } == true && !entries.contains { $0.kind == .forgotten }
      return Replication.Changes(
        epoch: position.epoch, cursor: FeedCursor(position.description),
        entries: isWhole ? entries : nil, isAwaited: isAwaited)
    }
  }

  private func answer(
    _ condition: String, _ values: [SQLValue], goesOn: String, _ connection: PostgresConnection
  ) throws(PostgresFailure) -> Answer {
    var answer = Answer()
    answer.entries = try connection.rows(
      "SELECT \(Self.epoch), s.now::text, "
        + "(SELECT value::bigint FROM keiro.meta WHERE name = 'feed_floor'), "
        + "c.kind, c.origin, c.host, c.slug, c.ids, c.changed_at, "
        + "(SELECT coalesce(bool_or(awaited_until > now()), false) FROM keiro.nodes), "
        + "(SELECT id || ':' || xid::text FROM keiro.changes ORDER BY id DESC LIMIT 1), \(goesOn) "
        + "FROM (SELECT pg_current_snapshot() AS now) s LEFT JOIN keiro.changes c "
        + "ON \(condition) ORDER BY c.id", values
    ) { row -> FeedEntry? in
      answer.position = FeedPosition(
        epoch: row.text(0), snapshot: row.text(1),
        last: FeedPosition.Entry(row.optionalText(10) ?? "0:0"))
      answer.floor = row.int(2)
      answer.isAwaited = row.flag(9)
      answer.goesOn = row.flag(11)
      guard !row.isNull(3) else { return nil }
      var entry = FeedEntry(
        origin: row.int(4), kind: row.int(3), key: LinkKey(host: row.text(5), slug: row.text(6)))
      (entry.ids, entry.time) = (row.ints(7), Timestamp(secondsSinceEpoch: row.int(8)))
      return entry
    }.compactMap(\.self)
    return answer
  }

  /// The condition that the last entry seen exists. Without a restart it is missing where the tables
  /// were restored from a dump.
  private static let isThere =
    "($2 = 0 OR EXISTS (SELECT FROM keiro.changes WHERE id = $2 AND xid::text = $3))"
  /// The condition for entries that a snapshot could not see.
  private static let unseen =
    "c.xid >= pg_snapshot_xmin($1::pg_snapshot) AND NOT pg_visible_in_snapshot(c.xid, $1::pg_snapshot)"
  /// After a crash, numbers of transactions that left no trace are reused, and the snapshot may take
  /// these for ended. The numbers of entries only increase.
  private static let unseenBeforeRestart = "c.id > $2 OR \(unseen)"

  /// The database, the server's start and its timeline, which a promotion changes.
  static let epoch =
    "(SELECT value FROM keiro.meta WHERE name = 'identity') || '.' "
    + "|| left(pg_walfile_name(pg_current_wal_lsn()), 8) || '.' "
    + "|| (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint"

  /// Passes the connection of the feed to `body`, or a new one if the old one is broken.
  func use<Answer>(
    _ body: (PostgresConnection) throws(PostgresFailure) -> Answer
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
    let new = try PostgresConnection.current(string, name: name, timelines, library)
    if !new.isPooled { try new.run("LISTEN keiro") }
    return try use(new, body)
  }

  private func use<Answer>(
    _ connection: PostgresConnection, _ body: (PostgresConnection) throws(PostgresFailure) -> Answer
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

struct FeedPosition: Equatable, CustomStringConvertible {
  /// An entry of the feed, which distinguishes histories.
  struct Entry: Equatable {
    /// The number of the entry; 0 when there was none.
    let number: Int
    let transaction: Int

    init?(_ text: some StringProtocol) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[0]), let transaction = Int(parts[1]),
        number >= 0, transaction >= 0
      else { return nil }
      self.number = number
      self.transaction = transaction
    }
  }

  let epoch: String
  /// The server's notation of a snapshot: the oldest open transaction, the first not begun, and the
  /// open ones in between.
  let snapshot: String
  /// The last entry seen; nil if it was not recorded.
  let last: Entry?

  init(epoch: String, snapshot: String, last: Entry? = nil) {
    self.epoch = epoch
    self.snapshot = snapshot
    self.last = last
  }

  /// Reads a `description`, or that of an earlier release; nil for any other text.
  init?(_ cursor: FeedCursor) {
    let parts = cursor.text.split(separator: " ", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), Self.parts(of: parts[1]) != nil else { return nil }
    let last = parts.count == 3 ? Entry(parts[2]) : nil
    guard parts.count == 2 || last != nil else { return nil }
    self.init(epoch: String(parts[0]), snapshot: String(parts[1]), last: last)
  }

  /// Whether another position belongs to the same history of the same server after a restart.
  func isBefore(restart other: FeedPosition) -> Bool {
    func history(_ epoch: String) -> Substring? {
      epoch.lastIndex(of: ".").map { epoch[..<$0] }
    }
    guard epoch != other.epoch, let own = history(epoch) else { return false }
    return own == history(other.epoch)
  }

  /// The notation in which nodes announce their positions, including those of earlier releases.
  var announcement: String { "\(epoch) \(snapshot)" }

  /// The oldest open transaction of a snapshot, the first not begun, and the open ones; nil for a text
  /// that is none.
  private static func parts(of text: Substring) -> (first: Int, next: Int, open: Set<Int>)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let first = Int(parts[0]), let next = Int(parts[1]), 0 < first,
      first <= next
    else { return nil }
    let texts = parts[2].split(separator: ",", omittingEmptySubsequences: parts[2].isEmpty)
    let open = texts.compactMap { Int($0) }
    let isAscending = zip([first - 1] + open, open).allSatisfy(<)
    guard open.count == texts.count, isAscending, open.last ?? 0 < next else { return nil }
    return (first, next, Set(open))
  }

  private var parts: (first: Int, next: Int, open: Set<Int>) {
    Self.parts(of: snapshot[...]) ?? (0, 0, [])
  }

  /// The oldest open transaction: the snapshot sees all before it.
  var first: Int { parts.first }

  /// Whether this position includes everything that another one does.
  func covers(_ other: FeedPosition) -> Bool {
    let (own, theirs) = (parts, other.parts)
    guard epoch == other.epoch, own.next >= theirs.next else { return false }
    return own.open.allSatisfy { $0 >= theirs.next || theirs.open.contains($0) }
  }

  var description: String {
    last.map { "\(announcement) \($0.number):\($0.transaction)" } ?? announcement
  }
}
