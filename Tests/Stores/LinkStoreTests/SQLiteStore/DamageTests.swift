import FoundationEssentials
import LinkStorage
import Links
import SQLStorage
import Testing

@testable import SQLiteStore

/// Files that return other bytes than were written.
@Suite(.tidies) struct DamageTests {
  private func open() throws -> (SQLiteStore, Database) {
    let (store, path) = try openedFile()
    _ = try store.apply((0..<700).map { sample("s\($0)") }, at: time(0))
    return (store, try Database(path: path))
  }

  private func examineAll(_ store: SQLiteStore) throws {
    var position = 0
    repeat {
      position = try store.examine(after: position, limit: 250)
    } while position > 0
  }

  private func texts(_ store: SQLiteStore) -> [String] {
    store.troubles().filter { $0.kind == .damage }.map(\.text)
  }

  @Test(arguments: [
    "url = 'https://other.example/'", "status = 301", "revision = 9", "password = 'x'",
    "expires = 7", "details = '{}'", "name = ''",
  ])
  func `a value that was not written is not taken as true`(_ change: String) throws {
    let (store, file) = try open()
    try file.execute("UPDATE links SET \(change) WHERE slug = 's7'")
    #expect(kind { try store.link(at: sample("s7").key) } == .corrupt)
    #expect(try store.link(at: sample("s8").key) != nil)
    // Regardless of the number of attempts.
    _ = try? store.link(at: sample("s7").key)
    #expect(store.damages == ["read links: the row of link 8 is not as it was written"])
  }

  @Test(arguments: [false, true])
  func `a file that was moved away takes no changes, unless it is a copy`(isCopy: Bool) throws {
    let path = try temporaryFolder() + "/a.db"
    var options = SQLiteStore.Options()
    options.isCopy = isCopy
    let store = try opened(SQLiteStore(path: path, options: options))
    func write() throws { try waitForAnswer { store.probe(completion: $0) } }
    try write()
    try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
    #expect(kind { try write() } == (isCopy ? nil : .failed))
    #expect(kind { try store.linkCount() } == .unreachable)
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(store.troubles().map(\.kind) == (isCopy ? [] : [.writes]))
    try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
    try write()
    #expect(store.troubles().isEmpty)
  }

  @Test func `damage is found before a visitor meets it`() throws {
    let (store, file) = try open()
    try examineAll(store)
    #expect(store.troubles().isEmpty)
    try file.execute("UPDATE links SET url = url || '/' WHERE slug IN ('s5', 's600')")
    try examineAll(store)
    #expect(
      store.damages
        == [6, 601].map { "read links: the row of link \($0) is not as it was written" })
    let text = try #require(texts(store).first)
    #expect(text.hasSuffix("is damaged: \(store.damages[0]), and 1 more"))
  }

  @Test func `a link that the index has lost is missed`() throws {
    let path = try temporaryFolder() + "/a.db"
    let before = try SQLiteStore(path: path)
    _ = try before.apply((0..<700).map { sample("s\($0)") }, at: time(0))
    before.close()
    try Database(path: path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    // In the index the slug is followed by a number, in the row by the destination.
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var start = 0
    while let range = bytes[start...].firstRange(of: Array("a.examples300".utf8)) {
      start = range.upperBound
      if bytes[start] != UInt8(ascii: "h") { bytes[start - 1] = 0x2F }
    }
    try Data(bytes).write(to: URL(filePath: path))
    let store = try opened(SQLiteStore(path: path))
    #expect(try store.link(at: sample("s300").key) == nil)
    try examineAll(store)
    #expect(store.damages == ["read the index of links: link 301 is not found at its place"])
    #expect(try !store.integrityFailures().isEmpty)
  }

  @Test func `rows of earlier releases are taken, and guarded from then on`() throws {
    let (store, file) = try open()
    try file.execute("UPDATE links SET checksum = NULL")
    #expect(try store.link(at: sample("s7").key) != nil)
    try examineAll(store)
    // Writes come after everything that was queued before.
    try waitForAnswer { store.probe(completion: $0) }
    let open = try file.first("SELECT count(*) FROM links WHERE checksum IS NULL") { $0.int(0) }
    #expect(open == 0)
    try file.execute("UPDATE links SET url = 'x' WHERE slug = 's7'")
    #expect(throws: LinkStoreError.self) { try store.link(at: sample("s7").key) }
  }

  @Test func `every way to write a link gives it a checksum`() throws {
    let (store, file) = try open()
    let stored = try store.make(fullSample("full"))
    #expect(try store.link(at: stored.link.key) == stored)
    _ = try store.update(fullSample("full"), revision: 1, at: time(1))
    _ = try store.apply([sample("s1") { $0.name = "n" }], overwritesEdits: true, at: time(2))
    var change = CopyChange()
    change.links = [StoredLink(id: 9000, revision: 4, link: fullSample("copied"))]
    try store.mirror(change)
    #expect(try store.link(at: fullSample("copied").key) == change.links[0])
    let open = try file.first("SELECT count(*) FROM links WHERE checksum IS NULL") { $0.int(0) }
    #expect(open == 0)
    try examineAll(store)
    #expect(store.troubles().isEmpty)
  }
}
