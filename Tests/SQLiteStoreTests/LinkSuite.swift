import Links
import LinkStorage
import Testing

@Suite struct LinkSuite {
  @Test(arguments: StoreEngine.allCases)
  func `gives back every field as it was given`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      let stored = try store.make(fullSample("full"))
      #expect(stored.link == fullSample("full"))
      #expect(stored.revision == 1)
      #expect(try store.link(at: stored.link.key) == stored)
      let plain = try store.make(sample("plain"))
      #expect(plain.link.createdAt == time(0))
      #expect(plain.link.updatedAt == time(0))
      #expect(try store.link(at: plain.link.key) == plain)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells places apart by host and by case`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      try store.make(sample("x"))
      try store.make(sample("X"))
      try store.make(sample("x", host: "b.example"))
      let again = try store.perform(.create(sample("x"), CreationTerms(), now: time(1)))
      #expect(again == .taken)
      #expect(try store.link(at: LinkKey(host: "a.example", slug: "y")) == nil)
      #expect(try store.link(at: LinkKey(host: "c.example", slug: "x")) == nil)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `changes a link only as long as nobody else has`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      let first = try store.make(sample("x") { $0.tags = ["old"] })
      let change = sample("x") {
        $0.url = "https://e.example/new"
        $0.tags = ["new"]
      }
      let answer = try store.perform(.update(change, revision: 1, now: time(5)))
      guard case .updated(let second) = answer else { throw Unexpected(answer: answer) }
      #expect(second.id == first.id && second.revision == 2)
      #expect(second.link.createdAt == time(0) && second.link.updatedAt == time(5))
      #expect(try store.link(at: change.key) == second)
      #expect(
        try store.perform(.update(sample("x"), revision: 1, now: time(6))) == .overtaken(second))
      #expect(try store.perform(.update(sample("y"), revision: nil, now: time(6))) == .missing)
      #expect(try store.links(LinkFilter(tag: "old"), after: nil, limit: 9).links == [])
      #expect(try store.links(LinkFilter(tag: "new"), after: nil, limit: 9).links == [second])
      #expect(try store.perform(.delete(change.key, revision: 1)) == .overtaken(second))
      #expect(try store.perform(.delete(change.key, revision: 2)) == .deleted)
      #expect(try store.perform(.delete(change.key, revision: nil)) == .missing)
      #expect(try store.link(at: change.key) == nil)
      let again = try store.make(sample("x"))
      #expect(again.id != first.id)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `makes a link once for an idempotency key`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      let terms = CreationTerms(idempotencyKey: IdempotencyKey(text: "k", digest: [1, 2]))
      let other = CreationTerms(idempotencyKey: IdempotencyKey(text: "k", digest: [3]))
      let answer = try store.perform(.create(sample("x"), terms, now: time(0)))
      guard case .created(let stored) = answer else { throw Unexpected(answer: answer) }
      #expect(try store.perform(.create(sample("y"), terms, now: time(1))) == .remembered(stored))
      #expect(try store.perform(.create(sample("z"), other, now: time(1))) == .keyReused)
      _ = try store.perform(.delete(stored.link.key, revision: nil))
      #expect(try store.perform(.create(sample("x"), terms, now: time(2))) == .remembered(nil))
      _ = try store.perform(.forgetIdempotencyKeys(before: time(0)))
      #expect(try store.perform(.create(sample("x"), terms, now: time(3))) == .remembered(nil))
      _ = try store.perform(.forgetIdempotencyKeys(before: time(1)))
      try store.make(sample("x"))
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `finds a link that is as wanted already`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      let wanted = sample("one") { $0.name = "n" }
      let stored = try store.make(wanted)
      var alike = wanted
      alike.slug = "two"
      let terms = CreationTerms(findsExisting: true)
      #expect(try store.perform(.create(alike, terms, now: time(1))) == .found(stored))
      #expect(try store.link(like: alike) == stored)
      alike.name = "other"
      #expect(try store.link(like: alike) == nil)
      alike.name = "n"
      alike.host = "b.example"
      #expect(try store.link(like: alike) == nil)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells caches that links have changed, and not that they were clicked`(
    _ engine: StoreEngine
  ) throws {
    try engine.withStore { store in
      var last = try store.changeCounter()
      func changed() throws -> Bool {
        defer { last = (try? store.changeCounter()) ?? 0 }
        return try store.changeCounter() != last
      }
      try store.make(sample("x"))
      #expect(try changed())
      _ = try store.perform(.create(sample("x"), CreationTerms(), now: time(0)))
      _ = try store.perform(.apply([sample("x")], now: time(1), dryRun: false))
      _ = try store.perform(.apply([sample("y")], now: time(1), dryRun: true))
      _ = try store.perform(.count([], []))
      #expect(try !changed())
      _ = try store.perform(.apply([sample("y")], now: time(1), dryRun: false))
      #expect(try changed())
      _ = try store.perform(.update(sample("x"), revision: nil, now: time(1)))
      #expect(try changed())
      _ = try store.perform(.delete(sample("x").key, revision: nil))
      #expect(try changed())
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `answers nothing once it is closed`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      store.close()
      func isClosed(_ body: () throws -> Void) -> Bool {
        do {
          try body()
          return false
        } catch { return (error as? LinkStoreError)?.kind == .closed }
      }
      #expect(isClosed { try store.check() })
      #expect(isClosed { try store.make(sample("x")) })
    }
  }
}
