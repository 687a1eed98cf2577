import Links
import LinkStorage
import Testing

extension LinkStore {
  func createSession(_ session: Session) throws -> UniqueCreation {
    try waitForAnswer { createSession(session, completion: $0) }
  }

  func touchSession(_ digest: [UInt8], at now: Int, expires: Int) throws -> SessionChange {
    try waitForAnswer {
      touchSession(digest: digest, now: time(now), expires: time(expires), completion: $0)
    }
  }

  func revokeSession(_ digest: [UInt8]) throws -> SessionChange {
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
    #expect(try one.touchSession([1, 0xFF], at: 50, expires: 150) == .done)
    #expect(try one.touchSession([9, 0xFF], at: 50, expires: 150) == .missing)
    var touched = session(1)
    touched.seenAt = time(50)
    touched.expires = time(150)
    #expect(try other.session(digest: [1, 0xFF]) == touched)
    #expect(try other.revokeSession([1, 0xFF]) == .done)
    #expect(try one.session(digest: [1, 0xFF]) == nil)
    #expect(try one.revokeSession([1, 0xFF]) == .missing)
    #expect(try one.touchSession([1, 0xFF], at: 60, expires: 160) == .missing)
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
