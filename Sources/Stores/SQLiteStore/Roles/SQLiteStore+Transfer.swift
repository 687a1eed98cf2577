package import LinkStorage
import Links
import SQLStorage

extension SQLiteStore: CountTransfer {
  package func lastCountedLink() throws(LinkStoreError) -> Int {
    try readers.read { database throws(LinkStoreError) in
      try database.first("SELECT coalesce(max(id), 0) FROM counted_links WHERE slug <> ''") {
        $0.int(0)
      } ?? 0
    }
  }

  package func counts(
    ofLinks numbers: ClosedRange<Int>
  ) throws(LinkStoreError) -> [LinkCounts] {
    try readers.read { database throws(LinkStoreError) in
      try database.snapshot { () throws(LinkStoreError) in
        try TransferTables(database).counts(of: numbers)
      }
    }
  }

  package func take(_ page: CountPage, completion: @escaping StoreCompletion<BatchAnswer>) {
    write(isBulk: true, completion) { [activity] database throws(LinkStoreError) in
      var counters = CounterTables(database)
      let answer = try TransferTables(database).take(page, &counters)
      activity.note(capped: counters.capped)
      return answer
    }
  }
}

/// Counts on their way from or to another store, inside a transaction.
private struct TransferTables {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  // MARK: - Reading

  private struct DayKey: Hashable {
    let day: Int
    let dimension: ClickDimension
    let name: String
    let isBot: Bool
  }

  func counts(of numbers: ClosedRange<Int>) throws(LinkStoreError) -> [LinkCounts] {
    let state = try RollUpState.read(database)
    let rows = try database.rows(
      "SELECT id, host, slug, total FROM counted_links WHERE id BETWEEN ? AND ? AND slug <> '' "
        + "ORDER BY id", [.int(numbers.lowerBound), .int(numbers.upperBound)]
    ) {
      ($0.int(0), LinkCounts(key: LinkKey(host: $0.text(1), slug: $0.text(2)), total: $0.int(3)))
    }
    var days = try self.days(of: numbers)
    var waiting = try self.waiting(numbers)
    var links: [LinkCounts] = []
    for (number, counts) in rows {
      var counts = counts
      var rest = days.removeValue(forKey: number) ?? [:]
      for (kind, count) in try hours(of: number, state) {
        counts.hours.append(ClickCount(key: counts.key, kind: kind, count: count))
        guard state.includes(hour: kind.hour, link: number) else { continue }
        for dimension in ClickDimension.ofHours {
          let key = DayKey(
            day: StatisticsPeriod.day(ofHour: kind.hour), dimension: dimension,
            name: dimension.name(of: kind), isBot: kind.isBot)
          rest[key, default: 0] -= count
        }
      }
      if let clicks = waiting.removeValue(forKey: number) {
        counts.total = counts.total.addingClamped(clicks.people)
        counts.hours += clicks.sums.map {
          ClickCount(key: counts.key, kind: $0.kind, count: $0.count)
        }
      }
      counts.days = rest.filter { $0.value != 0 }.map { key, count in
        DaySum(
          day: key.day, dimension: key.dimension, name: key.name, isBot: key.isBot,
          count: count)
      }.sorted {
        ($0.day, $0.dimension.rawValue, $0.name) < ($1.day, $1.dimension.rawValue, $1.name)
      }
      counts.reserved = try reserved(of: counts.key)
      links.append(counts)
    }
    return links
  }

  /// The hours that are kept; rows of others are about to be deleted.
  private func hours(
    of link: Int, _ state: RollUpState
  ) throws(LinkStoreError) -> [(ClickKind, Int)] {
    try database.rows(
      "SELECT hour, platform, referrer, outcome, bot, count FROM clicks WHERE link = ? "
        + "AND hour >= ?", [.int(link), .int(state.keptHour ?? .min)]
    ) { row in
      (
        ClickKind(
          hour: row.int(0), platform: row.text(1), referrerHost: row.text(2), outcome: row.text(3),
          isBot: row.bool(4)), row.int(5)
      )
    }
  }

