import SQLiteStore
import ShortLinks
import Testing

@testable import KeiroCommand
@testable import LinkService

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
    _ = try foreign.perform(.create(link, CreationTerms(), now: now))
    watch.look()
    #expect(directory.changes.position != before)
  }

  @Test func `leaves the caches alone while the store does not answer`() {
    let before = directory.changes.position
    store.close()
    watch.look()
    watch.look()
    #expect(directory.changes.position == before)
  }
}
