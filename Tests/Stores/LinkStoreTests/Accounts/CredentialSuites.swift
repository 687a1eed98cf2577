import LinkStorage
import Links
import Testing
import WebSyntax

@Suite(.tidies) struct TokenSuite {
  private func token(_ digest: UInt8, on hosts: [String] = []) -> APIToken {
    APIToken(
      id: "t\(digest)", digest: [digest], name: "n", scopes: ["admin"],
      reach: HostReach(hosts.compactMap { HostPattern($0) }), createdAt: time(0),
      expires: time(100))
  }

  private func noteUses(_ uses: [String: Timestamp], _ store: any LinkStore) throws {
    try waitForAnswer { store.noteUses(uses, completion: $0) }
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps the hosts and the end of a token, and what it makes`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    var ofApps = [token(3, on: ["a.example"]), token(4, on: ["a.example"])]
    ofApps[0].making = LinkMaking(perHour: 7, lifetime: 86_400)
    ofApps[1].making = LinkMaking()
    let tokens = [token(1), token(2, on: ["a.example", "*.b.example"])] + ofApps
    for token in tokens { _ = try one.createToken(token) }
    #expect(try other.tokens() == tokens)
    #expect(try other.token(digest: [2]) == tokens[1])
    #expect(tokens[1].hasExpired(at: time(100)) && !tokens[1].hasExpired(at: time(99)))
  }

  @Test(arguments: StoreEngine.allCases)
  func `notes the last use of a token, without telling the feed`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    _ = try one.createToken(token(1))
    let cursor = try other.changes(since: nil).cursor
    try noteUses(["t1": time(60), "gone": time(60)], one)
    try noteUses(["t1": time(30)], one)
    #expect(try other.token(digest: [1])?.usedAt == time(60))
    #expect(try other.changes(since: cursor).tokensChanged == false)
    try noteUses(["t1": time(90)], one)
    #expect(try other.token(digest: [1])?.usedAt == time(90))
  }

  @Test(arguments: [
    ("a.example", "a.example", true), ("a.example", "A.Example.", true),
    ("a.example", "b.a.example", false), ("*.a.example", "b.a.example", true),
    ("*.a.example", "a.example", false), ("*.a.example", "c.b.a.example", false),
    ("*.a.example", "*.a.example", true), ("a.example", "*.example", false),
  ]) func `reaches the hosts that it names`(_ pattern: String, _ host: String, _ reaches: Bool)
    throws
  {
    #expect(HostReach([try #require(HostPattern(pattern))]).covers(host) == reaches)
  }

  @Test func `reaches nothing, rather than everything, when its hosts cannot be read`() {
    #expect(HostReach(stored: "").covers("a.example"))
    #expect(!HostReach(stored: "-").covers("a.example") && HostReach(stored: "-").isBounded)
  }
}

extension LinkStore {
  func createSession(_ session: Session) throws -> UniqueCreation {
    try waitForAnswer { createSession(session, completion: $0) }
  }

  func touchSession(_ digest: [UInt8], at now: Int, expires: Int) throws -> Bool {
    try waitForAnswer {
      touchSession(digest: digest, now: time(now), expires: time(expires), completion: $0)
    }
  }

  func revokeSession(_ digest: [UInt8]) throws -> Bool {
    try waitForAnswer { revokeSession(digest: digest, completion: $0) }
  }
}

@Suite(.tidies) struct SessionSuite {
  private func session(_ digest: UInt8, _ subject: String = "ann", expires: Int = 100) -> Session {
    Session(
      digest: [digest, 0xFF], subject: subject, createdAt: time(0), expires: time(expires),
      device: digest == 3 ? nil : "Firefox, Linux")
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps sessions by their digests`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    #expect(try one.createSession(session(1)) == .created)
    #expect(try other.createSession(session(1, "bob")) == .taken)
    #expect(try other.createSession(session(2, "bob")) == .created)
    #expect(try one.createSession(session(3)) == .created)
    #expect(try other.session(digest: [1, 0xFF]) == session(1))
    #expect(try other.session(digest: [9, 0xFF]) == nil)
    #expect(try one.sessions(of: nil) == [session(1), session(2, "bob"), session(3)])
    #expect(try one.sessions(of: "ann") == [session(1), session(3)])
    #expect(try one.sessions(of: "eve") == [])
  }

  @Test(arguments: StoreEngine.allCases)
  func `prolongs a session that is used, and ends one at once`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    _ = try one.createSession(session(1))
    #expect(try one.touchSession([1, 0xFF], at: 50, expires: 150))
    #expect(try !one.touchSession([9, 0xFF], at: 50, expires: 150))
    var touched = session(1)
    touched.seenAt = time(50)
    touched.expires = time(150)
    #expect(try other.session(digest: [1, 0xFF]) == touched)
    #expect(try other.revokeSession([1, 0xFF]))
    #expect(try one.session(digest: [1, 0xFF]) == nil)
    #expect(try !one.revokeSession([1, 0xFF]))
    #expect(try !one.touchSession([1, 0xFF], at: 60, expires: 160))
  }

  @Test(arguments: StoreEngine.allCases)
  func `forgets sessions that are over, and no others`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    _ = try store.createSession(session(1, expires: 10))
    _ = try store.createSession(session(2, expires: 11))
    #expect(try store.forget(.sessions, before: time(11)) == 1)
    #expect(try store.sessions(of: nil) == [session(2, expires: 11)])
  }
}
