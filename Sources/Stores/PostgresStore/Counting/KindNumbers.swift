import LinkStorage
import SQLStorage
import Synchronization
import System

/// The numbers of kinds of clicks, which reduce a row of clicks to four numbers.
///
/// A number is assigned outside of the counting transaction. It remains as long as it is used, and
/// for weeks beyond every hour that may contain it; the cache is refreshed twice a day, and when
/// another server takes over.
final class KindNumbers: Sendable {
  private struct Known {
    /// The numbers of kinds without hour and traits.
    var numbers: [ClickKind: Int] = [:]
    /// The time until which an entry is used, in monotonic nanoseconds.
    var end = 0
  }

  private let known = Mutex(Known())

  private static let capacity = 200_000
  /// How long an entry is used: half a day, in nanoseconds.
  private static let age = 43_200_000_000_000
  /// The days beyond the hours that are kept for which an unused kind stays.
  static let patience = 60

  /// The numbers of kinds, in order; new kinds get one.
  func numbers(
    of kinds: [ClickKind], in connection: PostgresConnection
  ) throws(PostgresFailure) -> [Int] {
    let kinds = kinds.map(\.withoutTime)
    let now = Clock.monotonic()
    var numbers = known.withLock { known -> [ClickKind: Int] in
      if known.end <= now || known.numbers.count > Self.capacity {
        known.numbers = [:]
        known.end = now &+ Self.age
      }
      var numbers: [ClickKind: Int] = [:]
      for kind in kinds { numbers[kind] = known.numbers[kind] }
      return numbers
    }
    let missing = Set(kinds).subtracting(numbers.keys)
    if !missing.isEmpty {
      let found = try make(Array(missing), in: connection)
      known.withLock { $0.numbers.merge(found) { _, new in new } }
      numbers.merge(found) { _, new in new }
    }
    return kinds.map { numbers[$0] ?? 0 }
  }

  func forgetAll() { known.withLock { $0.numbers = [:] } }

  private func make(
    _ kinds: [ClickKind], in connection: PostgresConnection
  ) throws(PostgresFailure) -> [ClickKind: Int] {
    let values: [SQLValue] = [
      .texts(kinds.map(\.platform)), .texts(kinds.map(\.referrerHost)),
      .texts(kinds.map(\.outcome)), .flags(kinds.map(\.isBot)),
    ]
    let wanted = "unnest($1, $2, $3, $4) AS w (platform, referrer, outcome, bot)"
    func existing() throws(PostgresFailure) -> [ClickKind: Int] {
      // Only the kinds used today are safe from deletion: the others count as known once they are
      // marked as used today.
      let rows = try connection.rows(
        "WITH found AS (SELECT k.id, platform, referrer, outcome, bot, k.used_on FROM \(wanted) "
          + "JOIN keiro.click_kinds k USING (platform, referrer, outcome, bot)), "
          + "touched AS (UPDATE keiro.click_kinds k SET used_on = current_date WHERE k.id = ANY ("
          + "ARRAY(SELECT id FROM keiro.click_kinds WHERE id IN "
          + "(SELECT id FROM found WHERE used_on < current_date) ORDER BY id FOR UPDATE)) "
          + "RETURNING k.id, platform, referrer, outcome, bot) "
          + "SELECT id, platform, referrer, outcome, bot FROM found WHERE used_on >= current_date "
          + "UNION ALL SELECT * FROM touched", values
      ) { row in
        (
          ClickKind(
            hour: 0, platform: row.text(1), referrerHost: row.text(2), outcome: row.text(3),
            isBot: row.flag(4)), row.int(0)
        )
      }
      return Dictionary(rows) { first, _ in first }
    }
    let found = try existing()
    guard found.count < kinds.count else { return found }
    try connection.run(
      "INSERT INTO keiro.click_kinds (platform, referrer, outcome, bot) "
        + "SELECT * FROM \(wanted) ORDER BY 1, 2, 3, 4 ON CONFLICT DO NOTHING", values)
    return try existing()
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
