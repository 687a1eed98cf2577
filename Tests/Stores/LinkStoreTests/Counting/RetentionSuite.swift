import Dispatch
import LinkStorage
import RandomCases
import Links
import Testing

private let key = LinkKey(host: "a.example", slug: "x")
private let other = LinkKey(host: "a.example", slug: "y")
private let foreign = LinkKey(host: "b.example", slug: "x")

/// Made-up clicks, the same in every run.
private struct Clicks {
  private var dice: Dice

  init(seed: UInt64) { dice = Dice(seed: seed) }

  mutating func random(_ bound: Int) -> Int { dice.roll(0...(bound - 1)) }

  mutating func next(in hours: Range<Int>) -> ClickCount {
    click(
      [key, other, foreign][random(3)], hours.lowerBound + random(hours.count),
      ["iphone", "android"][random(2)], ["", "t.co", "n.example"][random(3)],
      ["redirect", "landing"][random(2)], bot: random(5) == 0, count: 1 + random(3))
  }
}

/// Hours become days, days are dropped, and totals stay the same.
@Suite(.tidies) struct RetentionSuite {
  private static let groupings: [StatisticsQuery.Grouping] = [
    .day, .hour, .platform, .referrer, .outcome, .launch,
  ]

  /// The answers to every kind of question that can also be answered from days alone.
  private func answers(
    _ store: any LinkStore, _ groupings: [StatisticsQuery.Grouping], days: Range<Int>
  ) throws -> [String] {
    var answers: [String] = []
    for (host, slug) in [
      (nil, nil), ("a.example", nil), ("a.example", "x"), (nil, "x"), ("b.example", "y"),
      ("none.example", nil), (nil, ""),
    ] as [(String?, String?)] {
      for grouping in groupings {
        for (since, until) in [
          (nil, nil), (days.lowerBound + 1, nil), (nil, days.upperBound - 1),
          (days.lowerBound + 2, days.upperBound - 2), (days.upperBound, days.lowerBound),
        ] {
          for split in [nil, .platform, .outcome] as [StatisticsQuery.Split?]
          where split == nil || grouping == .day {
            var query = StatisticsQuery(
              host: host, slug: slug, sinceHour: since.map { $0 * 24 },
              untilHour: until.map { $0 * 24 }, by: grouping)
            query.split = split
            var statistics = try store.statistics(query)
            statistics.rowsSinceHour = nil
            let parts = statistics.rows.map { $0.parts.sorted { $0.key < $1.key } }
            for row in statistics.rows.indices { statistics.rows[row].parts = [:] }
            answers.append("\(query): \(statistics) \(parts)")
          }
        }
      }
    }
    return answers
  }

