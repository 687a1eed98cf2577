import Links
import LinkStorage
import SQLStorage

/// Adds to the counters: the most frequent write.
///
/// Each statement writes its rows in the order of their keys, and the tables are written in a fixed
/// order, so that batches of many nodes cannot deadlock.
struct CounterTables {
  private let connection: PostgresConnection
  private let scopes: ScopeNumbers
  private let kinds: KindNumbers
  private let referrers: KnownReferrers

  init(_ connection: PostgresConnection, of store: PostgresStore) {
    self.connection = connection
    scopes = store.scopes
    kinds = store.kinds
    referrers = store.referrers
  }

  private var sql: SharedStatements { SharedStatements(connection) }

  /// - Returns: the answer, and the number of clicks and launches counted as `other`.
  func count(
    _ batch: CountBatch, _ now: Timestamp
  ) throws(PostgresFailure) -> (answer: BatchAnswer, capped: Int) {
    let clicks = try number(batch.clicks)
    return try connection.transaction { () throws(PostgresFailure) in
      guard try sql.begin(batch, now) else { return (.repeated, 0) }
      // Takes its lock before any row of clicks is locked.
      let capped = try LaunchTable(sql).add(batch.launches)
      try add(clicks)
      try sql.events.sum(clicks.tally.clicks, batch.launches)
      return (.counted, capped + clicks.capped)
    }
  }

  /// Adds a page of another store's counts.
  func take(_ page: CountPage) throws(PostgresFailure) -> BatchAnswer {
    let clicks = try number(
      ClickTally(page.links.flatMap(\.hours), behind: page.links.map(\.key)))
    return try connection.transaction { () throws(PostgresFailure) in
      guard try sql.begin(page) else { return .repeated }
      try add(clicks, of: page.links)
      try sql.addRest(of: page)
      return .counted
    }
  }

  // MARK: - Clicks

  /// The clicks with their numbers and admitted referrers; outside of a transaction.
  private func number(_ tally: ClickTally) throws(PostgresFailure) -> NumberedClicks {
    let numbers = try scopes.tallyNumbers(of: Array(tally.links), in: connection)
    let admitted = try ReferrerTable(connection, numbers, referrers).admit(tally)
    return NumberedClicks(
      tally: admitted, numbers: numbers,
      kinds: try kinds.numbers(of: admitted.kinds, in: connection))
  }

  /// Adds clicks by hour, and further counts of links from another store.
  ///
  /// - Parameters:
  ///   - clicks: the clicks by hour.
  ///   - links: the first links of `clicks`, with their other counts.
  private func add(
    _ clicks: NumberedClicks, of links: [LinkCounts] = []
  ) throws(PostgresFailure) {
    try addHours(clicks.rows)
    var totals = clicks.totals
    var sums = clicks.sums
    for (link, (number, host)) in zip(links, zip(clicks.numbers.links, clicks.numbers.hosts)) {
      let rest = link.total - link.peopleByHour
      if rest != 0 { totals[number, default: 0] += rest }
      for (key, count) in link.days {
        sums.add(count, under: key, to: [number, host, clicks.numbers.everything])
      }
    }
    let counted = totals.keys.sorted()
    if !counted.isEmpty {
      try connection.queue(
        "INSERT INTO keiro.totals AS t (scope, total) SELECT scope, total "
          + "FROM unnest($1, $2) AS n (scope, total) ORDER BY scope "
          + "ON CONFLICT (scope) DO UPDATE SET total = t.total + excluded.total",
        [.ints(counted), .ints(counted.map { totals[$0] ?? 0 })])
    }
    // At the end, since every batch of every node updates these few rows.
    try sums.write(sql)
  }

  private func addHours(_ rows: [NumberedClicks.Row]) throws(PostgresFailure) {
    guard !rows.isEmpty else { return }
    // Rows of expired hours go to their days, which the next roll-up does.
    try connection.queue(
      "INSERT INTO keiro.click_counts AS c (link, hour, kind, count) SELECT link, hour, kind, count "
        + "FROM unnest($1, $2, $3, $4) AS n (link, hour, kind, count) ORDER BY 1, 2, 3 "
        + "ON CONFLICT (link, hour, kind) DO UPDATE SET count = c.count + excluded.count",
      [
        .ints(rows.map(\.link)), .ints(rows.map(\.hour)), .ints(rows.map(\.kind)),
        .ints(rows.map(\.count)),
      ])
  }

  // MARK: - Deletion

  /// Subtracts the clicks of a link from every sum.
  func forget(_ key: LinkKey) throws(PostgresFailure) {
    guard let link = try sql.countedNumber(of: key) else { return }
    let groups = [
      try sql.countedNumber(of: LinkKey.links(of: key.host)) ?? 0,
      try sql.countedNumber(of: LinkKey.everything) ?? 0,
    ]
    var sums = DaySums()
    let clicks = try connection.rows(
      "WITH gone AS (DELETE FROM keiro.click_counts WHERE link = $1 "
        + "RETURNING link, hour, kind, count), old AS (DELETE FROM keiro.clicks WHERE link = $1 "
        + "RETURNING link, hour::integer, platform, referrer, outcome, bot, count) "
        + "\(KindNumbers.named("gone")) UNION ALL SELECT * FROM old", [.int(link)]
    ) { row in
      (
        ClickKind(
          hour: row.int(1), platform: row.text(2), referrerHost: row.text(3), outcome: row.text(4),
          isBot: row.flag(5)), row.int(6)
      )
    }
    for (kind, count) in clicks { sums.add(kind, -count, to: groups, hourOf: groups) }
    let days = try connection.rows(
      "DELETE FROM keiro.click_days WHERE scope = $1 RETURNING day, dimension, name, bot, count",
      [.int(link)]
    ) { row in
      ClickDimension(rawValue: row.int(1)).map {
        (DayKey(day: row.int(0), dimension: $0, name: row.text(2), isBot: row.flag(3)), row.int(4))
      }
    }
    for case (let key, let count)? in days { sums.add(-count, under: key, to: groups) }
    try connection.queue("DELETE FROM keiro.totals WHERE scope = $1", [.int(link)])
    try connection.queue("DELETE FROM keiro.click_names WHERE scope = $1", [.int(link)])
    try sums.write(sql)
  }
}
