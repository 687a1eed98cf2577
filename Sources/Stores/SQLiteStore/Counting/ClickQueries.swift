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
  private let shared: SharedDays

  /// - Parameter shared: the sums of days for all queries of the same snapshot.
  init(
    _ query: StatisticsQuery, _ database: Database, sharing shared: SharedDays? = nil
  ) throws(LinkStoreError) {
    self.query = query
    self.shared = shared ?? SharedDays(database)
    sql = database
    state = try RollUpState.read(database)
    period = StatisticsPeriod(query, keptHour: state.keptHour)
    self.shared.expect(period.wholeDays)
  }

  var keptHour: Int? { state.keptHour }

  // MARK: - Sums

  /// The clicks by the requested grouping; their sums for one that hours do not answer.
  func sums(
    of scope: ClickScope, by grouping: StatisticsQuery.Grouping, split: StatisticsQuery.Split?
  ) throws(LinkStoreError) -> [ClickSum] {
    let name =
      switch grouping {
      case .platform: "platform"
      case .referrer: "referrer"
      case .outcome: "outcome"
      case .day: Self.dayOfHour
      default: "''"
      }
    let part =
      switch split {
      case nil: "''"
      case .platform: "platform"
      case .outcome: "outcome"
      }
    let dimension = split?.dimension ?? grouping.clickDimension
    let days: DayRows.Grouping = split != nil ? .dayAndName : grouping == .day ? .day : .name
    var sums = try daySums(of: scope, dimension, period.summedDays, by: days)
    sums += try hourRows(of: scope, by: name, part: part, period.hours, isOpen: true)
    for edge in period.edges {
      sums += try hourRows(of: scope, by: name, part: part, edge, isOpen: false)
    }
    return sums
  }

  private static let dayOfHour = "(hour - (hour % 24 + 24) % 24) / 24"

  /// The clicks of each day under one name.
  func sums(of scope: ClickScope, under only: ClickName) throws(LinkStoreError) -> [ClickSum] {
    let whole = only.isByDay ? period.wholeDays : period.summedDays
    var sums = try daySums(of: scope, only.dimension, whole, by: .day, only: only.name)
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
    guard let dimension else { return [] }
    return try daySums(of: scope, dimension, period.wholeDays, by: .name)
  }

  private func daySums(
    of scope: ClickScope, _ dimension: ClickDimension, _ days: Range<Int>,
    by grouping: DayRows.Grouping, only: String? = nil
  ) throws(LinkStoreError) -> [ClickSum] {
    guard !days.isEmpty else { return [] }
    var sums: [ClickSum] = []
    for number in scope.numbers {
      sums += try shared.rows(of: number, dimension, period.wholeDays)
        .sums(dimension, days, by: grouping, only: only)
    }
    return sums
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
