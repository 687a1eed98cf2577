import LinkStorage
package import Links

extension LinkKey {
  /// The scope of all hosts together.
  package static let everything = LinkKey(host: "", slug: "")

  /// The scope of all links of a host; no link has an empty slug.
  package static func links(of host: String) -> LinkKey { LinkKey(host: host, slug: "") }
}

/// The links whose clicks are requested, by the numbers under which they are counted.
enum ClickScope {
  case links([Int])
  /// The scope of all links of a host, or of every host.
  case group(Int, host: String?)

  /// Whether it has more links than are best looked up one by one.
  var isLarge: Bool { if case .links(let links) = self { links.count > 2000 } else { false } }

  /// The scopes of the sums of days.
  var numbers: [Int] {
    switch self {
    case .links(let links): links
    case .group(let group, _): [group]
    }
  }
}

/// The answer to a query for statistics, from one snapshot of the database.
///
/// Whole days come from their sums; hours are read where they are not yet in these, and where only part
/// of a day is requested.
struct ClickStatistics<Connection: SQLConnection> {
  typealias Failure = Connection.Failure

  /// The number of clicks in one group.
  private struct Sum {
    /// The name; without meaning in sums by time.
    let name: String
    /// The day or hour; without meaning in sums by name.
    let time: Int
    let isBot: Bool
    let count: Int
    /// The name within the query's split; empty without one.
    let part: String

    init(_ row: Connection.Row) {
      name = row.text(0)
      time = row.int(1)
      isBot = row.int(2) != 0
      count = row.int(3)
      part = row.text(4)
    }
  }

  /// The expressions for the parts of a `Sum`.
  private struct Columns {
    var name = "''"
    var time = "0"
    var part = "''"

    /// The list of columns, with others around the sum.
    var list: String {
      "\(name), \(time), CAST(bot AS integer), CAST(sum(count) AS bigint), \(part)"
    }
  }

  let query: StatisticsQuery
  let period: StatisticsPeriod
  let state: RollUpState
  let sql: Connection
  /// The numbers of the links of the query's filter; nil without one.
  private let chosen: [Int]?

  var dialect: SQLDialect { Connection.dialect }
  var counting: CountingDialect { Connection.dialect.counting }

  /// - Parameter sql: a connection that reads from the snapshot.
  init(
    _ query: StatisticsQuery, _ state: RollUpState, _ sql: Connection, among chosen: [Int]? = nil
  ) {
    self.chosen = chosen
    self.query = query
    self.state = state
    self.sql = sql
    period = StatisticsPeriod(query, keptHour: state.keptHour)
  }

  func answer() throws(Failure) -> Statistics {
    var table = StatisticsTable(query)
    let scope = try scope()
    if query.only != nil, query.grouping.isOfLinks {
      try addLinks(of: scope, to: &table)
    } else if let only = query.only {
      for sum in try sums(of: scope, under: only) {
        table.total(clicks: sum.count, isBot: sum.isBot)
        table.add(clicks: sum.count, isBot: sum.isBot, to: .time(sum.time))
      }
    } else {
      if query.grouping.isOfLinks { try addLinks(of: scope, to: &table) }
      try addTraits(of: scope, to: &table)
      for sum in try sums(of: scope) {
        table.total(clicks: sum.count, isBot: sum.isBot)
        guard let group = group(sum) else { continue }
        let part = query.split.map { _ in sum.part }
        table.add(clicks: sum.count, isBot: sum.isBot, to: group, part: part)
      }
      if query.grouping == .hour { try addHours(of: scope, to: &table) }
      // Launches belong to no link.
      if chosen == nil { try addLaunches(to: &table) }
    }
    try addWaiting(of: scope, to: &table)
    return table.statistics(keptHour: state.keptHour)
  }

  /// The scope of one link, of the links of a host, or of everything; a slug without a host is that of
  /// a link on each host.
  private func scope() throws(Failure) -> ClickScope {
    if let chosen { return .links(chosen) }
    guard let slug = query.slug else {
      let key = query.host.map(LinkKey.links(of:)) ?? .everything
      return .group(try sql.countedNumber(of: key) ?? 0, host: query.host)
    }
    return .links(
      try sql.rows(
        "SELECT id FROM \(dialect.counted) WHERE slug = $1 AND slug <> '' "
          + "AND host = coalesce($2, host)", [.text(slug), .text(query.host)]
      ) { $0.int(0) })
  }

