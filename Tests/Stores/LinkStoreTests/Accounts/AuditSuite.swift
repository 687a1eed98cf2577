import LinkStorage
import Links
import SQLStorage
import Testing
import WebSyntax

@testable import SQLiteStore

@Suite(.tidies) struct AuditSuite {
  private let ann = AuditActor(.token, id: "t1", name: "ann")

  private func entries(
    _ store: any LinkStore, _ change: (inout AuditQuery) -> Void = { _ in }
  ) throws -> [AuditEntry] {
    var query = AuditQuery()
    change(&query)
    return try store.audit(query).entries.map(\.entry)
  }

  private func token(_ id: String, _ digest: UInt8, at now: Int) -> APIToken {
    APIToken(id: id, digest: [digest], name: nil, scopes: [], createdAt: time(now))
  }

  @Test(arguments: StoreEngine.allCases)
  func `says who has changed which link, and which fields`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    try one.make(sample("x"), by: ann, at: time(0))
    var changed = sample("x")
    changed.url = "https://e.example/y"
    changed.apple.fallback = "https://e.example/f"
    _ = try one.update(changed, revision: 1, by: ann, at: time(1))
    _ = try one.delete(LinkKey(host: "a.example", slug: "x"), revision: nil, at: time(2))
    let found = try entries(other)
    #expect(found.map(\.action) == [.linkDeleted, .linkUpdated, .linkCreated])
    #expect(found.map(\.actor) == [.service, ann, ann])
    #expect(found.map(\.revision) == [2, 2, 1])
    #expect(found.map(\.time) == [time(2), time(1), time(0)])
    #expect(found.allSatisfy { $0.host == "a.example" && $0.slug == "x" })
    #expect(found.map(\.fields) == [[], ["url", "apple.fallback"], []])
  }

  @Test func `leaves out what a newer release beside this one has noted, and copies it`() throws {
    let (file, path) = try openedFile()
    let store: any LinkStore = file
    for slug in ["w", "x", "y", "z"] { try store.make(sample(slug), by: ann, at: time(0)) }
    try Database(path: path).execute(
      "UPDATE audit SET action = 'link.polished' WHERE slug = 'y'; "
        + "UPDATE audit SET actor_kind = 'oracle' WHERE slug = 'w'; "
        + "UPDATE link_changes SET actor_kind = 'oracle' "
        + "WHERE number = (SELECT change FROM audit WHERE slug = 'w')")
    #expect(try entries(store).map(\.slug) == ["z", "x"])
    #expect(try store.versions(of: sample("w").key).map(\.change) == [nil])
    let (copy, copied) = try openedFile()
    let (all, source) = (try file.auditEntries(after: 0, limit: 9), try file.countIdentity())
    try waitForAnswer { copy.takeAudit(all, of: source, completion: $0) }
    let rows =
      "SELECT changed_at, actor_kind, actor_id, actor_name, action, host, slug, token, person, fields, "
      + "revision, created, updated FROM audit ORDER BY number"
    func texts(_ path: String) throws -> [[String?]] {
      try Database(path: path).rows(rows) { row in (0..<13).map { row.optionalText($0) } }
    }
    #expect(try texts(copied) == texts(path) && texts(path).count == 4)
  }

  @Test(arguments: StoreEngine.allCases)
  func `finds entries by action, change and author, under former names too`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.make(sample("x"), by: ann, at: time(0))
    var anna = ann
    anna.name = "anna"
    try store.make(sample("y"), by: anna, at: time(1))
    try store.make(sample("z"), by: AuditActor(.person, id: "t1", name: "Tim"), at: time(2))
    _ = try store.delete(LinkKey(host: "a.example", slug: "x"), revision: nil, at: time(3))
    #expect(try entries(store) { $0.action = .linkDeleted }.map(\.slug) == ["x"])
    #expect(try entries(store) { $0.actor = "anna" }.map(\.slug) == ["y"])
    let known: (inout AuditQuery) -> Void = { ($0.actor, $0.actorID) = ("anna", "t1") }
    #expect(try entries(store, known).map(\.slug) == ["z", "y", "x"])
    let people = try entries(store) { query in
      known(&query)
      query.actorKind = .person
    }
    #expect(people.map(\.slug) == ["z"])
    let change = try #require(people.first?.change)
    #expect(try entries(store) { $0.change = change }.map(\.slug) == ["z"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `enters nothing for what was not done`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let key = LinkKey(host: "a.example", slug: "x")
    #expect(try store.delete(key, revision: nil) == .missing)
    #expect(try store.update(sample("x"), revision: nil, at: time(0)) == .missing)
    try store.make(sample("x"), at: time(0))
    #expect(try store.create(sample("x"), at: time(1)) == .taken)
    _ = try store.update(sample("x"), revision: 7, at: time(2))
    _ = try store.apply([sample("x")], at: time(3))
    _ = try store.revokeToken("nobody", at: time(4))
    #expect(try entries(store).map(\.action) == [.linkCreated])
  }

  @Test(arguments: StoreEngine.allCases)
  func `sums up the links of an import by their hosts`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    _ = try store.apply([sample("old")], at: time(0))
    var links = (0..<300).map { sample("s\($0)") } + [sample("b", host: "b.example")]
    links.append(sample("old") { $0.name = "new" })
    _ = try store.apply(links, by: ann, at: time(1))
    let found = try entries(store) { $0.actor = "ann" }
    #expect(found.map(\.action) == [.linksImported, .linksImported])
    #expect(found.map(\.host) == ["b.example", "a.example"])
    #expect(found.map(\.created) == [1, 300] && found.map(\.updated) == [0, 1])
  }

  @Test(arguments: StoreEngine.allCases)
  func `sums up the links that apps make with a token in an hour`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    // The beginning of an hour.
    let start = 2800
    let tokens = [token("t1", 1, at: start), token("t2", 2, at: start)]
    for token in tokens { _ = try one.createToken(token) }
    let actors = tokens.map { token in
      var actor = token.actor
      actor.isSummed = true
      return actor
    }
    for number in 0..<4 {
      let store = number.isMultiple(of: 2) ? one : other
      try store.make(sample("s\(number)"), by: actors[0], at: time(start + number))
    }
    #expect(try one.create(sample("s0"), by: actors[0], at: time(start + 5)) == .taken)
    try one.make(sample("u"), by: actors[1], at: time(start + 3599))
    try other.make(sample("v"), by: actors[0], at: time(start + 3600))
    let found = try entries(one).filter { $0.action == .linksCreated }
    #expect(found.map(\.actor.id) == ["t1", "t2", "t1"])
    #expect(found.map(\.created) == [1, 1, 4] && found.allSatisfy { $0.host == "a.example" })
    #expect(try entries(one).allSatisfy { $0.action != .linkCreated })
    // The links of an hour are one change, which can be undone as a whole.
    let change = try #require(found.last?.change)
    #expect(try one.links(of: change, after: 0, limit: 9).count == 4)
  }

  @Test(arguments: StoreEngine.allCases)
  func `knows tokens that were made and revoked, and what the store does not hold`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let shell = AuditActor(.commandLine, id: "1000")
    _ = try store.createToken(token("t", 1, at: 0), by: shell)
    _ = try store.createToken(token("t", 1, at: 1), by: shell)
    _ = try store.revokeToken("t", by: shell, at: time(2))
    _ = try store.revokeToken("t", by: shell, at: time(3))
    try waitForAnswer {
      store.note(
        .configurationReloaded, about: nil, keeping: nil, by: .service, now: time(4),
        completion: $0)
    }
    let found = try entries(store)
    #expect(found.map(\.action) == [.configurationReloaded, .tokenRevoked, .tokenCreated])
    #expect(found.map(\.token) == [nil, "t", "t"])
    #expect(found.map(\.actor.kind) == [.service, .commandLine, .commandLine])
  }

  @Test(arguments: StoreEngine.allCases)
  func `pages, and filters by host, time and actor`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for number in 0..<7 {
      let host = number.isMultiple(of: 2) ? "a.example" : "x.b.example"
      try store.make(sample("s\(number)", host: host), by: ann, at: time(number))
    }
    _ = try store.createToken(token("t", 1, at: 7))
    var query = AuditQuery()
    query.limit = 3
    var slugs: [String?] = []
    repeat {
      let page = try store.audit(query)
      slugs += page.entries.map(\.entry.slug)
      query.before = page.next
    } while query.before != nil
    #expect(slugs == [nil, "s6", "s5", "s4", "s3", "s2", "s1", "s0"])
    #expect(try entries(store) { $0.host = "x.b.example" }.map(\.slug) == ["s5", "s3", "s1"])
    #expect(
      try entries(store) {
        $0.since = time(2); $0.until = time(4)
      }.map(\.slug) == ["s3", "s2"])
    for actor in ["t1", "ann", "token"] {
      #expect(try entries(store) { $0.actor = actor }.count == 7)
    }
    #expect(try entries(store) { $0.actor = "service" }.count == 1)
    for (pattern, count) in [("a.example", 4), ("*.b.example", 3), ("*.example", 4), ("c", 0)] {
      let reach = HostReach([try #require(HostPattern(pattern))])
      #expect(try entries(store) { $0.reach = reach }.count == count, "\(pattern)")
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `forgets old entries, and no others`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for number in 0..<4 { try store.make(sample("s\(number)"), at: time(number)) }
    #expect(try store.forget(.auditEntries, before: time(2)) == 2)
    #expect(try entries(store).map(\.slug) == ["s3", "s2"])
  }
}
