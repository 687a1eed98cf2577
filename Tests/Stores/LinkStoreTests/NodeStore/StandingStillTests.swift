import Dispatch
import Glibc
import LinkStorage
import Links
import PostgresServer
import SQLStorage
import Synchronization
import Testing

@testable import NodeStore
@testable import PostgresStore

/// Changes at a node that can write to the database, but does not follow it.
@Suite(.enabled(if: PostgresServer.isWanted), .tidies) struct StandingStillTests {
  /// A node that follows the database by a role of its own.
  private func node(
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> (database: String, role: String, NodeStore) {
    let role = "follower_" + String(UInt64.random(in: 0 ... .max), radix: 36)
    try TestScope.atEnd {
      guard let server = try? PostgresDatabase.makeEmpty() else { return }
      try? PostgresDatabase.run(server, "DROP ROLE \(role)")
      try? PostgresDatabase.drop(server)
    }
    let database = try PostgresDatabase.temporary()
    try PostgresDatabase.run(database, "CREATE ROLE \(role) LOGIN IN ROLE keiro")
    var options = NodeOptions(database: database, copy: try temporaryFolder() + "/one.db")
    options.postgres.node = "one"
    options.postgres.feed = database.replacing("user=keiro", with: "user=\(role)")
    let node = try opened(NodeStore(options, log: log))
    try wait { node.standing.isWhole }
    return (database, role, node)
  }

  private func isStored(_ slug: String, _ database: String) throws -> Bool {
    try PostgresDatabase.connect(database).first(
      "SELECT count(*) FROM keiro.links WHERE slug = $1", [.text(slug)]
    ) { $0.int(0) } == 1
  }

  @Test func `a node that cannot follow the database takes no changes, until it can`() throws {
    let (database, role, node) = try node()
    try node.make(sample("x"))
    #expect(node.missingCopies == [])
    try PostgresDatabase.run(database, "ALTER ROLE \(role) NOLOGIN")
    try PostgresDatabase.run(
      database,
      "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE usename = '\(role)'")
    // Whatever is answered before the node notices is seen, or named.
    _ = try? node.update(sample("x") { $0.name = "n" }, revision: nil, at: time(1))
    let isSeen = try node.link(at: sample("x").key)?.link.name == "n"
    let isNamed = node.missingCopies == ["one"]
    let isMade = try PostgresDatabase.connect(database).first(
      "SELECT count(*) FROM keiro.links WHERE name = 'n'"
    ) { $0.int(0) }
    #expect(isSeen || isNamed || isMade == 0)
    try wait { node.standing.failure != nil }
    for _ in 0..<3 {
      let refusal = #expect(throws: LinkStoreError.self) { try node.make(sample("y")) }
      #expect(refusal?.kind == .unreachable)
      #expect(throws: LinkStoreError.self) {
        try node.delete(sample("x").key, revision: nil)
      }
      #expect(throws: LinkStoreError.self) {
        try waitForAnswer { node.revokeToken(id: "t", by: .service, now: time(1), completion: $0) }
      }
    }
    #expect(try !isStored("y", database) && isStored("x", database))
    try PostgresDatabase.run(database, "ALTER ROLE \(role) LOGIN")
    try wait { (try? node.make(sample("y"))) != nil }
    #expect(try node.link(at: sample("y").key) != nil && node.missingCopies == [])
  }

  @Test func `a heartbeat that fails is told once, and the copy goes on meanwhile`() throws {
    let lines = Lines()
    let (database, _, node) = try node(log: lines.add)
    try PostgresDatabase.run(
      database,
      "CREATE FUNCTION keiro.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        + "RAISE EXCEPTION 'no space left' USING ERRCODE = '53100'; END $$")
    try PostgresDatabase.run(
      database,
      "CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON keiro.nodes "
        + "FOR EACH ROW EXECUTE FUNCTION keiro.refuse()")
    try wait { node.standing.failure?.kind == .full }
    let store = try opened(PostgresStore(database))
    for number in 0..<4 {
      try store.make(sample("x\(number)"))
      try wait { try node.link(at: sample("x\(number)").key) != nil }
      #expect(node.standing.failure?.kind == .full)
    }
    #expect(lines.count("the database is not followed: INSERT INTO keiro.nodes") == 1)
    #expect(lines.count("excluded") == 0 && lines.count("answers again") == 0)
    try PostgresDatabase.run(database, "DROP TRIGGER refuse ON keiro.nodes")
    try wait { node.standing.failure == nil }
    try wait { lines.count("the database answers again") == 1 }
  }

  @Test(arguments: ["25006", "42501", "53100", "08P01"])
  func `a database that is followed but takes no changes is told until one succeeds`(
    _ code: String
  ) throws {
    let (database, _, node) = try node()
    try PostgresDatabase.run(
      database,
      "CREATE FUNCTION keiro.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        + "RAISE EXCEPTION 'no changes' USING ERRCODE = '\(code)'; END $$")
    for table in ["links", "meta"] {
      try PostgresDatabase.run(
        database,
        "CREATE TRIGGER refuse BEFORE INSERT ON keiro.\(table) "
          + "FOR EACH ROW EXECUTE FUNCTION keiro.refuse()")
    }
    #expect(throws: LinkStoreError.self) { try node.make(sample("y")) }
    #expect(throws: LinkStoreError.self) { try waitForAnswer { node.probe(completion: $0) } }
    // A row that is there says nothing of new ones.
    #expect(try node.lease("a", owner: "b", seconds: 9))
    #expect(node.troubles().map(\.kind) == [.writes])
    #expect(node.troubles().first?.text.contains("the database takes no changes") == true)
    try PostgresDatabase.run(database, "DROP FUNCTION keiro.refuse CASCADE")
    try waitForAnswer { node.probe(completion: $0) }
    #expect(node.troubles().isEmpty)
  }

  @Test func `a change that the copy does not get in time is answered, and the node named`() throws
  {
    let (database, _, node) = try node()
    let holder = try PostgresDatabase.connect(database)
    try holder.transaction { () throws(PostgresFailure) in
      // Each round asks for the nodes; a change does not.
      try holder.run("LOCK TABLE keiro.nodes IN ACCESS EXCLUSIVE MODE")
      guard (try? node.make(sample("x"))) != nil else {
        Issue.record("the change was refused before the node could know")
        return
      }
      #expect(node.missingCopies == ["one"])
      #expect((try? node.link(at: sample("x").key)) == .some(nil))
      #expect(node.behind(milliseconds: 10) == ["one"])
    }
    #expect(try isStored("x", database))
    try wait { node.missingCopies == [] }
    #expect(try node.link(at: sample("x").key) != nil)
    #expect(node.behind(milliseconds: 20_000) == [])
  }
}