  // MARK: - Sums

  /// The clicks by the requested grouping, or their sums for one that hours do not answer.
  ///
  /// - Parameter only: the name under which clicks are summed by day; nil for all clicks.
  private func sums(of scope: ClickScope, under only: ClickName? = nil) throws(Failure) -> [Sum] {
    var days = Columns()
    var hours = Columns()
    if only != nil || query.grouping == .day {
      days.time = "day"
      hours.time = CountingDialect.dayOfHour
    } else if let dimension = query.grouping.hourDimension {
      days.name = "name"
      hours.name = "\(dimension)"
    }
    if only == nil, let split = query.split {
      days.part = "name"
      hours.part = "\(split.dimension)"
    }
    let isByDay = only?.isByDay == true
    var sums = try daySums(
      of: scope, days, only?.dimension ?? query.clickDimension,
      isByDay ? period.wholeDays : period.days, under: only?.name)
    guard !isByDay else { return sums }
    sums += try hourSums(of: scope, hours, period.hours, isOpen: true, under: only)
    for edge in period.edges { sums += try hourSums(of: scope, hours, edge, under: only) }
    return sums
  }

  /// The group of clicks; nil for those without a row of their own.
  private func group(_ sum: Sum) -> StatisticsGroup? {
    if query.grouping == .day { return .time(sum.time) }
    return query.grouping.hourDimension.map { _ in .name(sum.name) }
  }

  /// Adds counts that are kept by day only.
  private func addTraits(
    of scope: ClickScope, to table: inout StatisticsTable
  ) throws(Failure) {
    guard let dimension = query.grouping.dayDimension else { return }
    for sum in try daySums(of: scope, Columns(name: "name"), dimension, period.wholeDays) {
      if query.grouping == .way {
        table.add(launches: sum.count, to: .name(sum.name))
      } else {
        table.add(clicks: sum.count, isBot: sum.isBot, to: .name(sum.name))
      }
    }
  }

  private func daySums(
    of scope: ClickScope, _ columns: Columns, _ dimension: ClickDimension, _ days: Range<Int>,
    under name: String? = nil
  ) throws(Failure) -> [Sum] {
    guard !days.isEmpty else { return [] }
    let source = scope.isLarge ? "keiro.click_days" : counting.days
    return try sql.rows(
      "SELECT \(columns.list) FROM \(source) WHERE day >= $1 AND day < $2 "
        + "AND scope \(dialect.isNumbered("$3")) AND dimension = $4 "
        + "\(name == nil ? "" : "AND name = $5 ")GROUP BY 1, 2, 3, 5",
      [
        .int(days.lowerBound), .int(days.upperBound), .numbers(scope.numbers),
        .int(dimension.rawValue),
      ] + (name.map { [.text($0)] } ?? []), Sum.init)
  }

  /// - Parameters:
  ///   - isOpen: whether to read only the hours that are not in the sums of days.
  ///   - only: a name in a dimension of hours, whose columns have the names of the dimensions.
  private func hourSums(
    of scope: ClickScope, _ columns: Columns, _ hours: Range<Int>, isOpen: Bool = false,
    under only: ClickName? = nil
  ) throws(Failure) -> [Sum] {
    var conditions = SQLConditions(dialect)
    var source = counting.hoursOfAll
    switch scope {
    case .links(let links):
      if !scope.isLarge { source = counting.hours }
      conditions.add("link \(dialect.isNumbered)", [.numbers(links)])
    case .group(_, let host):
      if isOpen, counting.sumsGroupsAtOnce { return [] }
      if let host {
        source += " CROSS JOIN \(dialect.counted) AS counted"
        conditions.add("counted.id = link AND counted.host = #", [.text(host)])
      }
    }
    guard add(hours, isOpen: isOpen, to: &conditions) else { return [] }
    if let only { conditions.add("\(only.dimension) = #", [.text(only.name)]) }
    return try sql.rows(
      "SELECT \(columns.list) FROM \(source) \(conditions.text) GROUP BY 1, 2, 3, 5",
      conditions.values, Sum.init)
  }

