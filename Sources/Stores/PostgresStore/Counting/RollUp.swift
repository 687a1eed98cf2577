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
    guard
      try connection.first("SELECT pg_try_advisory_xact_lock(\(Self.lock))", [], { $0.flag(0) })
        == true
    else { return RollUpStep() }
    let kept = try connection.moveKeptHour(retention, oldestOf: .clickHours, at: now)
    let parts = ClickParts(connection)
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
