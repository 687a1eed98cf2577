package import LinkStorage
package import Links

/// The links whose clicks are requested, by the numbers under which they are counted.
package enum ClickScope {
  case links([Int])
  /// The scope of all links of a host, or of every host.
  case group(Int, host: String?)

  /// The scopes of the sums of days.
  package var numbers: [Int] {
    switch self {
    case .links(let links): links
    case .group(let group, _): [group]
    }
  }
}

extension LinkKey {
  /// The scope of all hosts together.
  package static let everything = LinkKey(host: "", slug: "")

  /// The scope of all links of a host; no link has an empty slug.
  package static func links(of host: String) -> LinkKey { LinkKey(host: host, slug: "") }
}

/// The number of clicks in one group.
package struct ClickSum {
  /// The name; without meaning in sums by time.
  package let name: String
  /// The day or hour; without meaning in sums by name.
  package let number: Int
  /// Whether they are clicks by bots.
  package let isBot: Bool
  /// The number of clicks.
  package let count: Int
  /// The name within the query's split; empty without one.
  package let part: String

  package init(name: String, number: Int, isBot: Bool, count: Int, part: String) {
    self.name = name
    self.number = number
    self.isBot = isBot
    self.count = count
    self.part = part
  }
}

/// The clicks of the period of a query, as an engine sums them up, from one snapshot of its database.
package protocol ClickSource: SendableMetatype {
  /// A connection of the engine.
  associatedtype Connection: SQLConnection
  /// The error of a failed operation of the database.
  typealias Failure = Connection.Failure

  /// The connection with the snapshot.
  var sql: Connection { get }
  /// The query.
  var query: StatisticsQuery { get }
  /// The period of the query.
  var period: StatisticsPeriod { get }
  /// The first hour that is kept; nil while none was rolled up.
  var keptHour: Int? { get }

  /// The clicks by the requested grouping, or by day for groupings that clicks do not have.
  func sums(
    of scope: ClickScope, by grouping: StatisticsQuery.Grouping, split: StatisticsQuery.Split?
  ) throws(Failure) -> [ClickSum]

  /// The clicks of each day under one name.
  func sums(of scope: ClickScope, under only: ClickName) throws(Failure) -> [ClickSum]

  /// Counts that are kept by day only.
  func traits(of scope: ClickScope, _ dimension: ClickDimension?) throws(Failure) -> [ClickSum]

  /// The clicks of the hours that are kept, from `since` until before `until`.
  func hours(of scope: ClickScope, _ since: Int, _ until: Int) throws(Failure) -> [ClickSum]

  /// Adds the clicks and first openings of every link to the groups that the link itself names.
  func forEachLink(of scope: ClickScope, _ table: inout StatisticsTable) throws(Failure)

  /// Adds the clicks that are counted but not in any sum yet; for engines that have such clicks.
  func addPending(of scope: ClickScope, _ table: inout StatisticsTable) throws(Failure)
}

extension ClickSource {
  package func addPending(of scope: ClickScope, _ table: inout StatisticsTable) throws(Failure) {}

  /// Answers the query.
  package func statistics() throws(Failure) -> Statistics {
    var table = StatisticsTable(query)
    let scope = try sql.clickScope(host: query.host, slug: query.slug)
    if let only = query.only {
      for sum in try sums(of: scope, under: only) {
        table.total(clicks: sum.count, isBot: sum.isBot)
        table.add(clicks: sum.count, isBot: sum.isBot, to: .time(sum.number))
      }
    } else {
      if query.grouping.isOfLinks { try forEachLink(of: scope, &table) }
      try addTraits(of: scope, &table)
      try addSums(of: scope, &table)
      if query.grouping == .hour { try addHours(of: scope, &table) }
      try addLaunches(&table)
    }
    try addPending(of: scope, &table)
    return table.statistics(keptHour: keptHour)
  }

  private func addTraits(of scope: ClickScope, _ table: inout StatisticsTable) throws(Failure) {
    for sum in try traits(of: scope, query.grouping.dayDimension) {
      if query.grouping == .way {
        table.add(launches: sum.count, to: .name(sum.name))
      } else {
        table.add(clicks: sum.count, isBot: sum.isBot, to: .name(sum.name))
      }
    }
  }

  private func addSums(of scope: ClickScope, _ table: inout StatisticsTable) throws(Failure) {
    for sum in try sums(of: scope, by: query.grouping, split: query.split) {
      table.total(clicks: sum.count, isBot: sum.isBot)
      guard let group = group(sum) else { continue }
      table.add(
        clicks: sum.count, isBot: sum.isBot, to: group, part: query.split.map { _ in sum.part })
    }
  }

  /// The group of clicks; nil for those without a row of their own.
  private func group(_ sum: ClickSum) -> StatisticsGroup? {
    switch query.grouping {
    case .day: .time(sum.number)
    case .platform, .referrer, .outcome: .name(sum.name)
    default: nil
    }
  }

  private func addHours(of scope: ClickScope, _ table: inout StatisticsTable) throws(Failure) {
    let since = max(query.sinceHour ?? .min, keptHour ?? .min)
    for sum in try hours(of: scope, since, query.untilHour ?? .max) {
      table.add(clicks: sum.count, isBot: sum.isBot, to: .time(sum.number))
    }
  }

  private func addLaunches(_ table: inout StatisticsTable) throws(Failure) {
    for launch in try sql.launches(query) {
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
  /// The scope of one link, of the links of a host, or of everything; a slug without a host is that of
  /// a link on each host.
  fileprivate func clickScope(host: String?, slug: String?) throws(Failure) -> ClickScope {
    let counted = Self.dialect.counted
    guard let slug else {
      let key = host.map(LinkKey.links(of:)) ?? .everything
      let number = try first(
        "SELECT id FROM \(counted) WHERE host = $1 AND slug = $2",
        [.text(key.host), .text(key.slug)]
      ) { $0.int(0) }
      return .group(number ?? 0, host: host)
    }
    return .links(
      try rows(
        "SELECT id FROM \(counted) WHERE slug = $1 AND slug <> '' AND host = coalesce($2, host)",
        [.text(slug), .text(host)]
      ) { $0.int(0) })
  }

  /// The launches of the query's days: by day, or by name.
  fileprivate func launches(
    _ query: StatisticsQuery
  ) throws(Failure) -> [(name: String, day: Int, count: Int)] {
    let days = query.days
    let group = query.grouping == .day ? "'', day" : "name, CAST(0 AS bigint)"
    return try rows(
      "SELECT \(group), CAST(sum(count) AS bigint) FROM keiro.launch_days "
        + "WHERE dimension = $1 AND day >= $2 AND day < $3 GROUP BY 1, 2",
      [
        .int(query.grouping.launchDimension.rawValue), .int(days.since ?? .min),
        .int(days.until ?? .max),
      ]
    ) { ($0.text(0), $0.int(1), $0.int(2)) }
  }
}
