import LinkStorage
import Links
import SQLStorage
import Testing

@testable import SQLiteStore

/// The indexes that a first import drops and builds again.
@Suite(.tidies) struct LinkIndexTests {
  private static let all = [
    "links_by_age", "links_by_campaign", "links_by_host_and_age", "links_by_likeness",
  ]

  private func indexes(_ path: String) throws -> [String] {
    try Database(path: path, isReadOnly: true).rows(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'links_by%' "
        + "AND name <> 'links_by_end' ORDER BY name"
    ) { $0.text(0) }
  }

  private func links(_ range: Range<Int>) -> [ShortLink] {
    range.map { number in
      sample("n\(number)") { $0.campaign["utm_campaign"] = number % 2 == 0 ? "spring" : nil }
    }
  }

  private func apply(_ links: [ShortLink], _ store: SQLiteStore) throws {
    _ = try store.apply(links, at: time(0))
  }

  @Test func `are left out by the first large group and made at the end`() throws {
    let (store, path) = try openedFile()
    #expect(try indexes(path) == Self.all)
    try apply(links(0..<1000), store)
    #expect(try indexes(path) == [])
    // Lists remain correct meanwhile, and campaigns are not looked for in each link.
    #expect(try store.newestLinkOfEachCampaign(within: .everywhere, limit: 9).isEmpty)
    #expect(try store.slugs(LinkFilter(), limit: 1) == ["n999"])
    try apply(links(1000..<2500), store)
    try waitForAnswer { store.endApplying(completion: $0) }
    #expect(try indexes(path) == Self.all)
    #expect(try store.slugs(LinkFilter(), limit: 1) == ["n2499"])
    #expect(try store.link(like: links(7..<8)[0])?.link.slug == "n7")
    let named = try store.newestLinkOfEachCampaign(within: .everywhere, limit: 9)
    #expect(named.map(\.link.slug) == ["n2498"])
  }

  @Test func `are made when the file is opened after an import that was broken off`() throws {
    let path = try temporaryFolder() + "/keiro.db"
    let store = try SQLiteStore(path: path)
    try apply(links(0..<1000), store)
    store.close()
    #expect(try indexes(path) == [])
    _ = try opened(SQLiteStore(path: path))
    #expect(try indexes(path) == Self.all)
  }

  @Test func `are left out of the copy of another store, and stay in one that has them`() throws {
    let folder = try temporaryFolder()
    var options = SQLiteStore.Options()
    options.isCopy = true
    let path = folder + "/copy.db"
    try SQLiteStore(path: path, options: options).close()
    #expect(try indexes(path) == [])
    let store = try SQLiteStore(path: path)
    #expect(try indexes(path) == Self.all)
    try apply(links(0..<2), store)
    store.close()
    try SQLiteStore(path: path, options: options).close()
    #expect(try indexes(path) == Self.all)
  }

  @Test func `stay when there are links already, and for a few`() throws {
    let (store, path) = try openedFile()
    try apply(links(0..<10), store)
    #expect(try indexes(path) == Self.all)
    try apply(links(10..<2010), store)
    #expect(try indexes(path) == Self.all)
  }
}
