import LinkStorage
import Links

/// Sums up the counters, from one snapshot of the database.
struct StatisticsQueries {
  private let query: StatisticsQuery
  private let connection: PostgresConnection
  private let keptHour: Int?

  /// - Parameter connection: a transaction that reads from one snapshot.
  init(_ query: StatisticsQuery, _ connection: PostgresConnection) throws(PostgresFailure) {
    self.query = query
    self.connection = connection
    keptHour =
      try connection.first("SELECT kept_hour FROM keiro.rollup") { $0.optionalInt(0) } ?? nil
  }

  func statistics() throws(PostgresFailure) -> Statistics {
    if let only = query.only { return try statistics(of: only) }
    var table = StatisticsTable(query)
    var totals = Statistics.Row(name: "")
    let clicks = ClickQueries(
      period: StatisticsPeriod(query, keptHour: keptHour), connection: connection)
    let scope = try clicks.scope(host: query.host, slug: query.slug)
    if query.grouping.isOfLinks { try clicks.forEachLink(of: scope, query, &table) }
    for sum in try clicks.traits(of: scope, query.grouping.dayDimension) {
      if query.grouping == .way {
        table.add(launches: sum.count, to: sum.name)
      } else {
        table.add(clicks: sum.count, isBot: sum.isBot, to: sum.name)
      }
    }
    for sum in try clicks.sums(of: scope, by: query.grouping, split: query.split) {
      if sum.isBot { totals.bots += sum.count } else { totals.clicks += sum.count }
      if let name = name(sum) {
        table.add(
          clicks: sum.count, isBot: sum.isBot, to: name, part: query.split.map { _ in sum.part })
      }
    }
    if query.grouping == .hour {
      let since = max(query.sinceHour ?? .min, keptHour ?? .min)
      for sum in try clicks.hours(of: scope, since, query.untilHour ?? .max) {
        table.add(clicks: sum.count, isBot: sum.isBot, to: Statistics.name(ofHour: sum.number))
      }
    }
    for launch in try launches() {
      totals.launches += launch.count
      if query.grouping == .day {
        table.add(launches: launch.count, to: Statistics.name(ofDay: launch.day))
      } else if query.grouping.isOfLaunches {
        table.add(launches: launch.count, to: launch.name)
      }
    }
    return table.statistics(totals: totals, keptHour: keptHour)
  }

  /// The clicks of each day under one name.
  private func statistics(of only: ClickName) throws(PostgresFailure) -> Statistics {
    var table = StatisticsTable(query)
    var totals = Statistics.Row(name: "")
    let clicks = ClickQueries(
      period: StatisticsPeriod(query, keptHour: keptHour), connection: connection)
    let scope = try clicks.scope(host: query.host, slug: query.slug)
    for sum in try clicks.sums(of: scope, under: only) {
      if sum.isBot { totals.bots += sum.count } else { totals.clicks += sum.count }
      table.add(clicks: sum.count, isBot: sum.isBot, to: Statistics.name(ofDay: sum.number))
    }
    return table.statistics(totals: totals, keptHour: keptHour)
  }

  /// The name of a group; nil for clicks without a row of their own.
  private func name(_ sum: ClickQueries.Sum) -> String? {
    switch query.grouping {
    case .day: Statistics.name(ofDay: sum.number)
    case .platform, .referrer, .outcome: sum.name
    default: nil
    }
  }

  private func launches() throws(PostgresFailure) -> [(name: String, day: Int, count: Int)] {
    let days = query.days
    let isByDay = query.grouping == .day
    return try connection.rows(
      "SELECT \(isByDay ? "'', day" : "name, 0::bigint"), sum(count)::bigint "
        + "FROM keiro.launch_days WHERE dimension = $1 AND day >= $2 AND day < $3 GROUP BY 1, 2",
      [
        .int(query.grouping.launchDimension.rawValue), .int(days.since ?? .min),
        .int(days.until ?? .max),
      ]
    ) { ($0.text(0), $0.int(1), $0.int(2)) }
  }
}

/// The links whose clicks are requested.
enum ClickScope {
  case links([Int])
  /// The scope of all links of a host, or of every host.
  case group(Int, host: String?)

