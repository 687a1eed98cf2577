@testable import KeiroCommand
import LinkStorage
import Links
import SQLiteStore
import Testing

@testable import Service

@Suite struct StoreWatchTests {
  let folder: TemporaryFolder
  let store: SQLiteStore
  let directory: LinkDirectory
  let watch: StoreWatch

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(path: folder.path + "/keiro.db")
    directory = LinkDirectory(store: store, passwords: .scrypt)
    watch = StoreWatch(directory)
    watch.look()
  }

  @Test func `lets the caches know what another process has changed`() throws {
    let foreign = try SQLiteStore(path: folder.path + "/keiro.db")
    defer { foreign.close() }
    let before = directory.changes.position
    watch.look()
    #expect(directory.changes.position == before)
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    let now = Timestamp(secondsSinceEpoch: 0)
    try waitForAnswer { foreign.create(link, CreationTerms(), now: now, completion: $0) }
    watch.look()
    let changes = directory.changes.since(before)
    #expect(changes.keys == [link.key])
    watch.look()
    #expect(directory.changes.position == changes.position)
  }

  @Test func `leaves the directory's own changes to the directory`() throws {
    let before = directory.changes.position
    let link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    let now = Timestamp(secondsSinceEpoch: 0)
    try waitForAnswer { directory.create(link, CreationTerms(), now: now, completion: $0) }
    watch.look()
    #expect(directory.changes.since(before).keys == [link.key])
  }

  @Test func `leaves the caches alone while the store does not answer`() {
    let before = directory.changes.position
    store.close()
    watch.look()
    watch.look()
    #expect(directory.changes.position == before)
  }
}
