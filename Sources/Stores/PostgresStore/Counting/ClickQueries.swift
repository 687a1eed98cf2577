import LinkStorage
import Links
import SQLStorage

/// Sums up the counters, from one snapshot of the database.
struct ClickQueries: ClickSource {
  let query: StatisticsQuery
  let period: StatisticsPeriod
  let keptHour: Int?
  let connection: PostgresConnection

  /// - Parameter connection: a transaction that reads from one snapshot.
  init(_ query: StatisticsQuery, _ connection: PostgresConnection) throws(PostgresFailure) {
    self.query = query
    self.connection = connection
    keptHour =
      try connection.first("SELECT kept_hour FROM keiro.rollup") { $0.optionalInt(0) } ?? nil
    period = StatisticsPeriod(query, keptHour: keptHour)
  }

  var sql: SharedStatements { SharedStatements(connection) }

  /// The clicks by the requested grouping, or by day for groupings that clicks do not have.
  func sums(
    of scope: ClickScope, by grouping: StatisticsQuery.Grouping, split: StatisticsQuery.Split?
  ) throws(PostgresFailure) -> [ClickSum] {
    let (dayPart, hourPart) =
      switch split {
      case nil: ("''", "''")
      case .platform: ("name", "platform")
      case .outcome: ("name", "outcome")
      }
    let (days, hours) =
      switch grouping {
      case .platform: ("name, 0::bigint", "platform, 0::bigint")
      case .referrer: ("name, 0::bigint", "referrer, 0::bigint")
      case .outcome: ("name, 0::bigint", "outcome, 0::bigint")
      default:
        ("'', day", Self.dayOfHour)
      }
    var sums: [ClickSum] = []
    // The hours of groups are in their days at once.
    if case .links = scope {
      sums += try hourRows(of: scope, hours, part: hourPart, period.hours)
    }
    sums += try connection.rows(
      "SELECT \(days), bot, sum(count)::bigint, \(dayPart) FROM keiro.click_days "
        + "WHERE scope = ANY ($1) AND dimension = $2 AND day >= $3 AND day < $4 "
        + "GROUP BY 1, 2, 3, 5",
      [
        .ints(scope.numbers), .int((split?.dimension ?? grouping.clickDimension).rawValue),
        .int(period.days.since), .int(period.days.until),
      ], ClickSum.init)
    for edge in period.edges { sums += try hourRows(of: scope, hours, part: hourPart, edge) }
    return sums
  }

  private static let dayOfHour = "'', (hour - (hour % 24 + 24) % 24) / 24"

  /// The clicks of each day under one name.
  func sums(of scope: ClickScope, under only: ClickName) throws(PostgresFailure) -> [ClickSum] {
    let whole = only.isByDay ? period.wholeDays : period.summedDays
    var sums = try connection.rows(
      "SELECT '', day, bot, sum(count)::bigint, '' FROM keiro.click_days "
        + "WHERE scope = ANY ($1) AND dimension = $2 AND day >= $3 AND day < $4 AND name = $5 "
        + "GROUP BY 2, 3",
      [
        .ints(scope.numbers), .int(only.dimension.rawValue), .int(whole.lowerBound),
        .int(whole.upperBound), .text(only.name),
      ], ClickSum.init)
    guard !only.isByDay else { return sums }
    if case .links = scope {
      sums += try hourRows(of: scope, Self.dayOfHour, period.hours, only: only)
    }
    for edge in period.edges {
      sums += try hourRows(of: scope, Self.dayOfHour, edge, only: only)
    }
    return sums
  }

  /// - Parameter only: a name in a dimension of hours, whose columns have the names of the dimensions.
  private func hourRows(
    of scope: ClickScope, _ names: String, part: String = "''", _ hours: Range<Int>,
    only: ClickName? = nil
  ) throws(PostgresFailure) -> [ClickSum] {
    guard !hours.isEmpty else { return [] }
    let bounds: [PostgresValue] =
      [.int(hours.lowerBound), .int(hours.upperBound)] + (only.map { [.text($0.name)] } ?? [])
    let restriction =
      "hour >= $1 AND hour < $2" + (only.map { " AND \($0.dimension) = $3" } ?? "")
    let next = "$\(bounds.count + 1)"
    switch scope {
    case .links(let links):
      return try connection.rows(
        "SELECT \(names), bot, sum(count)::bigint, \(part) "
          + "FROM \(KindNumbers.hourClicks) WHERE \(restriction) "
          + "AND link = ANY (\(next)) GROUP BY 1, 2, 3, 5", bounds + [.ints(links)], ClickSum.init)
    case .group(_, nil):
      return try connection.rows(
        "SELECT \(names), bot, sum(count)::bigint, \(part) "
          + "FROM \(KindNumbers.hourClicks) WHERE \(restriction) "
          + "GROUP BY 1, 2, 3, 5", bounds, ClickSum.init)
    case .group(_, let host?):
      return try connection.rows(
        "SELECT \(names), bot, sum(count)::bigint, \(part) "
          + "FROM \(KindNumbers.hourClicks) "
          + "JOIN keiro.counted ON counted.id = hour_clicks.link WHERE \(restriction) "
          + "AND counted.host = \(next) GROUP BY 1, 2, 3, 5", bounds + [.text(host)], ClickSum.init)
    }
  }

  /// The clicks of the hours that are kept.
  func hours(
    of scope: ClickScope, _ since: Int, _ until: Int
  ) throws(PostgresFailure) -> [ClickSum] {
    guard since < until else { return [] }
    switch scope {
    case .links: return try hourRows(of: scope, "'', hour", since..<until)
    case .group(let group, _):
      return try connection.rows(
        "SELECT '', hour, bot, count, '' FROM keiro.click_hours WHERE scope = $1 AND hour >= $2 "
          + "AND hour < $3", [.int(group), .int(since), .int(until)], ClickSum.init)
    }
  }
}

extension ClickSum {
  /// Reads a row with the columns name, number, bot, count and part.
  init(_ row: PostgresRow) {
    self.init(
      name: row.text(0), number: row.int(1), isBot: row.flag(2), count: row.int(3),
      part: row.text(4))
  }
}
