import LinkStorage
import Links
import Testing
import WebSyntax

extension LinkStore {
  fileprivate func add(_ person: DashboardPerson) throws -> UniqueCreation {
    try waitForAnswer { createPerson(person, by: .service, completion: $0) }
  }

  fileprivate func add(
    _ passkey: Passkey, with invitation: [UInt8]? = nil, at now: Int
  ) throws -> PasskeyCreation {
    try waitForAnswer {
      addPasskey(passkey, invitation: invitation, by: .service, now: time(now), completion: $0)
    }
  }

  @discardableResult
  fileprivate func change(_ edit: PersonEdit, of id: String = "a1") throws -> PersonChange {
    try waitForAnswer { changePerson(id: id, edit, by: .service, now: time(9), completion: $0) }
  }
}

@Suite(.tidies) struct PeopleSuite {
  private func person(
    _ id: String, _ name: String, invitation: DashboardPerson.Invitation? = nil
  ) -> DashboardPerson {
    DashboardPerson(
      id: id, name: name, role: .editor,
      reach: HostReach(["a.example"].compactMap { HostPattern($0) }), createdAt: time(0),
      invitation: invitation)
  }

  private func passkey(_ credential: UInt8, of person: String) -> Passkey {
    Passkey(
      credential: [credential, 0xFF], person: person, key: [1, 2, 3], counter: 4,
      createdAt: time(5))
  }

  private let invitation = DashboardPerson.Invitation(digest: [7, 7], expires: time(100))

