import Links
import LinkStorage

/// Adds to the counters: the hottest write there is.
///
/// Each statement writes its rows in the order of their keys, and the tables come in one order, so
/// that batches of many nodes never wait for each other in a circle.
struct CounterTables {
  private let connection: Connection
  private let scopes: ScopeNumbers
  private let referrers: KnownReferrers

  init(_ connection: Connection, of store: PostgresStore) {
    self.connection = connection
    scopes = store.scopes
    referrers = store.referrers
  }

  /// - Returns: also how many clicks and launches count as `other`.
  func count(
    _ batch: CountBatch, _ now: Timestamp
  ) throws(PostgresFailure) -> (answer: BatchAnswer, capped: Int) {
    let tally = batch.clicks
    var keys = Set(tally.links)
    keys.formUnion(Set(tally.links.map(\.host)).map(ScopeNumbers.host))
    if !keys.isEmpty { keys.insert(ScopeNumbers.everything) }
    let numbers = try scopes.numbers(of: keys, in: connection)
    let clicks = try ReferrerTable(connection, numbers, referrers).admit(tally.clicks)
    return try connection.transaction { () throws(PostgresFailure) in
      guard try begin(batch, now) else { return (.repeated, 0) }
      var capped = clicks.reduce(0) {
        $1.referrerHost == CountedNames.other ? $0 + $1.count : $0
      }
      // Takes its lock before any row of clicks is locked.
      capped += try LaunchTable(connection).add(batch.launches)
      try add(clicks, numbers)
      try EventTable(connection).sum(clicks, batch.launches)
      return (.counted, capped)
    }
  }

  /// Notes that the writer was seen.
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

  /// The last batch of a writer that the server has; 0 for none.
  func last(of writer: CountWriter) throws(PostgresFailure) -> Int {
    try connection.first(
      "SELECT sequence FROM keiro.writers WHERE name = $1", [.text(writer.name)]
    ) { $0.int(0) } ?? 0
  }

  // MARK: - Clicks

  private func add(
    _ clicks: [ClickCount], _ numbers: [LinkKey: Int]
  ) throws(PostgresFailure) {
    try add(clicks, days: [], rest: [], numbers)
  }

  /// Adds clicks by the hour, and what another store has of links besides.
  ///
  /// - Parameters:
  ///   - clicks: by the hour.
  ///   - links: whose days are added.
  ///   - rest: of each of the links, the clicks of people that are not among `clicks`.
  ///   - numbers: of the links, their hosts, and everything.
  func add(
    _ clicks: [ClickCount], days links: [LinkCounts], rest: [Int], _ numbers: [LinkKey: Int]
  ) throws(PostgresFailure) {
    try addHours(clicks, numbers)
    var totals: [Int: Int] = [:]
    for click in clicks where !click.isBot {
      totals[numbers[click.key] ?? 0, default: 0] += click.count
    }
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
    var sums = GroupSums()
    for click in clicks {
      for scope in [ScopeNumbers.host(click.key.host), ScopeNumbers.everything] {
        sums.add(click, to: numbers[scope] ?? 0)
      }
    }
    for link in links {
      for scope in [link.key, ScopeNumbers.host(link.key.host), ScopeNumbers.everything] {
        for sum in link.days {
          sums.add(
            sum.count, sum.day, numbers[scope] ?? 0, sum.dimension.rawValue, sum.name, sum.isBot)
        }
      }
    }
    // At the end, since every batch of every node touches these few rows.
    try sums.write(connection)
  }

  private func addHours(
    _ clicks: [ClickCount], _ numbers: [LinkKey: Int]
  ) throws(PostgresFailure) {
    guard !clicks.isEmpty else { return }
    let links = clicks.map { numbers[$0.key] ?? 0 }
    // Rows of hours that are gone go to their days, which the next roll-up sees to.
    try connection.queue(
      "INSERT INTO keiro.clicks AS c (link, hour, platform, referrer, outcome, bot, count) "
        + "SELECT link, hour, platform, referrer, outcome, bot, sum(count)::bigint "
        + "FROM unnest($1, $2, $3, $4, $5, $6, $7) "
        + "AS n (link, hour, platform, referrer, outcome, bot, count) "
        + "GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6 "
        + "ON CONFLICT (link, hour, platform, referrer, outcome, bot) "
        + "DO UPDATE SET count = c.count + excluded.count",
      [
        .ints(links), .ints(clicks.map(\.hour)), .texts(clicks.map(\.platform)),
        .texts(clicks.map(\.referrerHost)), .texts(clicks.map(\.outcome)),
        .flags(clicks.map(\.isBot)), .ints(clicks.map(\.count)),
      ])
  }

