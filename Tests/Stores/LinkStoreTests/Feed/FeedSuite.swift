import LinkStorage
import Links
import PostgresServer
import Testing

@testable import PostgresStore

/// The links that were changed by others.
@Suite(.tidies) struct FeedSuite {
  /// Repeatedly reads the changes by other stores.
  private struct Follower {
    let store: any LinkStore
    var cursor: FeedCursor

    init(_ store: any LinkStore) throws {
      self.store = store
      cursor = try store.changes(since: nil).cursor
    }

    mutating func next() throws -> FeedChanges {
      let changes = try store.changes(since: cursor)
      cursor = changes.cursor
      return changes
    }

    mutating func slugs() throws -> [String]? {
      guard case .keys(let keys) = try next().links else { return nil }
      return keys.map(\.slug)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `names the links that another store has changed, and only those`(
    _ engine: StoreEngine
  ) throws {
    let (ours, theirs) = try engine.stores()
    var follower = try Follower(ours)
    #expect(try follower.slugs() == [])
    try theirs.make(sample("x"))
    try theirs.make(sample("y", host: "b.example"))
    #expect(
      try follower.next().links == .keys([sample("x").key, sample("y", host: "b.example").key]))
    #expect(try follower.slugs() == [])
    _ = try theirs.update(sample("x"), revision: nil, at: time(1))
    #expect(try follower.slugs() == ["x"])
    _ = try theirs.delete(sample("x").key, revision: nil)
    #expect(try follower.slugs() == ["x"])
    _ = try theirs.apply([sample("y", host: "b.example"), sample("z")], at: time(1))
    #expect(try follower.slugs() == ["z"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `is silent about what changes nothing, and about clicks`(_ engine: StoreEngine) throws {
    let (ours, theirs) = try engine.stores()
    let stored = try theirs.make(sample("x"))
    var follower = try Follower(ours)
    _ = try theirs.create(sample("x"), at: time(0))
    _ = try theirs.create(sample("y"), CreationTerms(findsExisting: true), at: time(0))
    _ = try follower.next()
    _ = try theirs.create(
      sample("z") { $0.url = stored.link.url }, CreationTerms(findsExisting: true), at: time(0))
    _ = try theirs.update(sample("x"), revision: 7, at: time(0))
    _ = try theirs.delete(sample("none").key, revision: nil)
    _ = try theirs.apply([sample("x")], at: time(1))
    try theirs.count([clicked("x")])
    _ = try theirs.reserve(1, of: LinkLife(stored.link), limit: 2)
    _ = try theirs.revokeToken("none", at: time(1))
    let changes = try follower.next()
    #expect(changes.links == .keys([]) && !changes.tokensChanged)
  }

  @Test(arguments: StoreEngine.allCases)
  func `leaves out what this store has changed itself`(_ engine: StoreEngine) throws {
    let (ours, theirs) = try engine.stores()
    var follower = try Follower(ours)
    try ours.make(sample("own"))
    try theirs.make(sample("other"))
    try ours.make(sample("own2"))
    #expect(try follower.slugs() == ["other"])
    _ = try ours.apply((0..<200).map { sample("s\($0)") }, at: time(0))
    #expect(try follower.slugs() == [])
  }

  @Test(arguments: StoreEngine.allCases)
  func `says everything for a bulk, and keys for a handful`(_ engine: StoreEngine) throws {
    let (ours, theirs) = try engine.stores()
    var follower = try Follower(ours)
    let most = FeedBounds.keysPerWrite
    _ = try theirs.apply((0..<most).map { sample("s\($0)") }, at: time(0))
    #expect(try follower.slugs()?.count == most)
    _ = try theirs.apply((0...most).map { sample("t\($0)") }, at: time(0))
    #expect(try follower.next().links == .everything)
    #expect(try follower.slugs() == [])
  }

