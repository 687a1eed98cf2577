import FoundationEssentials
import Glibc
import LinkStorage
import Links
import SQLStorage
import Synchronization
import System
import Testing

@testable import SQLiteStore

/// Copies of a store's file, and their way back.
@Suite(.tidies) struct StoreFilesTests {
  private let folder: String
  private let path: String
  private let file: String

  init() throws {
    folder = try temporaryFolder()
    (path, file) = (folder + "/a.db", folder + "/copy")
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func mode(_ path: String) -> UInt32 {
    FilePermissions(of: path)?.mode ?? 0
  }

  /// The slugs of the links in a file.
  private func slugs(_ path: String) throws -> [String] {
    try Database(path: path, isReadOnly: true)
      .rows("SELECT slug FROM links ORDER BY slug") { $0.text(0) }
  }

  private func make(_ slugs: [String], at path: String) throws {
    do {
      let store = try SQLiteStore(path: path)
      _ = try store.apply(slugs.map { sample($0) }, at: time(0))
      store.close()
    }
    try settle(path)
  }

  /// Waits until the threads of a store have closed its file, which leaves nothing beside it.
  private func settle(_ path: String) throws {
    let database = try Database(path: path)
    try SQLiteStore.retryingWhileLocked(10_000) { () throws(LinkStoreError) in
      _ = try database.first("PRAGMA journal_mode = DELETE") { $0.text(0) }
    }
  }

  private func leaveClicks(beside path: String) throws -> String {
    try LeftClicks(beside: path)
      .keep([CountBatch(writer: CountWriter(), sequence: 1, clicks: [], launches: [])])
  }

  private func failure(_ body: () throws -> Void) -> StoreFileFailure? {
    do { try body() } catch { return error as? StoreFileFailure }
    return nil
  }

  @Test func `a store in use is copied with what was just written, into one file`() throws {
    let file = folder + "/copy of a?%#.db"
    let store = try opened(SQLiteStore(path: path))
    _ = try store.apply((0..<3000).map { sample("s\($0)") }, at: time(0))
    let copy = try StoreCopy.make(of: path, at: file)
    #expect(copy.links == 3000 && copy.schema == Schema.newest && copy.damages.isEmpty)
    #expect(copy.bytes == fileSize(file))
    _ = try store.make(sample("later"))
    #expect(try names(folder) == ["a.db", "a.db-shm", "a.db-wal", "copy of a?%#.db"])
    #expect(try slugs(file).count == 3000)
    #expect(try names(folder).count == 4)
  }

  @Test(arguments: [0o600, 0o640, 0o660, 0o644] as [UInt32])
  func `a copy may be read by those who may read the store`(_ bits: UInt32) throws {
    try make(["x"], at: path)
    #expect(chmod(path, bits) == 0)
    _ = try StoreCopy.make(of: path, at: file)
    #expect(mode(file) == bits)
    _ = try StoreFiles(path: path).restore(from: file, mark: "m")
    #expect(mode(path) == bits & ~0o007)
    let other = folder + "/other.db"
    _ = try StoreFiles(path: other).restore(from: file, mark: "m")
    #expect(mode(other) == 0o640)
  }

  @Test func `a copy replaces nothing`() throws {
    try make(["x"], at: path)
    try Data([1]).write(to: URL(filePath: folder + "/taken"))
    #expect(symlink("nowhere", folder + "/link") == 0)
    let before = try names(folder)
    for name in ["taken", "link", "", "a.db", "a.db-wal"] {
      let place = name.isEmpty ? folder : folder + "/" + name
      #expect(failure { _ = try StoreCopy.make(of: path, at: place) }?.kind == .taken)
    }
    #expect(try names(folder) == before)
    #expect(fileSize(folder + "/taken") == 1)
  }

  @Test func `two copies to one file are not mixed`() throws {
    try make(["x"], at: path)
    let other = try FileReplacement(copyFor: file)
    #expect(failure { _ = try StoreCopy.make(of: path, at: file) }?.kind == .inUse)
    try other.commit(replaces: false)
    // What an ended process has left is taken.
    try Data([1]).write(to: URL(filePath: folder + "/next.new"))
    _ = try StoreCopy.make(of: path, at: folder + "/next")
    #expect(try names(folder) == ["a.db", "copy", "next"])
  }

  @Test func `a damaged store is copied and named, and no damaged copy is restored`() throws {
    try make(["x", "y"], at: path)
    try Database(path: path).execute("UPDATE links SET url = url || '/' WHERE slug = 'x'")
    let copy = try StoreCopy.make(of: path, at: file)
    #expect(copy.damages == ["read links: the row of link 1 is not as it was written"])
    let other = folder + "/other.db"
    try make(["z"], at: other)
    let found = failure { _ = try StoreFiles(path: other).restore(from: file, mark: "m") }
    #expect(found?.kind == .unsound)
    #expect(try slugs(other) == ["z"])
    #expect(try names(folder).sorted() == ["a.db", "copy", "other.db"])
  }

  @Test func `only a sound store of this or an earlier release is restored`() throws {
    try make(["x"], at: path)
    func refusal() -> StoreFileFailure? {
      failure { _ = try StoreFiles(path: path).restore(from: file, mark: "m") }
    }
    #expect(refusal()?.kind == .failed)
    for bytes in ["", "not a database", String(repeating: "not a database ", count: 1000)] {
      try Data(bytes.utf8).write(to: URL(filePath: file))
      #expect(refusal()?.kind == .unsound)
    }
    unlink(file)
    do { try Database(path: file).execute("CREATE TABLE theirs (a)") }
    #expect(refusal()?.message.contains("belongs to another program") == true)
    unlink(file)
    try make(["y"], at: file)
    try Database(path: file).execute("PRAGMA user_version = 99")
    #expect(refusal()?.message.contains("schema 99 of a newer keiro") == true)
    #expect(failure { _ = try StoreFiles(path: path).restore(from: path, mark: "m") } != nil)
    #expect(try slugs(path) == ["x"])
    unlink(file)
    do {
      let old = try Database(path: file)
      try Schema.migrate(old, path: file, upTo: 6)
    }
    let older = #expect(throws: LinkStoreError.self) { try SQLiteStore.reading(file) }
    #expect(older?.message.hasSuffix(" makes, where the configuration names this file") == true)
    #expect(try StoreFiles(path: path).restore(from: file, mark: "m").copy.schema == 6)
    try make(["z"], at: path)
    #expect(try slugs(path) == ["z"])
  }

  @Test func `nothing is restored while somebody has the store open`() throws {
    do {
      let store = try SQLiteStore(path: path)
      _ = try store.make(sample("x"))
      _ = try StoreCopy.make(of: path, at: file)
      _ = try store.make(sample("y"))
      let found = failure { _ = try StoreFiles(path: path).restore(from: file, mark: "m") }
      #expect(found?.kind == .inUse)
      #expect(try store.link(at: sample("y").key) != nil)
      _ = try store.make(sample("z"))
      store.close()
    }
    try settle(path)
    let (copy, kept) = try StoreFiles(path: path).restore(from: file, mark: "m")
    #expect(copy.links == 1 && kept == path + "-replaced-m")
    #expect(try slugs(path) == ["x"])
    #expect(try slugs(path + "-replaced-m") == ["x", "y", "z"])
    let again = try StoreFiles(path: path).restore(from: file, mark: "m")
    #expect(again.kept == path + "-replaced-m-2")
  }

  @Test func `a process that waited for the file does not go on with the one that was replaced`()
    throws
  {
    try make(["x"], at: path)
    let waiting = try Database(path: path)
    try waiting.requireInPlace()
    _ = try StoreCopy.make(of: path, at: file)
    _ = try StoreFiles(path: path).restore(from: file, mark: "m")
    #expect {
      try waiting.requireInPlace()
    } throws: {
      ($0 as? LinkStoreError)?.message.contains("was moved, replaced or deleted") == true
    }
  }

