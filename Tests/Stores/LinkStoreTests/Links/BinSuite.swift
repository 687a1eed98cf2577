import LinkStorage
import Links
import RandomCases
import SQLStorage
import Testing

@testable import SQLiteStore

/// Deleted links and their clicks, over every engine.
@Suite(.tidies) struct BinSuite {
  private let anna = AuditActor(.person, id: "p1", name: "Anna")

  private func campaign(_ slug: String, _ tags: [String]) -> ShortLink {
    sample(slug) {
      $0.tags = tags
      $0.campaign["utm_campaign"] = "sale"
    }
  }

  /// Everything that charts show of all links, of a host, of one link, a tag and a campaign.
  private func charts(_ store: any LinkStore, _ slug: String = "a") throws -> [Statistics] {
    let groupings: [StatisticsQuery.Grouping] = [
      .day, .hour, .platform, .referrer, .outcome, .tag, .campaign, .language, .way,
    ]
    let queries = groupings.flatMap { grouping in
      var chosen = [StatisticsQuery(by: grouping)]
      chosen.append(StatisticsQuery(host: "a.example", by: grouping))
      chosen.append(StatisticsQuery(host: "a.example", slug: slug, by: grouping))
      for filter in [LinkFilter(tag: "spring"), LinkFilter(campaign: "sale")] {
        var query = StatisticsQuery(by: grouping)
        query.links = ChosenLinks(filter)
        chosen.append(query)
      }
      return chosen
    }
    return try store.statistics(queries)
  }

  /// The clicks by people of each tag.
  private func tags(_ store: any LinkStore) throws -> [String: Int] {
    let rows = try store.statistics(StatisticsQuery(by: .tag)).rows
    return Dictionary(rows.map { ($0.name, $0.clicks) }) { first, _ in first }
  }

  private func emptyBin(_ store: any LinkStore, before end: Timestamp) throws -> Int {
    try waitForAnswer {
      store.emptyBin(
        within: .everywhere, before: end, limit: 100, by: anna, now: time(900), completion: $0)
    }
  }

  private func reversal(of key: LinkKey, _ store: any LinkStore) throws -> LinkReversal {
    let change = try #require(try store.versions(of: key).first?.change?.number)
    return try #require(try store.links(of: change, after: 0, limit: 9).first?.reversal)
  }

  private func revert(_ reversal: LinkReversal, _ store: any LinkStore) throws -> [Bool] {
    try store.revert([reversal], by: anna, at: time(800))
  }

