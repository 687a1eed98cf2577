import LinkStorage
import Links
import SQLStorage
import Testing

/// What a store keeps of the time, and what it makes of entries from clocks that were wrong.
@Suite(.tidies) struct TimeSuite {
  private static let years = 4 * 365 * 86_400

  @Test(arguments: StoreEngine.allCases)
  func `remembers the latest time that it has reached`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    #expect(try one.seenTime().kept == nil)
    for (seconds, found, kept) in [
      (100, nil, 100), (50, nil, 100), (101, 100, 101), (60, 100, 101), (60, 101, 60),
    ] as [(Int, Int?, Int)] {
      try one.keep(seconds, insteadOf: found)
      #expect(try other.seenTime().kept == time(kept))
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `knows its newest entry, be it a change or a click`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    #expect(try store.seenTime().newest == nil)
    try store.make(sample("a"), at: time(10))
    #expect(try store.seenTime().newest == time(10))
  }

  @Test(arguments: StoreEngine.allCases)
  func `a change that a clock behind has dated is as old as those before it`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.make(sample("old"), at: time(0))
    try store.make(sample("new"), at: time(100))
    try store.make(sample("early"), at: time(-Self.years))
    _ = try store.forget(.versions, before: time(50))
    func count(_ slug: String) throws -> Int {
      try store.versions(of: LinkKey(host: "a.example", slug: slug))
        .count { $0.change != nil }
    }
    #expect(try count("old") == 0 && count("new") == 1 && count("early") == 1)
  }

  @Test(arguments: StoreEngine.allCases)
  func `a lease of a clock that was far ahead ends when the clock is right`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    try one.addWebhook("w")
    try one.make(sample("a"), at: time(0))
    func events(_ store: any LinkStore, _ owner: String, at now: Int) throws -> [RecordedEvent] {
      try store.lease(9, owner, until: now + 60, at: now)
    }
    let leased = try events(one, "a", at: Self.years)
    #expect(leased.count == 1)
    #expect(try events(other, "b", at: 30) == leased)
    // Clocks that differ by little respect each other's leases.
    #expect(try events(one, "a", at: -20) == [])
    try one.add("w", "m")
    #expect(try one.leased("a", at: Self.years) == 1)
    #expect(try other.leased("b", at: 30) == 1)
    #expect(try one.leased("a", at: 10) == 0)
    // What was to be tried again in those years is tried now.
    for seconds in [Self.years, 86_400] { try one.add("w", "late", at: seconds) }
    #expect(try one.leased("a", at: 40) == 1)
  }

  @Test(arguments: StoreEngine.allCases)
  func `a check that a clock ahead has dated is due when the clock is right`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let links = try ["late", "soon"].map { try store.make(sample($0)) }
    let notes = zip(links, [Self.years, 50]).map { link, next in
      HealthNote(id: link.id, url: link.link.url, .putOff, next: time(next))
    }
    #expect(try waitForAnswer { store.keepHealth(notes, completion: $0) } == 2)
    func due(_ now: Int, _ limit: Int = 9) throws -> [String] {
      try store.healthDue(at: time(now), waiting: 60, limit: limit).map(\.link.link.slug)
    }
    #expect(try due(0) == ["late"] && due(50) == ["soon", "late"] && due(50, 1) == ["soon"])
    // The store has seen that time: it is this clock that is behind.
    try store.keep(Self.years)
    #expect(try due(0) == [] && due(50) == ["soon"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `a clock that is far behind brings no attempt forward, and tells no end again`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.addWebhook("w", [.linkExpired], at: time(Self.years))
    try store.keep(Self.years)
    try store.make(sample("x") { $0.expires = time(Self.years + 5) }, at: time(Self.years))
    #expect(try store.gather(Self.years + 10) == 1)
    for number in 0..<3 { try store.add("w", "\(number)", at: Self.years + 60) }
    #expect(try store.leased(at: 0) == 0 && store.gather(0) == 0)
    #expect(try store.leased(at: Self.years) == 0 && store.gather(Self.years + 20) == 0)
    #expect(try store.leased(at: Self.years + 60) == 3)
  }

  @Test(arguments: StoreEngine.allCases)
  func `what waits since the store was begun by a clock ahead is due once it goes by another`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.addWebhook("w", [.linkExpired], at: time(Self.years))
    try store.make(sample("x") { $0.expires = time(Self.years + 5) }, at: time(Self.years))
    #expect(try store.gather(Self.years + 10) == 1)
    try store.make(sample("y") { $0.expires = time(5) }, at: time(Self.years))
    try store.keep(Self.years)
    try store.add("w", "m", at: Self.years + 60)
    #expect(try store.leased(at: 0) == 0 && store.gather(0) == 0 && store.gather(10) == 0)
    try store.keep(0, insteadOf: Self.years)
    #expect(try store.leased(at: 0) == 1 && store.gather(0) == 0 && store.gather(10) == 1)
  }

  @Test(arguments: StoreEngine.allCases)
  func `a clock that was far ahead keeps no sum and no end from being told afterwards`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.addWebhook("w", [.clicksSummed, .linkExpired], at: time(Self.years))
    try store.count([clicked("x", 2)])
    #expect(try store.gather(Self.years + EventSums.period) == 1)
    try store.count([clicked("x", 3)])
    #expect(try store.gather(10) == 1)
    #expect(try store.gather(20) == 0)
    try store.make(sample("x") { $0.expires = time(30) }, at: time(20))
    #expect(try store.gather(29) == 0)
    #expect(try store.gather(30) == 1)
    #expect(try store.gather(31) == 0)
  }
}

extension LinkStore {
  /// Leases the deliveries of the webhook `w` for a minute.
  ///
  /// - Returns: their number.
  fileprivate func leased(_ owner: String = "a", at now: Int) throws -> Int {
    try lease([DeliveryRoom(webhook: "w", count: 9)], owner, until: now + 60, at: now).count
  }

  fileprivate func keep(_ seconds: Int, insteadOf found: Int? = nil) throws {
    try waitForAnswer {
      keepTime(time(seconds), insteadOf: found.map(time), completion: $0)
    }
  }
}