  @Test(arguments: StoreEngine.allCases)
  func `answers alike before, while and after hours are rolled up`(_ engine: StoreEngine) throws {
    let (one, two) = try engine.stores()
    let days = firstDay..<firstDay + 6
    var clicks = Clicks(seed: 1)
    for _ in 0..<40 {
      try one.count(
        (0..<20).map { _ in clicks.next(in: days.lowerBound * 24..<days.upperBound * 24) })
    }
    let byDays: [StatisticsQuery.Grouping] = [.day, .platform, .referrer, .outcome, .launch]
    let before = try answers(one, byDays, days: days)
    let totals = try [key, other, foreign].map { key throws in try one.clicks(of: key) }
    // Two processes take turns with small steps until only the last day still has its hours.
    let retention = StatisticsRetention(hours: 1, days: 1000)
    let now = day(days.upperBound)
    var steps = 0
    while true {
      let step = try (steps % 2 == 0 ? one : two).step(retention, limit: 7, at: now)
      if step.isIdle { break }
      steps += 1
      if steps % 10 == 0 { #expect(try answers(two, byDays, days: days) == before) }
    }
    #expect(steps > 50)
    #expect(try answers(one, byDays, days: days) == before)
    #expect(try [key, other, foreign].map { key throws in try two.clicks(of: key) } == totals)
    #expect(try one.step(retention, limit: 7, at: now).isIdle)
  }

  @Test(arguments: StoreEngine.allCases)
  func `both engines and a plain sum agree on any clicks that come at any time`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let plain = try StoreEngine.memory.store()
    var clicks = Clicks(seed: 7)
    let retention = StatisticsRetention(hours: 2, days: 1000)
    for round in 0..<60 {
      let today = firstDay + round / 6
      // Most are current; some arrive late, for an hour or a day that was rolled up or dropped.
      let hours =
        clicks.random(4) == 0
        ? (today - 5) * 24..<(today + 1) * 24
        : today * 24..<(today + 1) * 24
      let batch = (0..<15).map { _ in clicks.next(in: hours) }
      try store.count(batch)
      try plain.count(batch)
      for _ in 0..<clicks.random(4) {
        _ = try store.step(retention, limit: 20, at: day(today, hour: round % 6 * 4))
      }
    }
    let days = firstDay - 6..<firstDay + 11
    let byDays: [StatisticsQuery.Grouping] = [.day, .platform, .referrer, .outcome]
    #expect(try answers(store, byDays, days: days) == answers(plain, byDays, days: days))
    for hour in [firstDay + 9, firstDay + 9] {
      let query = StatisticsQuery(sinceHour: hour * 24 + 3, untilHour: hour * 24 + 20, by: .hour)
      #expect(try store.statistics(query) == plain.statistics(query))
    }
    // Deleted links leave all their sums.
    for store in [store, plain] {
      try store.make(ShortLink(host: key.host, slug: key.slug, url: "https://e.example/"))
      #expect(try store.delete(key, revision: nil).isDone)
    }
    #expect(try answers(store, byDays, days: days) == answers(plain, byDays, days: days))
    #expect(try store.clicks(of: key) == plain.clicks(of: key))
    let last = StatisticsQuery(
      sinceHour: (firstDay + 8) * 24, untilHour: (firstDay + 11) * 24, by: .hour)
    #expect(try store.statistics(last).rows == plain.statistics(last).rows)
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps hours as long as it is told, and says from when on`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for number in 0..<20 {
      try store.count([
        click(key, (firstDay + number) * 24 + 5), click(key, (firstDay + number) * 24 + 6),
      ])
    }
    let all = StatisticsQuery(by: .hour)
    #expect(try store.statistics(all).rows.count == 40)
    #expect(try store.statistics(all).rowsSinceHour == nil)
    try store.rollUp(at: day(firstDay + 20, hour: 2))
    for host in [nil, key.host] {
      for slug in [nil, key.slug] {
        var query = all
        (query.host, query.slug) = (host, slug)
        let statistics = try store.statistics(query)
        #expect(statistics.rows.count == 28 && statistics.clicks == 40)
        #expect(statistics.rowsSinceHour == (firstDay + 6) * 24)
      }
    }
    var query = StatisticsQuery(sinceHour: (firstDay + 6) * 24, by: .hour)
    #expect(try store.statistics(query).rowsSinceHour == nil)
    #expect(try store.statistics(query).note(by: .hour) == nil)
    query.sinceHour = (firstDay + 6) * 24 - 1
    #expect(
      try store.statistics(query).note(by: .hour)
        == "hours before 2024-10-10T00:00:00Z are kept as days: expected 'by' day for those")
    // Part of a day is exact while the day has its hours; of an older day, the whole day counts.
    query = StatisticsQuery(sinceHour: (firstDay + 6) * 24 + 6, by: .platform)
    #expect(try store.statistics(query).clicks == 27)
    query = StatisticsQuery(sinceHour: (firstDay + 5) * 24 + 6, by: .platform)
    #expect(try store.statistics(query).clicks == 30)
    query = StatisticsQuery(
      sinceHour: (firstDay + 7) * 24 + 6, untilHour: (firstDay + 7) * 24 + 7, by: .platform)
    #expect(try store.statistics(query).clicks == 1)
  }

  @Test(arguments: StoreEngine.allCases)
  func `drops days in the end, and never the total of a link`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for number in 0..<10 {
      try store.count(
        [click(key, (firstDay + number) * 24, "iphone", "t.co")],
        [launch("deepLink", firstDay + number)])
    }
    let retention = StatisticsRetention(hours: 2, days: 4)
    let steps = try store.rollUp(retention, limit: 5, at: day(firstDay + 10))
    #expect(steps.contains { $0.dropped > 0 } && steps.contains { $0.rolledUp > 0 })
    let statistics = try store.statistics(StatisticsQuery(by: .day))
    #expect(statistics.clicks == 4 && statistics.launches == 4 && statistics.rows.count == 4)
    #expect(try store.statistics(StatisticsQuery(by: .appVersion)).launches == 4)
    #expect(try store.clicks(of: key) == 10)
    let measures = try store.measures()
    #expect(measures.dropped > 0 && measures.rolledUp > 0)
    #expect(measures.launchRows == 12)
    // Years later only the total remains.
    try store.rollUp(retention, at: day(firstDay + 1000))
    let rest = try store.measures()
    #expect(rest.hourRows + rest.dayRows + rest.launchRows == 0)
    #expect(try store.clicks(of: key) == 10)
    #expect(try store.statistics(StatisticsQuery(by: .day)).clicks == 0)
  }

  @Test(arguments: StoreEngine.allCases)
  func `goes on after a clock that was far ahead`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try store.count([click(key, firstDay * 24)])
    try store.rollUp(at: day(firstDay + 700))
    try store.count([click(key, firstDay * 24 + 1)])
    try store.rollUp(at: day(firstDay, hour: 3))
    try store.count([click(key, (firstDay + 1) * 24)])
    try store.rollUp(at: day(firstDay + 1, hour: 3))
    #expect(try store.statistics(StatisticsQuery(by: .day)).rows.map(\.clicks) == [2, 1])
    #expect(try store.statistics(StatisticsQuery(by: .hour)).rows.map(\.clicks) == [1])
  }

  @Test func `a question is answered by whole days and the hours at its edges`() {
    func period(_ since: Int?, _ until: Int?, kept: Int? = 0) -> StatisticsPeriod {
      StatisticsPeriod(
        StatisticsQuery(sinceHour: since, untilHour: until, by: .day), keptHour: kept)
    }
    #expect(period(24, 72).days == 1..<3 && period(24, 72).edges == [])
    #expect(period(25, 71).days == 2..<2 && period(25, 71).edges == [25..<48, 48..<71])
    #expect(period(25, 30).edges == [25..<30] && period(25, 30).hours.isEmpty)
    #expect(period(25, 48).edges == [25..<48] && period(25, 48).hours.isEmpty)
    #expect(period(25, 71, kept: 48).days == 1..<2 && period(25, 71, kept: 48).edges == [48..<71])
    #expect(period(25, 71, kept: 72).days == 1..<3 && period(25, 71, kept: 72).edges == [])
    #expect(period(-25, -1, kept: nil).edges == [-25 ..< -24, -24 ..< -1])
    #expect(period(71, 25).hours.isEmpty && period(71, 25).edges == [])
    #expect(period(nil, 25).edges == [24..<25] && period(nil, 25).days.upperBound == 1)
    #expect(period(.min, .max, kept: nil).edges == [])
    #expect(period(nil, nil).hours.contains(480_000) && period(nil, nil).hours.contains(-480_000))
  }
}