  /// The scopes of the sums of days.
  var numbers: [Int] {
    switch self {
    case .links(let links): links
    case .group(let group, _): [group]
    }
  }
}

/// Queries for the clicks of a period.
struct ClickQueries {
  let period: StatisticsPeriod
  let connection: PostgresConnection

  struct Sum {
    /// The name; empty for sums by time.
    let name: String
    /// The day or hour; 0 for sums by name.
    let number: Int
    let isBot: Bool
    let count: Int
    /// The name within the query's split; empty without one.
    let part: String

    init(_ row: PostgresRow) {
      name = row.text(0)
      number = row.int(1)
      isBot = row.flag(2)
      count = row.int(3)
      part = row.text(4)
    }
  }

  func scope(host: String?, slug: String?) throws(PostgresFailure) -> ClickScope {
    guard let slug else {
      let key = host.map(ScopeNumbers.host) ?? ScopeNumbers.everything
      return .group(try ScopeNumbers.existing(key, in: connection) ?? 0, host: host)
    }
    return .links(
      try connection.rows(
        "SELECT id FROM keiro.counted WHERE slug = $1 AND slug <> '' "
          + "AND host = coalesce($2, host)",
        [.text(slug), .optional(host)]
      ) { $0.int(0) })
  }

  /// The clicks by the requested grouping, or by day for groupings that clicks do not have.
  func sums(
    of scope: ClickScope, by grouping: StatisticsQuery.Grouping, split: StatisticsQuery.Split?
  ) throws(PostgresFailure) -> [Sum] {
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
    var sums: [Sum] = []
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
      ], Sum.init)
    for edge in period.edges { sums += try hourRows(of: scope, hours, part: hourPart, edge) }
    return sums
  }

  private static let dayOfHour = "'', (hour - (hour % 24 + 24) % 24) / 24"

  /// The clicks of each day under one name.
  func sums(of scope: ClickScope, under only: ClickName) throws(PostgresFailure) -> [Sum] {
    let whole = only.isByDay ? period.wholeDays : period.summedDays
    var sums = try connection.rows(
      "SELECT '', day, bot, sum(count)::bigint, '' FROM keiro.click_days "
        + "WHERE scope = ANY ($1) AND dimension = $2 AND day >= $3 AND day < $4 AND name = $5 "
        + "GROUP BY 2, 3",
      [
        .ints(scope.numbers), .int(only.dimension.rawValue), .int(whole.lowerBound),
        .int(whole.upperBound), .text(only.name),
      ], Sum.init)
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
  ) throws(PostgresFailure) -> [Sum] {
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
          + "AND link = ANY (\(next)) GROUP BY 1, 2, 3, 5", bounds + [.ints(links)], Sum.init)
    case .group(_, nil):
      return try connection.rows(
        "SELECT \(names), bot, sum(count)::bigint, \(part) "
          + "FROM \(KindNumbers.hourClicks) WHERE \(restriction) "
          + "GROUP BY 1, 2, 3, 5", bounds, Sum.init)
    case .group(_, let host?):
      return try connection.rows(
        "SELECT \(names), bot, sum(count)::bigint, \(part) "
          + "FROM \(KindNumbers.hourClicks) "
          + "JOIN keiro.counted ON counted.id = hour_clicks.link WHERE \(restriction) "
          + "AND counted.host = \(next) GROUP BY 1, 2, 3, 5", bounds + [.text(host)], Sum.init)
    }
  }

  /// The clicks of the hours that are kept.
  func hours(
    of scope: ClickScope, _ since: Int, _ until: Int
  ) throws(PostgresFailure) -> [Sum] {
    guard since < until else { return [] }
    switch scope {
    case .links: return try hourRows(of: scope, "'', hour", since..<until)
    case .group(let group, _):
      return try connection.rows(
        "SELECT '', hour, bot, count, '' FROM keiro.click_hours WHERE scope = $1 AND hour >= $2 "
          + "AND hour < $3", [.int(group), .int(since), .int(until)], Sum.init)
    }
  }
}
