import FoundationEssentials
import LinkStorage
import RandomCases
import Links
import SQLStorage
import Testing

@testable import SQLiteStore

private let key = LinkKey(host: "a.example", slug: "x")
private let noon = Timestamp(secondsSinceEpoch: hour * 3600)

private func at(_ seconds: Int) -> Timestamp {
  Timestamp(secondsSinceEpoch: noon.secondsSinceEpoch + seconds)
}

/// Clicks that wait in the log of a file are included in every answer, once.
@Suite(.tidies) struct ClickLogTests {
  private func click(
    _ key: LinkKey = key, hour: Int = hour, _ referrer: String = "", bot: Bool = false,
    count: Int = 1
  ) -> ClickCount {
    clicked(key.slug, count, host: key.host, hour: hour, from: referrer, isBot: bot)
  }

  private func links(_ count: Int) -> [LinkKey] {
    (0..<count).map { LinkKey(host: "h\($0 % 2).example", slug: "s\($0)") }
  }

  private func state(_ path: String) throws -> ClickLogState {
    try ClickLogState.read(try Database(path: path))
  }

  private func number(_ sql: String, _ path: String) throws -> Int? {
    try Database(path: path).first(sql) { $0.int(0) }
  }

  private static let queries: [StatisticsQuery] = {
    let scopes: [(String?, String?)] = [
      (nil, nil), ("h0.example", nil), ("h1.example", "s1"), (nil, "s2"),
    ]
    let periods: [(Int?, Int?)] = [(nil, nil), (hour + 3, nil), (hour - 30, hour + 7)]
    return scopes.flatMap { host, slug in
      [StatisticsQuery.Grouping.day, .hour, .platform, .referrer, .outcome].flatMap { grouping in
        periods.map { since, until in
          StatisticsQuery(host: host, slug: slug, sinceHour: since, untilHour: until, by: grouping)
        }
      }
    }
  }()

  private struct Answers: Equatable {
    let clicks: [Int]
    let statistics: [Statistics]
  }

