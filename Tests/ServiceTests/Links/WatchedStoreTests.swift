import Links
import LinkStorage
import Service
import Testing

struct WatchedStoreTests {
  @Test func `does not answer after a write that failed, until one succeeds`() throws {
    let engine = BrokenStore()
    let store = WatchedStore(engine)
    try store.check()
    engine.fails = true
    #expect(throws: LinkStoreError.self) { try store.perform(.probe) }
    engine.fails = false
    // The engine can be read again, but nobody has seen it take a write.
    #expect(throws: BrokenStore.failure) { try store.check() }
    store.retry()
    try store.check()
  }

  @Test func `takes no answer for a write that needed none`() throws {
    let engine = BrokenStore()
    let store = WatchedStore(engine)
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    let create = LinkWrite.create(link, CreationTerms(), now: Timestamp(secondsSinceEpoch: 0))
    _ = try store.perform(create)
    engine.fails = true
    #expect(throws: LinkStoreError.self) { try store.perform(.probe) }
    engine.fails = false
    _ = try store.perform(create)
    #expect(throws: BrokenStore.failure) { try store.check() }
  }
}
