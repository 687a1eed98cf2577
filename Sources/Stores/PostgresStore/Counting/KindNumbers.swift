import LinkStorage
import SQLStorage

/// The numbers of kinds of clicks, which reduce a row of clicks to four numbers.
///
/// A number remains as long as it is used, and for weeks beyond every hour that may contain it; what is
/// remembered is refreshed twice a day.
struct KindNumbers: Sendable {
  /// The numbers of kinds without hour and traits; half a day, in nanoseconds.
  let known = KnownNumbers<ClickKind>(age: 43_200_000_000_000)

  /// The days beyond the hours that are kept for which an unused kind stays.
  static let patience = 60

  /// The numbers of kinds, in order; new kinds get one.
  func numbers(
    of kinds: [ClickKind], in connection: PostgresConnection
  ) throws(PostgresFailure) -> [Int] {
    let kinds = kinds.map(\.withoutTime)
    let numbers = try known.numbers(of: Set(kinds)) { kinds throws(PostgresFailure) in
      // Only the kinds used today are safe from deletion: the others count as known once they are
      // marked as used today.
      try connection.rows(
        "WITH found AS (SELECT k.id, k.platform, k.referrer, k.outcome, k.bot, k.used_on FROM #rows "
          + "JOIN keiro.click_kinds k ON k.platform = n.platform AND k.referrer = n.referrer "
          + "AND k.outcome = n.outcome AND k.bot = (n.bot <> 0)), "
          + "touched AS (UPDATE keiro.click_kinds k SET used_on = current_date WHERE k.id = ANY ("
          + "ARRAY(SELECT id FROM keiro.click_kinds WHERE id IN "
          + "(SELECT id FROM found WHERE used_on < current_date) ORDER BY id FOR UPDATE)) "
          + "RETURNING k.id, platform, referrer, outcome, bot) "
          + "SELECT id, platform, referrer, outcome, bot FROM found WHERE used_on >= current_date "
          + "UNION ALL SELECT * FROM touched", over: Self.rows(kinds), []
      ) { row in
        (
          ClickKind(
            hour: 0, platform: row.text(1), referrerHost: row.text(2), outcome: row.text(3),
            isBot: row.flag(4)), row.int(0)
        )
      }
    } insert: { kinds throws(PostgresFailure) in
      _ = try connection.run(
        "INSERT INTO keiro.click_kinds (platform, referrer, outcome, bot) SELECT n.platform, "
          + "n.referrer, n.outcome, n.bot <> 0 FROM #rows ORDER BY 1, 2, 3, 4 "
          + "ON CONFLICT DO NOTHING", over: Self.rows(kinds), [])
    }
    return kinds.map { numbers[$0] ?? 0 }
  }

  private static func rows(_ kinds: [ClickKind]) -> SQLRows {
    SQLRows([
      "platform": .texts(kinds.map(\.platform)), "referrer": .texts(kinds.map(\.referrerHost)),
      "outcome": .texts(kinds.map(\.outcome)), "bot": .ints(kinds.map { $0.isBot ? 1 : 0 }),
    ])
  }

  // MARK: - Reading

  /// The columns of `named`, in order.
  static let columns = "link, hour, platform, referrer, outcome, bot, count"

  /// The query that resolves the kinds of rows with `link`, `hour`, `kind` and `count`. A click counts
  /// even if a promoted server lacks its kind.
  static func named(_ rows: String) -> String {
    "SELECT c.link, c.hour, coalesce(k.platform, 'other') AS platform, "
      + "coalesce(k.referrer, '') AS referrer, coalesce(k.outcome, 'redirect') AS outcome, "
      + "coalesce(k.bot, false) AS bot, c.count "
      + "FROM \(rows) c LEFT JOIN keiro.click_kinds k ON k.id = c.kind"
  }

  /// All clicks by hour, including those counted by an earlier release.
  static let hourClicks =
    "(\(named("keiro.click_counts")) UNION ALL SELECT link, hour::integer, platform, "
    + "referrer, outcome, bot, count FROM keiro.clicks) AS hour_clicks"

  // MARK: - Forgetting

  /// Deletes kinds that no hour uses any longer.
  ///
  /// - Parameter connection: a transaction of the one node that does the housekeeping.
  static func prune(
    _ connection: PostgresConnection, _ retention: StatisticsRetention
  ) throws(PostgresFailure) {
    try connection.send(
      "DELETE FROM keiro.click_kinds WHERE used_on < "
        + "least(current_date, to_timestamp($2::bigint)::date) - $1::integer",
      [.int(retention.hours + patience), .time(retention.agreed)])
  }
}

extension ClickKind {
  /// The kind as the database numbers it, without hour and traits.
  fileprivate var withoutTime: ClickKind {
    ClickKind(
      hour: 0, platform: platform, referrerHost: referrerHost, outcome: outcome, isBot: isBot)
  }
}