  // MARK: - Deletion

  /// Takes the clicks of a link out of every sum.
  func forget(_ key: LinkKey) throws(PostgresFailure) {
    guard let link = try ScopeNumbers.existing(key, in: connection) else { return }
    let groups = [
      try ScopeNumbers.existing(ScopeNumbers.host(key.host), in: connection) ?? 0,
      try ScopeNumbers.existing(ScopeNumbers.everything, in: connection) ?? 0,
    ]
    var sums = GroupSums()
    let clicks = try connection.rows(
      "DELETE FROM keiro.clicks WHERE link = $1 "
        + "RETURNING hour, platform, referrer, outcome, bot, count", [.int(link)]
    ) { row in
      ClickCount(
        key: key, hour: row.int(0), platform: row.text(1), referrerHost: row.text(2),
        outcome: row.text(3), isBot: row.flag(4), count: -row.int(5))
    }
    let days = try connection.rows(
      "DELETE FROM keiro.click_days WHERE scope = $1 RETURNING day, dimension, name, bot, count",
      [.int(link)]
    ) { ($0.int(0), $0.int(1), $0.text(2), $0.flag(3), $0.int(4)) }
    for scope in groups {
      for click in clicks { sums.add(click, to: scope) }
      for (day, dimension, name, isBot, count) in days {
        sums.add(-count, day, scope, dimension, name, isBot)
      }
    }
    try connection.queue("DELETE FROM keiro.totals WHERE scope = $1", [.int(link)])
    try connection.queue("DELETE FROM keiro.click_names WHERE scope = $1", [.int(link)])
    try sums.write(connection)
  }
}

/// Clicks on their way into the sums of hosts, and of everything.
struct GroupSums {
  private struct DayRow: Hashable {
    let scope: Int
    let dimension: Int
    let day: Int
    let name: String
    let isBot: Bool
  }

  private struct HourRow: Hashable {
    let scope: Int
    let hour: Int
    let isBot: Bool
  }

  private var days: [DayRow: Int] = [:]
  private var hours: [HourRow: Int] = [:]

  mutating func add(_ click: ClickCount, to scope: Int) {
    let day = StatisticsPeriod.day(ofHour: click.hour)
    for dimension in ClickDimension.allCases {
      add(
        click.count, day, scope, dimension.rawValue, dimension.name(of: click), click.isBot)
    }
    hours[HourRow(scope: scope, hour: click.hour, isBot: click.isBot), default: 0] += click.count
  }

  mutating func add(
    _ count: Int, _ day: Int, _ scope: Int, _ dimension: Int, _ name: String, _ isBot: Bool
  ) {
    let row = DayRow(scope: scope, dimension: dimension, day: day, name: name, isBot: isBot)
    days[row, default: 0] += count
  }

  func write(_ connection: Connection) throws(PostgresFailure) {
    let days = self.days.filter { $0.value != 0 }
    let hours = self.hours.filter { $0.value != 0 }
    if !hours.isEmpty {
      try connection.queue(
        "INSERT INTO keiro.click_hours AS h (scope, hour, bot, count) "
          + "SELECT scope, hour, bot, count FROM unnest($1, $2, $3, $4) "
          + "AS n (scope, hour, bot, count) ORDER BY 1, 2, 3 "
          + "ON CONFLICT (scope, hour, bot) DO UPDATE SET count = h.count + excluded.count",
        [
          .ints(hours.map(\.key.scope)), .ints(hours.map(\.key.hour)),
          .flags(hours.map(\.key.isBot)), .ints(hours.map(\.value)),
        ])
    }
    if !days.isEmpty {
      try connection.queue(
        "INSERT INTO keiro.click_days AS d (scope, dimension, day, name, bot, count) "
          + "SELECT scope, dimension, day, name, bot, count FROM unnest($1, $2, $3, $4, $5, $6) "
          + "AS n (scope, dimension, day, name, bot, count) ORDER BY 1, 2, 3, 4, 5 "
          + "ON CONFLICT (scope, dimension, day, name, bot) "
          + "DO UPDATE SET count = d.count + excluded.count",
        [
          .ints(days.map(\.key.scope)), .ints(days.map(\.key.dimension)),
          .ints(days.map(\.key.day)), .texts(days.map(\.key.name)), .flags(days.map(\.key.isBot)),
          .ints(days.map(\.value)),
        ])
    }
  }
}
