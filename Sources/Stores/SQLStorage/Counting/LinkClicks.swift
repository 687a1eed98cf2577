import Links
package import LinkStorage

/// The clicks of one link, with kinds in the order in which they first occurred.
package struct LinkClicks {
  /// The number of the counted link.
  package let link: Int
  package private(set) var sums: [(kind: ClickKind, count: Int)]
  /// The indexes of kinds; filled only once there are more than a few.
  private var indexes: [ClickKind: Int] = [:]

  /// The number of kinds that are compared one by one, which takes less time than hashing.
  private static let few = 8

  /// - Parameter sums: sums of different kinds.
  package init(link: Int, _ sums: [(kind: ClickKind, count: Int)] = []) {
    self.link = link
    self.sums = sums
    if sums.count > Self.few { indexKinds() }
  }

  private mutating func indexKinds() {
    for index in sums.indices { indexes[sums[index].kind] = index }
  }

  /// The number of clicks by people, without those by bots.
  package var people: Int {
    sums.reduce(0) { sum, click in
      click.kind.isClickByPerson ? sum.addingClamped(click.count) : sum
    }
  }

  package mutating func add(_ count: Int, of kind: ClickKind) {
    if let index = index(of: kind) {
      sums[index].count = sums[index].count.addingClamped(count)
      return
    }
    sums.append((kind, count))
    if sums.count > Self.few {
      if indexes.isEmpty { indexKinds() } else { indexes[kind] = sums.count - 1 }
    }
  }

  /// The sums in the order of the hours in SQLite.
  package var sorted: [(kind: ClickKind, count: Int)] {
    sums.count < 2 ? sums : sums.sorted { Self.isBefore($0.kind, $1.kind) }
  }

  private static func isBefore(_ one: ClickKind, _ other: ClickKind) -> Bool {
    (one.hour, one.platform, one.referrerHost, one.outcome, one.isBot ? 1 : 0)
      < (other.hour, other.platform, other.referrerHost, other.outcome, other.isBot ? 1 : 0)
  }

  private func index(of kind: ClickKind) -> Int? {
    sums.count <= Self.few ? sums.firstIndex { $0.kind == kind } : indexes[kind]
  }
}

/// Collects clicks for the sums of days and hours, inside a transaction, so that each row is written
/// once.
package struct DaySums {
  private struct DayRow: Hashable {
    let scope: Int
    let key: DayKey

    /// The order of the rows in SQLite.
    func isBefore(_ other: DayRow) -> Bool {
      (key.day, scope, key.dimension.rawValue, key.name)
        < (other.key.day, other.scope, other.key.dimension.rawValue, other.key.name)
    }
  }

  private struct HourRow: Hashable {
    let scope: Int
    let hour: Int
    let isBot: Bool
  }

  private var days: [DayRow: Int] = [:]
  private var hours: [HourRow: Int] = [:]

  package init() {}

  /// Adds clicks to the sums of their day and hour, without their traits.
  ///
  /// - Parameters:
  ///   - scopes: the numbers of what they are counted for by day.
  ///   - groups: the numbers of what they are counted for by hour.
  package mutating func add(
    _ kind: ClickKind, _ count: Int, to scopes: [Int], hourOf groups: [Int]
  ) {
    for dimension in ClickDimension.ofHours {
      add(count, under: DayKey(dimension, of: kind), to: scopes)
    }
    addHour(kind.hour, isBot: kind.isBot, count, to: groups)
  }

  /// Adds clicks to the sums of their hour.
  package mutating func addHour(_ hour: Int, isBot: Bool, _ count: Int, to scopes: [Int]) {
    for scope in scopes {
      hours[HourRow(scope: scope, hour: hour, isBot: isBot), default: 0] += count
    }
  }

  /// Adds traits, which have no hours.
  package mutating func addTraits(_ kind: ClickKind, _ count: Int, to scopes: [Int]) {
    guard kind.traits != .none else { return }
    for dimension in ClickDimension.ofDays where !dimension.name(of: kind).isEmpty {
      add(count, under: DayKey(dimension, of: kind), to: scopes)
    }
  }

  package mutating func add(_ count: Int, under key: DayKey, to scopes: [Int]) {
    for scope in scopes { days[DayRow(scope: scope, key: key), default: 0] += count }
  }

  package func write<Connection: SQLConnection>(
    _ sql: Connection
  ) throws(Connection.Failure) {
    let hours = self.hours.filter { $0.value != 0 }
    if !hours.isEmpty {
      try sql.send(
        "INSERT INTO keiro.click_hours AS h (scope, hour, bot, count) "
          + "SELECT n.scope, n.hour, n.bot <> 0, n.count FROM #rows WHERE true ORDER BY 1, 2, 3 "
          + "ON CONFLICT (scope, hour, bot) DO UPDATE SET count = h.count + excluded.count",
        over: SQLRows([
          "scope": .ints(hours.map(\.key.scope)), "hour": .ints(hours.map(\.key.hour)),
          "bot": .ints(hours.map { $0.key.isBot ? 1 : 0 }), "count": .ints(hours.map(\.value)),
        ]), [])
    }
    let days = self.days.filter { $0.value != 0 }.sorted { $0.key.isBefore($1.key) }
    guard !days.isEmpty else { return }
    try sql.send(
      "INSERT INTO keiro.click_days AS d (scope, dimension, day, name, bot, count) "
        + "SELECT n.scope, n.dimension, n.day, n.name, n.bot <> 0, n.count FROM #rows WHERE true "
        + "ORDER BY 1, 2, 3, 4, 5 ON CONFLICT (scope, dimension, day, name, bot) "
        + "DO UPDATE SET count = d.count + excluded.count",
      over: SQLRows([
        "scope": .ints(days.map(\.key.scope)),
        "dimension": .ints(days.map(\.key.key.dimension.rawValue)),
        "day": .ints(days.map(\.key.key.day)), "name": .texts(days.map(\.key.key.name)),
        "bot": .ints(days.map { $0.key.key.isBot ? 1 : 0 }), "count": .ints(days.map(\.value)),
      ]), [])
  }
}