  @Test(arguments: StoreEngine.allCases)
  func `every chart shows after a deletion, and after an undo, what it showed before`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let link = campaign("a", ["spring"])
    try store.make(link)
    try store.make(campaign("b", ["spring", "mail"]))
    try store.count([
      click(link.key, hour, "iphone", "t.co", language: "ja", count: 5),
      click(link.key, hour, way: "referrer"), clicked("b", 3, hour: hour + 30),
    ])
    try store.rollUp(at: day(firstDay + 2))
    try store.count([clicked("a", 2, hour: hour + 47), clicked("a", 1, isBot: true)])
    let before = try charts(store)
    #expect(before.allSatisfy { $0.clicks > 0 })
    try store.remove(link.key, by: anna, at: time(1))
    #expect(try charts(store) == before)
    #expect(try store.clicks(of: link.key) == 7)
    // A click that comes late is one of the deleted link.
    try store.count([clicked("a", 4, hour: hour + 47)])
    #expect(try tags(store) == ["spring": 14, "mail": 3])
    let back = try reversal(of: link.key, store)
    #expect(try revert(back, store) == [true])
    #expect(try store.clicks(of: link.key) == 11)
    #expect(try store.currentLink(at: link.key)?.link.importedClicks == nil)
    #expect(try tags(store) == ["spring": 14, "mail": 3])
  }

  @Test(arguments: StoreEngine.allCases)
  func `a link made anew under the slug of a deleted one has clicks of its own`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    let (first, second) = (campaign("a", ["spring"]), campaign("a", ["autumn"]))
    try one.make(first)
    // Both processes remember where the clicks of the link are.
    try one.count([clicked("a", 5)])
    try other.count([clicked("a", 1)])
    try one.remove(first.key, by: anna, at: time(1))
    let back = try reversal(of: first.key, one)
    try one.make(second, at: time(2))
    #expect(try one.clicks(of: first.key) == 0)
    try other.count([clicked("a", 2)])
    try one.count([clicked("a", 1)])
    try one.rollUp(at: day(firstDay + 2))
    #expect(try one.clicks(of: first.key) == 3)
    #expect(try tags(other) == ["spring": 6, "autumn": 3])
    // The rows of links do not name one that has lost its slug.
    let links = try one.statistics(StatisticsQuery(by: .link))
    #expect(links.rows.map(\.name) == ["a.example/a"] && links.rows.map(\.clicks) == [3])
    // What was there before cannot come back in its place, but after it.
    #expect(try revert(back, one) == [false])
    try one.remove(first.key, by: anna, at: time(3))
    let later = try reversal(of: first.key, one)
    #expect(try revert(back, one) == [true])
    #expect(try one.clicks(of: first.key) == 6)
    try other.count([clicked("a", 1)])
    #expect(try tags(one) == ["spring": 7, "autumn": 3])
    // And once more the other way.
    try one.remove(first.key, by: anna, at: time(4))
    #expect(try revert(later, one) == [true])
    #expect(try other.clicks(of: first.key) == 3)
    #expect(try tags(one) == ["spring": 7, "autumn": 3])
  }

  @Test(arguments: StoreEngine.allCases)
  func `an emptied bin leaves the sums of hosts, tags and campaigns, and nothing else`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let link = campaign("a", ["spring"])
    try store.make(link)
    try store.make(campaign("kept", ["spring"]))
    try store.count([clicked("a", 5), clicked("kept", 1)])
    try store.rollUp(at: day(firstDay + 2))
    try store.count([clicked("a", 2, hour: hour + 40)])
    let groups = [StatisticsQuery.Grouping.day, .hour, .platform, .tag, .campaign]
    func sums() throws -> [Statistics] {
      try store.statistics(
        groups.flatMap { [StatisticsQuery(by: $0), StatisticsQuery(host: "a.example", by: $0)] })
    }
    let before = try sums()
    try store.remove(link.key, by: anna, at: time(10))
    let back = try reversal(of: link.key, store)
    #expect(try emptyBin(store, before: time(10)) == 0)
    #expect(try emptyBin(store, before: time(11)) == 1)
    #expect(try emptyBin(store, before: time(11)) == 0)
    #expect(try sums() == before)
    #expect(try store.clicks(of: link.key) == 0)
    #expect(try store.versions(of: link.key).isEmpty)
    #expect(try store.deletedLinks(DeletedQuery(since: time(0), limit: 9)).links.isEmpty)
    #expect(try revert(back, store) == [false])
    #expect(try store.currentLink(at: link.key) == nil)
    let entry = try #require(try store.audit(AuditQuery()).entries.first?.entry)
    #expect(entry.action == .linksPurged && entry.updated == 1 && entry.host == "a.example")
    // The slug is free, without clicks.
    try store.make(sample("a"), at: time(20))
    #expect(try store.clicks(of: link.key) == 0)
    try store.count([clicked("a", 1)])
    #expect(try store.clicks(of: link.key) == 1)
    try store.rollUp(at: day(firstDay, hour: 100))
    #expect(try store.forget(.formerLinks, before: time(901)) == 1)
    #expect(try store.statistics(StatisticsQuery(by: .day)).clicks == 9)
  }

  @Test(arguments: StoreEngine.allCases)
  func `links leave the bin by themselves after thirty days`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for (slug, seconds) in [("old", 5), ("new", 50)] {
      try store.make(sample(slug))
      try store.remove(sample(slug).key, by: anna, at: time(seconds))
    }
    #expect(try store.forget(.deletedLinks, before: time(20)) == 1)
    #expect(try store.versions(of: sample("old").key).isEmpty)
    #expect(try !store.versions(of: sample("new").key).isEmpty)
  }

  @Test(arguments: StoreEngine.allCases)
  func `of those who restore links and empty the bin at once each link has one outcome`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    let slugs = (0..<20).map { "s\($0)" }
    _ = try one.apply(slugs.map { campaign($0, ["spring"]) }, at: time(0))
    try one.count(slugs.map { clicked($0, 2) })
    var reversals: [LinkReversal] = []
    for slug in slugs {
      try one.remove(sample(slug).key, by: anna, at: time(1))
      reversals.append(try reversal(of: sample(slug).key, one))
    }
    let asked = reversals.map { Optional($0) } + [nil]
    let answers = waitForAnswers(to: asked.map { ($0, other, one) }) {
      (wish: (LinkReversal?, any LinkStore, any LinkStore), done: @escaping StoreCompletion<Int>) in
      guard let reversal = wish.0 else {
        return wish.2.emptyBin(
          within: .everywhere, before: time(5), limit: 100, by: .service, now: time(6),
          completion: done)
      }
      wish.1.revert([reversal], homes: { _ in [] }, by: .service, now: time(6)) {
        done($0.map { $0 == [true] ? 1 : 0 })
      }
    }
    let counts = try answers.map { try $0.get() }
    #expect(counts.reduce(0, +) == 20)
    for (slug, restored) in zip(slugs, counts) {
      #expect(try (one.currentLink(at: sample(slug).key) != nil) == (restored == 1))
      #expect(try one.clicks(of: sample(slug).key) == restored * 2)
    }
    #expect(try tags(other) == ["spring": 40])
  }

  @Test(arguments: StoreEngine.allCases)
  func `a link that is made while another is deleted at its key has none of its clicks`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    for round in 1...20 {
      let (first, next) = (campaign("r\(round)", ["spring"]), campaign("r\(round)", ["autumn"]))
      try one.make(first)
      try one.count([clicked("r\(round)", 2)])
      let answers = waitForAnswers(to: [(true, one), (false, other)]) {
        (wish: (Bool, any LinkStore), done: @escaping StoreCompletion<Bool>) in
        let now = time(round)
        guard wish.0 else {
          return wish.1.create(next, CreationTerms(), by: .service, now: now) { result in
            done(result.map { if case .created = $0 { true } else { false } })
          }
        }
        wish.1.delete(first.key, revision: nil, by: .service, now: now) { result in
          done(result.map { $0.isDone })
        }
      }
      let made = try answers.map { try $0.get() }
      #expect(made.first == true)
      let isThere = made.last == true
      #expect(try (one.currentLink(at: first.key) != nil) == isThere)
      #expect(try one.clicks(of: first.key) == (isThere ? 0 : 2))
    }
    #expect(try tags(other) == ["spring": 40])
  }

  @Test func `a link that a release without a bin has made keeps the clicks at its key`() throws {
    let (file, path) = try openedFile()
    let (store, link): (any LinkStore, _) = (file, campaign("a", ["spring"]))
    try store.make(link)
    try store.count([clicked("a", 2)])
    try store.remove(link.key, by: anna, at: time(1))
    try store.make(link, at: time(1))
    // That release moves no clicks, and knows nothing of deleted links.
    try Database(path: path).execute(
      "UPDATE counted_links SET slug = 'a' WHERE slug LIKE '/%'; UPDATE former_links SET slug = 'a'"
    )
    try store.count([clicked("a", 3)])
    #expect(try store.clicks(of: link.key) == 5)
    // A copy leaves them to it, too.
    let (copy, identity) = (try openedFile().0, try file.countIdentity())
    _ = try copy.apply([link], at: time(1))
    let former = try file.formerLinks(after: nil, limit: 9)
    try waitForAnswer { copy.takeFormer(former, of: identity, now: time(1), completion: $0) }
    let page = CountPage(
      source: identity, links: try file.counts(ofLinks: 1...9), from: 1, size: 9)
    try waitForAnswer { copy.take(page, completion: $0) }
    #expect(try copy.clicks(of: link.key) == 5)

    #expect(try emptyBin(store, before: time(2)) == 1)
    #expect(try store.clicks(of: link.key) == 5)

    try Database(path: path).execute("UPDATE former_links SET slug = 'a', emptied_at = NULL")
    try store.remove(link.key, by: anna, at: time(3))
    #expect(try revert(try reversal(of: link.key, store), store) == [true])
    #expect(try store.clicks(of: link.key) == 5)
  }

  @Test(arguments: StoreEngine.allCases)
  func `the sums of tags are those of all links that have or had them`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    var dice = Dice(seed: CaseSeed.value)
    let names = ["spring", "mail", "poster"]
    // The tags and clicks of each life of a link, the last of each slug in place.
    var lives: [(tags: [String], clicks: Int)] = []
    var place: [String: Int] = [:]
    var deleted: [String: LinkReversal] = [:]
    for step in 1...150 {
      let store = dice.once(in: 2) ? one : other
      let slug = dice.pick(["a", "b", "c", "d"])
      let key = sample(slug).key
      let isThere = try one.currentLink(at: key) != nil
      switch (isThere, dice.roll(0...5)) {
      case (true, 0):
        try store.remove(key, by: anna, at: time(step))
        deleted[slug] = try reversal(of: key, one)
      case (true, 1):
        let tags = names.filter { _ in dice.once(in: 2) }
        try store.change(campaign(slug, tags), at: time(step))
        if let life = place[slug] { lives[life].tags = tags }
      case (true, _):
        let count = 1 + dice.roll(0...4)
        try store.count([clicked(slug, count, hour: hour + step / 10)])
        if let life = place[slug] { lives[life].clicks += count }
      case (false, 0):
        // The same life comes back, if no other has come since.
        if let reversal = deleted[slug] {
          let isEmptied = try one.versions(of: key).isEmpty
          #expect(try revert(reversal, store) == [!isEmptied])
          if isEmptied { deleted[slug] = nil }
        }
      case (false, 1):
        _ = try emptyBin(store, before: time(step))
      case (false, _):
        let tags = names.filter { _ in dice.once(in: 2) }
        try store.make(campaign(slug, tags), at: time(step))
        place[slug] = lives.count
        deleted[slug] = nil
        lives.append((tags, 0))
      }
      if dice.once(in: 20) { try one.rollUp(at: day(firstDay, hour: 1 + step / 10)) }
    }
    var wanted: [String: Int] = [:]
    for life in lives where life.clicks > 0 {
      for tag in life.tags.isEmpty ? [""] : life.tags { wanted[tag, default: 0] += life.clicks }
    }
    #expect(try tags(one) == wanted)
    #expect(
      try one.statistics(StatisticsQuery(by: .day)).clicks
        == lives.reduce(0) { $0 + $1.clicks })
    for name in names {
      var query = StatisticsQuery(by: .day)
      query.links = ChosenLinks(LinkFilter(tag: name.uppercased()))
      #expect(try other.statistics(query).clicks == wanted[name] ?? 0)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `what chooses links applies to every sum, and one property of visits beside it`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    for number in 0..<6 {
      try store.make(
        sample("s\(number)", host: number < 4 ? "a.example" : "b.example") {
          $0.tags = number % 2 == 0 ? ["Even"] : []
          $0.archived = number == 2
        })
    }
    try store.count(
      (0..<6).map { clicked("s\($0)", $0 + 1, host: $0 < 4 ? "a.example" : "b.example") }
        + [clicked("s0", 10, on: "android"), clicked("conf", 50)])
    try store.rollUp(at: day(firstDay + 2))
    try store.count([clicked("s2", 100, hour: hour + 47, on: "android")])
    let configured = [LinkKey(host: "a.example", slug: "conf")]
    func clicks(_ filter: LinkFilter, _ keys: [LinkKey] = []) throws -> Int {
      var query = StatisticsQuery(by: .platform)
      query.links = ChosenLinks(filter, keys: keys)
      let statistics = try store.statistics(query)
      #expect(statistics.launches == 0)
      #expect(statistics.rows.reduce(0) { $0 + $1.clicks } == statistics.clicks)
      return statistics.clicks
    }
    let active = LinkState.AtTime(.active, at: time(0))
    #expect(try clicks(LinkFilter(tag: "even")) == 1 + 3 + 5 + 110)
    #expect(try clicks(LinkFilter(host: "a.example", tag: "EVEN")) == 1 + 3 + 110)
    #expect(try clicks(LinkFilter(tag: "even", state: active)) == 1 + 5 + 10)
    #expect(try clicks(LinkFilter(search: "S3")) == 4)
    #expect(try clicks(LinkFilter(search: "S3"), configured) == 54)
    #expect(try clicks(LinkFilter(tag: "none")) == 0)
    var query = StatisticsQuery(by: .link)
    query.links = ChosenLinks(LinkFilter(tag: "even"))
    query.only = ClickName("android", in: .platform)
    let part = try store.statistics(query)
    #expect(part.rows.map(\.name) == ["a.example/s2", "a.example/s0"])
    #expect(part.rows.map(\.clicks) == [100, 10] && part.clicks == 110)
  }
}
