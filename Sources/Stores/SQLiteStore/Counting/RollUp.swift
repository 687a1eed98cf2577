import LinkStorage
import Links
import SQLStorage

/// Adds hours to the sums of their days, and drops what exceeds the retention, inside a transaction.
struct RollUp {
  private let database: Database
  private let retention: StatisticsRetention
  private let limit: Int
  private let now: Timestamp
  /// The number of clicks counted as `other` when pending ones were merged.
  private(set) var capped = 0

  /// Seconds for which clicks of an hour may still arrive.
  private static let delay = 300

  init(_ database: Database, _ retention: StatisticsRetention, limit: Int, now: Timestamp) {
    self.database = database
    self.retention = retention
    self.limit = max(limit, 1)
    self.now = now
  }

  mutating func step() throws(LinkStoreError) -> RollUpStep {
    var merge = ClickMerge(database, limit: limit, now: now)
    let merged = try merge.step()
    capped += merge.capped
    if merged > 0 { return RollUpStep(merged: merged) }
    var state = try database.rollUpState()
    let rows = try addHours(&state)
    if rows > 0 { return RollUpStep(rolledUp: rows) }
    var dropped = try dropHours(&state)
    if dropped == 0 { dropped = try dropDays() }
    return RollUpStep(dropped: dropped)
  }

  // MARK: - Adding

  private typealias Row = (link: Int, kind: ClickKind, count: Int)

  private func addHours(_ state: inout RollUpState) throws(LinkStoreError) -> Int {
    let rows = try nextRows(state)
    guard let last = rows.last else { return 0 }
    var scopes = ClickScopes(database)
    var referrers = ReferrerTable(database)
    var sums = DaySums()
    var groups: (link: Int, numbers: [Int]) = (0, [])
    for row in rows {
      if row.link != groups.link { groups = (row.link, try scopes.groups(ofLink: row.link)) }
      guard let host = groups.numbers.first else { continue }
      let kind = try referrers.admit(row.kind, link: row.link, host: host)
      sums.add(kind, row.count, to: [row.link] + groups.numbers, hourOf: groups.numbers)
    }
    try sums.write(database)
    (state.hour, state.link) = (last.kind.hour, last.link)
    try state.write(database)
    return rows.count
  }

  /// The rows after the last one that was added; all or none of each link and hour.
  private func nextRows(_ state: RollUpState) throws(LinkStoreError) -> [Row] {
    let end = Int((Double(now.secondsSinceEpoch - Self.delay) / 3600).rounded(.down))
    let rows = try self.rows(
      "(hour, link) > (?,?) AND hour < ? ORDER BY hour, link LIMIT ?",
      [.int(state.hour ?? .min), .int(state.link), .int(end), .int(limit)])
    guard rows.count == limit, let last = rows.last else { return rows }
    let whole = rows.prefix { $0.link != last.link || $0.kind.hour != last.kind.hour }
    guard whole.isEmpty else { return Array(whole) }
    return try self.rows("hour = ? AND link = ?", [.int(last.kind.hour), .int(last.link)])
  }

  private func rows(
    _ condition: String, _ values: [SQLValue]
  ) throws(LinkStoreError) -> [Row] {
    try database.rows(
      "SELECT link, hour, platform, referrer, outcome, bot, count FROM clicks WHERE \(condition)",
      values
    ) { row in
      (
        row.int(0),
        ClickKind(
          hour: row.int(1), platform: row.text(2), referrerHost: row.text(3), outcome: row.text(4),
          isBot: row.bool(5)), row.int(6)
      )
    }
  }

  // MARK: - Dropping

  private func dropHours(_ state: inout RollUpState) throws(LinkStoreError) -> Int {
    let oldest = try database.first("SELECT min(hour) FROM clicks") { $0.optionalInt(0) } ?? nil
    let kept = retention.keptHour(after: state.keptHour, oldest: oldest, at: now)
    if kept != state.keptHour {
      state.keptHour = kept
      try state.write(database)
    }
    guard let kept else { return 0 }
    let columns = "link, hour, platform, referrer, outcome, bot"
    let dropped = try database.run(
      "DELETE FROM clicks WHERE (\(columns)) IN "
        + "(SELECT \(columns) FROM clicks WHERE hour < ? ORDER BY hour LIMIT ?)",
      [.int(kept), .int(limit)])
    guard dropped == 0 else { return dropped }
    return try database.run(
      "DELETE FROM click_hours WHERE (hour, scope, bot) IN "
        + "(SELECT hour, scope, bot FROM click_hours WHERE hour < ? LIMIT ?)",
      [.int(kept), .int(limit)])
  }

  private func dropDays() throws(LinkStoreError) -> Int {
    let first = SQLValue.int(retention.firstDay(at: now))
    let dropped = try database.run(
      "DELETE FROM click_days WHERE (day, scope, dimension, name, bot) IN "
        + "(SELECT day, scope, dimension, name, bot FROM click_days WHERE day < ? LIMIT ?)",
      [first, .int(limit)])
    guard dropped == 0 else { return dropped }
    for dimension in LaunchDimension.allCases {
      let dimension = SQLValue.int(dimension.rawValue)
      let dropped = try database.run(
        "DELETE FROM launch_days WHERE dimension = ? AND (day, app, name) IN "
          + "(SELECT day, app, name FROM launch_days WHERE dimension = ? AND day < ? LIMIT ?)",
        [dimension, dimension, first, .int(limit)])
      guard dropped == 0 else { return dropped }
    }
    return 0
  }
}
