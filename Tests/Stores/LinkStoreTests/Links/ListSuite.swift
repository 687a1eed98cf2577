import Links
import LinkStorage
import Testing

@Suite(.tidies) struct ListSuite {
  @Test(arguments: StoreEngine.allCases)
  func `lists the newest first, part by part`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for number in 0..<7 {
      try store.make(sample("s\(number)") { $0.createdAt = time(number / 2) })
    }
    var slugs: [String] = []
    var cursor: LinkCursor?
    repeat {
      let page = try store.links(LinkFilter(), after: cursor, limit: 2)
      #expect(page.links.count <= 2)
      slugs += page.links.map(\.link.slug)
      cursor = page.next.flatMap { LinkCursor($0.description) }
      // Links made during reading do not move the part that has not been read.
      if cursor != nil { try store.make(sample("new\(slugs.count)") { $0.createdAt = time(9) }) }
    } while cursor != nil
    #expect(slugs == ["s6", "s5", "s4", "s3", "s2", "s1", "s0"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `filters by host, tag and text`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try store.make(sample("Apple") { $0.tags = ["fruit", "red"] })
    try store.make(sample("pear") { $0.name = "An APPLE's friend" })
    try store.make(sample("plum", host: "b.example") { $0.tags = ["fruit"] })
    try store.make(sample("x") { $0.url = "https://e.example/a%_b" })
    func slugs(_ filter: LinkFilter) throws -> [String] {
      let found = try store.slugs(filter)
      #expect(try store.count(filter) == found.count)
      #expect(try store.count(filter, upTo: 2) == min(found.count, 2))
      return found
    }
    #expect(try slugs(LinkFilter()) == ["x", "plum", "pear", "Apple"])
    #expect(try slugs(LinkFilter(host: "b.example")) == ["plum"])
    #expect(try slugs(LinkFilter(tag: "fruit")) == ["plum", "Apple"])
    #expect(try slugs(LinkFilter(host: "a.example", tag: "fruit")) == ["Apple"])
    #expect(try slugs(LinkFilter(tag: "frui")) == [])
    #expect(try slugs(LinkFilter(search: "apple")) == ["pear", "Apple"])
    #expect(try slugs(LinkFilter(search: "%_")) == ["x"])
    #expect(try slugs(LinkFilter(search: "a%b")) == [])
    for search in ["\0", "\0apple", "apple\0", "apple \0"] {
      #expect(try slugs(LinkFilter(search: search)) == [])
    }
    #expect(try slugs(LinkFilter(tag: "red", search: "APP")) == ["Apple"])
    #expect(try slugs(LinkFilter(search: "")).count == 4)
    // Each word may be in the slug, the destination or the name, in any order.
    #expect(try slugs(LinkFilter(search: "friend pear")) == ["pear"])
    #expect(try slugs(LinkFilter(search: "friend plum")) == [])
  }

  @Test(arguments: StoreEngine.allCases)
  func `folds the case of ASCII letters in searches, of all letters in tags`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.make(sample("named") { $0.name = "FR\u{DC}H" })
    let tags = ["caf\u{E9}", "\u{41E}\u{441}\u{435}\u{43D}\u{44C}", "a\"b", "\u{212A}g"]
    try store.make(sample("tagged") { $0.tags = tags })
    #expect(try store.slugs(LinkFilter(search: "fr\u{DC}h")) == ["named"])
    #expect(try store.slugs(LinkFilter(search: "fr\u{FC}h")) == [])
    #expect(try store.slugs(LinkFilter(tag: "caf\u{E9}")) == ["tagged"])
    #expect(try store.slugs(LinkFilter(tag: "cafe\u{301}")) == [])
    #expect(try store.slugs(LinkFilter(tag: "CAF\u{E9}")) == ["tagged"])
    for tag in ["CAF\u{C9}", "\u{43E}\u{421}\u{415}\u{41D}\u{42C}", "A\"B", "\u{212A}G"] {
      #expect(try store.slugs(LinkFilter(tag: tag)) == ["tagged"])
      #expect(LinkFilter(tag: tag).takes(sample("other") { $0.tags = tags }))
    }
    for tag in ["kg", "caf\u{E9},b", "a\0"] { #expect(try store.slugs(LinkFilter(tag: tag)) == []) }
    let endless = String(repeating: "\u{436}", count: 100_000)
    #expect(try store.slugs(LinkFilter(tag: endless)) == [])
  }

  @Test(arguments: StoreEngine.allCases)
  func `finds a long tag in small letters, in capitals, and with a capital for each word`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let words = "\u{440}\u{430}\u{441}\u{43F}\u{440}\u{43E}\u{434}\u{430}\u{436}\u{430}"
    let tag = "\(words) \(words)"
    let spellings = [tag, tag.uppercased(), tag.capitalized(), "\(words.capitalized()) \(words)"]
    for (index, spelling) in spellings.enumerated() {
      try store.make(sample("s\(index)") { $0.tags = [spelling] })
    }
    for spelling in spellings {
      #expect(try store.links(LinkFilter(tag: spelling), after: nil, limit: 9).links.count == 4)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `one tag in several spellings is one row, under the most frequent of them`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    // Letters that are composed differently are different ones, in sums as in filters.
    let other = "E\u{301}t"
    for (slug, tags) in [
      ("a", ["\u{C9}t"]), ("b", ["\u{E9}T"]), ("c", ["x", "X"]), ("d", [other]),
    ] {
      try store.make(sample(slug) { $0.tags = tags })
    }
    try store.count([clicked("a", 2), clicked("b", 3), clicked("c", 4), clicked("d", 1)])
    let rows = try store.statistics(StatisticsQuery(by: .tag)).rows
    #expect(rows.map(\.name) == ["\u{E9}T", "x", other])
    #expect(rows.map(\.clicks) == [5, 4, 1])
    #expect(try store.slugs(LinkFilter(tag: other)) == ["d"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `finds a destination as it is typed and as it is stored`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let link = sample("m") { $0.url = "https://xn--mller-kva.example/stra%C3%9Fe?a=1" }
    try store.make(link)
    try store.make(sample("other"))
    for text in [
      "m\u{FC}ller.example", "M\u{DC}LLER", "xn--mller-kva", "stra\u{DF}e", "/stra%C3%9Fe",
      "https://m\u{FC}ller.example/stra\u{DF}e?a", "a=1 m\u{FC}ller.example/",
    ] {
      let filter = LinkFilter(search: text)
      #expect(try store.slugs(filter) == ["m"], "\(text)")
      #expect(filter.takes(link), "\(text)")
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps to a reach of single hosts, of wildcards and of both`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for host in ["a.example", "b.example", "x.b.example", "y.x.b.example", "c"] {
      try store.make(sample(host, host: host))
    }
    for (hosts, expected) in [
      (["a.example"], ["a.example"]), (["a.example", "c"], ["a.example", "c"]),
      (["*.b.example"], ["x.b.example"]),
      (["*.example", "*.b.example"], ["a.example", "b.example", "x.b.example"]),
      (["c", "*.b.example", "a.example"], ["a.example", "c", "x.b.example"]),
      (["absent.example"], []),
    ] {
      let reach = HostReach(stored: hosts.joined(separator: " "))
      let found = try store.links(LinkFilter(reach: reach), after: nil, limit: 50).links
      #expect(found.map(\.link.host).sorted() == expected, "\(hosts)")
    }
    let nothing = LinkFilter(reach: HostReach(stored: "*"))
    #expect(try store.links(nothing, after: nil, limit: 50).links.isEmpty)
  }

  @Test(arguments: StoreEngine.allCases)
  func `hands out for visitors what came last, part by part`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for number in 0..<5 {
      try store.make(sample("s\(number)") { $0.createdAt = time(-number) })
    }
    var slugs: [[String]] = []
    var last = Int.max
    while let oldest = try store.links(beforeID: last, limit: 2).last?.id {
      slugs.append(try store.links(beforeID: last, limit: 2).map(\.link.slug))
      last = oldest
    }
    #expect(slugs == [["s4", "s3"], ["s2", "s1"], ["s0"]])
  }

  @Test(arguments: StoreEngine.allCases)
  func `walks through everything in the order of its coming`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let links = (0..<25).map { number in
      sample("s\(number)") { $0.createdAt = time(-number) }
    }
    _ = try store.apply(links, at: time(0))
    var slugs: [String] = []
    try store.forEachLink(batch: 10) { stored in
      slugs.append(stored.link.slug)
      return true
    }
    #expect(slugs == links.map(\.slug))
    var count = 0
    try store.forEachLink(batch: 10) { _ in
      count += 1
      return count < 12
    }
    #expect(count == 12)
  }

  @Test(arguments: StoreEngine.allCases)
  func `applies links and says what became of each`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let full = try store.make(fullSample("full")).link
    _ = try store.apply([sample("old")], at: time(0))
    let wanted = [
      full, sample("old"), sample("old") { $0.name = "changed" }, sample("new"), sample("new"),
      sample("new") { $0.tags = ["t"] },
    ]
    let changes = try store.apply(wanted, at: time(7))
    #expect(changes == [.unchanged, .unchanged, .updated, .created, .unchanged, .updated])
    let old = try #require(try store.link(at: sample("old").key))
    #expect(old.link.name == "changed" && old.revision == 2)
    #expect(old.link.createdAt == time(0) && old.link.updatedAt == time(7))
    #expect(try store.link(at: full.key)?.revision == 1)
    let new = try store.links(LinkFilter(tag: "t"), after: nil, limit: 9).links
    #expect(new.map(\.link.slug) == ["new"] && new.map(\.revision) == [2])
    #expect(try store.versions(of: sample("new").key).map(\.kind) == [.created])
    var everything: [ShortLink] = []
    try store.forEachLink { stored in
      everything.append(stored.link)
      return true
    }
    #expect(
      try store.apply(everything, at: time(9))
        == [.unchanged, .unchanged, .unchanged])
  }
}

extension String {
  /// With a capital for each word.
  fileprivate func capitalized() -> String {
    split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }
}
