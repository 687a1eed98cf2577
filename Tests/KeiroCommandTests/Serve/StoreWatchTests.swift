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

  @Test func `lets the caches forget everything after a bulk elsewhere`() throws {
    let foreign = try SQLiteStore(path: folder.path + "/keiro.db")
    defer { foreign.close() }
    let links = (0..<500).map { number in
      ShortLink(host: "a.example", slug: "s\(number)", url: "https://e.example/")
    }
    let before = directory.changes.position
    let now = Timestamp(secondsSinceEpoch: 0)
    try waitForAnswer { foreign.apply(links, overwritesEdits: false, now: now, completion: $0) }
    watch.look()
    #expect(directory.changes.since(before).keys == nil)
  }

  @Test func `has the store forget sessions that are over when the service starts`() throws {
    func open(_ digest: UInt8, expires: Int) throws {
      let session = Session(
        digest: [digest], subject: "ann", createdAt: Timestamp(secondsSinceEpoch: 0),
        expires: Timestamp(secondsSinceEpoch: expires))
      try waitForAnswer { store.createSession(session, completion: $0) }
    }
    try open(1, expires: 1000)
    try open(2, expires: 1 << 40)
    StoreWatch(directory).look()
    // Writes keep their order: behind this one the cleaning is done.
    try waitForAnswer { store.probe(completion: $0) }
    #expect(try store.sessions(of: nil).map(\.digest) == [[2]])
  }
}
