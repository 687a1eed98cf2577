package import LinkStorage
package import Links

/// The links whose waiting clicks are read.
package enum WaitingLinks {
  case numbers([Int])
  case range(ClosedRange<Int>)
  /// All links of a host, or of every host.
  case all(host: String?)
}

/// A table of counts from which rows are dropped when they are old.
package enum CountTable: String {
  /// The hours of links in SQLite, which are in the sums of days too.
  case clicks
  case clickHours = "click_hours"
  case clickDays = "click_days"
  /// The distinguished referrers in PostgreSQL.
  case clickNames = "click_names"
  case launchDays = "launch_days"

  /// The columns of the key, as one term.
  fileprivate var key: String {
    switch self {
    case .clicks: "link, hour, platform, referrer, outcome, bot"
    case .clickHours: "hour, scope, bot"
    case .clickDays: "day, scope, dimension, name, bot"
    case .clickNames: "scope, day, name"
    case .launchDays: "dimension, day, app, name"
    }
  }

  /// The condition for rows before `$1`.
  fileprivate var isOld: String {
    switch self {
    case .clicks: "hour < $1 ORDER BY hour"
    case .clickHours: "hour < $1"
    case .clickDays, .clickNames: "day < $1"
    // Every dimension, since the key begins with it.
    case .launchDays: "dimension IN (0, 1, 2) AND day < $1"
    }
  }
}

/// The progress of adding hours to the sums of their days.
package struct RollUpState {
  /// The last hour that was added to its day, up to the link `link`; nil before the first, and where
  /// hours leave their table as they are added.
  package var hour: Int?
  package var link: Int
  /// The first hour that is kept; nil while none was dropped.
  package var keptHour: Int?

  /// Whether the sums of days have an hour of a link, or never will: clicks that arrive for it are added
  /// to them at once.
  package func includes(hour: Int, link: Int) -> Bool {
    guard let rolled = self.hour else { return false }
    return (hour, link) <= (rolled, self.link) || !keeps(hour)
  }

  package func keeps(_ hour: Int) -> Bool { hour >= keptHour ?? .min }
}

extension SQLConnection {
  package func rollUpState() throws(Failure) -> RollUpState {
    try first("SELECT \(Self.dialect.counting.rollUp) FROM keiro.rollup", []) { row in
      RollUpState(hour: row.optionalInt(0), link: row.int(1), keptHour: row.optionalInt(2))
    } ?? RollUpState(hour: nil, link: 0, keptHour: nil)
  }

  /// Moves the first hour that is kept.
  ///
  /// - Parameter table: the table whose oldest hour decides when hours begin to expire.
  /// - Returns: the hour; nil while no hour has expired.
  package func moveKeptHour(
    _ retention: StatisticsRetention, oldestOf table: CountTable, at now: Timestamp
  ) throws(Failure) -> Int? {
    let earlier = try rollUpState().keptHour
    let oldest =
      try first("SELECT min(hour) FROM keiro.\(table.rawValue)", []) { $0.optionalInt(0) } ?? nil
    let kept = retention.keptHour(after: earlier, oldest: oldest, at: now)
    if kept != earlier { try send("UPDATE keiro.rollup SET kept_hour = $1", [.int(kept)]) }
    return kept
  }

  /// Drops old rows, of the first of some tables that has any.
  ///
  /// - Parameter first: the first hour or day that is kept.
  package func drop(
    from tables: [CountTable], before first: Int, limit: Int
  ) throws(Failure) -> Int {
    for table in tables {
      let rows = "FROM keiro.\(table.rawValue) WHERE \(table.isOld) LIMIT $2"
      let dropped = try run(
        "DELETE FROM keiro.\(table.rawValue) WHERE \(Self.dialect.counting.isAmong(table.key, rows))",
        [.int(first), .int(limit)])
      if dropped > 0 { return dropped }
    }
    return 0
  }

  /// Notes the writer and the number of a batch, inside a transaction.
  ///
  /// - Returns: whether the batch is new.
  package func begin(_ batch: CountBatch, _ now: Timestamp) throws(Failure) -> Bool {
    let name = SQLValue.text(batch.writer.name)
    try send(
      "INSERT INTO keiro.writers (name, sequence, seen_at) VALUES ($1, 0, $2) "
        + "ON CONFLICT DO NOTHING", [name, .time(now)])
    let locking = Self.dialect.lockingForChange
    let found = try first("SELECT sequence FROM keiro.writers WHERE name = $1 \(locking)", [name]) {
      $0.int(0)
    }
    let last = found ?? 0
    try send(
      "UPDATE keiro.writers SET sequence = $1, seen_at = $2 WHERE name = $3",
      [.int(max(batch.sequence, last)), .time(now), name])
    return batch.sequence > last
  }

  /// The number of clicks by people on a link, from one snapshot of the database.
  package func clicks(of key: LinkKey) throws(Failure) -> Int {
    try clicks(of: [key], days: 0..<0)[key]?.total ?? 0
  }

