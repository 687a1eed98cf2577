import Links
import LinkStorage

/// Collects clicks for the sums of hosts and of everything.
struct GroupSums {
  private struct DayRow: Hashable {
    let scope: Int
    let dimension: Int
    let day: Int
    let name: String
    let isBot: Bool
  }

  private struct HourRow: Hashable {
    let scope: Int
    let hour: Int
    let isBot: Bool
  }

  private var days: [DayRow: Int] = [:]
  private var hours: [HourRow: Int] = [:]

  init() {}

  /// The sums of clicks; links have rows of their own, except for traits.
  init(_ clicks: NumberedClicks) {
    let kinds = clicks.tally.kinds
    for sum in clicks.tally.sums where kinds[sum.kind].traits != .none {
      addTraits(kinds[sum.kind], sum.count, to: clicks.numbers.links[sum.link])
    }
    for (group, count) in clicks.groups {
      let kind = kinds[group.kind]
      for scope in [group.host, clicks.numbers.everything] {
        if !kind.traits.isFirstOpening { add(kind, count, to: scope) }
        addTraits(kind, count, to: scope)
      }
    }
  }

  mutating func add(_ kind: ClickKind, _ count: Int, to scope: Int) {
    let day = StatisticsPeriod.day(ofHour: kind.hour)
    for dimension in ClickDimension.ofHours {
      add(count, day, scope, dimension.rawValue, dimension.name(of: kind), kind.isBot)
    }
    hours[HourRow(scope: scope, hour: kind.hour, isBot: kind.isBot), default: 0] += count
  }

  /// Adds traits, which have no hours.
  private mutating func addTraits(_ kind: ClickKind, _ count: Int, to scope: Int) {
    guard kind.traits != .none else { return }
    let day = StatisticsPeriod.day(ofHour: kind.hour)
    for dimension in ClickDimension.ofDays {
      let name = dimension.name(of: kind)
      guard !name.isEmpty else { continue }
      add(count, day, scope, dimension.rawValue, name, kind.isBot)
    }
  }

  mutating func add(
    _ count: Int, _ day: Int, _ scope: Int, _ dimension: Int, _ name: String, _ isBot: Bool
  ) {
    let row = DayRow(scope: scope, dimension: dimension, day: day, name: name, isBot: isBot)
    days[row, default: 0] += count
  }

  func write(_ connection: PostgresConnection) throws(PostgresFailure) {
    let days = self.days.filter { $0.value != 0 }
    let hours = self.hours.filter { $0.value != 0 }
    if !hours.isEmpty {
      try connection.queue(
        "INSERT INTO keiro.click_hours AS h (scope, hour, bot, count) "
          + "SELECT scope, hour, bot, count FROM unnest($1, $2, $3, $4) "
          + "AS n (scope, hour, bot, count) ORDER BY 1, 2, 3 "
          + "ON CONFLICT (scope, hour, bot) DO UPDATE SET count = h.count + excluded.count",
        [
          .ints(hours.map(\.key.scope)), .ints(hours.map(\.key.hour)),
          .flags(hours.map(\.key.isBot)), .ints(hours.map(\.value)),
        ])
    }
    if !days.isEmpty {
      try connection.queue(
        "INSERT INTO keiro.click_days AS d (scope, dimension, day, name, bot, count) "
          + "SELECT scope, dimension, day, name, bot, count FROM unnest($1, $2, $3, $4, $5, $6) "
          + "AS n (scope, dimension, day, name, bot, count) ORDER BY 1, 2, 3, 4, 5 "
          + "ON CONFLICT (scope, dimension, day, name, bot) "
          + "DO UPDATE SET count = d.count + excluded.count",
        [
          .ints(days.map(\.key.scope)), .ints(days.map(\.key.dimension)),
          .ints(days.map(\.key.day)), .texts(days.map(\.key.name)), .flags(days.map(\.key.isBot)),
          .ints(days.map(\.value)),
        ])
    }
  }
}
