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

  /// - Returns: the answer, and the number of clicks and launches counted as `other`.
  func count(
    _ batch: CountBatch, _ now: Timestamp
  ) throws(PostgresFailure) -> (answer: BatchAnswer, capped: Int) {
    let clicks = try number(batch.clicks)
    return try connection.transaction { () throws(PostgresFailure) in
      guard try begin(batch, now) else { return (.repeated, 0) }
      // Takes its lock before any row of clicks is locked.
      let capped = try LaunchTable(connection).add(batch.launches)
      try add(clicks)
      try SharedStatements(connection).events.sum(clicks.tally.clicks, batch.launches)
      return (.counted, capped + clicks.capped)
    }
  }

  /// The clicks with their numbers and admitted referrers; outside of a transaction.
  func number(_ tally: ClickTally) throws(PostgresFailure) -> NumberedClicks {
    let numbers = try scopes.tallyNumbers(of: Array(tally.links), in: connection)
    let admitted = try ReferrerTable(connection, numbers, referrers).admit(tally)
    return NumberedClicks(
      tally: admitted, numbers: numbers,
      kinds: try kinds.numbers(of: admitted.kinds, in: connection))
  }

  /// Notes the writer's activity and batch number.
  ///
  /// - Returns: whether the batch is new.
  private func begin(_ batch: CountBatch, _ now: Timestamp) throws(PostgresFailure) -> Bool {
    let name = PostgresValue.text(batch.writer.name)
    try connection.queue(
      "INSERT INTO keiro.writers (name, sequence, seen_at) VALUES ($1, 0, $2) "
        + "ON CONFLICT DO NOTHING", [name, .time(now)])
    let last =
      try connection.first(
        "SELECT sequence FROM keiro.writers WHERE name = $1 FOR UPDATE", [name]
      ) { $0.int(0) } ?? 0
    try connection.queue(
      "UPDATE keiro.writers SET sequence = greatest(sequence, $2), seen_at = $3 WHERE name = $1",
      [name, .int(batch.sequence), .time(now)])
    return batch.sequence > last
  }

  /// The number of the last batch of a writer that the server has; 0 for none.
  func last(of writer: CountWriter) throws(PostgresFailure) -> Int {
    try connection.first(
      "SELECT sequence FROM keiro.writers WHERE name = $1", [.text(writer.name)]
    ) { $0.int(0) } ?? 0
  }

  // MARK: - Clicks

  private func add(_ clicks: NumberedClicks) throws(PostgresFailure) {
    try add(clicks, days: [], rest: [], [:])
  }

  /// Adds clicks by hour, and further counts of links from another store.
  ///
  /// - Parameters:
  ///   - clicks: the clicks by hour.
  ///   - links: the links whose daily sums are added.
  ///   - rest: for each of the links, the clicks by people that are not among `clicks`.
  ///   - numbers: the numbers of `links`, their hosts, and everything.
  func add(
    _ clicks: NumberedClicks, days links: [LinkCounts], rest: [Int], _ numbers: [LinkKey: Int]
  ) throws(PostgresFailure) {
    try addHours(clicks.rows)
    var totals = clicks.totals
    for (link, count) in zip(links, rest) where count != 0 {
      totals[numbers[link.key] ?? 0, default: 0] += count
    }
    let counted = totals.keys.sorted()
    if !counted.isEmpty {
      try connection.queue(
        "INSERT INTO keiro.totals AS t (scope, total) SELECT scope, total "
          + "FROM unnest($1, $2) AS n (scope, total) ORDER BY scope "
          + "ON CONFLICT (scope) DO UPDATE SET total = t.total + excluded.total",
        [.ints(counted), .ints(counted.map { totals[$0] ?? 0 })])
    }
    var sums = GroupSums(clicks)
    for link in links {
      for scope in [link.key, LinkKey.links(of: link.key.host), LinkKey.everything] {
        for sum in link.days {
          sums.add(
            sum.count, sum.day, numbers[scope] ?? 0, sum.dimension.rawValue, sum.name, sum.isBot)
        }
      }
    }
    // At the end, since every batch of every node updates these few rows.
    try sums.write(connection)
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
    guard let link = try ScopeNumbers.existing(key, in: connection) else { return }
    let groups = [
      try ScopeNumbers.existing(LinkKey.links(of: key.host), in: connection) ?? 0,
      try ScopeNumbers.existing(LinkKey.everything, in: connection) ?? 0,
    ]
    var sums = GroupSums()
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
    let days = try connection.rows(
      "DELETE FROM keiro.click_days WHERE scope = $1 RETURNING day, dimension, name, bot, count",
      [.int(link)]
    ) { ($0.int(0), $0.int(1), $0.text(2), $0.flag(3), $0.int(4)) }
    for scope in groups {
      for (kind, count) in clicks { sums.add(kind, -count, to: scope) }
      for (day, dimension, name, isBot, count) in days {
        sums.add(-count, day, scope, dimension, name, isBot)
      }
    }
    try connection.queue("DELETE FROM keiro.totals WHERE scope = $1", [.int(link)])
    try connection.queue("DELETE FROM keiro.click_names WHERE scope = $1", [.int(link)])
    try sums.write(connection)
  }
}
