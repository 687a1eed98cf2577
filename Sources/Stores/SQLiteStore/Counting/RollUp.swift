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
    let rows = try addHours()
    if rows > 0 { return RollUpStep(rolledUp: rows) }
    let kept = try database.moveKeptHour(retention, oldestOf: .clicks, at: now)
    var dropped = 0
    if let kept {
      dropped = try database.drop(from: [.clicks, .clickHours], before: kept, limit: limit)
    }
    if dropped == 0 {
      dropped = try database.drop(
        from: [.clickDays, .launchDays], before: retention.firstDay(at: now), limit: limit)
    }
    return RollUpStep(dropped: dropped)
  }

  private typealias Row = (link: Int, kind: ClickKind, count: Int)

  private func addHours() throws(LinkStoreError) -> Int {
    let rows = try nextRows(try database.rollUpState())
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
    try database.run(
      "UPDATE rollup SET hour = ?, link = ?", [.int(last.kind.hour), .int(last.link)])
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
    ) { row in (row.int(0), ClickKind(hourIn: row), row.int(6)) }
  }
}