  /// The clicks by people on links, from one snapshot of the database.
  func clicks(
    of keys: [LinkKey], days: Range<Int>
  ) throws(Failure) -> [LinkKey: ClickDays] {
    let counted = try rows(
      "SELECT counted.id, counted.host, counted.slug, \(Self.dialect.counting.total) FROM #rows "
        + "JOIN \(Self.dialect.counted) AS counted "
        + "ON counted.host = n.host AND counted.slug = n.slug",
      over: SQLRows(["host": .texts(keys.map(\.host)), "slug": .texts(keys.map(\.slug))]), []
    ) { (link: $0.int(0), key: LinkKey(host: $0.text(1), slug: $0.text(2)), total: $0.int(3)) }
    var answer: [LinkKey: ClickDays] = [:]
    var linkKeys: [Int: LinkKey] = [:]
    for (link, key, total) in counted {
      answer[key] = ClickDays(total: total)
      linkKeys[link] = key
    }
    guard !linkKeys.isEmpty else { return answer }
    let links = linkKeys.keys.sorted()
    for (link, day, count) in days.isEmpty ? [] : try dailyClicks(of: links, days) {
      if let key = linkKeys[link] { answer[key]?.add(count, on: day) }
    }
    try forEachWaiting(.numbers(links), isLabelled: false) { key, clicks in
      guard var counted = answer.removeValue(forKey: key) else { return }
      counted.total = counted.total.addingClamped(clicks.people)
      for (kind, count) in clicks.sums where kind.isClickByPerson && days.contains(kind.day) {
        counted.add(count, on: kind.day)
      }
      answer[key] = counted
    }
    return answer
  }

  /// The clicks by people on links for each day, as far as they are in the tables.
  private func dailyClicks(
    of links: [Int], _ days: Range<Int>
  ) throws(Failure) -> [(link: Int, day: Int, count: Int)] {
    let state = try rollUpState()
    let open = state.hour == nil ? "" : "AND (hour, link) > ($7, $8) "
    return try rows(
      "SELECT link, day, CAST(sum(count) AS bigint) FROM ("
        + "SELECT scope AS link, day, count FROM \(Self.dialect.counting.days) WHERE day >= $1 AND day < $2 "
        + "AND scope \(Self.dialect.isNumbered("$3")) AND dimension = $4 AND NOT bot "
        + "UNION ALL SELECT link, \(CountingDialect.dayOfHour), count FROM \(Self.dialect.counting.hours) "
        + "WHERE link \(Self.dialect.isNumbered("$3")) AND hour >= $5 AND hour < $6 \(open)"
        + "AND NOT bot) AS parts GROUP BY 1, 2",
      [
        .int(days.lowerBound), .int(days.upperBound), .numbers(links),
        .int(StatisticsQuery.Grouping.day.clickDimension.rawValue), .int(days.lowerBound * 24),
        .int(days.upperBound * 24),
      ] + (state.hour.map { [.int($0), .int(state.link)] } ?? [])
    ) { ($0.int(0), $0.int(1), $0.int(2)) }
  }
}

extension SQLConnection {
  /// The number of what is counted: a link, all links of a host, or everything; nil if it never was.
  package func countedNumber(of scope: LinkKey) throws(Failure) -> Int? {
    try first(
      "SELECT id FROM \(Self.dialect.counted) WHERE host = $1 AND slug = $2",
      [.text(scope.host), .text(scope.slug)]
    ) { $0.int(0) }
  }
}

extension SQLValue {
  /// Numbers for `SQLDialect.isNumbered`.
  static func numbers(_ numbers: [Int]) -> SQLValue {
    .text(numbers.map(String.init).joined(separator: ","))
  }
}

extension SQLStore where Self: ClickCounting {
  package func clicks(of key: LinkKey) throws(LinkStoreError) -> Int {
    try readingSnapshot { sql throws(Failure) in try sql.clicks(of: key) }
  }

  package func clicks(
    of keys: [LinkKey], days: Range<Int>
  ) throws(LinkStoreError) -> [LinkKey: ClickDays] {
    guard !keys.isEmpty else { return [:] }
    return try readingSnapshot { sql throws(Failure) in try sql.clicks(of: keys, days: days) }
  }

  package func statistics(
    _ queries: [StatisticsQuery]
  ) throws(LinkStoreError) -> [Statistics] {
    try readingSnapshot { sql throws(Failure) in
      let state = try sql.rollUpState()
      var chosen: [(filter: ChosenLinks, numbers: [Int])] = []
      return try queries.map { query throws(Failure) in
        guard let filter = query.links else {
          return try ClickStatistics(query, state, sql).answer()
        }
        if !chosen.contains(where: { $0.filter == filter }) {
          chosen.append((filter, try sql.countedNumbers(of: filter)))
        }
        let numbers = chosen.first { $0.filter == filter }?.numbers ?? []
        return try ClickStatistics(query, state, sql, among: numbers).answer()
      }
    }
  }
}

extension SQLStore {
  /// Runs queries on one snapshot: clicks that move between tables meanwhile would count twice or not at
  /// all.
  package func readingSnapshot<Answer>(
    _ body: (SharedConnection) throws(Failure) -> Answer
  ) throws(LinkStoreError) -> Answer {
    try reading { sql throws(Failure) in
      try sql.snapshot { () throws(Failure) in try body(sql) }
    }
  }
}