  /// Adds the condition for hours.
  ///
  /// - Parameter isOpen: whether to read only the hours that are not in the sums of days.
  /// - Returns: false if there are none.
  func add(_ hours: Range<Int>, isOpen: Bool, to conditions: inout SQLConditions) -> Bool {
    guard isOpen, let last = state.hour else {
      conditions.add("hour >= # AND hour < #", [.int(hours.lowerBound), .int(hours.upperBound)])
      return !hours.isEmpty
    }
    let first = max(hours.lowerBound, last)
    conditions.add(
      "hour >= # AND hour < # AND (hour, link) > (#, #)",
      [.int(first), .int(hours.upperBound), .int(last), .int(state.link)])
    return first < hours.upperBound
  }

  // MARK: - Hours and launches

  private func addHours(
    of scope: ClickScope, to table: inout StatisticsTable
  ) throws(Failure) {
    let since = max(query.sinceHour ?? .min, state.keptHour ?? .min)
    let until = query.untilHour ?? .max
    guard since < until else { return }
    let columns = Columns(time: "hour")
    var sums: [Sum]
    switch scope {
    case .links: sums = try hourSums(of: scope, columns, since..<until)
    case .group(let group, _):
      sums = try hourSums(of: scope, columns, since..<until, isOpen: true)
      sums += try sql.rows(
        "SELECT '', hour, CAST(bot AS integer), count, '' FROM keiro.click_hours "
          + "WHERE hour >= $1 AND hour < $2 AND scope = $3",
        [.int(since), .int(until), .int(group)], Sum.init)
    }
    for sum in sums { table.add(clicks: sum.count, isBot: sum.isBot, to: .time(sum.time)) }
  }

  /// Adds the launches of the query's days: by day, or by name.
  private func addLaunches(to table: inout StatisticsTable) throws(Failure) {
    let days = query.days
    let group = query.grouping == .day ? "'', day" : "name, CAST(0 AS bigint)"
    let launches = try sql.rows(
      "SELECT \(group), CAST(sum(count) AS bigint) FROM keiro.launch_days "
        + "WHERE dimension = $1 AND day >= $2 AND day < $3 GROUP BY 1, 2",
      [
        .int(query.grouping.launchDimension.rawValue), .int(days.since ?? .min),
        .int(days.until ?? .max),
      ]
    ) { (name: $0.text(0), day: $0.int(1), count: $0.int(2)) }
    for launch in launches {
      table.total(launches: launch.count)
      if query.grouping == .day {
        table.add(launches: launch.count, to: .time(launch.day))
      } else if query.grouping.isOfLaunches {
        table.add(launches: launch.count, to: .name(launch.name))
      }
    }
  }
}

extension SQLConnection {
  /// The numbers of chosen links, as far as they were ever clicked.
  func countedNumbers(of links: ChosenLinks) throws(Failure) -> [Int] {
    let counted =
      "JOIN \(Self.dialect.counted) AS counted ON host = chosen_host AND slug = chosen_slug"
    func numbers(_ table: String, _ conditions: SQLConditions) throws(Failure) -> [Int] {
      try rows(
        "SELECT counted.id FROM (SELECT host AS chosen_host, slug AS chosen_slug "
          + "FROM keiro.\(table) \(conditions.text)) AS chosen \(counted)", conditions.values
      ) { $0.int(0) }
    }
    var found =
      try links.filter.map { filter throws(Failure) in
        try numbers("links", conditions(filter))
      } ?? []
    if let former = links.filter?.ofFormerLinks {
      found += try numbers("former_links", conditions(ofFormer: former))
    }
    guard !links.keys.isEmpty else { return found }
    found += try rows(
      "SELECT counted.id FROM #rows JOIN \(Self.dialect.counted) AS counted "
        + "ON counted.host = n.host AND counted.slug = n.slug",
      over: SQLRows([
        "host": .texts(links.keys.map(\.host)), "slug": .texts(links.keys.map(\.slug)),
      ]), []
    ) { $0.int(0) }
    // A configured link may have the key of a stored one.
    return Array(Set(found))
  }

  private func conditions(ofFormer filter: LinkFilter) -> SQLConditions {
    var conditions = SQLConditions(Self.dialect)
    if let host = filter.host { conditions.add("host = #", [.text(host)]) }
    conditions.add(filter.reach)
    if let tag = filter.tag { conditions.add(tag: tag, Self.dialect.hadTag) }
    if let campaign = filter.campaign {
      conditions.add("\(Self.dialect.campaign) = #", [.text(campaign)])
    }
    return conditions
  }
}
