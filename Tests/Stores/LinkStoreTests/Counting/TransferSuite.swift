import LinkStorage
import Links
import SQLStorage
import PostgresStore
import SQLiteStore
import Testing

/// Transfers of counts between stores, in all directions.
@Suite(.tidies) struct TransferSuite {
  /// The engines between which counts are transferred.
  enum Pair: String, CaseIterable, Sendable {
    case sqliteToPostgres, postgresToSqlite, sqliteToSqlite, postgresToPostgres

    typealias Store = LinkStore & CountTransfer

    /// An empty store to transfer from, and one to transfer into.
    func stores() throws -> (any Store, any Store) {
      let engines: (StoreEngine, StoreEngine) =
        switch self {
        case .sqliteToPostgres: (.sqlite, .postgres)
        case .postgresToSqlite: (.postgres, .sqlite)
        case .sqliteToSqlite: (.sqlite, .sqlite)
        case .postgresToPostgres: (.postgres, .postgres)
        }
      return (
        try #require(engines.0.store() as? any Store), try #require(engines.1.store() as? any Store)
      )
    }
  }

  /// After the last hour.
  private let now = day(firstDay, hour: 100)

  private func click(
    _ slug: String, _ hour: Int, _ count: Int, referrer: String = "t.co", isBot: Bool = false
  ) -> ClickCount {
    clicked(
      slug, count, hour: hour, on: isBot ? "other" : "iphone", from: referrer, isBot: isBot)
  }

  /// Clicks in days without hours, in hours that are kept, and some that wait in the log.
  private func fill(_ store: any LinkStore) throws {
    for number in 0..<5 { try store.make(sample("x\(number)")) }
    try store.count(
      (0..<5).flatMap { number in
        [
          click("x\(number)", hour, 1 + number), click("x\(number)", hour + 1, 2, isBot: true),
          click("x\(number)", hour + 40, 3, referrer: ""),
        ]
      }, [launch("deepLink", firstDay, 3)])
    try store.rollUp(StatisticsRetention(hours: 3), at: now)
    try store.count([click("x1", hour + 90, 7), click("x1", hour + 41, 1, referrer: "b.example")])
    let life = LinkLife(sample("x2") { $0.createdAt = time(0) })
    _ = try store.reserve(40, of: life, limit: 1000)
  }

  private func pages(_ from: any CountTransfer, size: Int = 2) throws -> [CountPage] {
    let source = try from.countIdentity()
    var pages: [CountPage] = []
    for first in stride(from: 1, through: try from.lastCountedLink(), by: size) {
      let links = try from.counts(ofLinks: first...first + size - 1)
      pages.append(CountPage(source: source, links: links, from: first, size: size))
    }
    for day in try from.launchDays() {
      pages.append(CountPage(source: source, launches: try from.launches(onDay: day), onDay: day))
    }
    return pages
  }

  private func rows(_ store: any LinkStore, _ query: StatisticsQuery) throws -> [String] {
    let statistics = try store.statistics(query)
    return statistics.rows.map { "\($0.name) \($0.clicks) \($0.bots) \($0.launches)" }.sorted()
      + ["\(statistics.clicks) \(statistics.bots) \(statistics.launches)"]
  }

  @Test(arguments: Pair.allCases)
  func `everything that is counted arrives, once`(_ pair: Pair) throws {
    let (from, into) = try pair.stores()
    try fill(from)
    let pages = try pages(from)
    for _ in 0..<2 {
      for (index, page) in pages.enumerated() {
        let answer = try waitForAnswer { into.take(page, completion: $0) }
        // From the second time on, nothing counts.
        let isNew = try into.countSources()[page.source] == page.number
        #expect(isNew == (answer == .counted) || index == pages.count - 1)
      }
    }
    for grouping in [StatisticsQuery.Grouping.day, .platform, .referrer, .outcome, .launch] {
      for (host, slug) in [(nil, nil), ("a.example", nil), ("a.example", "x1")] {
        var query = StatisticsQuery(by: grouping)
        (query.host, query.slug) = (host, slug)
        #expect(try rows(into, query) == rows(from, query), "\(grouping) \(slug ?? "")")
      }
    }
    for number in 0..<5 {
      let key = sample("x\(number)").key
      #expect(try into.clicks(of: key) == from.clicks(of: key))
      #expect(try into.clicks(of: key) > 0)
    }
    let life = LinkLife(sample("x2") { $0.createdAt = time(0) })
    #expect(try into.reservedClicks(of: life) == from.reservedClicks(of: life))
    // Transferred counts outlive their link.
    let before = try rows(into, StatisticsQuery(by: .referrer))
    for number in 0..<5 { try into.make(sample("x\(number)")) }
    for number in 0..<5 { _ = try into.delete(sample("x\(number)").key, revision: nil) }
    #expect(try rows(into, StatisticsQuery(by: .referrer)) == before)
  }

