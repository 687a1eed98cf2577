import Dispatch
import FoundationEssentials
import Glibc
import LinkStorage
import Links
import PostgresServer
import SQLStorage
import SQLiteStore
import Synchronization
import Testing

@testable import NodeStore
@testable import PostgresStore

/// Nodes of one database, each with its own copy that follows.
@Suite(.enabled(if: PostgresServer.isWanted), .tidies) struct NodeStoreTests {
  private func options(_ database: String, _ folder: String, _ name: String) -> NodeOptions {
    var options = NodeOptions(database: database, copy: "\(folder)/\(name).db")
    options.postgres.node = name
    return options
  }

  private func nodes(
    _ names: [String] = ["one", "two"]
  ) throws -> (database: String, folder: String, nodes: [NodeStore]) {
    let (database, folder) = try (PostgresDatabase.temporary(), temporaryFolder())
    let nodes = try names.map { try opened(NodeStore(options(database, folder, $0)) { _ in }) }
    for node in nodes { try wait { node.standing.isWhole } }
    return (database, folder, nodes)
  }

  @Test func `a change is seen by its own node when it is answered, and soon by the others`() throws
  {
    let nodes = try nodes().nodes
    try nodes[0].make(sample("x"))
    #expect(try nodes[0].link(at: sample("x").key) != nil)
    try wait { try nodes[1].link(at: sample("x").key) != nil }
    _ = try nodes[1].update(sample("x") { $0.name = "n" }, revision: nil, at: time(1))
    #expect(try nodes[1].link(at: sample("x").key)?.link.name == "n")
    try wait { try nodes[0].link(at: sample("x").key)?.revision == 2 }
    _ = try nodes[0].delete(sample("x").key, revision: nil)
    #expect(try nodes[0].link(at: sample("x").key) == nil)
    try wait { try nodes[1].link(at: sample("x").key) == nil }
    let token = APIToken(id: "t", digest: [1], name: nil, scopes: [], createdAt: time(0))
    _ = try nodes[0].createToken(token)
    #expect(try nodes[0].token(digest: [1]) == token)
    try wait { try nodes[1].token(digest: [1]) == token }
    _ = try nodes[1].revokeToken("t", at: time(2))
    try wait { try nodes[0].token(digest: [1])?.revokedAt == time(2) }
  }

  @Test func `changes of others arrive while an author of this node is busy with an answer`() throws
  {
    let nodes = try nodes().nodes
    let begun = DispatchSemaphore(value: 0)
    let release = DispatchSemaphore(value: 0)
    let ended = DispatchGroup()
    // Like a caller that continues to read the database over a slow connection.
    let work: @Sendable () -> Void = {
      begun.signal()
      release.wait()
      ended.leave()
    }
    let begin: [(NodeStore) -> Void] = [
      { $0.create(sample("own"), CreationTerms(), by: .service, now: time(0)) { _ in work() } },
      { $0.awaitCopies(milliseconds: 20_000) { _ in work() } },
    ]
    for (number, begin) in begin.enumerated() {
      ended.enter()
      begin(nodes[1])
      defer {
        release.signal()
        ended.wait()
      }
      begun.wait()
      let theirs = sample("theirs\(number)")
      try nodes[0].make(theirs)
      try wait { try nodes[1].link(at: theirs.key) != nil }
    }
  }

  @Test func `changes of others arrive while callers of this node hold every connection`() throws {
    let (database, _, nodes) = try nodes()
    let (blocker, observer) = try (
      PostgresDatabase.connect(database), PostgresDatabase.connect(database)
    )
    // A busy machine may take longer than the database lets callers wait for a lock: then the
    // next attempt counts.
    let isFree = try (0..<5).contains { attempt in
      let ended = Atomic(0)
      let readers = DispatchGroup()
      defer { readers.wait() }
      try blocker.run("BEGIN")
      defer { _ = try? blocker.run("ROLLBACK") }
      try blocker.run("LOCK TABLE keiro.people IN ACCESS EXCLUSIVE MODE")
      for number in 0..<4 {
        DispatchQueue(label: "reader \(number)").async(group: readers) {
          _ = try? nodes[1].people()
          ended.add(1, ordering: .relaxed)
        }
      }
      try wait {
        let blocked = try observer.first(
          "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'keiro/two' "
            + "AND wait_event_type = 'Lock'"
        ) { $0.int(0) }
        return blocked == 4
      }
      let theirs = sample("theirs\(attempt)")
      try nodes[0].make(theirs)
      try wait { try nodes[1].link(at: theirs.key) != nil }
      return ended.load(ordering: .relaxed) == 0
    }
    #expect(isFree)
  }

  @Test func `an import arrives whole, and the caches before a copy hear of it`() throws {
    let nodes = try nodes().nodes
    let cursor = try nodes[1].changes(since: nil).cursor
    let rings = Atomic(0)
    nodes[1].onChanges { rings.add(1, ordering: .relaxed) }
    let links = (0..<300).map { sample("s\($0)") { $0.tags = ["a"] } }
    _ = try nodes[0].apply(links, at: time(0))
    #expect(try nodes[0].link(at: sample("s299").key) != nil)
    try wait { rings.load(ordering: .relaxed) > 0 }
    #expect(try nodes[1].link(at: sample("s299").key) != nil)
    for link in links { #expect(try nodes[1].link(at: link.key) == nodes[0].link(at: link.key)) }
    guard case .keys(let keys) = try nodes[1].changes(since: cursor).links else {
      throw Unexpected(answer: "everything")
    }
    #expect(Set(keys) == Set(links.map(\.key)))
  }

  @Test func `a new node fills its copy, and one that was away catches up`() throws {
    let (database, folder, nodes) = try nodes(["one"])
    _ = try nodes[0].apply((0..<25_000).map { sample("s\($0)") }, at: time(0))
    let lines = Lines()
    let two = try NodeStore(options(database, folder, "two"), log: lines.add)
    try wait { two.standing.isWhole }
    #expect(try two.link(at: sample("s24999").key) != nil && two.link(at: sample("z").key) == nil)
    try wait { lines.all == ["the copy is whole"] }
    two.close()
    _ = try nodes[0].delete(sample("s7").key, revision: nil)
    try nodes[0].make(sample("new"))
    // Entries that the feed has forgotten are found by comparison.
    try PostgresDatabase.run(database, "UPDATE keiro.changes SET kind = 3")
    let again = try opened(NodeStore(options(database, folder, "two"), log: lines.add))
    try wait { try again.link(at: sample("new").key) != nil }
    #expect(try again.link(at: sample("s7").key) == nil)
    try wait { lines.all.count == 2 }
    #expect(
      lines.all.last
        == "the copy differed from the database in 2 ranges, which were read again: 1 link new, "
        + "0 links changed, 1 link no longer there")
  }

  @Test func `changes that nobody told of are found when the server was another one`() throws {
    let (database, _, nodes) = try nodes(["one"])
    try nodes[0].make(sample("x"))
    // As after a promotion that has lost the commit.
    try PostgresDatabase.run(database, "DELETE FROM keiro.links")
    try PostgresDatabase.run(
      database, "UPDATE keiro.meta SET value = value || '.1' WHERE name = 'identity'")
    try wait { try nodes[0].link(at: sample("x").key) == nil }
  }

  @Test func `a copy outlives other tables in the place of its database`() throws {
    let (database, _, nodes) = try nodes(["one"])
    try nodes[0].make(sample("x"))
    try PostgresDatabase.run(database, "DELETE FROM keiro.links")
    try PostgresDatabase.run(
      database, "UPDATE keiro.meta SET value = 'x' WHERE name = 'identity'")
    try wait { nodes[0].standing.failure?.kind == .foreign }
    #expect(try nodes[0].link(at: sample("x").key) != nil)
    #expect(throws: LinkStoreError.self) { try nodes[0].make(sample("y")) }
  }

  @Test func `goes on without the database, and counts everything once afterwards`() throws {
    let server = try PostgresServer.shared()
    let database = try PostgresDatabase.make()
    let name = try #require(database.split(separator: "dbname=").last)
    let administration = server.connection(to: "postgres")
    defer { try? PostgresDatabase.drop(database) }
    let folder = try temporaryFolder()
    let lines = Lines()
    var options = options(database, folder, "one")
    let node = try NodeStore(options, log: lines.add)
    try wait { node.standing.isWhole }
    try node.make(sample("x") { $0.maxClicks = 5 })
    let writer = CountWriter()
    #expect(try node.count(batch(1, writer, clicks: 1)) == .counted)
    try PostgresDatabase.run(administration, "ALTER DATABASE \(name) ALLOW_CONNECTIONS false")
    try PostgresDatabase.run(
      administration,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'")
    try wait { node.standing.failure != nil }
    // Redirects continue; clicks wait in the spool; changes and limits are refused.
    #expect(try node.link(at: sample("x").key) != nil)
    #expect(throws: Never.self) { try node.check() }
    for sequence in 2...4 {
      #expect(try node.count(batch(sequence, writer, clicks: 10)) == .counted)
    }
    #expect(node.standing.unsent == 30)
    #expect(throws: LinkStoreError.self) { try node.make(sample("y")) }
    let life = LinkLife(try #require(try node.link(at: sample("x").key)).link)
    #expect(throws: LinkStoreError.self) { try node.reserve(1, of: life, limit: 5) }
    node.close()
    // A node that starts meanwhile serves from its copy, and still has the clicks.
    options.servesLimitedLinks = true
    let again = try opened(NodeStore(options, log: lines.add))
    #expect(try again.link(at: sample("x").key) != nil && again.standing.unsent == 30)
    // It is unknown whether a token was revoked meanwhile.
    #expect(throws: LinkStoreError.self) { try again.token(digest: [1]) }
    #expect(again.troubles().map(\.kind) == [.unreachable])
    #expect(try again.reserve(2, of: life, limit: 5).granted == 2)
    #expect(try again.count(batch(1, CountWriter(), clicks: 100)) == .counted)
    try PostgresDatabase.run(administration, "ALTER DATABASE \(name) ALLOW_CONNECTIONS true")
    try wait { again.standing.unsent == 0 && again.standing.isUp }
    #expect(try again.clicks(of: sample("x").key) == 131)
    try wait { !FileManager.default.fileExists(atPath: options.copy + "-spool") }
    try again.make(sample("y"))
    #expect(try again.link(at: sample("y").key) != nil)
    #expect(lines.all.contains("the database answers again"))
    #expect(try again.token(digest: [1]) == nil && again.troubles().isEmpty)
  }

  @Test(arguments: [false, true])
  func `what a promoted server lacks is counted by the next process, also after a kill`(
    isKilled: Bool
  ) throws {
    let (database, folder) = try (PostgresDatabase.temporary(), temporaryFolder())
    let options = options(database, folder, "one")
    let (writer, hour) = (CountWriter(), Int(Date().timeIntervalSince1970) / 3600)
    let first = try NodeStore(options) { _ in }
    try first.make(sample("x"))
    for (sequence, age) in [24, 0].enumerated() {
      let batch = batch(sequence + 1, writer, clicks: 3, hour: hour - age)
      #expect(try first.count(batch) == .counted)
    }
    let file = options.copy + "-confirmed"
    if isKilled {
      let unsent = CountBatch(writer: writer, sequence: 3, clicks: [clicked("y")])
      _ = try waitForAnswer { first.spool.append(unsent, wasSent: true, completion: $0) }
      try wait { FileManager.default.fileExists(atPath: file) }
    }
    let kept = isKilled ? try Data(contentsOf: URL(filePath: file)) : nil
    first.close()
    try kept?.write(to: URL(filePath: file))
    try? FileManager.default.removeItem(atPath: options.copy + "-spool")
    // The writer's place is that of before; its counts tell what is counted again.
    try PostgresDatabase.run(database, "UPDATE keiro.writers SET sequence = 0")
    let second = try opened(NodeStore(options) { _ in })
    try wait { try second.standing.isUp && second.clicks(of: sample("x").key) == 9 }
  }

  @Test func `a node that was away has caught up before its first visitor`() throws {
    let (database, folder, nodes) = try nodes(["one"])
    let two = options(database, folder, "two")
    try nodes[0].make(sample("x"))
    let first = try NodeStore(two) { _ in }
    try wait { first.standing.isWhole }
    first.close()
    _ = try nodes[0].delete(sample("x").key, revision: nil)
    try nodes[0].make(sample("y"))
    let second = try opened(NodeStore(two) { _ in })
    #expect(try second.link(at: sample("x").key) == nil)
    #expect(try second.link(at: sample("y").key) != nil)
  }

  @Test func `a copy that stands still says so, and is not believed for long`() {
    func standing(_ lag: Double?, _ failure: LinkStoreError? = nil) -> NodeStanding {
      NodeStanding(failure: failure, isWhole: true, nodes: 1, lag: lag)
    }
    #expect(standing(4.9).trouble == nil && standing(4.9).vouches)
    #expect(
      standing(6.8).trouble
        == StoreTrouble(
          .stale,
          "serving from a copy that stands still: the copy was as the database is 6 s ago"))
    #expect(standing(9.9, .closed).vouches && standing(9.9, .closed).trouble?.kind == .unreachable)
    #expect(!standing(10).vouches && !standing(nil).vouches && standing(nil).trouble != nil)
  }

  @Test func `what a comparison has found is counted by link`() {
    func stored(_ id: Int, _ revision: Int) -> StoredLink {
      StoredLink(id: id, revision: revision, link: sample("s\(id)") { $0.updatedAt = time(0) })
    }
    func revision(_ number: Int, _ seconds: Int = 0) -> CopiedRevision {
      CopiedRevision(number: number, updatedAt: time(seconds).secondsSinceEpoch)
    }
    var differences = CopyDifferences(ranges: 1)
    differences.add(
      ours: [1: revision(1), 2: revision(1), 3: revision(2, 9), 4: revision(1), 5: revision(1)],
      theirs: [stored(1, 1), stored(2, 2), stored(3, 2), stored(6, 1)])
    #expect(differences == CopyDifferences(ranges: 1, missing: 1, changed: 2, gone: 2))
    #expect(
      differences.description
        == "the copy differed from the database in 1 range, which was read again: 1 link new, "
        + "2 links changed, 2 links no longer there")
  }

  @Test func `a node that cannot speak to the database is waited for, one that is gone is not`()
    throws
  {
    let (database, _, nodes) = try nodes(["one"])
    try PostgresDatabase.run(
      database,
      "INSERT INTO keiro.nodes (name, process, cursor, is_locked, seen_at) "
        + "SELECT name, 1, '0.1.1 3:3:', is_locked, now() - age * interval '1 second' "
        + "FROM (VALUES ('mute', false, 100), ('gone', false, 400), ('killed', true, 400), "
        + "('stuck', true, 400)) AS n (name, is_locked, age)")
    // The server still has this connection.
    var options = PostgresStore.Options()
    options.node = "stuck"
    let stuck = try Replication(database, options: options)
    defer { stuck.store.close() }
    #expect(try stuck.holdName())
    try nodes[0].make(sample("x"))
    try wait { nodes[0].behind(milliseconds: 300) == ["mute", "stuck"] }
    #expect(nodes[0].standing.nodes == 1)
  }

  @Test func `a node does not go back to a server that was overtaken, not after a restart either`()
    throws
  {
    let pair = try PromotedPair()
    let folder = try temporaryFolder()
    var options = options(pair.connection(to: "first"), folder, "one")
    options.postgres.migrates = true
    let before = try NodeStore(options) { _ in }
    try before.make(sample("x"))
    before.close()
    try pair.promote()
    options.database = pair.connection(to: "second")
    let promoted = try NodeStore(options) { _ in }
    try promoted.make(sample("y"))
    promoted.close()
    // Only the old primary is running when the node starts again.
    let lines = Lines()
    options.database = pair.connection(to: "first")
    let refusing = try NodeStore(options, log: lines.add)
    try wait { refusing.standing.failure != nil }
    #expect(try refusing.link(at: sample("y").key) != nil)
    #expect(throws: LinkStoreError.self) { try refusing.make(sample("z")) }
    let text = "is at timeline 1 and was overtaken by one that was promoted, at timeline 2"
    #expect(lines.all.contains { $0.contains(text) })
    #expect(refusing.troubles().contains { $0.text.contains(text) })
    refusing.close()
    // Other commands of the machine know as much as the node's copy.
    #expect(NodeFiles.timeline(copy: options.copy)?.hasSuffix(" 2") == true)
    // Given both servers, the node uses the promoted one.
    options.database = pair.connection(to: "first,second")
    let again = try opened(NodeStore(options) { _ in })
    try again.make(sample("z"))
    // So does a node that knows of no promotion.
    let other = try opened(NodeStore(self.options(options.database, folder, "other")) { _ in })
    try wait { other.standing.isWhole }
    #expect(try other.link(at: sample("y").key) != nil)
    #expect(try again.link(at: sample("y").key) != nil && again.troubles().isEmpty)
  }

  @Test func `refuses a name, a copy and a file that belong to others`() throws {
    func message(_ body: () throws -> NodeStore) -> String? {
      failure { try body().close() }?.message
    }
    let (database, folder, _) = try nodes(["one"])
    var options = options(database, folder, "other")
    options.postgres.node = "one"
    #expect(
      message { try NodeStore(options) { _ in } }
        == "another node is called 'one': expected a name of its own in store.node")
    options = self.options(database, folder, "one")
    #expect(
      message { try NodeStore(options) { _ in } }
        == "another node uses the copy: expected a file of this node's own")
    let third = try PostgresDatabase.temporary()
    try PostgresDatabase.run(third, "UPDATE keiro.meta SET value = 'x' WHERE name = 'identity'")
    let two = self.options(database, folder, "two")
    try NodeStore(two) { _ in }.close()
    var moved = two
    moved.database = third
    #expect(
      message { try NodeStore(moved) { _ in } }
        == "the file is the copy of another database: expected a file of this node's own")
    #expect(message { try NodeStore(two) { _ in } } == nil)
  }

  @Test func `waits until every node has a change, and names those that have not`() throws {
    let (database, _, nodes) = try nodes(["one", "two", "three"])
    for number in 0..<5 {
      try nodes[0].make(sample("w\(number)"))
      #expect(nodes[0].behind(milliseconds: 20_000) == [])
      for node in nodes { #expect(try node.link(at: sample("w\(number)").key) != nil) }
    }
    #expect(nodes[1].behind(milliseconds: 20_000) == [])
    try PostgresDatabase.run(
      database,
      "INSERT INTO keiro.nodes (name, process, cursor, seen_at) "
        + "SELECT 'stuck', 1, regexp_replace(cursor, ' .*', ' 3:3:'), now() "
        + "FROM keiro.nodes WHERE name = 'one'")
    try nodes[0].make(sample("last"))
    try wait { nodes[0].behind(milliseconds: 300) == ["stuck"] }
  }

  @Test func `nodes remember sessions until the feed says that one is over`() throws {
    let (database, _, nodes) = try nodes()
    func session(_ number: UInt8) -> Session {
      Session(digest: [number], subject: "ann", createdAt: time(0), expires: time(100))
    }
    for number: UInt8 in 1...3 {
      #expect(try nodes[0].createSession(session(number)) == .created)
    }
    for node in nodes {
      for number: UInt8 in 1...3 {
        #expect(try node.session(digest: [number]) == session(number))
      }
    }
    // Changes to the tables by another program are not announced.
    try PostgresDatabase.run(database, "DELETE FROM keiro.sessions WHERE digest = '\\x03'")
    #expect(try nodes[1].session(digest: [3]) == session(3))
    #expect(try nodes[0].revokeSession([1]))
    #expect(try nodes[0].session(digest: [1]) == nil)
    try wait { try nodes[1].session(digest: [1]) == nil }
    #expect(try nodes[1].session(digest: [3]) == nil)
    #expect(try nodes[1].touchSession([2], at: 50, expires: 150))
    #expect(try nodes[1].session(digest: [2])?.expires == time(150))
  }

  @Test func `a session that ends while it is asked for is not remembered`() throws {
    let cache = SessionCache()
    let session = Session(digest: [1], subject: "ann", createdAt: time(0), expires: time(100))
    func asked(_ body: () -> Void) throws -> Session? {
      try cache.session(digest: [1]) { () throws(LinkStoreError) in
        body()
        return session
      }
    }
    var questions = 0
    for forget in [{ cache.forget(digest: [1]) }, { cache.forgetAll() }, {}] {
      #expect(
        try asked {
          questions += 1
          forget()
        } == session)
    }
    #expect(questions == 3)
    #expect(try asked { questions += 1 } == session && questions == 3)
  }

  @Test func `the name of a node that crashed is free at once, that of one that lives is not`()
    throws
  {
    let (database, folder, _) = try nodes(["one"])
    try PostgresDatabase.run(
      database,
      "INSERT INTO keiro.nodes (name, process, is_locked, seen_at) VALUES "
        + "('crashed', 1, true, now()), ('pooled', 1, false, now())")
    let heir = try opened(NodeStore(options(database, folder, "crashed")) { _ in })
    try wait { heir.standing.isWhole }
    // Behind a pooler, only time shows whether another node of that name is still running.
    #expect(throws: LinkStoreError.self) {
      try NodeStore(options(database, folder, "pooled")) { _ in }.close()
    }
    var double = options(database, folder, "double")
    double.postgres.node = "crashed"
    #expect(throws: LinkStoreError.self) { try NodeStore(double) { _ in }.close() }
  }

  @Test func `nodes share values and leases`() throws {
    let nodes = try nodes().nodes
    try nodes[0].keepShared("a", [2])
    #expect(try nodes[1].sharedValue("a") == [2])
    #expect(try nodes[0].lease("orders", owner: "one", seconds: 600))
    #expect(try !nodes[1].lease("orders", owner: "two", seconds: 600))
  }
}
