import Links
import LinkStorage
import SQLStorage

/// Adds to the counters: the most frequent write.
///
/// Each statement writes its rows in the order of their keys, and the tables are written in a fixed
/// order, so that batches of many nodes cannot deadlock.
struct CounterTables {
  private let connection: PostgresConnection
  private let memory: CounterMemory

  init(_ connection: PostgresConnection, _ memory: CounterMemory) {
    self.connection = connection
    self.memory = memory
  }

  /// - Returns: the answer, and the number of clicks and launches counted as `other`.
  func count(
    _ batch: CountBatch, _ now: Timestamp
  ) throws(PostgresFailure) -> (answer: BatchAnswer, capped: Int) {
    try counting {
      batch.clicks
    } _: { clicks throws(PostgresFailure) in
      guard try connection.begin(batch, now) else { return (.repeated, 0) }
      // Takes its lock before any row of clicks is locked.
      let capped = try connection.add(batch.launches)
      try add(clicks)
      try connection.sumForWebhooks(clicks.tally.clicks, batch.launches)
      return (.counted, capped + clicks.capped)
    }
  }

  /// Adds a page of another store's counts.
  func take(_ page: CountPage) throws(PostgresFailure) -> BatchAnswer {
    var links = page.links
    return try counting { () throws(PostgresFailure) in
      links = try connection.placed(page)
      return ClickTally(links.flatMap(\.hours), behind: links.map(\.key))
    } _: { clicks throws(PostgresFailure) in
      guard try connection.begin(page) else { return .repeated }
      try add(clicks, of: links)
      try connection.addRest(of: page)
      return .counted
    }
  }

  // MARK: - Clicks

  /// Counts clicks in a transaction, under the numbers that their links have in it: those of a link that
  /// was deleted and made again are other ones.
  ///
  /// A visit of the new link comes after the transaction that made it, and a batch after its visits: the
  /// transaction of the batch sees the move. Clicks of the earlier link that come so late count for the
  /// new one.
  private func counting<Answer>(
    _ tally: () throws(PostgresFailure) -> ClickTally,
    _ body: (NumberedClicks) throws(PostgresFailure) -> Answer
  ) throws(PostgresFailure) -> Answer {
    while true {
      let clicks = try number(tally())
      let answer = try connection.transaction { () throws(PostgresFailure) -> Answer? in
        let moves = try connection.kept("moved_counts")
        guard memory.areValid(after: moves) else { return nil }
        return try body(clicks)
      }
      if let answer { return answer }
    }
  }

  /// The clicks with their numbers and admitted referrers; outside of a transaction.
  private func number(_ tally: ClickTally) throws(PostgresFailure) -> NumberedClicks {
    let numbers = try memory.numbers(of: tally.links, in: connection)
    let admitted = try ReferrerTable(connection, numbers, memory.referrers).admit(tally)
    return NumberedClicks(
      tally: admitted, numbers: numbers,
      kinds: try memory.kinds.numbers(of: admitted.kinds, in: connection))
  }

  /// Adds clicks by hour, and further counts of links from another store.
  ///
  /// - Parameter links: the first links of `clicks`, with their other counts.
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
      try connection.send(
        "INSERT INTO keiro.totals AS t (scope, total) SELECT scope, total "
          + "FROM unnest($1, $2) AS n (scope, total) ORDER BY scope "
          + "ON CONFLICT (scope) DO UPDATE SET total = t.total + excluded.total",
        [.ints(counted), .ints(counted.map { totals[$0] ?? 0 })])
    }
    // At the end, since every batch of every node updates these few rows.
    try sums.write(connection)
  }

  private func addHours(_ rows: [NumberedClicks.Row]) throws(PostgresFailure) {
    guard !rows.isEmpty else { return }
    // Rows of expired hours go to their days, which the next roll-up does.
    try connection.send(
      "INSERT INTO keiro.click_counts AS c (link, hour, kind, count) SELECT link, hour, kind, count "
        + "FROM unnest($1, $2, $3, $4) AS n (link, hour, kind, count) ORDER BY 1, 2, 3 "
        + "ON CONFLICT (link, hour, kind) DO UPDATE SET count = c.count + excluded.count",
      [
        .ints(rows.map(\.link)), .ints(rows.map(\.hour)), .ints(rows.map(\.kind)),
        .ints(rows.map(\.count)),
      ])
  }
}