  @Test(arguments: StoreEngine.allCases)
  func `says everything without a cursor, and for one that it cannot follow`(
    _ engine: StoreEngine
  ) throws {
    let (ours, theirs) = try engine.stores()
    try theirs.make(sample("x"))
    for cursor in [nil, "", "no", "-1", "99999", "9223372036854775807"] as [String?] {
      let changes = try ours.changes(since: cursor.map(FeedCursor.init))
      #expect(changes.links == .everything && changes.tokensChanged)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `says everything to who comes back after too many changes`(_ engine: StoreEngine) throws {
    let (ours, theirs) = try engine.stores()
    let late = try Follower(ours)
    var follower = try Follower(ours)
    let writes = FeedBounds.entries * 2 / FeedBounds.keysPerWrite + 20
    for round in 0..<writes {
      let links = (0..<FeedBounds.keysPerWrite).map { number in
        sample("s\(number)") { $0.name = "\(round)" }
      }
      _ = try theirs.apply(links, at: time(round))
      // A reader that reads in time loses nothing.
      #expect(try follower.slugs()?.count == FeedBounds.keysPerWrite)
    }
    #expect(try ours.changes(since: late.cursor).links == .everything)
    // The number of kept entries stays close to the bound.
    #expect(try ours.forget(.feedEntries, before: time(writes)) <= FeedBounds.entries * 2)
  }

  @Test(arguments: StoreEngine.allCases)
  func `forgets entries by their age, and says everything to older cursors`(
    _ engine: StoreEngine
  ) throws {
    let (ours, theirs) = try engine.stores()
    let early = try Follower(ours)
    try theirs.make(sample("x"), at: time(1))
    var middle = try Follower(ours)
    try theirs.make(sample("y"), at: time(2))
    #expect(try theirs.forget(.feedEntries, before: time(2)) == 1)
    #expect(try ours.changes(since: early.cursor).links == .everything)
    #expect(try middle.slugs() == ["y"])
    let cursor = middle.cursor
    #expect(try theirs.forget(.feedEntries, before: time(3)) == 1)
    #expect(try ours.changes(since: cursor).links == .keys([]))
    try theirs.make(sample("z"), at: time(4))
    #expect(try middle.slugs() == ["z"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells that tokens have changed, and no links`(_ engine: StoreEngine) throws {
    let (ours, theirs) = try engine.stores()
    var follower = try Follower(ours)
    let token = APIToken(id: "t", digest: [1], name: nil, scopes: [], createdAt: time(0))
    _ = try theirs.createToken(token)
    var changes = try follower.next()
    #expect(changes.tokensChanged && changes.links == .keys([]))
    _ = try theirs.createToken(token)
    #expect(try !follower.next().tokensChanged)
    _ = try theirs.revokeToken("t", at: time(1))
    changes = try follower.next()
    #expect(changes.tokensChanged && changes.links == .keys([]))
    _ = try theirs.revokeToken("t", at: time(2))
    #expect(try !follower.next().tokensChanged)
  }
}

/// The feed of a server that was restarted or replaced by another one.
@Suite(.enabled(if: PostgresServer.isWanted), .tidies) struct FeedRestartTests {
  @Test func `a cursor is followed over a restart of the server that has all that was seen`()
    throws
  {
    let database = try PostgresDatabase.temporary()
    let store = try opened(PostgresStore(database))
    let reader = try opened(PostgresStore(database))
    try store.make(sample("x"))
    let seen = try #require(FeedPosition(try reader.changes(since: nil).cursor))
    try store.make(sample("y"))
    func changes(
      _ snapshot: String, _ last: String?, start: String = "1"
    ) throws -> ChangedLinks {
      let last = last.flatMap { FeedPosition.Entry($0) } ?? seen.last
      let position = FeedPosition(epoch: seen.epoch + start, snapshot: snapshot, last: last)
      #expect(FeedPosition(FeedCursor(position.description)) == position)
      return try reader.changes(since: FeedCursor(position.description)).links
    }
    #expect(try changes(seen.snapshot, nil) == .keys([sample("y").key]))
    // The number belonged to a transaction that left no trace, and was assigned again.
    #expect(try changes("90000000:90000000:", nil) == .keys([sample("y").key]))
    // Another history has a different entry under the number, or none.
    let last = try #require(seen.last)
    for other in ["\(last.number):\(last.transaction + 1)", "\(last.number + 900):1"] {
      #expect(try changes(seen.snapshot, other) == .everything)
      // Tables restored from a dump have one without a restart of the server.
      #expect(try changes(seen.snapshot, other, start: "") == .everything)
    }
    for text in ["1:5: ", "1:5: 1", "1:5: 1:-1", "1:5: 1:1 "] {
      #expect(FeedPosition(FeedCursor("\(seen.epoch) \(text)")) == nil)
    }
    #expect(FeedPosition(FeedCursor(seen.announcement))?.last == nil)
  }

  @Test func `the entries of the dump of another server are not new forever`() throws {
    let database = try PostgresDatabase.temporary()
    let store = try opened(PostgresStore(database))
    try store.make(sample("x"))
    // Numbers of transactions that are yet to come here.
    try PostgresDatabase.run(database, "UPDATE keiro.changes SET xid = '90000000'")
    try PostgresDatabase.run(
      database, "INSERT INTO keiro.meta (name, value) VALUES ('feed_floor', '90000000')")
    let before = try store.changes(since: nil).cursor
    let reader = try opened(PostgresStore(database))
    #expect(try reader.changes(since: before).links == .everything)
    let cursor = try reader.changes(since: nil).cursor
    #expect(try reader.changes(since: cursor).links == .keys([]))
  }
}
