import LinkStorage
import Links
import Testing

/// Lists in the order of clicks, and searches that look at some of the links only.
@Suite(.tidies) struct RankSuite {
  /// The slugs of a list with their clicks, read in pages of a size.
  private func ranked(
    _ store: any LinkStore, _ filter: LinkFilter = LinkFilter(order: .clicks), by size: Int = 3
  ) throws -> [String] {
    var cursor: LinkCursor?
    var links: [String] = []
    repeat {
      let page = try store.links(filter, after: cursor, limit: size)
      links += zip(page.links, page.clicks).map { "\($0.link.slug) \($1)" }
      cursor = page.next.flatMap { LinkCursor($0.description) }
    } while cursor != nil
    return links
  }

  /// The slugs of each page of a list, with a sign behind those of one that is cut.
  private func pages(
    _ store: any LinkStore, _ filter: LinkFilter, by most: Int, limit: Int = 5
  ) throws -> [String] {
    var (filter, pages) = (filter, [String]())
    filter.searchedLinks = most
    var cursor: LinkCursor?
    repeat {
      let page = try store.links(filter, after: cursor, limit: limit)
      pages.append(
        (page.links.map(\.link.slug) + (page.isCut ? ["…"] : [])).joined(separator: " "))
      cursor = page.next
    } while cursor != nil
    return pages
  }

  @Test(arguments: StoreEngine.allCases)
  func `imported clicks move a link in the order, and leave with it`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for slug in ["a", "b", "c"] { try store.make(sample(slug)) }
    let brought = try store.make(sample("d") { $0.rare.importedClicks = 6 })
    try store.count([clicked("a", 5), clicked("b", 9), clicked("c", 50, isBot: true)])
    try store.rollUp(at: day(firstDay + 2))
    #expect(try ranked(store) == ["b 9", "d 6", "a 5", "c 0"])
    _ = try store.update(
      sample("d") { $0.rare.importedClicks = 70 }, revision: brought.revision, at: time(1))
    _ = try store.apply(
      [sample("c") { $0.rare.importedClicks = 7 }], overwritesEdits: true, at: time(1))
    #expect(try ranked(store) == ["d 70", "b 9", "c 7", "a 5"])
    _ = try store.update(sample("d"), revision: nil, at: time(2))
    #expect(try ranked(store) == ["b 9", "c 7", "a 5", "d 0"])
    _ = try store.delete(sample("b").key, revision: nil)
    try store.make(sample("b"))
    _ = try store.delete(sample("c").key, revision: nil)
    #expect(try ranked(store) == ["a 5", "b 0", "d 0"])
    try store.count([clicked("d", 1)])
    try store.rollUp(at: day(firstDay + 2))
    #expect(try ranked(store) == ["a 5", "d 1", "b 0"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `an order by clicks is the same with every filter and size of page`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let links = (0..<40).map { number in
      sample("s\(number)", host: number % 4 == 0 ? "b.example" : "a.example") {
        $0.tags = number % 2 == 0 ? ["even"] : []
        if number % 5 == 0 { $0.rare.importedClicks = number }
      }
    }
    _ = try store.apply(links, at: time(0))
    try store.count(
      links.indices.filter { $0 % 3 == 0 }.map { number in
        var clicks = clicked("s\(number)", number % 7 + 1)
        clicks.key = links[number].key
        return clicks
      })
    try store.rollUp(at: day(firstDay + 2))
    let all = try ranked(store, by: 50)
    #expect(all.count == 40 && all.prefix(2) == ["s35 35", "s30 33"])
    #expect(try ranked(store, by: 1) == all && ranked(store, by: 7) == all)
    let kept: [(filter: LinkFilter, takes: (Int) -> Bool)] = [
      (LinkFilter(host: "b.example", order: .clicks), { $0 % 4 == 0 }),
      (LinkFilter(tag: "even", order: .clicks), { $0 % 2 == 0 }),
      (LinkFilter(search: "S1", order: .clicks), { "s\($0)".contains("s1") }),
    ]
    for (filter, takes) in kept {
      let slugs = Set((0..<40).filter(takes).map { "s\($0)" })
      let wanted = all.filter { slugs.contains(String($0.prefix { $0 != " " })) }
      #expect(try ranked(store, filter, by: 3) == wanted)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `a search looks at as many links as it may, and goes on behind them`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    for number in 0..<10 {
      try store.make(
        sample("s\(number)", host: number == 8 ? "b.example" : "a.example") {
          $0.createdAt = time(number / 3)
          $0.name = number % 4 == 1 ? "wanted 100%" : nil
        })
    }
    let filter = LinkFilter(host: "a.example", search: "WANTED 0%")
    #expect(try pages(store, filter, by: 3) == ["s9 …", "s5 …", "s1 …", ""])
    // A full page is no cut.
    #expect(try pages(store, filter, by: 9, limit: 2) == ["s9 s5", "s1"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `a search in the order of clicks looks at as many links as it may, and goes on behind them`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    // Five with clicks, of which every other is wanted, as are two of the five without.
    for number in 0..<10 {
      try store.make(
        sample("s\(number)") {
          $0.name = [0, 2, 4, 5, 9].contains(number) ? "wanted" : nil
          $0.archived = number == 3 || number == 7
        })
    }
    try store.count((0..<5).map { clicked("s\($0)", 10 - $0) })
    try store.rollUp(at: day(firstDay + 2))
    let wanted = LinkFilter(search: "WANTED", order: .clicks)
    #expect(try pages(store, wanted, by: 3) == ["s0 s2 …", "s4 s9 …", "…", "s5 …", "…", ""])
    #expect(try pages(store, wanted, by: 100) == ["s0 s2 s4 s9 s5"])
    #expect(try pages(store, wanted, by: 100, limit: 2) == ["s0 s2", "s4 s9", "s5"])
    let archived = LinkFilter(order: .clicks, state: LinkState.AtTime(.archived, at: time(0)))
    #expect(try pages(store, archived, by: 5) == ["s3 …", "s7 …", "…", ""])
    #expect(try pages(store, LinkFilter(order: .clicks), by: 1, limit: 8).count == 2)
  }
}
