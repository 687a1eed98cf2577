import LinkStorage
import Links
import SQLStorage

/// Sums up the counters, from one snapshot of the file.
///
/// Whole days come from their sums; hours are read where they are not yet in these, and where only part
/// of a day is requested.
struct ClickQueries: ClickSource {
  let query: StatisticsQuery
  let period: StatisticsPeriod
  let sql: Database
  let state: RollUpState
  private let shared: SharedDays?

  /// - Parameter shared: the sums of days for all queries of the same snapshot; nil for a single query,
  ///   which needs one dimension only.
  init(
    _ query: StatisticsQuery, _ database: Database, sharing shared: SharedDays? = nil
  ) throws(LinkStoreError) {
    self.query = query
    self.shared = shared
    sql = database
    state = try RollUpState.read(database)
    period = StatisticsPeriod(query, keptHour: state.keptHour)
  }

  var keptHour: Int? { state.keptHour }

  // MARK: - Sums

  /// The clicks by the requested grouping; their sums for one that hours do not answer.
  func sums(
    of scope: ClickScope, by grouping: StatisticsQuery.Grouping, split: StatisticsQuery.Split?
  ) throws(LinkStoreError) -> [ClickSum] {
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
    var sums: [ClickSum] = []
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
  func sums(of scope: ClickScope, under only: ClickName) throws(LinkStoreError) -> [ClickSum] {
    let whole = only.isByDay ? period.wholeDays : period.summedDays
    var sums: [ClickSum] = []
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
  ) throws(LinkStoreError) -> [ClickSum] {
    guard let dimension, !period.wholeDays.isEmpty else { return [] }
    var sums: [ClickSum] = []
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
  ) throws(LinkStoreError) -> [ClickSum] {
    try days(of: scope, name, dimension, part: part, period.summedDays)
  }

  private func days(
    of scope: Int, _ name: String, _ dimension: ClickDimension, part: String = "''",
    _ days: Range<Int>, only: ClickName? = nil
  ) throws(LinkStoreError) -> [ClickSum] {
    let condition = only == nil ? "" : "AND name = ? "
    return try sql.rows(
      "\(DaySums.existingDays) SELECT \(name), bot, sum(count), \(part) FROM days "
        + "CROSS JOIN click_days USING (day) WHERE scope = ? AND dimension = ? AND day < ? "
        + condition + "GROUP BY 1, 2, 4",
      [
        .int(days.lowerBound), .int(days.upperBound), .int(scope), .int(dimension.rawValue),
        .int(days.upperBound),
      ] + (only.map { [.text($0.name)] } ?? []), ClickSum.init)
  }

  /// - Parameters:
  ///   - isOpen: whether to read only the hours that are not in the sums of days.
  ///   - only: a name in a dimension of hours, whose columns have the names of the dimensions.
  private func hourRows(
    of scope: ClickScope, by name: String, part: String = "''", _ hours: Range<Int>, isOpen: Bool,
    only: ClickName? = nil
  ) throws(LinkStoreError) -> [ClickSum] {
    let named = only.map { "AND \($0.dimension) = ? " } ?? ""
    let names: [SQLValue] = only.map { [.text($0.name)] } ?? []
    switch scope {
    case .links(let links):
      var sums: [ClickSum] = []
      for link in links {
        let first = isOpen ? max(hours.lowerBound, state.openHour(of: link)) : hours.lowerBound
        sums += try sql.rows(
          "SELECT \(name), bot, sum(count), \(part) FROM clicks "
            + "WHERE link = ? AND hour >= ? AND hour < ? \(named)GROUP BY 1, 2, 4",
          [.int(link), .int(first), .int(hours.upperBound)] + names, ClickSum.init)
      }
      return sums
    case .group(_, let host):
      let join = host == nil ? "" : "CROSS JOIN counted_links ON counted_links.id = clicks.link"
      let condition = host == nil ? "" : "AND host = ?"
      let openHour = isOpen ? state.hour ?? .min : .min
      return try sql.rows(
        "SELECT \(name), bot, sum(count), \(part) FROM clicks INDEXED BY clicks_by_hour \(join) "
          + "WHERE hour >= ? AND hour < ? AND (hour, link) > (?, ?) \(condition) "
          + "\(named)GROUP BY 1, 2, 4",
        [
          .int(max(hours.lowerBound, openHour)), .int(hours.upperBound), .int(openHour),
          .int(isOpen ? state.link : 0),
        ] + (host.map { [.text($0)] } ?? []) + names, ClickSum.init)
    }
  }

  // MARK: - Hours

  func hours(
    of scope: ClickScope, _ since: Int, _ until: Int
  ) throws(LinkStoreError) -> [ClickSum] {
    guard since < until else { return [] }
    var hours = try hourRows(
      of: scope, by: "hour", since..<until,
      isOpen: { if case .group = scope { true } else { false } }()
    )
    guard case .group(let group, _) = scope else { return hours }
    hours += try sql.rows(
      "SELECT hour, bot, count, '' FROM click_hours WHERE hour >= ? AND hour < ? AND scope = ?",
      [.int(since), .int(until), .int(group)], ClickSum.init)
    return hours
  }
}

extension ClickSum {
  /// Reads a row with the columns name or number, bot, count and part.
  fileprivate init(_ row: SQLiteRow) {
    self.init(
      name: row.text(0), number: row.int(0), isBot: row.bool(1), count: row.int(2),
      part: row.text(3))
  }
}
