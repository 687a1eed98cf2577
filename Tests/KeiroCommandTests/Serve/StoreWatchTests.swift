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

  @Test(arguments: [
    ([7, nil, 7, nil, nil, 7], [false, false, false, false, false, false]),
    ([7, nil, 8, 8], [false, false, true, false]),
    // What was there before the first failure is not known.
    ([nil, 7, 7], [false, true, false]),
  ])
  func `forgets for a change, and not for a store that fails now and then`(
    _ counters: [Int?], _ expected: [Bool]
  ) {
    var changes = ForeignChanges()
    let noted = counters.map { changes.note($0) }
    #expect(noted == expected)
  }
}
