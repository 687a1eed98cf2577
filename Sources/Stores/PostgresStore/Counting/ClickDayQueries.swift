import LinkStorage
import Links

/// Sums up the clicks by people on some links for each day, from one snapshot of the database.
struct ClickDayQueries {
  private let days: Range<Int>
  private let connection: PostgresConnection

  init(_ days: Range<Int>, _ connection: PostgresConnection) {
    self.days = days
    self.connection = connection
  }

  func clicks(of keys: [LinkKey]) throws(PostgresFailure) -> [LinkKey: ClickDays] {
    let counted = try connection.rows(
      "SELECT counted.id, counted.host, counted.slug, coalesce(total, 0) "
        + "FROM unnest($1, $2) AS w (host, slug) JOIN keiro.counted USING (host, slug) "
        + "LEFT JOIN keiro.totals ON scope = counted.id",
      [.texts(keys.map(\.host)), .texts(keys.map(\.slug))]
    ) { (link: $0.int(0), key: LinkKey(host: $0.text(1), slug: $0.text(2)), total: $0.int(3)) }
    var answer: [LinkKey: ClickDays] = [:]
    var linkKeys: [Int: LinkKey] = [:]
    for (link, key, total) in counted {
      answer[key] = ClickDays(total: total)
      linkKeys[link] = key
    }
    guard !days.isEmpty, !linkKeys.isEmpty else { return answer }
    for (link, day, count) in try sums(of: linkKeys.keys.sorted()) {
      if let key = linkKeys[link] { answer[key]?.add(count, on: day) }
    }
    return answer
  }

  private func sums(
    of links: [Int]
  ) throws(PostgresFailure) -> [(link: Int, day: Int, count: Int)] {
    try connection.rows(
      "SELECT link, day, sum(count)::bigint FROM ("
        + "SELECT scope AS link, day, count FROM keiro.click_days WHERE scope = ANY ($1) "
        + "AND dimension = $2 AND day >= $3 AND day < $4 AND NOT bot "
        + "UNION ALL SELECT link, (hour - (hour % 24 + 24) % 24) / 24, count "
        + "FROM \(KindNumbers.hourClicks) WHERE link = ANY ($1) AND hour >= $5 AND hour < $6 "
        + "AND NOT bot) AS parts GROUP BY 1, 2",
      [
        .ints(links), .int(StatisticsQuery.Grouping.day.clickDimension.rawValue),
        .int(days.lowerBound), .int(days.upperBound), .int(days.lowerBound * 24),
        .int(days.upperBound * 24),
      ]
    ) { ($0.int(0), $0.int(1), $0.int(2)) }
  }
}
