import LinkStorage
import Links
import SQLStorage

/// Sums up the counters, from one snapshot of the file.
///
/// Whole days come from their sums; hours are read where they are not yet in these, and where only part
/// of a day is requested.
struct StatisticsQueries {
  private let query: StatisticsQuery
  private let database: Database
  private let state: RollUpState
  private let shared: SharedDays?

  /// - Parameter shared: the sums of days for all queries of the same snapshot; nil for a single query,
  ///   which needs one dimension only.
  init(
    _ query: StatisticsQuery, _ database: Database, sharing shared: SharedDays? = nil
  ) throws(LinkStoreError) {
    self.query = query
    self.database = database
    self.shared = shared
    state = try RollUpState.read(database)
  }

  func statistics() throws(LinkStoreError) -> Statistics {
    if let only = query.only { return try statistics(of: only) }
    var table = StatisticsTable(query)
    var totals = Statistics.Row(name: "")
    let period = StatisticsPeriod(query, keptHour: state.keptHour)
    let clicks = ClickQueries(
      period: period, state: state, database: database, shared: shared)
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
      if let name = name(sum.name) {
        table.add(
          clicks: sum.count, isBot: sum.isBot, to: name, part: query.split.map { _ in sum.part })
      }
    }
    if query.grouping == .hour {
      let since = max(query.sinceHour ?? .min, state.keptHour ?? .min)
      for (hour, isBot, count) in try clicks.hours(of: scope, since, query.untilHour ?? .max) {
        table.add(clicks: count, isBot: isBot, to: Statistics.name(ofHour: hour))
      }
    }
    var waitingLinks: [LinkKey: [Bool: Int]] = [:]
    var waitingOpenings: [LinkKey: Int] = [:]
    let waiting = WaitingQueries(query: query, period: period, database: database)
    try waiting.forEach(of: scope) { key, kind, count in
      if let dimension = query.grouping.dayDimension {
        let name = dimension.name(of: kind)
        if kind.traits.isFirstOpening {
          if dimension == .way { table.add(launches: count, to: name) }
        } else if !name.isEmpty {
          table.add(clicks: count, isBot: kind.isBot, to: name)
        }
        // The sums of the period itself are more exact than whole days.
        guard period.contains(hour: kind.hour) else { return }
      }
      guard !kind.traits.isFirstOpening else {
        if query.grouping.isOfLinks { waitingOpenings[key, default: 0] += count }
        return
      }
      if query.grouping.isOfLinks {
        waitingLinks[key, default: [:]][kind.isBot, default: 0] += count
      }
      if kind.isBot { totals.bots += count } else { totals.clicks += count }
      if let name = query.grouping.name(of: kind, keptHour: state.keptHour) {
        let part = query.split?.dimension.name(of: kind)
        table.add(clicks: count, isBot: kind.isBot, to: name, part: part)
      }
    }
    for (key, counts) in waitingLinks {
      let names = try clicks.names(of: key, query.grouping)
      for (isBot, count) in counts { table.add(clicks: count, isBot: isBot, of: key, names) }
    }
    for (key, count) in waitingOpenings {
      let names = try clicks.names(of: key, query.grouping)
      table.add(firstOpenings: count, of: key, names)
    }
    for (name, day, count) in try launches() {
      totals.launches += count
      if query.grouping == .day {
        table.add(launches: count, to: Statistics.name(ofDay: day))
      } else if query.grouping.isOfLaunches {
        table.add(launches: count, to: name)
      }
    }
    return table.statistics(totals: totals, keptHour: state.keptHour)
  }

  /// The clicks of each day under one name.
  private func statistics(of only: ClickName) throws(LinkStoreError) -> Statistics {
    var table = StatisticsTable(query)
    var totals = Statistics.Row(name: "")
    func add(_ count: Int, isBot: Bool, on day: Int) {
      if isBot { totals.bots += count } else { totals.clicks += count }
      table.add(clicks: count, isBot: isBot, to: Statistics.name(ofDay: day))
    }
    let period = StatisticsPeriod(query, keptHour: state.keptHour)
    let clicks = ClickQueries(period: period, state: state, database: database)
    let scope = try clicks.scope(host: query.host, slug: query.slug)
    for sum in try clicks.sums(of: scope, under: only) {
      add(sum.count, isBot: sum.isBot, on: Int(sum.name) ?? 0)
    }
    let waiting = WaitingQueries(query: query, period: period, database: database)
    try waiting.forEach(of: scope) { _, kind, count in
      guard only.takes(kind) else { return }
      add(count, isBot: kind.isBot, on: StatisticsPeriod.day(ofHour: kind.hour))
    }
    return table.statistics(totals: totals, keptHour: state.keptHour)
  }

  /// The name of a group; nil for clicks without a row of their own.
  private func name(_ text: String) -> String? {
    switch query.grouping {
    case .day: Statistics.name(ofDay: Int(text) ?? 0)
    case .platform, .referrer, .outcome: text
    default: nil
    }
  }

  private func launches() throws(LinkStoreError) -> [(name: String, day: Int, count: Int)] {
    let days = query.days
    let isByDay = query.grouping == .day
    return try database.rows(
      "SELECT \(isByDay ? "'', day" : "name, 0"), sum(count) FROM launch_days "
        + "WHERE dimension = ? AND day >= ? AND day < ? GROUP BY 1, 2",
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
  let state: RollUpState
  let database: Database
  /// The sums of days that other queries read as well; nil for none.
  var shared: SharedDays?

  struct Sum {
    let name: String
    let isBot: Bool
    let count: Int
    /// The name within the query's split; empty without one.
    let part: String

    /// A sum without a part.
    init(name: String, isBot: Bool, count: Int) {
      (self.name, self.isBot, self.count, part) = (name, isBot, count, "")
    }

    init(_ row: SQLiteRow) {
      name = row.text(0)
      isBot = row.bool(1)
      count = row.int(2)
      part = row.text(3)
    }
  }

  func scope(host: String?, slug: String?) throws(LinkStoreError) -> ClickScope {
    switch (host, slug) {
    case (nil, nil):
      return .group(try ClickScopes.existing(ClickScopes.everything, in: database) ?? 0, host: nil)
    case (let host?, nil):
      return .group(try ClickScopes.existing(ClickScopes.host(host), in: database) ?? 0, host: host)
    case (let host, let slug?):
      return .links(
        try database.rows(
          "SELECT id FROM counted_links WHERE slug = ? AND slug <> '' AND host = coalesce(?, host)",
          [.text(slug), .text(host)]
        ) { $0.int(0) })
    }
  }

  // MARK: - Sums

  /// The clicks by the requested grouping; their sums for one that hours do not answer.
  func sums(
    of scope: ClickScope, by grouping: StatisticsQuery.Grouping, split: StatisticsQuery.Split? = nil
  ) throws(LinkStoreError) -> [Sum] {
    let (dayName, hourName) =
      switch grouping {
      case .platform: ("name", "platform")
      case .referrer: ("name", "referrer")
      case .outcome: ("name", "outcome")
      case .day: ("day", Self.dayOfHour)
      default: ("''", "''")
      }
    let (dayPart, hourPart) =
      switch split {
      case nil: ("''", "''")
      case .platform: ("name", "platform")
      case .outcome: ("name", "outcome")
      }
    let dimension = split?.dimension ?? grouping.clickDimension
    var sums: [Sum] = []
    for number in scope.numbers {
      if grouping != .day, split == nil, let shared {
        sums += try shared.sums(of: number, dimension, period.summedDays)
      } else {
        sums += try days(of: number, dayName, dimension, part: dayPart)
      }
    }
    sums += try hourRows(of: scope, by: hourName, part: hourPart, period.hours, isOpen: true)
    for edge in period.edges {
      sums += try hourRows(of: scope, by: hourName, part: hourPart, edge, isOpen: false)
    }
    return sums
  }

  private static let dayOfHour = "(hour - (hour % 24 + 24) % 24) / 24"

  /// The clicks of each day under one name.
  func sums(of scope: ClickScope, under only: ClickName) throws(LinkStoreError) -> [Sum] {
    let whole = only.isByDay ? period.wholeDays : period.summedDays
    var sums: [Sum] = []
    for number in scope.numbers {
      sums += try days(of: number, "day", only.dimension, whole, only: only)
    }
    guard !only.isByDay else { return sums }
    sums += try hourRows(of: scope, by: Self.dayOfHour, period.hours, isOpen: true, only: only)
    for edge in period.edges {
      sums += try hourRows(of: scope, by: Self.dayOfHour, edge, isOpen: false, only: only)
    }
    return sums
  }

  /// Counts that are kept by day only.
  func traits(
    of scope: ClickScope, _ dimension: ClickDimension?
  ) throws(LinkStoreError) -> [Sum] {
    guard let dimension, !period.wholeDays.isEmpty else { return [] }
    var sums: [Sum] = []
    for number in scope.numbers {
      if let shared {
        sums += try shared.sums(of: number, dimension, period.wholeDays)
      } else {
        sums += try days(of: number, "name", dimension, period.wholeDays)
      }
    }
    return sums
  }

  private func days(
    of scope: Int, _ name: String, _ dimension: ClickDimension, part: String
  ) throws(LinkStoreError) -> [Sum] {
    try days(of: scope, name, dimension, part: part, period.summedDays)
  }

  private func days(
    of scope: Int, _ name: String, _ dimension: ClickDimension, part: String = "''",
    _ days: Range<Int>, only: ClickName? = nil
  ) throws(LinkStoreError) -> [Sum] {
    let condition = only == nil ? "" : "AND name = ? "
    return try database.rows(
      "\(DaySums.existingDays) SELECT \(name), bot, sum(count), \(part) FROM days "
        + "CROSS JOIN click_days USING (day) WHERE scope = ? AND dimension = ? AND day < ? "
        + condition + "GROUP BY 1, 2, 4",
      [
        .int(days.lowerBound), .int(days.upperBound), .int(scope), .int(dimension.rawValue),
        .int(days.upperBound),
      ] + (only.map { [.text($0.name)] } ?? []), Sum.init)
  }

  /// - Parameters:
  ///   - isOpen: whether to read only the hours that are not in the sums of days.
  ///   - only: a name in a dimension of hours, whose columns have the names of the dimensions.
  private func hourRows(
    of scope: ClickScope, by name: String, part: String = "''", _ hours: Range<Int>, isOpen: Bool,
    only: ClickName? = nil
  ) throws(LinkStoreError) -> [Sum] {
    let named = only.map { "AND \($0.dimension) = ? " } ?? ""
    let names: [SQLValue] = only.map { [.text($0.name)] } ?? []
    switch scope {
    case .links(let links):
      var sums: [Sum] = []
      for link in links {
        let first = isOpen ? max(hours.lowerBound, state.openHour(of: link)) : hours.lowerBound
        sums += try database.rows(
          "SELECT \(name), bot, sum(count), \(part) FROM clicks "
            + "WHERE link = ? AND hour >= ? AND hour < ? \(named)GROUP BY 1, 2, 4",
          [.int(link), .int(first), .int(hours.upperBound)] + names, Sum.init)
      }
      return sums
    case .group(_, let host):
      let join = host == nil ? "" : "CROSS JOIN counted_links ON counted_links.id = clicks.link"
      let condition = host == nil ? "" : "AND host = ?"
      let openHour = isOpen ? state.hour ?? .min : .min
      return try database.rows(
        "SELECT \(name), bot, sum(count), \(part) FROM clicks INDEXED BY clicks_by_hour \(join) "
          + "WHERE hour >= ? AND hour < ? AND (hour, link) > (?, ?) \(condition) "
          + "\(named)GROUP BY 1, 2, 4",
        [
          .int(max(hours.lowerBound, openHour)), .int(hours.upperBound), .int(openHour),
          .int(isOpen ? state.link : 0),
        ] + (host.map { [.text($0)] } ?? []) + names, Sum.init)
    }
  }

  // MARK: - Hours

  func hours(
    of scope: ClickScope, _ since: Int, _ until: Int
  ) throws(LinkStoreError) -> [(hour: Int, isBot: Bool, count: Int)] {
    guard since < until else { return [] }
    var hours = try hourRows(
      of: scope, by: "hour", since..<until,
      isOpen: { if case .group = scope { true } else { false } }()
    ).map { (Int($0.name) ?? 0, $0.isBot, $0.count) }
    guard case .group(let group, _) = scope else { return hours }
    hours += try database.rows(
      "SELECT hour, bot, count FROM click_hours WHERE hour >= ? AND hour < ? AND scope = ?",
      [.int(since), .int(until), .int(group)]
    ) { ($0.int(0), $0.bool(1), $0.int(2)) }
    return hours
  }
}
