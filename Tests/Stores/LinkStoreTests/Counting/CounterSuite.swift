import Links
import LinkStorage
import Testing

private let key = LinkKey(host: "a.example", slug: "x")
private let other = LinkKey(host: "b.example", slug: "y")

@Suite(.tidies) struct CounterSuite {
  private func fill(_ store: any LinkStore) throws {
    try store.count(
      [
        click(key, hour), click(key, hour, count: 2), click(key, hour + 1, "android", "t.co"),
        click(key, hour + 24, "android", "t.co", "landing", count: 3),
        click(key, hour, "other", "", "preview", bot: true, count: 5),
        click(other, hour, count: 7),
      ], [launch("deepLink", 20_000, 2), launch("normal", 20_001, 4)])
    try store.count([click(key, hour)], [launch("deepLink", 20_000, 2)])
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells the days of several links at once, rolled up or not`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try fill(store)
    let none = LinkKey(host: "a.example", slug: "none")
    func expect() throws {
      let clicks = try store.clicks(of: [key, other, none, key], days: 20_000..<20_002)
      #expect(clicks[key]?.total == 8 && clicks[other]?.total == 7)
      #expect(clicks[key]?.days == [20_000: 5, 20_001: 3])
      #expect(clicks[other]?.days == [20_000: 7])
      #expect(clicks[none] == nil)
      #expect(try store.clicks(of: [key], days: 20_001..<20_002)[key]?.days == [20_001: 3])
      #expect(try store.clicks(of: [key], days: 0..<0)[key] == ClickDays(total: 8))
      #expect(try store.clicks(of: [], days: 20_000..<20_002).isEmpty)
    }
    try expect()
    try store.rollUp(StatisticsRetention(hours: 1, days: 1000), at: day(firstDay + 3))
    try expect()
  }

  @Test(arguments: StoreEngine.allCases)
  func `adds up clicks of people and of bots by what is asked`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try fill(store)
    #expect(try store.clicks(of: key) == 8)
    #expect(try store.clicks(of: LinkKey(host: "a.example", slug: "none")) == 0)
    let days = try store.statistics(StatisticsQuery(by: .day))
    #expect(days.clicks == 15 && days.bots == 5 && days.launches == 8)
    func rows(
      _ grouping: StatisticsQuery.Grouping, _ change: (inout StatisticsQuery) -> Void = { _ in }
    ) throws -> [String] {
      var query = StatisticsQuery(by: grouping)
      change(&query)
      return try store.statistics(query).rows.map { row in
        "\(row.name) \(row.clicks) \(row.bots) \(row.launches)"
      }
    }
    #expect(try rows(.day) == ["2024-10-04 12 5 4", "2024-10-05 3 0 4"])
    #expect(
      try rows(.hour) == [
        "2024-10-04T00:00:00Z 11 5 0", "2024-10-04T01:00:00Z 1 0 0",
        "2024-10-05T00:00:00Z 3 0 0",
      ])
    #expect(try rows(.platform) == ["iphone 11 0 0", "other 0 5 0", "android 4 0 0"])
    #expect(try rows(.referrer) == [" 11 5 0", "t.co 4 0 0"])
    #expect(try rows(.outcome) == ["redirect 12 0 0", "preview 0 5 0", "landing 3 0 0"])
    #expect(try rows(.launch) == ["deepLink 0 0 4", "normal 0 0 4"])
    #expect(try rows(.appVersion) == ["1.2 0 0 4", "1.4 0 0 4"])
    #expect(try rows(.systemVersion) == ["26.0 0 0 8"])
    #expect(try rows(.platform) { $0.host = "b.example" } == ["iphone 7 0 0"])
    #expect(try rows(.platform) { $0.slug = "none" } == [])
    #expect(
      try rows(.day) {
        $0.sinceHour = hour + 1
        $0.untilHour = hour + 24
      } == ["2024-10-04 1 0 4"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells the clicks of days apart`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try fill(store)
    func rows(
      _ split: StatisticsQuery.Split, _ change: (inout StatisticsQuery) -> Void = { _ in }
    ) throws -> [Statistics.Row] {
      var query = StatisticsQuery(by: .day)
      query.split = split
      change(&query)
      return try store.statistics(query).rows
    }
    func expect() throws {
      #expect(
        try rows(.platform) == [
          .init(
            name: "2024-10-04", clicks: 12, bots: 5, launches: 4,
            parts: ["android": 1, "iphone": 11]),
          .init(name: "2024-10-05", clicks: 3, launches: 4, parts: ["android": 3]),
        ])
      #expect(
        try rows(.outcome) { $0.host = "a.example" }.map(\.parts) == [
          ["redirect": 5], ["landing": 3],
        ])
      #expect(
        try rows(.platform) {
          $0.host = key.host
          $0.slug = key.slug
        }.map(\.parts) == [["android": 1, "iphone": 4], ["android": 3]])
    }
    try expect()
    let edge = try rows(.platform) {
      $0.sinceHour = hour + 1
      $0.untilHour = hour + 25
    }
    #expect(edge.map(\.parts) == [["android": 1], ["android": 3]])
    try store.rollUp(StatisticsRetention(hours: 1, days: 1000), at: day(firstDay + 3))
    try expect()
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps tokens by their digests`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let token = APIToken(
      id: "t1", digest: [1, 2, 3], name: nil, scopes: ["links:read", "admin"],
      createdAt: time(0))
    #expect(try store.createToken(token) == .created)
    var same = token
    same.digest = [4]
    #expect(try store.createToken(same) == .taken)
    same.id = "t2"
    same.name = "n"
    #expect(try store.createToken(same) == .created)
    #expect(try store.token(digest: [1, 2, 3]) == token)
    #expect(try store.token(digest: [9]) == nil)
    #expect(try store.revokeToken("t1", at: time(3)))
    #expect(try store.revokeToken("t1", at: time(4)))
    #expect(try !store.revokeToken("t3", at: time(4)))
    #expect(try store.tokens().map(\.revokedAt) == [time(3), nil])
    #expect(try store.tokens().map(\.id) == ["t1", "t2"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `counts a launch with an identifier once, until it is forgotten`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    func report(_ ids: String?..., at now: Int = 0, to store: any LinkStore) throws -> Int {
      let reports = ids.map { CountedLaunch(id: $0, launch: launch("deepLink", 20_000, 1)) }
      return try waitForAnswer { store.report(reports, now: time(now), completion: $0) }
    }
    #expect(try report("a", "b", nil, "a", to: one) == 3)
    #expect(try report("a", "c", nil, at: 5, to: other) == 2)
    #expect(try one.statistics(StatisticsQuery(by: .launch)).launches == 5)
    #expect(try one.forget(.launchIdentifiers, before: time(5)) == 2)
    #expect(try report("a", "c", to: one) == 1)
  }
}