  @Test(arguments: StoreEngine.allCases)
  func `keeps people by identifiers and names that are theirs alone`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    let (ann, bob) = (person("a1", "Ann", invitation: invitation), person("b1", "Bob"))
    #expect(try one.add(ann) == .created)
    #expect(try other.add(bob) == .created)
    for taken in [person("a1", "Carl"), person("c1", "Ann")] {
      #expect(try other.add(taken) == .taken)
    }
    #expect(try other.people() == [ann, bob])
    #expect(try other.person(id: "a1") == ann)
    #expect(try other.person(id: "c1") == nil)
    #expect(try other.person(invitation: [7, 7]) == ann)
    #expect(try other.person(invitation: [8]) == nil)
  }

  @Test(arguments: StoreEngine.allCases)
  func `changes a person, but to no name that somebody has`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for made in [person("a1", "Ann"), person("b1", "Bob")] {
      _ = try store.add(made)
    }
    var free = person("b1", "Bob")
    free.reach = .everywhere
    #expect(try store.change(.access(nil, .everywhere), of: "b1") == .done(free))
    #expect(try store.change(.access(nil, .everywhere), of: "c1") == .missing)
    free.role = .viewer
    // What is as it was is no change.
    for _ in 0..<2 {
      #expect(try store.change(.access(.viewer, .everywhere), of: "b1") == .done(free))
    }
    var ann = person("a1", "Anna")
    ann.role = .admin
    #expect(try store.change(.told(name: "Anna", role: .admin)) == .done(ann))
    #expect(try store.person(id: "a1") == ann)
    #expect(try store.change(.told(name: "Bob", role: .viewer)) == .taken)
    #expect(try store.change(.told(name: "Carl", role: .viewer), of: "c1") == .missing)
    #expect(try store.person(id: "a1") == ann)
    let entries = try store.audit(AuditQuery()).entries.map(\.entry)
    #expect(entries.count { $0.action == .personChanged } == 3)
  }

  @Test(arguments: StoreEngine.allCases)
  func `changes what an edit names, and leaves the rest as others have left it`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    var ann = person("a1", "Ann", invitation: invitation)
    _ = try one.add(ann)
    _ = try other.add(passkey(1, of: "a1"), with: [7, 7], at: 1)
    // An invitation that was used does not come back with another change.
    (ann.invitation, ann.role) = (nil, .viewer)
    #expect(try one.change(.access(.viewer, nil)) == .done(ann))
    ann.invitation = DashboardPerson.Invitation(digest: [8, 8], expires: time(200))
    #expect(try other.change(.invitation(#require(ann.invitation))) == .done(ann))
    (ann.name, ann.role) = ("Anna", .admin)
    #expect(try one.change(.told(name: "Anna", role: .admin)) == .done(ann))
    #expect(try other.person(id: "a1") == ann)
  }

  @Test(arguments: StoreEngine.allCases)
  func `lets one passkey be made with an invitation, in its time`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    _ = try one.add(person("a1", "Ann", invitation: invitation))
    func add(
      _ number: UInt8, of id: String = "a1", _ digest: [UInt8]?, at now: Int = 10
    ) throws -> PasskeyCreation {
      try other.add(passkey(number, of: id), with: digest, at: now)
    }
    #expect(try add(1, [8]) == .uninvited)
    #expect(try add(1, [7, 7], at: 100) == .uninvited)
    #expect(try add(1, of: "b1", [7, 7]) == .uninvited)
    #expect(try add(1, [7, 7]) == .created)
    #expect(try add(2, [7, 7]) == .uninvited)
    #expect(try one.person(id: "a1")?.invitation == nil)
    #expect(try add(1, nil) == .taken)
    #expect(try add(2, nil) == .created)
    // A registration that is refused leaves the invitation to the next one.
    let again = DashboardPerson.Invitation(digest: [9, 9], expires: time(100))
    try one.change(.invitation(again))
    #expect(try add(1, [9, 9]) == .taken)
    #expect(try one.person(id: "a1")?.invitation == again)
    #expect(try add(3, [9, 9]) == .created)
    #expect(try one.person(id: "a1")?.invitation == nil)
    #expect(try one.passkey(credential: [1, 0xFF]) == passkey(1, of: "a1"))
    #expect(try one.passkeys(of: "a1").count == 3)
    #expect(try one.passkeys(of: "b1").isEmpty)
  }

  @Test(arguments: StoreEngine.allCases)
  func `removes a passkey of its person, but never the last one`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for (id, name, numbers) in [("a1", "Ann", [1, 2]), ("b1", "Bob", [3, 4])] {
      _ = try store.add(person(id, name))
      for number in numbers {
        _ = try store.add(passkey(UInt8(number), of: id), at: 1)
      }
    }
    func remove(_ number: UInt8) throws -> Bool {
      try waitForAnswer {
        store.removePasskey(
          credential: [number, 0xFF], of: "a1", by: .service, now: time(9), completion: $0)
      }
    }
    #expect(try !remove(3) && store.passkeys(of: "b1").count == 2)
    #expect(try remove(1))
    #expect(try !remove(1) && !remove(2))
    #expect(try store.passkeys(of: "a1").map(\.credential) == [[2, 0xFF]])
    let entry = try #require(try store.audit(AuditQuery()).entries.first?.entry)
    #expect(entry.action == .passkeyRemoved && entry.person == "a1")
  }

  @Test(arguments: StoreEngine.allCases)
  func `names a passkey of its person, and nobody else's`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    var made = passkey(1, of: "a1")
    made.name = "Safari, iPhone"
    for (id, name, own) in [("a1", "Ann", made), ("b1", "Bob", passkey(2, of: "b1"))] {
      _ = try store.add(person(id, name))
      _ = try store.add(own, at: 1)
    }
    #expect(try store.passkeys(of: "a1") == [made])
    #expect(try store.passkey(credential: [2, 0xFF])?.name == nil)
    func name(_ number: UInt8, _ name: String) throws -> Bool {
      try waitForAnswer {
        store.namePasskey(
          credential: [number, 0xFF], of: "a1", name, by: .service, now: time(5), completion: $0)
      }
    }
    #expect(try name(1, "携帯"))
    #expect(try !name(2, "taken") && !name(9, "absent"))
    #expect(try store.passkey(credential: [1, 0xFF])?.name == "携帯")
    #expect(try store.passkey(credential: [2, 0xFF])?.name == nil)
    let entries = try store.audit(AuditQuery()).entries.map(\.entry)
    #expect(entries.filter { $0.action == .passkeyRenamed }.map(\.person) == ["a1"])
    #expect(entries.first?.time == time(5))
  }

  @Test(arguments: StoreEngine.allCases)
  func `notes signatures, and removes a person with all that was theirs`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    _ = try store.add(person("a1", "Ann"))
    _ = try store.add(passkey(1, of: "a1"), at: 1)
    func note(_ counter: Int, of credential: [UInt8] = [1, 0xFF]) throws -> Bool {
      try waitForAnswer {
        store.notePasskey(
          credential: credential, counter: counter, now: time(20), completion: $0)
      }
    }
    // Of two signatures with one counter, one is a copy's.
    for (counter, isNoted) in [(5, true), (9, true), (9, false), (3, false), (0, false)] {
      #expect(try note(counter) == isNoted, "\(counter)")
    }
    var uncounted = passkey(2, of: "a1")
    uncounted.counter = 0
    _ = try store.add(uncounted, at: 1)
    for counter in [0, 0, 1] { #expect(try note(counter, of: [2, 0xFF])) }
    #expect(try store.passkey(credential: [1, 0xFF])?.counter == 9)
    #expect(try store.passkey(credential: [1, 0xFF])?.usedAt == time(20))
    let session = Session(
      digest: [5], subject: SessionSubject.person(id: "a1").text, createdAt: time(0),
      expires: time(99))
    _ = try store.createSession(session)
    func remove() throws -> PersonChange {
      try waitForAnswer {
        store.removePerson(id: "a1", by: .service, now: time(30), completion: $0)
      }
    }
    #expect(try remove() == .done(person("a1", "Ann")))
    #expect(try remove() == .missing)
    #expect(try store.passkeys(of: "a1").isEmpty)
    #expect(try store.session(digest: [5]) == nil)
    #expect(try !note(10))
    let actions = try store.audit(AuditQuery()).entries.map(\.entry)
    #expect(actions.map(\.action) == [.personRemoved, .passkeyAdded, .passkeyAdded, .personAdded])
    #expect(actions.allSatisfy { $0.person == "a1" })
  }
}
