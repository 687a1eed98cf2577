import Links
import LinkStorage
import SQLStorage

/// The housekeeping: creates partitions for the coming days, moves expired hours to their days, and
/// drops what exceeds the retention, inside a transaction.
///
/// A row that moves is in one table before the commit and in the other after it, so nothing is lost or
/// counted twice. Late clicks for an expired hour move with the next step.
struct RollUp {
  private let connection: PostgresConnection
  private let retention: StatisticsRetention
  private let limit: Int
  private let now: Timestamp

  init(
    _ connection: PostgresConnection, _ retention: StatisticsRetention, limit: Int, now: Timestamp
  ) {
    self.connection = connection
    self.retention = retention
    self.limit = max(limit, 1)
    self.now = now
  }

  func step() throws(PostgresFailure) -> RollUpStep {
    // One node at a time; the others find nothing to do.
    guard try connection.lockIfFree(Self.lock) else { return RollUpStep() }
    let kept = try connection.moveKeptHour(retention, oldestOf: .clickHours, at: now)
    let parts = ClickParts(connection: connection)
    try parts.makeAhead(from: now, keptHour: kept)
    if let kept {
      if let day = try parts.first(before: kept) {
        return RollUpStep(rolledUp: max(1, try parts.fold(day)))
      }
      let moved = try moveHours(before: kept)
      if moved > 0 { return RollUpStep(rolledUp: moved) }
      let dropped = try connection.drop(from: [.clickHours], before: kept, limit: limit)
      if dropped > 0 { return RollUpStep(dropped: dropped) }
    }
    let dropped = try connection.drop(
      from: [.clickDays, .clickNames, .launchDays], before: retention.firstDay(at: now),
      limit: limit)
    if dropped > 0 { return RollUpStep(dropped: dropped) }
    try KindNumbers.prune(connection, retention)
    return RollUpStep()
  }

  /// Moves the hours of the default partition.
  private func moveHours(before hour: Int) throws(PostgresFailure) -> Int {
    let moved = try move(
      from: "click_counts_rest", "link, hour, kind, count", KindNumbers.named("gone"), before: hour)
    guard moved == 0 else { return moved }
    // The clicks counted by an earlier release.
    return try move(
      from: "clicks", KindNumbers.columns, "SELECT \(KindNumbers.columns) FROM gone", before: hour)
  }

  private func move(
    from table: String, _ columns: String, _ named: String, before hour: Int
  ) throws(PostgresFailure) -> Int {
    try connection.first(
      "WITH gone AS (DELETE FROM keiro.\(table) WHERE ctid = ANY (ARRAY("
        + "SELECT ctid FROM keiro.\(table) WHERE hour < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)) "
        + "RETURNING \(columns)), "
        + "sums AS (\(ClickParts.days(of: named))), "
        + "days AS (INSERT INTO keiro.click_days AS d (scope, dimension, day, name, bot, count) "
        + "SELECT * FROM sums\(ClickParts.added)) SELECT count(*) FROM gone",
      [.int(hour), .int(limit)]
    ) { $0.int(0) } ?? 0
  }

  /// "KEIROROL": the lock of the one node that rolls up.
  private static let lock = 0x4B45_4952_4F52_4F4C
}

/// The partitions of the hours: one for each day, created in advance and dropped whole, and a
/// default one for all other days. Used inside a transaction of the only node that does the
/// housekeeping.
struct ClickParts {
  let connection: PostgresConnection

  /// The number of days from today on that have partitions.
  private static let daysAhead = 8
  /// The prefix of the day in the name of a partition; a negative day has an underscore for its minus
  /// sign.
  private static let mark = "click_counts_day_"

  private static func name(_ day: Int) -> String {
    mark + (day < 0 ? "_" : "") + String(day.magnitude)
  }

  private static func day(_ name: String) -> Int? {
    guard name.hasPrefix(mark) else { return nil }
    let digits = name.dropFirst(mark.utf8.count)
    return digits.hasPrefix("_") ? Int(digits.dropFirst()).map { -$0 } : Int(digits)
  }

  /// The days that have a partition, in ascending order.
  func days() throws(PostgresFailure) -> [Int] {
    try connection.rows(
      "SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
        + "WHERE i.inhparent = 'keiro.click_counts'::regclass"
    ) { Self.day($0.text(0)) }.compactMap(\.self).sorted()
  }

