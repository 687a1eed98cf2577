import Links
import LinkStorage
import Testing

@Suite(.tidies) struct LinkSuite {
  @Test(arguments: StoreEngine.allCases)
  func `gives back every field as it was given`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let stored = try store.make(fullSample("full"))
    // Links that are made in Keiro are marked, so that no import overwrites them.
    var wanted = fullSample("full")
    wanted.isEdited = true
    #expect(stored.link == wanted)
    #expect(stored.revision == 1)
    #expect(try store.link(at: stored.link.key) == stored)
    let plain = try store.make(sample("plain"))
    #expect(plain.link.createdAt == time(0))
    #expect(plain.link.updatedAt == time(0))
    #expect(try store.link(at: plain.link.key) == plain)
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells keys apart by host and by case`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try store.make(sample("x"))
    try store.make(sample("X"))
    try store.make(sample("x", host: "b.example"))
    let again = try store.create(sample("x"), CreationTerms(), at: time(1))
    #expect(again == .taken)
    #expect(try store.link(at: LinkKey(host: "a.example", slug: "y")) == nil)
    #expect(try store.link(at: LinkKey(host: "c.example", slug: "x")) == nil)
  }

  @Test(arguments: StoreEngine.allCases)
  func `finds the links of many keys at once, in the order of the keys`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let hosts = (0..<150).map { "h\($0).example" }
    for number in [3, 70, 149] { try store.make(sample("x", host: hosts[number])) }
    try store.make(sample("y", host: hosts[0]))
    try store.make(sample("X", host: hosts[1]))
    func found(_ hosts: [String]) throws -> [String] {
      try store.links(at: hosts.map { LinkKey(host: $0, slug: "x") }).map(\.link.host)
    }
    #expect(try found(hosts) == ["h3.example", "h70.example", "h149.example"])
    #expect(try found(hosts.reversed()) == ["h149.example", "h70.example", "h3.example"])
    for count in [1, 2, 3, 5, 64, 65, 128] {
      #expect(
        try found(Array(hosts[..<count])) == (count > 3 ? ["h3.example"] : [])
          + (count > 70 ? ["h70.example"] : []))
    }
    #expect(try found([]) == [])
    let mixed = [LinkKey(host: hosts[0], slug: "y"), LinkKey(host: hosts[3], slug: "x")]
    #expect(try store.links(at: mixed).map(\.link.key) == mixed)
    #expect(try store.links(at: [mixed[1]]).first == store.link(at: mixed[1]))
  }

  @Test(arguments: StoreEngine.allCases)
  func `changes a link only as long as nobody else has`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let first = try store.make(sample("x") { $0.tags = ["old"] })
    let change = sample("x") {
      $0.url = "https://e.example/new"
      $0.tags = ["new"]
    }
    let answer = try store.update(change, revision: 1, at: time(5))
    guard case .done(let second) = answer else { throw Unexpected(answer: answer) }
    #expect(second.id == first.id && second.revision == 2)
    #expect(second.link.createdAt == time(0) && second.link.updatedAt == time(5))
    #expect(try store.link(at: change.key) == second)
    #expect(try store.update(sample("x"), revision: 1, at: time(6)) == .overtaken(second))
    #expect(try store.update(sample("y"), revision: nil, at: time(6)) == .missing)
    #expect(try store.links(LinkFilter(tag: "old"), after: nil, limit: 9).links == [])
    #expect(try store.links(LinkFilter(tag: "new"), after: nil, limit: 9).links == [second])
    #expect(try store.delete(change.key, revision: 1) == .overtaken(second))
    #expect(try store.delete(change.key, revision: 2) == .done(second))
    #expect(try store.delete(change.key, revision: nil) == .missing)
    #expect(try store.link(at: change.key) == nil)
    let again = try store.make(sample("x"))
    #expect(again.id != first.id)
  }

  @Test(arguments: StoreEngine.allCases)
  func `makes a link once for an idempotency key`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let terms = CreationTerms(idempotencyKey: IdempotencyKey(text: "k", digest: [1, 2]))
    let other = CreationTerms(idempotencyKey: IdempotencyKey(text: "k", digest: [3]))
    let stored = try store.create(sample("x"), terms, at: time(0)).made
    #expect(try store.create(sample("y"), terms, at: time(1)) == .remembered(stored))
    #expect(try store.create(sample("z"), other, at: time(1)) == .keyReused)
    func asked(_ terms: CreationTerms) throws -> Creation? {
      try store.creation(by: try #require(terms.idempotencyKey), now: time(1))
    }
    #expect(try asked(terms) == .remembered(stored) && asked(other) == .keyReused)
    #expect(try store.creation(by: IdempotencyKey(text: "l", digest: [1]), now: time(1)) == nil)
    _ = try store.delete(stored.link.key, revision: nil)
    #expect(try store.create(sample("x"), terms, at: time(2)) == .remembered(nil))
    _ = try store.forget(.idempotencyKeys, before: time(0))
    #expect(try store.create(sample("x"), terms, at: time(3)) == .remembered(nil))
    _ = try store.forget(.idempotencyKeys, before: time(1))
    try store.make(sample("x"))
  }

  @Test(arguments: StoreEngine.allCases)
  func `an idempotency key of some seconds stands for a new link after them`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    let key = IdempotencyKey(text: "k", digest: [1], seconds: 60)
    let terms = CreationTerms(idempotencyKey: key)
    let stored = try one.create(sample("x"), terms, at: time(0)).made
    #expect(try other.create(sample("y"), terms, at: time(59)) == .remembered(stored))
    #expect(try other.creation(by: key, now: time(59)) == .remembered(stored))
    #expect(try other.creation(by: key, now: time(60)) == nil)
    let later = try other.create(sample("y"), terms, at: time(60)).made
    #expect(try one.create(sample("z"), terms, at: time(119)) == .remembered(later))
    #expect(try one.create(sample("x"), terms, at: time(120)) == .taken)
    // A request may have a key of its own besides; the first one that is known decides.
    func own(_ text: String) -> CreationTerms {
      var own = IdempotencyKey(text: text, digest: [1])
      own.next = [key]
      return CreationTerms(idempotencyKey: own)
    }
    let last = try one.create(sample("z"), own("a"), at: time(200)).made
    #expect(try other.create(sample("o"), own("b"), at: time(259)) == .found(last))
    try one.make(sample("made"), at: time(260))
    for name in ["a", "b"] {
      #expect(try one.create(sample("p"), own(name), at: time(900)) == .remembered(last))
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps the answer to a request for its repetitions`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    let key = IdempotencyKey(text: "k", digest: [1])
    func use(_ key: IdempotencyKey, _ store: any LinkStore) throws -> KeyUse {
      try waitForAnswer { store.takeKey(key, now: time(0), completion: $0) }
    }
    func keep(_ answer: String?) throws {
      try waitForAnswer { other.keepAnswer(answer, to: key, completion: $0) }
    }
    #expect(try use(key, one) == .taken && use(key, other) == .unanswered(since: time(0)))
    try keep(nil)
    #expect(try use(key, other) == .taken)
    try keep("a")
    #expect(try use(key, one) == .answered("a"))
    #expect(try use(IdempotencyKey(text: "k", digest: [2]), one) == .reused)
    #expect(try use(IdempotencyKey(text: "l", digest: [2]), one) == .taken)
    _ = try one.forget(.idempotencyKeys, before: time(1))
    #expect(try use(key, one) == .taken)
  }

  @Test(arguments: StoreEngine.allCases)
  func `finds a link that is as wanted already`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let wanted = sample("one") { $0.name = "n" }
    let stored = try store.make(wanted)
    var alike = wanted
    alike.slug = "two"
    let terms = CreationTerms(findsExisting: true)
    #expect(try store.create(alike, terms, at: time(1)) == .found(stored))
    #expect(try store.link(like: alike) == stored)
    // Also when somebody has edited it since.
    _ = try store.update(wanted, revision: nil, at: time(1))
    #expect(try store.link(like: alike)?.link.slug == "one")
    alike.name = "other"
    #expect(try store.link(like: alike) == nil)
    alike.name = "n"
    alike.host = "b.example"
    #expect(try store.link(like: alike) == nil)
  }

  @Test(arguments: StoreEngine.allCases)
  func `answers nothing once it is closed`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    store.close()
    #expect(kind { try store.check() } == .closed)
    #expect(kind { try store.make(sample("x")) } == .closed)
    #expect(kind { try store.link(at: sample("x").key) } == .closed)
    #expect(kind { try store.changes(since: nil) } == .closed)
    #expect(kind { try waitForAnswer { store.probe(completion: $0) } } == .closed)
  }

  @Test(arguments: StoreEngine.allCases)
  func `shows a link to visitors as soon as its making is answered`(_ engine: StoreEngine) throws {
    let (ours, theirs) = try engine.stores()
    for number in 0..<50 {
      let link = sample("s\(number)")
      let found: StoredLink? = try waitForAnswer { answer in
        ours.create(link, CreationTerms(), by: .service, now: time(0)) { _ in
          answer(Result { () throws(LinkStoreError) in try ours.link(at: link.key) })
        }
      }
      #expect(found?.link.slug == link.slug)
      #expect(try theirs.currentLink(at: link.key) == found)
    }
  }
}