  @Test(arguments: Pair.allCases)
  func `deleted links arrive once with their clicks, and can be restored`(_ pair: Pair) throws {
    let (from, into) = try pair.stores()
    let link = sample("x") { $0.tags = ["spring"] }
    try from.make(link)
    try from.count([click("x", hour, 5)])
    try from.rollUp(StatisticsRetention(hours: 3), at: now)
    try from.count([click("x", hour + 90, 2)])
    try from.remove(link.key, by: .service, at: time(1))
    try from.make(sample("y"))
    try from.count([click("y", hour + 90, 4)])
    try from.remove(sample("y").key, by: .service, at: time(2))
    // Another link has the first slug here; its clicks are its own.
    try into.make(sample("x"), at: time(2))
    try into.count([click("x", hour + 90, 1)])
    let identity = try from.countIdentity()
    let former = try from.formerLinks(after: nil, limit: 9)
    #expect(former.map(\.key) == [link.key, sample("y").key])
    #expect(try from.formerLinks(after: former.last?.number, limit: 9).isEmpty)
    for _ in 0..<2 {
      try waitForAnswer { into.takeFormer(former, of: identity, now: time(3), completion: $0) }
    }
    for page in try pages(from) { try waitForAnswer { into.take(page, completion: $0) } }
    let tags = StatisticsQuery(by: .tag)
    #expect(try rows(into, tags) == [" 5 0 0", "spring 7 0 0", "12 0 0"])
    let links = try rows(into, StatisticsQuery(by: .link))
    #expect(links == ["a.example/x 1 0 0", "a.example/y 4 0 0", "12 0 0"])
    #expect(try into.clicks(of: link.key) == 1)
    try into.remove(link.key, by: .service, at: time(4))
    let versions = try into.versions(of: link.key)
    let version = try #require(versions.first { $0.id < 0 && $0.kind == .deleted })
    let state = try #require(
      try from.formerLinks(after: nil, limit: 1).first?.deletion?.state(
        before: nil, at: link.key))
    let reversal = LinkReversal(
      key: link.key, expected: nil, state: state, former: version.id)
    #expect(try into.revert([reversal], at: time(5)) == [true])
    #expect(try into.clicks(of: link.key) == 7)
    #expect(try rows(into, tags) == [" 5 0 0", "spring 7 0 0", "12 0 0"])
  }

  @Test(arguments: Pair.allCases)
  func `clicks of a deleted link find it wherever it is when they arrive`(_ pair: Pair) throws {
    let (from, into) = try pair.stores()
    let slugs = ["back", "binned", "deleted", "taken"]
    for slug in slugs {
      try from.make(sample(slug) { $0.tags = [slug] })
      try from.count([click(slug, hour, 5)])
      try from.remove(sample(slug).key, by: .service, at: time(1))
    }
    let former = try from.formerLinks(after: nil, limit: 9)
    let identity = try from.countIdentity()
    try waitForAnswer { into.takeFormer(former, of: identity, now: time(3), completion: $0) }
    func restore(_ slug: String) throws {
      let key = sample(slug).key
      let version = try #require(
        try into.versions(of: key).first { $0.id < 0 && $0.kind == .deleted })
      let state = try #require(
        try former.first { $0.key == key }?.deletion?.state(before: nil, at: key))
      let reversal = LinkReversal(key: key, expected: nil, state: state, former: version.id)
      #expect(try into.revert([reversal], at: time(5)) == [true])
    }
    try into.make(sample("taken"), at: time(4))
    try restore("back")
    try restore("deleted")
    try into.remove(sample("deleted").key, by: .service, at: time(6))
    for page in try pages(from) { try waitForAnswer { into.take(page, completion: $0) } }
    #expect(
      try rows(into, StatisticsQuery(by: .tag)) == [
        "back 5 0 0", "binned 5 0 0", "deleted 5 0 0", "taken 5 0 0", "20 0 0",
      ])
    #expect(try into.clicks(of: sample("taken").key) == 0)
    #expect(try into.clicks(of: sample("back").key) == 5)
    try into.remove(sample("taken").key, by: .service, at: time(7))
    try restore("taken")
    #expect(try into.clicks(of: sample("taken").key) == 5)
  }

  @Test(arguments: Pair.allCases)
  func `counts add to those that are here`(_ pair: Pair) throws {
    let (from, into) = try pair.stores()
    try from.count([click("x", hour, 5)])
    try into.count([click("x", hour, 2), click("y", hour, 1)])
    for page in try pages(from) {
      try waitForAnswer { into.take(page, completion: $0) }
    }
    #expect(try into.clicks(of: sample("x").key) == 7)
    #expect(try rows(into, StatisticsQuery(by: .referrer)) == ["t.co 8 0 0", "8 0 0"])
  }
}
