import LinkStorage
import Links
import SQLStorage

/// Collects clicks for the sums of days and hours, inside a transaction.
struct DaySums {
  private struct DayRow: Hashable {
    let day: Int
    let scope: Int
    let dimension: ClickDimension
    let name: String
    let isBot: Bool

    func isBefore(_ other: DayRow) -> Bool {
      (day, scope, dimension.rawValue, name)
        < (other.day, other.scope, other.dimension.rawValue, other.name)
    }
  }

  private struct HourRow: Hashable {
    let hour: Int
    let scope: Int
    let isBot: Bool
  }

  private let database: Database
  private var days: [DayRow: Int] = [:]
  private var hours: [HourRow: Int] = [:]

  init(_ database: Database) {
    self.database = database
  }

  /// Adds clicks to a link, its host and everything.
  mutating func add(
    _ click: ClickCount, to link: Int, _ scopes: inout ClickScopes
  ) throws(LinkStoreError) {
    let groups = [
      try scopes.number(of: LinkKey.links(of: click.key.host)),
      try scopes.number(of: LinkKey.everything),
    ]
    let day = StatisticsPeriod.day(ofHour: click.hour)
    for dimension in ClickDimension.ofHours {
      let name = dimension.name(of: click)
      for scope in [link] + groups { add(click.count, day, scope, dimension, name, click.isBot) }
    }
    for scope in groups {
      hours[HourRow(hour: click.hour, scope: scope, isBot: click.isBot), default: 0] += click.count
    }
  }

  /// Adds the traits of clicks to a link, its host and everything.
  mutating func addTraits(
    _ click: ClickCount, to link: Int, _ scopes: inout ClickScopes
  ) throws(LinkStoreError) {
    let scopes = [
      link, try scopes.number(of: LinkKey.links(of: click.key.host)),
      try scopes.number(of: LinkKey.everything),
    ]
    let day = StatisticsPeriod.day(ofHour: click.hour)
    for dimension in ClickDimension.ofDays {
      let name = dimension.name(of: click)
      guard !name.isEmpty else { continue }
      for scope in scopes { add(click.count, day, scope, dimension, name, click.isBot) }
    }
  }

  /// Adds a daily sum of another store to a link, its host and everything.
  mutating func add(
    _ sum: DaySum, to link: Int, at key: LinkKey, _ scopes: inout ClickScopes
  ) throws(LinkStoreError) {
    let groups = [
      try scopes.number(of: LinkKey.links(of: key.host)),
      try scopes.number(of: LinkKey.everything),
    ]
    for scope in [link] + groups {
      add(sum.count, sum.day, scope, sum.dimension, sum.name, sum.isBot)
    }
  }

  private mutating func add(
    _ count: Int, _ day: Int, _ scope: Int, _ dimension: ClickDimension, _ name: String,
    _ isBot: Bool
  ) {
    let row = DayRow(day: day, scope: scope, dimension: dimension, name: name, isBot: isBot)
    days[row, default: 0] += count
  }

  /// Subtracts the sums of a link from its host and from everything. Distinguished referrers keep their
  /// rows.
  mutating func withdraw(
    _ link: Int, at key: LinkKey, _ scopes: inout ClickScopes
  ) throws(LinkStoreError) {
    let groups = [
      try scopes.number(of: LinkKey.links(of: key.host)),
      try scopes.number(of: LinkKey.everything),
    ]
    let rows = try database.rows(
      "\(Self.existingDays) SELECT day, dimension, name, bot, count FROM days "
        + "CROSS JOIN click_days USING (day) WHERE scope = ?",
      [.int(.min), .int(.max), .int(link)]
    ) { ($0.int(0), ClickDimension(rawValue: $0.int(1)), $0.text(2), $0.bool(3), $0.int(4)) }
    for case (let day, let dimension?, let name, let isBot, let count) in rows where count != 0 {
      for scope in groups { add(-count, day, scope, dimension, name, isBot) }
    }
    let state = try RollUpState.read(database)
    let folded = try database.rows(
      "SELECT hour, bot, sum(count) FROM clicks WHERE link = ? AND hour >= ? AND hour < ? "
        + "GROUP BY 1, 2",
      [.int(link), .int(state.keptHour ?? .min), .int(state.openHour(of: link))]
    ) { ($0.int(0), $0.bool(1), $0.int(2)) }
    for (hour, isBot, count) in folded {
      for scope in groups { hours[HourRow(hour: hour, scope: scope, isBot: isBot)] = -count }
    }
    try write()
    for day in Set(rows.map(\.0)) {
      try database.run(
        "DELETE FROM click_days WHERE day = ? AND scope = ?", [.int(day), .int(link)])
    }
  }

  /// The days that have rows, from the first placeholder to before the second: one look-up for each
  /// day, however many rows it has.
  static let existingDays =
    "WITH RECURSIVE days(day) AS (SELECT min(day) FROM click_days WHERE day >= ? UNION ALL "
    + "SELECT (SELECT min(day) FROM click_days WHERE day > days.day) FROM days "
    + "WHERE days.day < ?)"

  /// Writes everything that was added, in the order of the keys.
  func write() throws(LinkStoreError) {
    for (row, count) in days.sorted(by: { $0.key.isBefore($1.key) }) {
      try database.run(
        "INSERT INTO click_days (day, scope, dimension, name, bot, count) VALUES (?,?,?,?,?,?) "
          + "ON CONFLICT DO UPDATE SET count = count + excluded.count",
        [
          .int(row.day), .int(row.scope), .int(row.dimension.rawValue), .text(row.name),
          .flag(row.isBot), .int(count),
        ])
    }
    for (row, count) in hours {
      try database.run(
        "INSERT INTO click_hours (hour, scope, bot, count) VALUES (?,?,?,?) "
          + "ON CONFLICT DO UPDATE SET count = count + excluded.count",
        [.int(row.hour), .int(row.scope), .flag(row.isBot), .int(count)])
    }
  }
}
