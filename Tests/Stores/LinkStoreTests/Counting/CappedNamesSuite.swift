import Dispatch
import LinkStorage
import Links
import Testing

private let key = LinkKey(host: "a.example", slug: "x")

private func click(
  _ referrer: String, _ key: LinkKey = key, hour: Int = hour, count: Int = 1
) -> ClickCount {
  clicked(key.slug, count, host: key.host, hour: hour, from: referrer)
}

/// Names chosen by callers are bounded, while sums stay exact.
@Suite(.tidies) struct CappedNamesSuite {
  private func referrers(
    _ store: any LinkStore, _ change: (inout StatisticsQuery) -> Void = { _ in }
  ) throws -> [String: Int] {
    var query = StatisticsQuery(by: .referrer)
    change(&query)
    let statistics = try store.statistics(query)
    #expect(statistics.clicks == statistics.rows.reduce(0) { $0 + $1.clicks })
    return Dictionary(uniqueKeysWithValues: statistics.rows.map { ($0.name, $0.clicks) })
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells so many referrers of a link and day apart, through any store`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    let limit = CountedNames.referrersOfLink
    for number in 0..<limit * 3 {
      try (number % 2 == 0 ? one : other).count([click("r\(number).example", count: 2)])
    }
    // A distinguished name remains so; the empty name and `other` itself do not count.
    try one.count([click("r0.example"), click(""), click("other"), click("r999.example")])
    let found = try referrers(other)
    #expect(found.count == limit + 2)
    #expect(found["r0.example"] == 3 && found[""] == 1)
    #expect(found["other"] == 2 * limit * 2 + 2)
    #expect(try one.clicks(of: key) == limit * 6 + 4)
    // They are counted once no click waits any longer.
    try one.rollUp(at: time(100))
    #expect(try one.measures().capped + other.measures().capped == 2 * limit * 2 + 2)
    // The next day and another link have limits of their own.
    try one.count([click("new.example", hour: hour + 24)])
    try other.count([click("new.example", LinkKey(host: "a.example", slug: "y"))])
    #expect(try referrers(one)["new.example"] == 2)
  }

  @Test(arguments: StoreEngine.allCases)
  func `bounds one batch of many referrers as it bounds many batches`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.count((0..<5000).map { click("r\($0).example") })
    #expect(try referrers(store).count == CountedNames.referrersOfLink + 1)
    #expect(try store.clicks(of: key) == 5000)
  }

  @Test(arguments: StoreEngine.allCases)
  func `bounds the referrers of a host over all its links`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for link in 0..<30 {
      let key = LinkKey(host: "a.example", slug: "s\(link)")
      try store.count((0..<60).map { click("r\(link).\($0).example", key) })
    }
    let found = try referrers(store)
    #expect(found.count == CountedNames.referrersOfHost + 1)
    #expect(found["other"] == 30 * 60 - CountedNames.referrersOfHost)
    // A name that the host distinguishes is distinguished for each of its links.
    try store.count([click("r0.0.example", LinkKey(host: "a.example", slug: "s29"))])
    #expect(try referrers(store)["r0.0.example"] == 2)
    try store.count([click("x.example", LinkKey(host: "b.example", slug: "s"))])
    #expect(try referrers(store) { $0.host = "b.example" } == ["x.example": 1])
  }

  @Test(arguments: StoreEngine.allCases)
  func `bounds the versions, systems and events of an app and day`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    func launch(_ number: Int, app: String = "a", day: Int = 20_000) -> LaunchCount {
      LaunchCount(
        app: app, event: "e\(number)", appVersion: "1.\(number)",
        systemVersion: number == 0 ? "" : "26.\(number)", day: day, count: 1)
    }
    let reports = (0..<300).map { CountedLaunch(id: nil, launch: launch($0)) }
    #expect(try waitForAnswer { store.report(reports, now: time(0), completion: $0) } == 300)
    // Later names exceed the limit, except known ones.
    try store.count([], [launch(500), launch(3), launch(0), launch(500, app: "b")])
    for grouping in [StatisticsQuery.Grouping.launch, .appVersion, .systemVersion] {
      let found = try store.statistics(StatisticsQuery(by: grouping))
      // The two apps share a name; apart from that, each has its own rows.
      let names = CountedNames.namesOfApp + (grouping == .systemVersion ? 3 : 2)
      #expect(found.launches == 304, "\(grouping)")
      #expect(found.rows.count == names, "\(grouping)")
      #expect(found.rows.reduce(0) { $0 + $1.launches } == 304)
      #expect(found.rows.first?.name == CountedNames.other)
    }
    #expect(try store.measures().capped >= 251)
  }

  @Test func `a name of its own has room while there is any, and none takes room twice`() {
    var names = CountedNames(limit: 2, known: ["a", "other"])
    #expect(
      ["", "other", "a", "b", "c", "b"].map { names.label($0) } == [
        "", "other", "a", "b", "other", "b",
      ])
    #expect(!names.hasRoom)
    let (link, host) = (
      ReferrerNames.Scope(day: 1, number: 1), ReferrerNames.Scope(day: 1, number: 2)
    )
    var both = ReferrerNames([
      link: CountedNames(limit: 1), host: CountedNames(limit: 1, known: ["h"]),
    ])
    #expect(both.label("x", of: link, on: host).name == "other")
    let labels = (0..<2).map { _ in both.label("h", of: link, on: host) }
    #expect(labels.map { $0.name } == ["h", "h"] && labels.map { $0.isNew } == [true, false])
  }
}
