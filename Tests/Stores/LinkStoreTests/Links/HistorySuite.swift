import LinkStorage
import Links
import RandomCases
import Testing

/// The histories of links, over every engine.
@Suite(.tidies) struct HistorySuite {
  private let anna = AuditActor(.person, id: "p1", name: "Anna")

  @Test(arguments: StoreEngine.allCases)
  func `tells every version with its author, its time and its change`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let first = fullSample("a")
    try store.make(first, by: anna, at: time(1))
    var second = first
    (second.url, second.tags, second.apple.fallback) = ("https://e.example/2", [], nil)
    try store.change(second, at: time(2))
    try store.remove(first.key, by: anna, at: time(3))
    try store.make(sample("a"), at: time(4))
    let versions = try store.versions(of: first.key)
    #expect(versions.map(\.number) == [4, 3, 2, 1])
    #expect(versions.map(\.kind) == [.created, .deleted, .updated, .created])
    #expect(versions.map { $0.change?.time } == [4, 3, 2, 1].map(time))
    #expect(versions.map { $0.change?.actor } == [.service, anna, .service, anna])
    #expect(versions.map { $0.link?.url } == ["https://e.example/a", nil, second.url, first.url])
    let told = try #require(versions.last?.link)
    #expect(told.isLike(first) && told.createdAt == first.createdAt)
    #expect(versions[2].link.map(second.isLike) == true)
    let numbers = versions.compactMap { $0.change?.number }
    #expect(Set(numbers).count == 4)
    let entries = try store.audit(AuditQuery()).entries.map(\.entry)
    #expect(entries.map(\.change) == numbers)
  }

  @Test(arguments: StoreEngine.allCases)
  func `takes back what a change of several writes did, and nothing else`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.make(sample("old"), at: time(0))
    try store.make(sample("gone") { $0.maxClicks = 9 }, at: time(0))
    try store.make(sample("later"), at: time(0))
    var actor = anna
    actor.change = try store.beginChange(by: anna, at: time(1))
    let change = try #require(actor.change)
    for slug in ["old", "later", "new"] {
      let link = sample(slug) { $0.url = "https://e.example/changed" }
      _ = try store.apply([link], overwritesEdits: true, by: actor, at: time(1))
    }
    try store.remove(LinkKey(host: "a.example", slug: "gone"), by: actor, at: time(1))
    try store.change(sample("later") { $0.name = "n" }, at: time(2))
    let touched = try store.touchedLinks(of: change)
    #expect(Set(touched.map(\.key.slug)) == ["old", "gone", "later", "new"])
    #expect(touched.filter { $0.reversal == nil }.map(\.key.slug) == ["later"])
    let reversals = touched.compactMap(\.reversal)
    #expect(try store.revert(reversals, at: time(3)) == [true, true, true])
    let links = try store.links(LinkFilter(), after: nil, limit: 9).links
    let urls = Dictionary(links.map { ($0.link.slug, $0.link.url) }) { first, _ in first }
    #expect(
      urls == [
        "old": "https://e.example/old", "gone": "https://e.example/gone",
        "later": "https://e.example/later",
      ])
    #expect(links.first { $0.link.slug == "gone" }?.link.maxClicks == 9)
    // The reverted state is another one: the same reversals do nothing.
    #expect(try store.revert(reversals, at: time(4)) == [false, false, false])
  }

  @Test(arguments: StoreEngine.allCases)
  func `two processes that undo the same change undo each link once`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    _ = try one.apply((0..<150).map { sample("s\($0)") }, at: time(0))
    let change = try #require(try one.versions(of: sample("s7").key).first?.change?.number)
    let reversals = try one.links(of: change, after: 0, limit: 1000).compactMap(\.reversal)
    #expect(reversals.count == 150)
    let answers = waitForAnswers(to: [(one, reversals), (other, reversals.reversed())]) {
      $0.0.revert($0.1, homes: { _ in [] }, by: .service, now: time(1), completion: $1)
    }
    let done = try answers.map { try $0.get().count { $0 } }
    #expect(done.reduce(0, +) == 150)
    #expect(try one.count(LinkFilter()) == 0)
    let versions = try other.versions(of: sample("s7").key)
    #expect(versions.map(\.kind) == [.deleted, .created])
  }

  @Test(arguments: StoreEngine.allCases)
  func `a link that comes back has the sum of its clicks, and its limit goes on`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let link = sample("a") { $0.maxClicks = 10 }
    try store.make(link, at: time(0))
    let life = LinkLife(try #require(try store.currentLink(at: link.key)).link)
    _ = try waitForAnswer { store.reserve(4, of: life, limit: 10, completion: $0) }
    try store.remove(link.key, by: anna, at: time(1))
    let change = try #require(try store.versions(of: link.key).first?.change)
    #expect(change.actor == anna && change.undoes == nil)
    let reversal = try #require(try store.touchedLinks(of: change.number).first?.reversal)
    #expect(reversal.reservedClicks == 4)
    _ = try store.revert([reversal], by: anna, at: time(2))
    #expect(try store.reservedClicks(of: life) == 4)
    // Deleted again, it is as the second deletion left it, not as the first.
    try store.remove(link.key, by: anna, at: time(3))
    #expect(try store.touchedLinks(of: change.number).map(\.reversal) == [nil])
    let second = try #require(try store.versions(of: link.key).first?.change)
    let again = try #require(try store.touchedLinks(of: second.number).first?.reversal)
    #expect(try store.revert([again], by: anna, at: time(4)) == [true])
  }

  @Test(arguments: StoreEngine.allCases)
  func `lists the deleted links whose keys are free, the newest deletion first`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    for slug in ["old", "a", "b", "back", "again", "there"] {
      try store.make(fullSample(slug), at: time(0))
    }
    try store.make(sample("far") { $0.host = "far.example" }, at: time(0))
    try store.remove(sample("old").key, by: anna, at: time(10))
    for slug in ["back", "again"] { try store.remove(sample(slug).key, by: anna, at: time(20)) }
    try store.make(sample("back"), at: time(21))
    try store.make(sample("again") { $0.url = "https://e.example/2" }, at: time(21))
    try store.remove(sample("a").key, by: anna, at: time(22))
    try store.remove(LinkKey(host: "far.example", slug: "far"), by: anna, at: time(23))
    try store.remove(sample("again").key, by: .service, at: time(24))
    var actor = anna
    actor.change = try store.beginChange(by: anna, at: time(25))
    try store.remove(sample("b").key, by: actor, at: time(25))
    var query = DeletedQuery(since: time(11), limit: 9)
    let all = try store.deletedLinks(query).links
    #expect(all.map(\.link.slug) == ["b", "again", "far", "a"])
    #expect(all.map(\.change.actor) == [anna, .service, anna, anna])
    #expect(all.map(\.change.time) == [25, 24, 23, 22].map(time))
    #expect(all.map(\.version) == [1, 3, 1, 1])
    #expect(all[1].link.url == "https://e.example/2")
    #expect(all[3].link.isLike(fullSample("a")))
    query.limit = 1
    var paged: [DeletedLink] = []
    var next: DeletedCursor?
    repeat {
      let page = try store.deletedLinks(query)
      paged += page.links
      next = page.next
      query.cursor = next ?? .start
    } while next != nil
    #expect(paged == all)
    #expect(all.allSatisfy { DeletedCursor($0.cursor.description) == $0.cursor })
    let reach = HostReach(stored: "a.example *.far.example")
    let own = try store.deletedLinks(
      DeletedQuery(LinkFilter(reach: reach), since: time(0), limit: 9)
    ).links
    #expect(own.map(\.link.slug) == ["b", "again", "a", "old"])
    let none = try store.deletedLinks(DeletedQuery(since: time(26), limit: 9))
    #expect(none == DeletedPage(links: [], next: nil))
  }

  @Test(arguments: StoreEngine.allCases)
  func `filters deleted links as lists do, over as many rows as it takes`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    for number in 0..<20 {
      let link = sample("n\(number)") {
        if number % 10 == 3 { $0.tags = ["spring", "caf\u{E9}"] }
        if number == 7 { $0.campaign["utm_campaign"] = "autumn" }
        if number == 8 { ($0.host, $0.name) = ("far.example", "A Sale") }
        if number == 9 { ($0.tags, $0.name) = (["a\"b", "50% <off>"], "Über \"Tea\\Cup\"") }
      }
      try store.make(link, at: time(0))
      try store.remove(link.key, by: anna, at: time(1 + number))
    }
    func slugs(_ filter: LinkFilter, limit: Int = 9) throws -> [String] {
      try store.deletedLinks(DeletedQuery(filter, since: time(0), limit: limit)).links
        .map(\.link.slug)
    }
    #expect(try slugs(LinkFilter(tag: "spring")) == ["n13", "n3"])
    #expect(try slugs(LinkFilter(tag: "caf\u{E9}"), limit: 1) == ["n13"])
    #expect(try slugs(LinkFilter(tag: "cafe\u{301}")).isEmpty)
    #expect(try slugs(LinkFilter(campaign: "autumn"), limit: 1) == ["n7"])
    #expect(try slugs(LinkFilter(host: "far.example"), limit: 1) == ["n8"])
    #expect(try slugs(LinkFilter(search: "sale a"), limit: 1) == ["n8"])
    #expect(try slugs(LinkFilter(tag: "spring", search: "N3")) == ["n3"])
    for tag in ["a\"b", "50% <off>"] { #expect(try slugs(LinkFilter(tag: tag)) == ["n9"]) }
    for text in ["\"tea\\cup\"", "BER", "Über"] {
      #expect(try slugs(LinkFilter(search: text)) == ["n9"], "\(text)")
    }
    for filter in [
      LinkFilter(search: "über"), LinkFilter(tag: "50_ <off>"), LinkFilter(health: .dead),
    ] { #expect(try slugs(filter).isEmpty, "\(filter)") }
    var query = DeletedQuery(LinkFilter(tag: "spring"), since: time(0), limit: 1)
    query.cursor = try #require(store.deletedLinks(query).next)
    #expect(
      try store.deletedLinks(query).links.map(\.link.slug) == ["n3"]
        && store.deletedLinks(query).next == nil)
  }

  @Test(arguments: StoreEngine.allCases)
  func `a page of deleted links looks at as many as it may, and goes on behind them`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    for number in 0..<10 {
      let link = sample("n\(number)") { $0.tags = number % 4 == 1 ? ["spring"] : [] }
      try store.make(link, at: time(0))
      try store.remove(link.key, by: anna, at: time(1 + number))
    }
    // Looked at, although it is back.
    try store.make(sample("n8"), at: time(20))
    func pages(_ filter: LinkFilter, limit: Int) throws -> [String] {
      var query = DeletedQuery(filter, since: time(0), limit: limit)
      var pages: [String] = []
      while true {
        let page = try store.deletedLinks(query)
        pages.append(
          (page.links.map(\.link.slug) + (page.isCut ? ["…"] : [])).joined(separator: " "))
        guard let next = page.next else { return pages }
        query.cursor = next
      }
    }
    var filter = LinkFilter(tag: "spring")
    filter.searchedLinks = 3
    #expect(try pages(filter, limit: 5) == ["n9 …", "n5 …", "n1 …", ""])
    filter.searchedLinks = 9
    #expect(try pages(filter, limit: 1) == ["n9", "n5", "n1"])
    filter.tag = nil
    #expect(try pages(filter, limit: 5) == ["n9 n7 n6 n5 n4", "n3 n2 n1 n0"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps as many versions as it is told`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    var history = HistoryRetention()
    history.versions = 3
    store.keep(history)
    try store.make(sample("a"), at: time(0))
    for number in 1...8 {
      try store.change(sample("a") { $0.name = "\(number)" }, at: time(number))
    }
    let versions = try store.versions(of: LinkKey(host: "a.example", slug: "a"))
    #expect(versions.map(\.number) == [9, 8, 7, 6])
    #expect(versions.map { $0.link?.name } == ["8", "7", "6", "5"])
    #expect(versions.map { $0.change == nil } == [false, false, false, true])
    #expect(try store.forget(.versions, before: time(8)) == 2)
    #expect(try store.versions(of: LinkKey(host: "a.example", slug: "a")).map(\.number) == [9, 8])
  }

  @Test(arguments: StoreEngine.allCases)
  func `random lives are told as they were, and undone to what they were`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    var dice = Dice(seed: CaseSeed.value)
    var lives: [String: [ShortLink?]] = [:]
    for step in 1...120 {
      let slug = dice.pick(["a", "b", "c"])
      let present = lives[slug]?.last ?? nil
      let wanted = randomState(slug, &dice)
      switch (present, dice.roll(0...3)) {
      case (.some, 0):
        try store.remove(sample(slug).key, by: anna, at: time(step))
        lives[slug, default: []].append(nil)
      case (.some, _):
        try store.change(wanted, at: time(step))
        lives[slug, default: []].append(wanted)
      case (nil, _):
        try store.make(wanted, at: time(step))
        lives[slug, default: []].append(wanted)
      }
    }
    for (slug, states) in lives {
      let key = sample(slug).key
      let versions = try store.versions(of: key)
      #expect(versions.first?.number == states.count)
      for (version, state) in zip(versions, states.reversed()) {
        #expect(isSame(version.link, state), "\(slug) \(version.number)")
      }
      let change = try #require(versions.first?.change)
      let reversal = try #require(try store.touchedLinks(of: change.number).first?.reversal)
      #expect(try store.revert([reversal], by: anna, at: time(500)) == [true])
      let before = states.dropLast().last ?? nil
      #expect(isSame(try store.currentLink(at: key)?.link, before), "\(slug)")
    }
  }

  private func randomState(_ slug: String, _ dice: inout Dice) -> ShortLink {
    var link = dice.once(in: 2) ? fullSample(slug) : sample(slug)
    link.url = "https://e.example/\(dice.roll(0...8))"
    if dice.once(in: 2) { link.name = "n\(dice.roll(0...2))" }
    if dice.once(in: 2) { link.tags = ["t"] }
    if dice.once(in: 2) { link.archived.toggle() }
    return link
  }

  private func isSame(_ one: ShortLink?, _ other: ShortLink?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one.isLike(other)
  }
}

extension LinkStore {
  func remove(_ key: LinkKey, by actor: AuditActor, at now: Timestamp) throws {
    #expect(try delete(key, revision: nil, by: actor, at: now).isDone)
  }

  func change(_ link: ShortLink, at now: Timestamp) throws {
    let update = try update(link, revision: nil, at: now)
    guard case .done = update else { throw Unexpected(answer: update) }
  }

  /// Read in parts of one, so that nothing depends on the length of a part.
  fileprivate func touchedLinks(of change: Int) throws -> [TouchedLink] {
    var touched: [TouchedLink] = []
    var last = 0
    while let link = try links(of: change, after: last, limit: 1).first {
      touched.append(link)
      last = link.id
    }
    return touched
  }
}
