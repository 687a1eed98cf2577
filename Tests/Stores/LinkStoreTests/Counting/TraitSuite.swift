import LinkStorage
import Links
import Testing

private let key = LinkKey(host: "a.example", slug: "x")
private let other = LinkKey(host: "b.example", slug: "y")

/// Clicks by properties of their visitors and links.
@Suite(.tidies) struct TraitSuite {
  private func fill(_ store: any LinkStore) throws {
    try store.count([
      click(key, hour, language: "ja", country: "JP"),
      click(key, hour + 1, rule: "rules[0]", language: "ja", count: 2),
      click(key, hour + 24, rule: "rules[1]", language: "en", country: "US", count: 4),
      click(key, hour, language: "ja", bot: true, count: 8),
      click(key, hour, way: "referrer", count: 16),
      click(other, hour, language: "de", count: 32), click(other, hour, count: 64),
    ])
    try store.count([click(key, hour + 2, way: "code"), click(key, hour + 2, language: "ja")])
  }

  private func rows(
    _ store: any LinkStore, _ query: StatisticsQuery
  ) throws -> [String: [Int]] {
    let statistics = try store.statistics(query)
    return Dictionary(
      uniqueKeysWithValues: statistics.rows.map { ($0.name, [$0.clicks, $0.bots, $0.launches]) })
  }

  private func expectSums(_ store: any LinkStore) throws {
    let languages = try rows(store, StatisticsQuery(by: .language))
    #expect(languages == ["ja": [4, 8, 0], "en": [4, 0, 0], "de": [32, 0, 0]])
    #expect(try rows(store, StatisticsQuery(by: .country)) == ["JP": [1, 0, 0], "US": [4, 0, 0]])
    #expect(
      try rows(store, StatisticsQuery(host: "a.example", slug: "x", by: .rule))
        == ["rules[0]": [2, 0, 0], "rules[1]": [4, 0, 0]])
    #expect(
      try rows(store, StatisticsQuery(by: .way)) == ["referrer": [0, 0, 16], "code": [0, 0, 1]])
    #expect(try rows(store, StatisticsQuery(host: "b.example", by: .way)).isEmpty)
    // Whole days, since traits have no hours.
    let day = StatisticsQuery(sinceHour: hour + 5, untilHour: hour + 6, by: .language)
    #expect(try rows(store, day) == ["ja": [4, 8, 0], "de": [32, 0, 0]])
    // A first opening is not a click.
    #expect(try store.clicks(of: key) == 8)
    let totals = try store.statistics(StatisticsQuery(by: .language))
    #expect(totals.clicks == 104 && totals.bots == 8)
    #expect(try rows(store, StatisticsQuery(by: .platform)) == ["iphone": [104, 8, 0]])
  }

  /// The clicks by people and by bots of each day under one name.
  private func days(
    _ store: any LinkStore, _ name: String, _ dimension: ClickDimension,
    _ change: (inout StatisticsQuery) -> Void = { _ in }
  ) throws -> [String] {
    var query = StatisticsQuery(by: .day)
    query.only = ClickName(name, in: dimension)
    change(&query)
    let statistics = try store.statistics(query)
    #expect(statistics.clicks == statistics.rows.reduce(0) { $0 + $1.clicks })
    return statistics.rows.map { "\($0.name) \($0.clicks) \($0.bots)" }
  }

  private func expectNames(_ store: any LinkStore) throws {
    #expect(try days(store, "ja", .language) == ["2024-10-04 4 8"])
    #expect(try days(store, "en", .language) == ["2024-10-05 4 0"])
    #expect(try days(store, "de", .language) { $0.host = "a.example" } == [])
    #expect(try days(store, "de", .language) { $0.host = "b.example" } == ["2024-10-04 32 0"])
    #expect(
      try days(store, "US", .country) {
        $0.host = "a.example"
        $0.slug = "x"
      } == ["2024-10-05 4 0"])
    #expect(try days(store, "rules[0]", .rule) == ["2024-10-04 2 0"])
    #expect(try days(store, "iphone", .platform) == ["2024-10-04 100 8", "2024-10-05 4 0"])
    #expect(try days(store, "", .referrer) == ["2024-10-04 100 8", "2024-10-05 4 0"])
    #expect(try days(store, "landing", .outcome) == [])
    #expect(
      try days(store, "redirect", .outcome) { $0.sinceHour = hour + 24 } == ["2024-10-05 4 0"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `counts by traits and the days of one name, waiting and merged and rolled up alike`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try fill(store)
    // Part of a day, as long as its hours are kept.
    let edge = try days(store, "iphone", .platform) { $0.sinceHour = hour + 1 }
    #expect(edge == ["2024-10-04 3 0", "2024-10-05 4 0"])
    try expectSums(store)
    try expectNames(store)
    // After the later roll-up, all hours of these days have been dropped.
    for days in [2, 60] {
      try store.rollUp(at: day(firstDay + days))
      try expectSums(store)
      try expectNames(store)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `groups clicks by what links are called, and first openings beside them`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    var link = ShortLink(host: key.host, slug: key.slug, url: "https://e.example/")
    link.tags = ["spring", "mail"]
    link.campaign.items = [("utm_campaign", "sale")]
    try store.make(link)
    try store.make(ShortLink(host: other.host, slug: other.slug, url: "https://e.example/"))
    try fill(store)
    for _ in 0..<2 {
      #expect(
        try rows(store, StatisticsQuery(by: .link))
          == ["a.example/x": [8, 8, 17], "b.example/y": [96, 0, 0]])
      #expect(
        try rows(store, StatisticsQuery(by: .tag))
          == ["spring": [8, 8, 17], "mail": [8, 8, 17], "": [96, 0, 0]])
      #expect(
        try rows(store, StatisticsQuery(by: .campaign))
          == ["sale": [8, 8, 17], "": [96, 0, 0]])
      #expect(
        try rows(store, StatisticsQuery(host: "b.example", by: .link))
          == ["b.example/y": [96, 0, 0]])
      #expect(
        try rows(store, StatisticsQuery(sinceHour: hour + 24, untilHour: hour + 30, by: .link))
          == ["a.example/x": [4, 0, 0]])
      var query = StatisticsQuery(by: .tag)
      query.configuredNames = [other: ["file"]]
      #expect(
        try rows(store, query) == [
          "spring": [8, 8, 17], "mail": [8, 8, 17], "file": [96, 0, 0],
        ])
      try store.rollUp(at: day(firstDay + 2))
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `sums up links with the same names, whatever these are, and unknown links apart`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let tags = [#"a "quoted" tag"#, "日本語, {x}", "a'b\\c"]
    for slug in ["x", "y"] {
      var link = ShortLink(host: "a.example", slug: slug, url: "https://e.example/")
      link.tags = tags
      link.campaign.items = [("utm_campaign", tags[0])]
      try store.make(link)
    }
    try store.count(
      ["x", "y", "unknown"].map { click(LinkKey(host: "a.example", slug: $0), hour, count: 3) })
    for _ in 0..<2 {
      #expect(
        try rows(store, StatisticsQuery(by: .tag))
          == [tags[0]: [6, 0, 0], tags[1]: [6, 0, 0], tags[2]: [6, 0, 0], "": [3, 0, 0]])
      #expect(
        try rows(store, StatisticsQuery(by: .campaign)) == [tags[0]: [6, 0, 0], "": [3, 0, 0]])
      try store.rollUp(at: day(firstDay + 2))
    }
  }
}