  /// Creates the missing partitions from today on. A day with hours already in the default partition,
  /// such as the first one of a database, stays there.
  ///
  /// - Parameter kept: the first hour that is kept, which is in the future after a clock was set back;
  ///   nil for all.
  func makeAhead(from now: Timestamp, keptHour kept: Int?) throws(PostgresFailure) {
    let today = StatisticsPeriod.day(of: now)
    // A partition whose hours have already expired would be dropped again at once.
    let wanted = (today..<today + Self.daysAhead).filter { day in
      let end = day * 24 + 24
      return Int32(exactly: end) != nil && end > (kept ?? Int.min)
    }
    let missing = Set(wanted).subtracting(try days())
    guard !missing.isEmpty, try mayMake() else { return }
    try limitWaits()
    for day in missing.sorted() {
      let isFree = try connection.first(
        "SELECT NOT EXISTS (SELECT FROM keiro.click_counts_rest WHERE hour >= $1 AND hour < $2)",
        [.int(day * 24), .int(day * 24 + 24)]
      ) { $0.flag(0) }
      guard isFree == true else { continue }
      // Attached rather than created in place, which locks the table only against other schema changes.
      try connection.send(
        "CREATE TABLE keiro.\(Self.name(day)) (LIKE keiro.click_counts) WITH (fillfactor = 80)")
      try connection.run(
        "ALTER TABLE keiro.click_counts ATTACH PARTITION keiro.\(Self.name(day)) "
          + "FOR VALUES FROM (\(day * 24)) TO (\(day * 24 + 24))")
    }
  }

  /// Whether tables may be created. If not, as for a role that only reads and writes, all hours go to
  /// the default partition, and expire from there.
  private func mayMake() throws(PostgresFailure) -> Bool {
    try connection.first(
      "SELECT has_schema_privilege('keiro', 'CREATE') AND pg_has_role(relowner, 'USAGE') "
        + "FROM pg_class WHERE oid = 'keiro.click_counts'::regclass"
    ) { $0.flag(0) } ?? false
  }

  /// The oldest partition with hours before the given one only; nil for none.
  func first(before hour: Int) throws(PostgresFailure) -> Int? {
    try days().first { $0 * 24 + 24 <= hour }
  }

  /// Adds the hours of a partition to their days and drops it.
  ///
  /// No one writes to the partition meanwhile. The whole table is locked only at the end, for the
  /// moment that dropping takes; a long query that reads it makes this fail, to be tried again.
  func fold(_ day: Int) throws(PostgresFailure) -> Int {
    let name = Self.name(day)
    try limitWaits()
    try connection.send("SET LOCAL statement_timeout = 0")
    try connection.send("LOCK TABLE keiro.\(name) IN SHARE ROW EXCLUSIVE MODE")
    let count = try connection.first("SELECT count(*) FROM keiro.\(name)") { $0.int(0) } ?? 0
    try connection.send(
      "INSERT INTO keiro.click_days AS d (scope, dimension, day, name, bot, count) "
        + Self.days(of: KindNumbers.named("keiro.\(name)")) + Self.added)
    try connection.run("DROP TABLE keiro.\(name)")
    return count
  }

  /// Limits waits for locks, since a waiting statement blocks all later ones.
  private func limitWaits() throws(PostgresFailure) {
    try connection.send("SET LOCAL lock_timeout = 2000")
  }

  // MARK: - Days

  /// The query that sums rows with the columns of `KindNumbers.columns` by day.
  static func days(of rows: String) -> String {
    "SELECT link, d.dimension, (hour - (hour % 24 + 24) % 24) / 24 AS day, d.name, bot, "
      + "sum(count)::bigint AS count FROM (\(rows)) AS gone CROSS JOIN LATERAL "
      + "(VALUES (0, outcome), (1, platform), (2, referrer)) AS d (dimension, name) "
      + "GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5"
  }

  /// The end of a statement that inserts daily sums as `d`.
  static let added =
    " ON CONFLICT (scope, dimension, day, name, bot) DO UPDATE SET count = d.count + excluded.count"
}
