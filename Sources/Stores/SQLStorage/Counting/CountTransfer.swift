package import LinkStorage
import Links

extension CountTransfer {
  /// The identifier of this store's counts, unique among stores.
  package func countIdentity() throws(LinkStoreError) -> String {
    try reading { sql throws(Failure) in try sql.kept("identity") } ?? ""
  }

  /// The stores whose counts were taken over into this one, each with the number of its last page.
  package func countSources() throws(LinkStoreError) -> [String: Int] {
    let rows = try rows(
      "SELECT name, value FROM keiro.meta "
        + "WHERE \(SharedConnection.dialect.position)(name, $1) = 1",
      [.text(CountMark.prefix)]
    ) { (source: String($0.text(0).dropFirst(CountMark.prefix.count)), page: $0.text(1)) }
    return Dictionary(rows.map { ($0.source, Int($0.page) ?? 0) }) { first, _ in first }
  }

  /// The days with launches, in ascending order.
  package func launchDays() throws(LinkStoreError) -> [Int] {
    try rows("SELECT DISTINCT day FROM keiro.launch_days ORDER BY day", []) { $0.int(0) }
  }

  package func launches(onDay day: Int) throws(LinkStoreError) -> [LaunchSum] {
    let sums = try rows(
      "SELECT app, dimension, name, count FROM keiro.launch_days WHERE day = $1 "
        + "ORDER BY 1, 2, 3", [.int(day)]
    ) { row in
      LaunchDimension(rawValue: row.int(1)).map {
        LaunchSum(day: day, app: row.text(0), dimension: $0, name: row.text(2), count: row.int(3))
      }
    }
    return sums.compactMap(\.self)
  }

  /// The highest number of a link with counts; 0 for none.
  package func lastCountedLink() throws(LinkStoreError) -> Int {
    try first(
      "SELECT coalesce(max(id), 0) FROM \(SharedConnection.dialect.counted) WHERE slug <> ''", []
    ) { $0.int(0) } ?? 0
  }

  /// The counts of links, from one snapshot of the store.
  ///
  /// - Parameter numbers: a range of link numbers, up to `lastCountedLink`.
  package func counts(
    ofLinks numbers: ClosedRange<Int>
  ) throws(LinkStoreError) -> [LinkCounts] {
    try readingSnapshot { sql throws(Failure) in try sql.counts(ofLinks: numbers) }
  }
}

