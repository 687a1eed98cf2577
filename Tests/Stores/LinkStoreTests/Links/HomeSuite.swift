import LinkStorage
import Links
import Testing

/// Links whose slug is on one host of several alone, over every engine.
@Suite(.tidies) struct HomeSuite {
  private static let hosts = (1...8).map { "m\($0).example" }

  private static let homes: OtherHomes = { key in
    hosts.filter { $0 != key.host }.map { LinkKey(host: $0, slug: key.slug) }
  }

  private func link(_ slug: String, _ host: Int) -> ShortLink {
    sample(slug, host: Self.hosts[host - 1])
  }

  private func create(
    _ link: ShortLink, _ key: IdempotencyKey? = nil, in store: any LinkStore
  ) throws -> Creation {
    let terms = CreationTerms(idempotencyKey: key, otherHomes: Self.homes(link.key))
    return try store.create(link, terms, at: time(0))
  }

  @Test(arguments: StoreEngine.allCases)
  func `creates no link whose slug another home has`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let first = link("x", 1)
    _ = try create(first, in: store).made
    let key = IdempotencyKey(text: "k", digest: [1])
    #expect(try create(link("x", 2), key, in: store) == .takenElsewhere(first.key))
    #expect(try create(first, in: store) == .taken)
    #expect(try store.delete(first.key, revision: nil).isDone)
    // What was refused has not used its key.
    let stored = try create(link("x", 2), key, in: store).made
    #expect(try create(link("x", 2), key, in: store) == .remembered(stored))
  }

  @Test(arguments: StoreEngine.allCases)
  func `a batch creates no link whose slug another home has, and changes those that are there`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.make(link("x", 1))
    // Made before the rule, or by way of another program.
    for host in [1, 2] { try store.make(link("both", host)) }
    var changed = link("both", 2)
    changed.url = "https://e.example/changed"
    let links = [link("y", 1), link("y", 2), link("x", 2), changed, link("z", 3)]
    let changes = try waitForAnswer {
      store.apply(
        links, overwritesEdits: true, homes: Self.homes, by: .service, now: time(1),
        completion: $0)
    }
    #expect(
      changes == [
        .created, .takenElsewhere(link("y", 1).key), .takenElsewhere(link("x", 1).key), .updated,
        .created,
      ])
    #expect(try store.currentLink(at: link("y", 2).key) == nil)
    #expect(try store.currentLink(at: changed.key)?.link.url == changed.url)
  }

  @Test(arguments: StoreEngine.allCases)
  func `a link that goes makes room for one on another host`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let owned = [link("x", 1), link("x", 2)].map { link in
      var link = link
      link.owner = "web"
      return link
    }
    let made = try store.make(owned[0])
    let lease = HeldLease(name: "apply", owner: "tests", seconds: 600)
    #expect(try store.lease(lease.name, owner: lease.owner, seconds: lease.seconds))
    let changes = try waitForAnswer {
      store.apply(
        [owned[1]], removing: [made.link.key], of: "web", homes: Self.homes, under: lease,
        by: .service, now: time(1), completion: $0)
    }
    #expect(changes == [.created, .removed])
    // The way back, where the return comes first, and once more, where the slug is taken.
    let there = try #require(try store.currentLink(at: owned[1].key))
    let back = LinkReversal(key: made.link.key, expected: nil, state: made.link)
    let away = LinkReversal(key: there.link.key, expected: there, state: nil)
    for (reversals, done) in [([back], [false]), ([back, away], [true, true])] {
      #expect(try store.revert(reversals, homes: Self.homes, at: time(2)) == done)
    }
    #expect(try store.currentLink(at: made.link.key) != nil)
    #expect(try store.currentLink(at: there.link.key) == nil)
  }
}