/// Links that wait for their codes.
@Suite(.tidies) struct ClaimSuite {
  private func claim(_ digest: UInt8, expires: Int = 100) -> Claim {
    Claim(digest: [digest, 0], key: key, query: "a=b", expires: time(expires))
  }

  private func keep(_ store: any LinkStore, _ claim: Claim, at now: Int) throws -> BoundedCreation {
    try waitForAnswer { store.keepClaim(claim, now: time(now), completion: $0) }
  }

  private func take(_ store: any LinkStore, _ digest: UInt8, at now: Int) throws -> Claim? {
    try waitForAnswer { store.takeClaim(digest: [digest, 0], now: time(now), completion: $0) }
  }

  @Test(arguments: StoreEngine.allCases)
  func `gives the link of a code once, and not when its time is over`(
    _ engine: StoreEngine
  ) throws {
    let (one, two) = try engine.stores()
    #expect(try keep(one, claim(1), at: 0) == .created)
    #expect(try keep(two, claim(1), at: 1) == .taken)
    #expect(try take(two, 2, at: 1) == nil)
    #expect(try take(two, 1, at: 1) == claim(1))
    #expect(try take(one, 1, at: 1) == nil)
    #expect(try keep(one, claim(3, expires: 10), at: 0) == .created)
    #expect(try take(one, 3, at: 10) == nil)
    // A void code may be assigned again.
    #expect(try keep(one, claim(3, expires: 30), at: 20) == .created)
    #expect(try take(one, 3, at: 21) == claim(3, expires: 30))
  }

  @Test(arguments: StoreEngine.allCases)
  func `forgets codes that are void`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    _ = try keep(store, claim(1, expires: 10), at: 0)
    _ = try keep(store, claim(2, expires: 20), at: 0)
    #expect(try store.forget(.claims, before: time(15)) == 1)
    #expect(try take(store, 2, at: 15) == claim(2, expires: 20))
  }
}