  private func days(
    of numbers: ClosedRange<Int>
  ) throws(LinkStoreError) -> [Int: [DayKey: Int]] {
    let rows = try database.rows(
      "\(DaySums.existingDays) SELECT scope, day, dimension, name, bot, count FROM days "
        + "CROSS JOIN click_days USING (day) WHERE scope BETWEEN ? AND ? AND count <> 0",
      [.int(.min), .int(.max), .int(numbers.lowerBound), .int(numbers.upperBound)]
    ) { row in
      (
        row.int(0),
        ClickDimension(rawValue: row.int(2)).map {
          DayKey(day: row.int(1), dimension: $0, name: row.text(3), isBot: row.bool(4))
        }, row.int(5)
      )
    }
    var days: [Int: [DayKey: Int]] = [:]
    for case (let link, let key?, let count) in rows {
      days[link, default: [:]][key, default: 0] += count
    }
    return days
  }

  private func waiting(
    _ numbers: ClosedRange<Int>
  ) throws(LinkStoreError) -> [Int: LinkClicks] {
    var links: [Int: LinkClicks] = [:]
    var waiting = try WaitingClicks(
      try ClickLogState.read(database), from: numbers.lowerBound, in: database)
    while let clicks = try waiting.next(), clicks.link <= numbers.upperBound {
      links[clicks.link] = clicks
    }
    return links
  }

  private func reserved(of key: LinkKey) throws(LinkStoreError) -> [ReservedClicks] {
    try database.rows(
      "SELECT created_at, reserved FROM limits WHERE host = ? AND slug = ? ORDER BY 1",
      [.text(key.host), .text(key.slug)]
    ) { ReservedClicks(life: $0.int(0), count: $0.int(1)) }
  }

  // MARK: - Writing

  func take(
    _ page: CountPage, _ counters: inout CounterTables
  ) throws(LinkStoreError) -> BatchAnswer {
    let name = SQLValue.text(CountMark.name(of: page.source))
    let last = try database.first("SELECT value FROM meta WHERE name = ?", [name]) {
      Int($0.text(0)) ?? 0
    }
    guard page.number > last ?? 0 else { return .repeated }
    try database.run(
      "INSERT INTO meta (name, value) VALUES (?,?) "
        + "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [name, .text(String(page.number))])
    let state = try RollUpState.read(database)
    var scopes = ClickScopes(database)
    var sums = DaySums(database)
    for link in page.links {
      let number = try scopes.number(of: link.key)
      var clicks = LinkClicks(link: number)
      for click in link.hours { clicks.add(click.count, of: click.kind) }
      try counters.add(clicks, state, &sums)
      try database.run(
        "UPDATE counted_links SET total = total + ? WHERE id = ?",
        [.int(link.total - link.peopleByHour), .int(number)])
      for sum in link.days { try sums.add(sum, to: number, at: link.key, &scopes) }
      for reserved in link.reserved { try add(reserved, link.key) }
    }
    try sums.write()
    for launch in page.launches {
      try database.run(
        "INSERT INTO launch_days (dimension, day, app, name, count) VALUES (?,?,?,?,?) "
          + "ON CONFLICT DO UPDATE SET count = count + excluded.count",
        [
          .int(launch.dimension.rawValue), .int(launch.day), .text(launch.app),
          .text(launch.name), .int(launch.count),
        ])
    }
    return .counted
  }

  private func add(_ reserved: ReservedClicks, _ key: LinkKey) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO limits (host, slug, created_at, reserved) VALUES (?,?,?,?) "
        + "ON CONFLICT DO UPDATE SET reserved = max(reserved, excluded.reserved)",
      [.text(key.host), .text(key.slug), .int(reserved.life), .int(reserved.count)])
  }
}
