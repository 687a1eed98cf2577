import Links
package import LinkStorage
import SQLStorage

extension PostgresStore: CountTransfer {
  package func lastCountedLink() throws(LinkStoreError) -> Int {
    try read { connection throws(PostgresFailure) in
      try connection.first("SELECT coalesce(max(id), 0) FROM keiro.counted WHERE slug <> ''") {
        $0.int(0)
      } ?? 0
    }
  }

  package func counts(
    ofLinks numbers: ClosedRange<Int>
  ) throws(LinkStoreError) -> [LinkCounts] {
    try read { connection throws(PostgresFailure) in
      try connection.transaction(isSnapshot: true) { () throws(PostgresFailure) in
        try TransferTables(connection).counts(of: numbers)
      }
    }
  }

  package func take(_ page: CountPage, completion: @escaping StoreCompletion<BatchAnswer>) {
    count(completion) { [self] connection throws(PostgresFailure) in
      let keys = Set(page.links.map(\.key))
      let hosts = Set(keys.map(\.host))
      var numbers: [LinkKey: Int] = [:]
      if !keys.isEmpty {
        numbers = try scopes.numbers(
          of: keys.union(hosts.map(LinkKey.links(of:))).union([LinkKey.everything]),
          in: connection)
      }
      let counters = CounterTables(connection, of: self)
      let hours = try counters.number(ClickTally(page.links.flatMap(\.hours)))
      return try connection.transaction { () throws(PostgresFailure) in
        try TransferTables(connection).take(page, hours, numbers, counters)
      }
    }
  }
}

/// Counts on their way from or to another store, inside a transaction.
private struct TransferTables {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) {
    self.connection = connection
  }

  // MARK: - Reading

  func counts(of numbers: ClosedRange<Int>) throws(PostgresFailure) -> [LinkCounts] {
    let bounds: [PostgresValue] = [.int(numbers.lowerBound), .int(numbers.upperBound)]
    var links: [LinkCounts] = []
    var indexes: [Int: Int] = [:]
    let rows = try connection.rows(
      "SELECT id, host, slug, coalesce(total, 0) FROM keiro.counted "
        + "LEFT JOIN keiro.totals ON scope = id WHERE id BETWEEN $1 AND $2 AND slug <> '' ORDER BY id",
      bounds
    ) { ($0.int(0), LinkKey(host: $0.text(1), slug: $0.text(2)), $0.int(3)) }
    for (number, key, total) in rows {
      indexes[number] = links.count
      links.append(LinkCounts(key: key, total: total))
    }
    let hours = try connection.rows(
      "SELECT \(KindNumbers.columns) FROM \(KindNumbers.hourClicks) "
        + "WHERE link BETWEEN $1 AND $2 ORDER BY 1, 2, 3, 4, 5, 6", bounds
    ) { row in
      (
        row.int(0),
        ClickKind(
          hour: row.int(1), platform: row.text(2), referrerHost: row.text(3), outcome: row.text(4),
          isBot: row.flag(5)), row.int(6)
      )
    }
    for (number, kind, count) in hours {
      guard let index = indexes[number] else { continue }
      links[index].hours.append(ClickCount(key: links[index].key, kind: kind, count: count))
    }
    let days = try connection.rows(
      "SELECT scope, day, dimension, name, bot, count FROM keiro.click_days "
        + "WHERE scope BETWEEN $1 AND $2 AND count <> 0 ORDER BY 1, 2, 3, 4, 5", bounds
    ) { row in
      (
        row.int(0),
        ClickDimension(rawValue: row.int(2)).map {
          DaySum(
            day: row.int(1), dimension: $0, name: row.text(3), isBot: row.flag(4),
            count: row.int(5))
        }
      )
    }
    for case (let number, let sum?) in days {
      if let index = indexes[number] { links[index].days.append(sum) }
    }
    let limits = try connection.rows(
      "SELECT id, created_at, reserved FROM keiro.limits JOIN keiro.counted USING (host, slug) "
        + "WHERE id BETWEEN $1 AND $2 ORDER BY 1, 2", bounds
    ) { ($0.int(0), ReservedClicks(life: $0.int(1), count: $0.int(2))) }
    for (number, reserved) in limits {
      if let index = indexes[number] { links[index].reserved.append(reserved) }
    }
    return links
  }

  // MARK: - Writing

  /// - Parameters:
  ///   - page: the page to take.
  ///   - hours: the hours of the page, with admitted referrers.
  ///   - numbers: the numbers of the links, their hosts, and everything.
  func take(
    _ page: CountPage, _ hours: NumberedClicks, _ numbers: [LinkKey: Int], _ counters: CounterTables
  ) throws(PostgresFailure) -> BatchAnswer {
    // Locks the row, so that two concurrent copies count nothing twice.
    let isNew = try connection.run(
      "INSERT INTO keiro.meta AS m (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE "
        + "SET value = excluded.value WHERE m.value::bigint < excluded.value::bigint",
      [.text(CountMark.name(of: page.source)), .text(String(page.number))])
    guard isNew == 1 else { return .repeated }
    try add(page.launches)
    try counters.add(
      hours, days: page.links, rest: page.links.map { $0.total - $0.peopleByHour }, numbers)
    try addReserved(page.links)
    return .counted
  }

  private func add(_ launches: [LaunchSum]) throws(PostgresFailure) {
    guard !launches.isEmpty else { return }
    try connection.queue(
      "INSERT INTO keiro.launch_days AS d (dimension, day, app, name, count) "
        + "SELECT dimension, day, app, name, sum(count)::bigint FROM unnest($1, $2, $3, $4, $5) "
        + "AS n (dimension, day, app, name, count) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4 "
        + "ON CONFLICT (dimension, day, app, name) DO UPDATE SET count = d.count + excluded.count",
      [
        .ints(launches.map(\.dimension.rawValue)), .ints(launches.map(\.day)),
        .texts(launches.map(\.app)), .texts(launches.map(\.name)), .ints(launches.map(\.count)),
      ])
  }

  private func addReserved(_ links: [LinkCounts]) throws(PostgresFailure) {
    let reserved = links.flatMap { link in link.reserved.map { (link.key, $0) } }
    guard !reserved.isEmpty else { return }
    try connection.queue(
      "INSERT INTO keiro.limits AS l (host, slug, created_at, reserved) "
        + "SELECT host, slug, created_at, max(reserved) FROM unnest($1, $2, $3, $4) "
        + "AS n (host, slug, created_at, reserved) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 "
        + "ON CONFLICT (host, slug, created_at) DO UPDATE "
        + "SET reserved = greatest(l.reserved, excluded.reserved)",
      [
        .texts(reserved.map(\.0.host)), .texts(reserved.map(\.0.slug)),
        .ints(reserved.map(\.1.life)), .ints(reserved.map(\.1.count)),
      ])
  }
}
