import JSONSyntax
import LinkStorage
import Links
import Testing

/// The stored health of destinations, over every engine.
@Suite(.tidies) struct HealthSuite {
  private func keep(_ notes: [HealthNote], in store: any LinkStore) throws -> Int {
    try waitForAnswer { store.keepHealth(notes, completion: $0) }
  }

  private func note(
    _ link: StoredLink, _ state: HealthState, opensApp: Bool = false, next: Int = 100
  ) -> HealthNote {
    let health = LinkHealth(
      state, status: 301, location: "https://e.example/there", time: time(7),
      failedSince: state == .dead ? time(3) : nil, opensApp: opensApp)
    return HealthNote(
      id: link.id, url: link.link.url,
      .seen(health, told: state.isUnhealthy ? state : nil), next: time(next))
  }

  @Test(arguments: StoreEngine.allCases)
  func `gives back what a look came to, and changes no revision`(_ engine: StoreEngine) throws {
    let (store, other) = try engine.stores()
    let dead = try store.make(sample("dead"))
    let plain = try store.make(sample("plain"))
    let wanted = note(dead, .dead, opensApp: true)
    #expect(try keep([wanted], in: store) == 1)
    guard case .seen(let health, let told) = wanted.outcome else { return }
    #expect(
      try other.health(of: [dead.id, plain.id])
        == [dead.id: HealthEntry(health: health, told: told)])
    #expect(try other.health(of: []) == [:])
    #expect(try other.link(at: dead.link.key) == dead)
  }

  @Test(arguments: StoreEngine.allCases)
  func `knows what is due, the longest due first`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let links = try ["a", "b", "c"].map { try store.make(sample($0)) }
    let notes = zip(links, [30, 10, 50]).map { note($0, .ok, next: $1) }
    #expect(try keep(notes, in: store) == 3)
    func due(_ seconds: Int, _ limit: Int = 9) throws -> [Int] {
      try store.healthDue(at: time(seconds), waiting: 86_400, limit: limit).map(\.link.id)
    }
    let fresh = try store.make(sample("d"))
    #expect(try store.linksNeverAsked(afterID: 0, limit: 9) == [fresh])
    #expect(try store.linksNeverAsked(afterID: fresh.id, limit: 9) == [])
    #expect(try due(9) == [])
    #expect(try due(30) == [links[1].id, links[0].id])
    #expect(try due(99, 1) == [links[1].id])
    let later = HealthNote(id: links[1].id, url: links[1].link.url, .putOff, next: time(60))
    #expect(try keep([later], in: store) == 1)
    #expect(try due(99) == [links[0], links[2], links[1]].map(\.id))
    #expect(try store.health(of: [links[1].id])[links[1].id]?.health?.state == .ok)
  }

  @Test(arguments: StoreEngine.allCases)
  func `forgets a look when the link leads elsewhere, is archived or goes`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    let links = try ["url", "archived", "gone", "name"].map { try store.make(sample($0)) }
    let notes = links.map { note($0, .moved) }
    #expect(try keep(notes, in: store) == 4)
    try store.change(sample("url") { $0.url = "https://e.example/2" }, at: time(8))
    try store.change(sample("archived") { $0.archived = true }, at: time(8))
    try store.remove(links[2].link.key, by: .service, at: time(8))
    try store.change(sample("name") { $0.name = "n" }, at: time(8))
    let entries = try store.health(of: links.map(\.id))
    // Webhooks are still told that it is healthy again.
    #expect(entries[links[0].id] == HealthEntry(health: nil, told: .moved))
    #expect(entries[links[1].id] == HealthEntry(health: nil, told: .moved))
    #expect(entries[links[2].id] == nil)
    #expect(entries[links[3].id]?.health?.state == .moved)
    #expect(
      Set(try store.healthDue(at: time(9), waiting: 86_400, limit: 9).map(\.link.id))
        == [links[0].id, links[1].id])
    // A result for the old destination is never kept, nor one for a link that no longer exists.
    #expect(try keep(Array(notes[..<3]), in: store) == 1)
    #expect(try store.health(of: [links[0].id])[links[0].id]?.health == nil)
  }

  @Test(arguments: StoreEngine.allCases)
  func `lists and counts links by the health of their destinations`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let states: [HealthState] = [.ok, .moved, .dead, .dead, .looping, .unknown]
    let links = try states.indices.map { try store.make(sample("l\($0)"), at: time($0)) }
    try store.make(sample("new"), at: time(20))
    let notes = zip(links, states).map { note($0, $1, opensApp: $1 == .moved) }
    #expect(try keep(notes, in: store) == 6)
    #expect(try store.healthSums() == [.moved: 1, .dead: 2, .looping: 1, .unknown: 1])
    for state in HealthState.allCases {
      let wanted = zip(links, states).filter { $0.1 == state }.map(\.0.link.slug)
      #expect(try Set(store.slugs(LinkFilter(health: state))) == Set(wanted))
    }
    #expect(try store.linksOpeningApps(afterID: 0, limit: 9).map(\.link) == [links[1]])
    #expect(try store.linksOpeningApps(afterID: links[1].id, limit: 9).isEmpty)
  }

  @Test(arguments: StoreEngine.allCases)
  func `records an event with the look that it tells of, and with no other`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try store.addWebhook("w", [.linkUnhealthy, .linkHealthy])
    let link = try store.make(sample("x"))
    func look(_ seconds: Int, _ end: DestinationLook.End) throws -> Int {
      let entry = try store.health(of: [link.id])[link.id] ?? HealthEntry()
      let note = HealthNote(
        link, entry, DestinationLook(end, status: nil), opensApp: false, every: 60,
        at: time(seconds))
      return try keep([note], in: store)
    }
    for (seconds, end) in [
      (1, .answered(404)), (86_401, .noSuchName), (86_500, .silence), (90_000, .answered(200)),
      (90_060, .answered(200)),
    ] as [(Int, DestinationLook.End)] {
      #expect(try look(seconds, end) == 1)
    }
    try store.change(sample("x") { $0.url = "https://e.example/2" }, at: time(91_000))
    #expect(try look(92_000, .circle) == 0)
    #expect(
      try store.lease().map(\.line) == [
        "link.unhealthy x 1 at 86401", "link.healthy x 1 at 90000",
      ])
  }
}
