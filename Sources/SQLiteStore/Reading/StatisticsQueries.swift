import LinkStorage

/// Sums up the counters.
struct StatisticsQueries {
  private let query: StatisticsQuery
  private let database: Database

  init(_ query: StatisticsQuery, _ database: Database) {
    self.query = query
    self.database = database
  }

  func statistics() throws(LinkStoreError) -> Statistics {
    var table = StatisticsTable(query)
    var totals = Statistics.Row(name: "")
    for (_, isBot, count) in try clicks(by: "0") {
      if isBot { totals.bots += count } else { totals.clicks += count }
    }
    for (_, count) in try launches(by: "0") { totals.launches += count }
    if let expression = clickExpression {
      for (name, isBot, count) in try clicks(by: expression) {
        table.add(clicks: count, isBot: isBot, to: self.name(name))
      }
    }
    if let expression = launchExpression {
      for (name, count) in try launches(by: expression) {
        table.add(launches: count, to: self.name(name))
      }
    }
    return table.statistics(totals: totals)
  }

  private var clickExpression: String? {
    switch query.grouping {
    case .day: "hour / 24"
    case .hour: "hour"
    case .platform: "platform"
    case .referrer: "referrer"
    case .outcome: "outcome"
    case .launch, .appVersion, .systemVersion: nil
    }
  }

  private var launchExpression: String? {
    switch query.grouping {
    case .day: "day"
    case .launch: "event"
    case .appVersion: "app_version"
    case .systemVersion: "system_version"
    case .hour, .platform, .referrer, .outcome: nil
    }
  }

  private func name(_ text: String) -> String {
    switch query.grouping {
    case .day: Statistics.name(ofDay: Int(text) ?? 0)
    case .hour: Statistics.name(ofHour: Int(text) ?? 0)
    default: text
    }
  }

  private func clicks(
    by expression: String
  ) throws(LinkStoreError) -> [(name: String, isBot: Bool, count: Int)] {
    let conditions = Conditions([
      ("host = ?", .optional(query.host)), ("slug = ?", .optional(query.slug)),
      ("hour >= ?", .optional(query.sinceHour)), ("hour < ?", .optional(query.untilHour)),
    ])
    let needsLinks = query.host != nil || query.slug != nil
    let join = needsLinks ? "JOIN counted_links ON counted_links.id = clicks.link" : ""
    return try database.rows(
      "SELECT \(expression), bot, sum(count) FROM clicks \(join) \(conditions.sql) GROUP BY 1, 2",
      conditions.values
    ) { ($0.text(0), $0.bool(1), $0.int(2)) }
  }

  private func launches(
    by expression: String
  ) throws(LinkStoreError) -> [(name: String, count: Int)] {
    let (since, until) = query.days
    let conditions = Conditions([("day >= ?", .optional(since)), ("day < ?", .optional(until))])
    return try database.rows(
      "SELECT \(expression), sum(count) FROM launches \(conditions.sql) GROUP BY 1",
      conditions.values
    ) { ($0.text(0), $0.int(1)) }
  }
}

/// Those conditions whose value is given.
private struct Conditions {
  let sql: String
  let values: [SQLValue]

  init(_ all: [(sql: String, value: SQLValue)]) {
    let given = all.filter { condition in
      if case .null = condition.value { false } else { true }
    }
    sql = given.isEmpty ? "" : "WHERE " + given.map(\.sql).joined(separator: " AND ")
    values = given.map(\.value)
  }
}
