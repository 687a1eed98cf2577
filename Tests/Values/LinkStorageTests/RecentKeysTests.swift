import LinkStorage
import Links
import Testing

/// The numbers of recently changed links.
@Suite struct RecentKeysTests {
  private static let limit = 100

  private func key(_ number: Int) -> LinkKey { LinkKey(host: "a.example", slug: "s\(number)") }

  private func keys(_ changes: FeedChanges) -> [LinkKey]? {
    guard case .keys(let keys) = changes.links else { return nil }
    return keys
  }

  @Test func `a cache hears what came since it asked, and all of it without a cursor`() {
    var recent = RecentKeys(keeping: Self.limit)
    let start = recent.changes(since: nil)
    #expect(keys(start) == nil && start.tokensChanged)
    #expect(keys(recent.changes(since: start.cursor)) == [])
    recent.add(.keys([key(1), key(2)]))
    let first = recent.changes(since: start.cursor)
    #expect(keys(first) == [key(1), key(2)] && !first.tokensChanged)
    recent.add(.keys([key(3)]))
    #expect(keys(recent.changes(since: first.cursor)) == [key(3)])
    #expect(keys(recent.changes(since: start.cursor)) == [key(1), key(2), key(3)])
    recent.add(.keys([]))
    #expect(keys(recent.changes(since: first.cursor)) == [key(3)])
  }

  @Test(arguments: ["", "x", "-1", "99", "1 "])
  func `a cursor that was never given leads to everything`(text: String) {
    var recent = RecentKeys(keeping: Self.limit)
    recent.add(.keys([key(1)]))
    #expect(keys(recent.changes(since: FeedCursor(text))) == nil)
  }

  @Test func `where everything may have changed, no earlier cursor can be followed`() {
    var recent = RecentKeys(keeping: Self.limit)
    recent.add(.keys([key(1)]))
    let before = recent.changes(since: nil).cursor
    recent.add(.everything)
    #expect(keys(recent.changes(since: before)) == nil)
    let after = recent.changes(since: nil).cursor
    recent.add(.keys([key(2)]))
    #expect(keys(recent.changes(since: after)) == [key(2)])
  }

  @Test func `what is older than the bound is forgotten, and what is more at once counts as all`() {
    let limit = Self.limit
    var recent = RecentKeys(keeping: limit)
    let start = recent.changes(since: nil).cursor
    recent.add(.keys((0..<limit).map(key)))
    let middle = recent.changes(since: nil).cursor
    recent.add(.keys((0..<limit).map(key)))
    #expect(keys(recent.changes(since: start))?.count == limit * 2)
    recent.add(.keys([key(7)]))
    #expect(keys(recent.changes(since: start)) == nil)
    #expect(keys(recent.changes(since: middle)) == nil)
    let end = recent.changes(since: nil).cursor
    recent.add(.keys((0...limit).map(key)))
    #expect(keys(recent.changes(since: end)) == nil)
  }
}