extension SQLConnection {
  fileprivate func counts(ofLinks numbers: ClosedRange<Int>) throws(Failure) -> [LinkCounts] {
    let bounds: [SQLValue] = [.int(numbers.lowerBound), .int(numbers.upperBound)]
    let counted = Self.dialect.counted
    var links: [Int: LinkCounts] = [:]
    let totals = try rows(
      "SELECT id, host, slug, \(Self.dialect.counting.total), (SELECT f.link FROM keiro.former_links "
        + "AS f WHERE f.host = counted.host AND f.slug = counted.slug AND f.successor IS NULL "
        + "AND \(Self.isWithoutLink)) FROM \(counted) AS counted "
        + "WHERE id BETWEEN $1 AND $2 AND slug <> ''", bounds
    ) { row in
      let key = LinkKey(host: row.text(1), slug: row.text(2))
      return (row.int(0), LinkCounts(key: key, former: row.optionalInt(4), total: row.int(3)))
    }
    for (number, counts) in totals { links[number] = counts }
    for day in try daySums(ofLinks: numbers) { links[day.link]?.days[day.key] = day.count }
    try addHours(bounds, to: &links)
    let reserved = try rows(
      "SELECT counted.id, created_at, reserved FROM \(counted) AS counted JOIN keiro.limits l "
        + "ON l.host = counted.host AND l.slug = counted.slug "
        + "WHERE counted.id BETWEEN $1 AND $2 ORDER BY 1, 2", bounds
    ) { ($0.int(0), ReservedClicks(life: $0.int(1), count: $0.int(2))) }
    for (number, clicks) in reserved { links[number]?.reserved.append(clicks) }
    try forEachWaiting(.range(numbers), isLabelled: false) { key, clicks in
      guard var link = links.removeValue(forKey: clicks.link) else { return }
      link.total = link.total.addingClamped(clicks.people)
      link.hours += clicks.sums.map { ClickCount(key: key, kind: $0.kind, count: $0.count) }
      links[clicks.link] = link
    }
    return links.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The sums of days of links with a range of numbers.
  package func daySums(
    ofLinks numbers: ClosedRange<Int>
  ) throws(Failure) -> [(link: Int, key: DayKey, count: Int)] {
    try rows(
      "SELECT scope, day, dimension, name, CAST(bot AS integer), count FROM \(Self.dialect.counting.days) "
        + "WHERE day >= $1 AND day < $2 AND scope BETWEEN $3 AND $4 AND count <> 0",
      [.int(.min), .int(.max), .int(numbers.lowerBound), .int(numbers.upperBound)]
    ) { row in
      ClickDimension(rawValue: row.int(2)).map {
        let key = DayKey(day: row.int(1), dimension: $0, name: row.text(3), isBot: row.int(4) != 0)
        return (row.int(0), key, row.int(5))
      }
    }.compactMap(\.self)
  }

  /// Adds the hours that are kept, and subtracts them from the days that have them already.
  private func addHours(
    _ bounds: [SQLValue], to links: inout [Int: LinkCounts]
  ) throws(Failure) {
    let state = try rollUpState()
    // Hours of days that have them are about to be deleted.
    let first = state.hour == nil ? nil : state.keptHour
    let hours = try rows(
      "SELECT link, hour, platform, referrer, outcome, CAST(bot AS integer), count "
        + "FROM \(Self.dialect.counting.hours) WHERE link BETWEEN $1 AND $2 AND hour >= $3 "
        + "ORDER BY 1, 2, 3, 4, 5, 6", bounds + [.int(first ?? .min)]
    ) { row in (row.int(0), ClickKind(hourIn: row), row.int(6)) }
    for (number, kind, count) in hours {
      guard var link = links.removeValue(forKey: number) else { continue }
      link.hours.append(ClickCount(key: link.key, kind: kind, count: count))
      for dimension in ClickDimension.ofHours where state.includes(hour: kind.hour, link: number) {
        let key = DayKey(dimension, of: kind)
        let rest = (link.days[key] ?? 0) - count
        link.days[key] = rest == 0 ? nil : rest
      }
      links[number] = link
    }
  }

  // MARK: - Inside a transaction

  /// Notes that a page of another store's counts is taken.
  ///
  /// - Returns: false for one that was taken before. Of two copies at once, one waits here.
  package func begin(_ page: CountPage) throws(Failure) -> Bool {
    try run(
      "INSERT INTO keiro.meta AS m (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE "
        + "SET value = excluded.value "
        + "WHERE CAST(m.value AS bigint) < CAST(excluded.value AS bigint)",
      [.text(CountMark.prefix + page.source), .text(String(page.number))]) == 1
  }

  /// Adds what a page has beside clicks: launches, and the clicks that limited links have used.
  package func addRest(of page: CountPage) throws(Failure) {
    try add(page.launches)
    let reserved = page.links.flatMap { link in link.reserved.map { (link.key, $0) } }
    guard !reserved.isEmpty else { return }
    try send(
      "INSERT INTO keiro.limits AS l (host, slug, created_at, reserved) "
        + "SELECT n.host, n.slug, n.life, n.reserved FROM #rows WHERE true ORDER BY 1, 2, 3 "
        + "ON CONFLICT (host, slug, created_at) DO UPDATE SET reserved = "
        + "CASE WHEN l.reserved < excluded.reserved THEN excluded.reserved ELSE l.reserved END",
      over: SQLRows([
        "host": .texts(reserved.map(\.0.host)), "slug": .texts(reserved.map(\.0.slug)),
        "life": .ints(reserved.map(\.1.life)), "reserved": .ints(reserved.map(\.1.count)),
      ]), [])
  }
}

extension ClickKind {
  /// The kind in a row with link, hour, platform, referrer, outcome and bot.
  package init(hourIn row: some SQLRow) {
    self.init(
      hour: row.int(1), platform: row.text(2), referrerHost: row.text(3), outcome: row.text(4),
      isBot: row.int(5) != 0)
  }
}

/// The rows of `meta` with the last page of counts that was taken from each source.
private enum CountMark {
  static let prefix = "counts of "
}