  @Test func `what a process that was killed has left goes with the old store`() throws {
    try make(["x"], at: path)
    _ = try StoreCopy.make(of: path, at: file)
    // As after a kill: the log has what the database lacks.
    let store = try opened(SQLiteStore(path: path))
    _ = try store.make(sample("y"))
    for name in ["a.db", "a.db-wal"] {
      try FileManager.default.copyItem(
        atPath: folder + "/" + name, toPath: folder + "/killed" + name.dropFirst(4))
    }
    let killed = folder + "/killed"
    let left = try leaveClicks(beside: killed)
    let (_, kept) = try StoreFiles(path: killed).restore(from: file, mark: "m")
    #expect(try slugs(killed) == ["x"])
    #expect(try slugs(#require(kept)) == ["x", "y"])
    #expect(LeftClicks(beside: killed).paths.isEmpty)
    #expect(
      LeftClicks(beside: killed + "-replaced-m").paths
        == [killed + "-replaced-m" + left.dropFirst(killed.count)])
  }

  @Test func `a store that is no database any more is replaced, and kept as it is`() throws {
    try make(["x"], at: file)
    try Data(String(repeating: "damaged ", count: 1000).utf8).write(to: URL(filePath: path))
    let (_, kept) = try StoreFiles(path: path).restore(from: file, mark: "m")
    #expect(try slugs(path) == ["x"])
    #expect(fileSize(try #require(kept)) == 8000)
    // A log without its database is none of the next one.
    unlink(path)
    try Data([1, 2]).write(to: URL(filePath: path + "-wal"))
    #expect(try StoreFiles(path: path).restore(from: file, mark: "n").kept == nil)
    #expect(try names(folder) == ["a.db", "a.db-replaced-m", "a.db-replaced-n-wal", "copy"])
  }

  @Test func `a store behind a link stays behind it`() throws {
    let link = folder + "/link"
    try make(["x"], at: path)
    #expect(symlink("a.db", link) == 0)
    _ = try StoreCopy.make(of: link, at: file)
    try make(["y"], at: path)
    _ = try leaveClicks(beside: link)
    let (_, kept) = try StoreFiles(path: link).restore(from: file, mark: "m")
    #expect(kept == resolvedPath(path) + "-replaced-m")
    #expect(try slugs(path) == ["x"] && slugs(link) == ["x"])
    #expect(try slugs(#require(kept)) == ["x", "y"])
    #expect(LeftClicks(beside: link).paths.isEmpty)
    #expect(LeftClicks(beside: path + "-replaced-m").paths.count == 1)
  }

  /// Calls of which only the first ones happen: afterwards the process is as good as dead.
  private static func calls(_ count: Int) -> FileCalls {
    let rest = Mutex(count)
    let isAlive: @Sendable () -> Bool = {
      rest.withLock { rest in
        rest -= 1
        errno = EIO
        return rest >= 0
      }
    }
    let system = FileCalls.system
    var calls = system
    calls.sync = { isAlive() ? system.sync($0) : -1 }
    calls.rename = { isAlive() ? system.rename($0, $1, $2) : -1 }
    calls.link = { isAlive() ? system.link($0, $1) : -1 }
    calls.unlink = { isAlive() ? system.unlink($0) : -1 }
    return calls
  }

  @Test func `a crash at any step leaves the old store or the new one`() throws {
    var isDone = false
    for steps in 0..<20 where !isDone {
      let folder = try temporaryFolder()
      let (path, file) = (folder + "/a.db", folder + "/copy")
      try make(["new"], at: file)
      try make(["old"], at: path)
      _ = try leaveClicks(beside: path)
      let calls = Self.calls(steps)
      isDone =
        failure {
          _ = try StoreFiles(path: path, calls: calls).restore(from: file, mark: "m")
        } == nil
      #expect(try slugs(path) == [isDone ? "new" : "old"])
      let left = LeftClicks(beside: path).paths.count
      let kept = LeftClicks(beside: path + "-replaced-m").paths.count
      #expect(left + kept == 1 && (!isDone || kept == 1))
      // The next attempt is not in the way of the first one.
      _ = try StoreFiles(path: path).restore(from: file, mark: "n")
      #expect(try slugs(path) == ["new"])
      #expect(try !names(folder).contains("a.db.new"))
    }
    #expect(isDone)
  }

  @Test func `a crash during a copy leaves no file at its place, or all of it`() throws {
    var isDone = false
    for steps in 0..<20 where !isDone {
      let folder = try temporaryFolder()
      let (path, file) = (folder + "/a.db", folder + "/copy")
      try make(["x"], at: path)
      isDone =
        failure { _ = try StoreCopy.make(of: path, at: file, calls: Self.calls(steps)) } == nil
      #expect(fileExists(file) == isDone)
      if !isDone { _ = try StoreCopy.make(of: path, at: file) }
      #expect(try slugs(file) == ["x"])
    }
    #expect(isDone)
  }
}