  private func answers(_ store: any LinkStore, _ links: [LinkKey]) throws -> Answers {
    Answers(
      clicks: try links.map { try store.clicks(of: $0) },
      statistics: try store.statistics(Self.queries))
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func
    `with merges, deletions and sums by the day in between, the answers are those of a store without a log`(
      _ seed: Int
    ) throws
  {
    let (one, two) = try StoreEngine.sqlite.stores()
    let plain = try SQLiteStore(in: MemoryDatabase())
    let links = links(12)
    var dice = Dice(seed: UInt64(seed))
    var seconds = 0
    for round in 0..<60 {
      let store = dice.pick([one, two])
      seconds += dice.roll(0...39)
      let now = at(seconds + round * 900)
      let clicks = (0..<dice.roll(0...29)).map { _ in
        click(
          dice.pick(links),
          // Some arrive late, for hours that were already rolled up.
          hour: hour + round / 4 - dice.roll(0...3) * dice.roll(0...2), "r\(dice.roll(0...3))",
          bot: dice.roll(0...4) == 0, count: 1 + dice.roll(0...2))
      }
      let batch = CountBatch(writer: CountWriter(), sequence: 1, clicks: clicks)
      for store in [store, plain] { #expect(try store.count(batch, at: now) == .counted) }
      for _ in 0..<dice.roll(0...5) {
        let limit = 1 + dice.roll(0...4)
        for store in [dice.pick([one, two]), plain] as [any LinkStore] {
          _ = try store.step(StatisticsRetention(hours: 3), limit: limit, at: now)
        }
      }
      if dice.roll(0...4) == 0 {
        let key = dice.pick(links)
        for store in [dice.pick([one, two]), plain] as [any LinkStore] {
          try store.make(sample(key.slug, host: key.host))
          #expect(try store.delete(key, revision: nil).isDone)
        }
      }
      try #require(try answers(dice.pick([one, two]), links) == answers(plain, links))
    }
    try one.rollUp(at: at(10_000_000))
    try plain.rollUp(at: at(10_000_000))
    #expect(
      try links.map { key throws in try two.clicks(of: key) }
        == links.map { key throws in try plain.clicks(of: key) })
  }

  @Test func `joins what has waited and writes each link once`() throws {
    let (store, path) = try openedFile()
    let links = links(20)
    for _ in 0..<30 { try store.count(links.map { click($0) }) }
    #expect(try number("SELECT count(*) FROM clicks", path) == 0)
    #expect(try number("SELECT sum(total) FROM counted_links", path) == 0)
    #expect(try store.clicks(of: links[3]) == 30)
    // Nothing is merged early; after that, a step takes this many links.
    #expect(try store.step(limit: 10, at: time(59)).isIdle)
    #expect(try store.step(limit: 10, at: time(60)).merged == 10)
    #expect(try number("SELECT count(*) FROM clicks", path) == 10)
    #expect(try number("SELECT sum(total) FROM counted_links", path) == 300)
    #expect(try store.clicks(of: links[3]) == 30 && store.clicks(of: links[19]) == 30)
    while try store.step(limit: 10, at: time(60)).merged > 0 {}
    #expect(try number("SELECT sum(count) FROM clicks", path) == 600)
    #expect(try number("SELECT count(*) FROM click_log", path) == 0)
    #expect(try state(path).merging == nil)
  }

  @Test func `a kill between two steps loses no click and doubles none`() throws {
    var path = try temporaryFolder() + "/a.db"
    var store = try SQLiteStore(path: path)
    let links = links(40)
    for number in 0..<5 {
      try store.count(links.map { click($0, "r\(number)", count: 1 + number) })
    }
    let before = try answers(store, links)
    var kills = 0
    while try store.step(limit: 7, at: time(60)).merged > 0 {
      kills += 1
      path = try killed(path)
      store.close()
      store = try SQLiteStore(path: path)
      try #require(try answers(store, links) == before, "\(kills)")
    }
    #expect(kills >= 6)
    #expect(try number("SELECT count(*) FROM click_log", path) == 0)
    store.close()
  }

  @Test func `clicks that wait stay with their deleted link, and those of the next one count anew`()
    throws
  {
    let (one, two) = try StoreEngine.sqlite.stores()
    let links = links(30)
    try one.make(sample(links[5].slug, host: links[5].host))
    try one.make(sample(links[25].slug, host: links[25].host))
    try one.count(links.map { click($0, count: 2) })
    // Ten of the links have been merged when the two are deleted, through the other store.
    _ = try one.step(limit: 10, at: time(60))
    for link in [links[5], links[25]] {
      #expect(try two.delete(link, revision: nil).isDone)
      #expect(try one.clicks(of: link) == 2)
    }
    #expect(try one.statistics(StatisticsQuery(by: .platform)).clicks == 60)
    for link in [links[5], links[25]] {
      try two.make(sample(link.slug, host: link.host))
      #expect(try one.clicks(of: link) == 0)
    }
    // The first store knew the links by numbers that are now those of the deleted ones.
    try one.count([click(links[5]), click(links[25], count: 3)])
    #expect(try two.clicks(of: links[5]) == 1 && two.clicks(of: links[25]) == 3)
    try two.rollUp(at: time(200))
    #expect(try one.clicks(of: links[5]) == 1 && one.clicks(of: links[25]) == 3)
    #expect(try one.statistics(StatisticsQuery(by: .platform)).clicks == 64)
  }

  @Test func `new and known links in any mixture get a number each`() throws {
    let path = try temporaryFolder() + "/a.db"
    try SQLiteStore(path: path).close()
    let database = try Database(path: path)
    let links = links(300).sorted { ($0.host, $0.slug) < ($1.host, $1.slug) }
    for index in [3, 4, 5, 40, 41, 170, 299] {
      _ = try ClickScopes.numbers(of: [links[index]], in: database)
    }
    let numbers = try ClickScopes.numbers(of: links, in: database)
    #expect(Set(numbers).count == 300)
    for (link, number) in zip(links, numbers) {
      #expect(try database.countedNumber(of: link) == number)
    }
    #expect(try ClickScopes.numbers(of: links.reversed(), in: database) == numbers.reversed())
    let twice = Array(self.links(340).suffix(20))
    let repeated = try ClickScopes.numbers(of: twice + twice, in: database)
    #expect(Array(repeated.prefix(20)) == Array(repeated.suffix(20)))
    #expect(Set(numbers + repeated).count == 320)
    // The numbers of links that are forgotten do not return.
    try database.run("DELETE FROM counted_links")
    let later = try ClickScopes.numbers(of: links, in: database)
    #expect(Set(later).count == 300 && later.allSatisfy { !numbers.contains($0) })
  }

  @Test func `numbers of links that a failed batch has made are not used`() throws {
    let folder = try temporaryFolder()
    var options = SQLiteStore.Options()
    options.pageLimit = 80
    let store = try opened(SQLiteStore(path: folder + "/a.db", options: options))
    let links = links(20_000)
    #expect(kind { try store.count(links.map { click($0) }) } == .full)
    try store.count([click(links[7], count: 5)])
    try store.count([click(links[0], count: 2)])
    #expect(try store.clicks(of: links[7]) == 5 && store.clicks(of: links[0]) == 2)
    try store.rollUp(at: time(60))
    #expect(try store.clicks(of: links[7]) == 5 && store.clicks(of: links[0]) == 2)
    #expect(try store.statistics(StatisticsQuery(by: .platform)).clicks == 7)
  }

  @Test func `clicks that cannot be read are told and kept, and others count`() throws {
    let (store, path) = try openedFile()
    let other = LinkKey(host: "a.example", slug: "y")
    try store.count([click(count: 4)])
    let database = try Database(path: path)
    let bytes = try #require(try database.first("SELECT clicks FROM click_log") { $0.blob(0) })
    for (damaged, expected) in [
      ([9] + bytes.dropFirst(), LinkStoreError.Kind.foreign), (bytes.dropLast(2), .corrupt),
      (bytes.dropLast() + [0x80], .corrupt),
    ] {
      try database.run("UPDATE click_log SET clicks = ?", [.blob(Array(damaged))])
      #expect(kind { _ = try store.clicks(of: key) } == expected)
      #expect(kind { _ = try store.statistics(StatisticsQuery(by: .day)) } == expected)
      #expect(kind { try store.rollUp(at: time(60)) } == expected)
    }
    try store.count([click(other, count: 3)])
    try database.run("UPDATE click_log SET clicks = ? WHERE batch = 1", [.blob(bytes)])
    try store.rollUp(at: time(200))
    #expect(try store.clicks(of: key) == 4 && store.clicks(of: other) == 3)
  }

  @Test func `a log that nobody merges stays bounded`() throws {
    let (store, path) = try openedFile()
    let links = links(60)
    let batches = 3 * MergePolicy.mostBatches
    for number in 0..<batches { try store.count([click(links[number % 60])]) }
    // Steps follow each other on the store's thread; each look comes after one of them.
    for _ in 0..<1000 where try state(path).merging != nil {
      try waitForAnswer { store.probe(completion: $0) }
    }
    #expect(try state(path).merging == nil)
    #expect(try number("SELECT count(*) FROM click_log", path) ?? .max < batches / 2)
    #expect(try store.statistics(StatisticsQuery(by: .day)).clicks == batches)
  }

  @Test func `who may only read counts the clicks that wait`() throws {
    let (store, path) = try openedFile()
    try store.count([click(count: 3), click(bot: true, count: 2)])
    var options = SQLiteStore.Options()
    options.isReadOnly = true
    let reader = try SQLiteStore(path: path, options: options)
    #expect(try reader.clicks(of: key) == 3)
    let statistics = try reader.statistics(StatisticsQuery(host: "a.example", by: .hour))
    #expect(statistics.clicks == 3 && statistics.bots == 2 && statistics.rows.count == 1)
    reader.close()
  }

  @Test func `a batch takes a few bytes a click, whatever links it has`() throws {
    let (store, path) = try openedFile()
    try store.count(links(5000).map { click($0) })
    try store.count(links(5000).shuffled().prefix(2500).map { click($0, count: 3) })
    let bytes = try #require(
      try number("SELECT sum(length(clicks)) FROM click_log WHERE batch = 2", path))
    #expect(bytes > 2 * 2500 && bytes < 4 * 2500)
    #expect(try state(path).bytes > bytes)
  }
}
