import AppAssociation
import LinkStorage
import Links
import Outgoing
import Probing
import SQLiteStore
import SiteModel
import Synchronization
import Testing
import TroubledServers
import WebSyntax

/// A name whose label is too long for DNS, so that the system's resolver refuses it without asking a
/// name server, which may take its time.
private let missingName = String(repeating: "x", count: 64) + ".invalid"

/// Results of rounds with servers that misbehave in every way.
struct HealthRoundsTests {
  private static let day = 86_400

  /// A clock that only moves when it is set.
  private final class Clock: Sendable {
    private let seconds = Mutex(1_800_000_000)

    var now: Int { seconds.withLock(\.self) }
    func pass(_ count: Int) { seconds.withLock { $0 += count } }
  }

  private struct Fixture {
    let store: any LinkStore
    let clock = Clock()
    let rounds: HealthRounds
    let origin: String
    var rules = OutgoingRules()

    init(_ owner: String = "one", in contents: MemoryDatabase? = nil) throws {
      let port = try #require(TroubledServers.shared().ports["destination"])
      origin = "http://localhost:\(port)"
      let store: any LinkStore = SQLiteStore(in: try contents ?? MemoryDatabase())
      self.store = store
      rules.allowPlainHTTP = true
      rules.allowNetworks = [
        try IPNetwork(parsing: "127.0.0.0/8"), try IPNetwork(parsing: "::1/128"),
      ]
      let clock = clock
      rounds = HealthRounds(
        store, owner: owner,
        OutgoingContext(
          agent: "keiro/test (link health)", clock: { Double(clock.now) }, log: { _ in }),
        timeout: 600, knows: { $0 == missingName ? false : nil })
    }

    func adopt(_ snapshot: ServiceSnapshot) {
      var pace = LookPace()
      (pace.perSecond, pace.perHost) = (100, 10)
      rounds.adopt(pace, rules, snapshot)
    }

    @discardableResult func make(
      _ path: String, _ change: (inout ShortLink) -> Void = { _ in }
    ) throws -> StoredLink {
      var link = ShortLink(
        host: "a.example", slug: path.filter { $0 != "/" },
        url: path.hasPrefix("/") ? origin + path : path)
      change(&link)
      let made = link
      let now = Timestamp(secondsSinceEpoch: clock.now)
      let creation = try waitForAnswer {
        store.create(made, CreationTerms(), by: .service, now: now, completion: $0)
      }
      guard case .created(let stored) = creation else { throw Unmade(path: path) }
      return stored
    }

    /// Continues until the destinations of all links have been requested at this time, for so many
    /// rounds that a slow machine has enough of them.
    func look(_ links: [StoredLink]) async throws -> [Int: LinkHealth] {
      for _ in 0..<20_000 {
        rounds.pass()
        let found = try store.health(of: links.map(\.id)).compactMapValues(\.health)
        if links.allSatisfy({ found[$0.id]?.time.secondsSinceEpoch == clock.now }) { return found }
        try await Task.sleep(for: .milliseconds(5))
      }
      throw Unmade(path: "no look at every link")
    }

    func stop() {
      rounds.stop()
      store.close()
    }
  }

  private struct Unmade: Error {
    let path: String
  }

  private func snapshot(path: String? = nil) throws -> ServiceSnapshot {
    let app = AppDefinition(
      key: "shop", name: "Shop",
      apple: .init(appIDs: [try #require(AppIdentifier("94VJUJ8B7P.jp.asajikan"))]))
    var site = SiteDefinition(hosts: [try #require(HostPattern("localhost"))])
    site.routes = path.map { [RouteDefinition(component: Component(path: $0), apps: [0])] } ?? []
    let compilation = ServiceSnapshot.compile(ServiceDefinition(apps: [app], sites: [site]))
    return try #require(compilation.snapshot)
  }

  @Test func `goes on when a clock that was years ahead is set right`() async throws {
    let fixture = try Fixture()
    defer { fixture.stop() }
    fixture.adopt(try snapshot())
    let years = 4 * 365 * Self.day
    fixture.clock.pass(years)
    _ = try await fixture.look([try fixture.make("/ok")])
    fixture.clock.pass(-years)
    let found = try await fixture.look([try fixture.make("/get")])
    #expect(found.count == 1)
  }

  @Test func `learns how destinations do`() async throws {
    let fixture = try Fixture()
    defer { fixture.stop() }
    let wanted: [(path: String, state: HealthState, status: Int?, location: String?)] = [
      ("/ok", .ok, 200, nil), ("/get", .ok, 200, nil), ("/moved", .moved, 301, "/ok"),
      ("/moved-on", .moved, 308, "/away"), ("/away", .ok, 302, "/ok"),
      ("/circle", .looping, 302, nil), ("/far/0", .looping, 302, "/far/11"),
      ("/app", .ok, 302, nil), ("/user", .ok, 302, nil), ("/gone", .unknown, 410, nil),
      ("/missing", .unknown, 404, nil), ("/error", .unknown, 500, nil),
      ("http://\(missingName)/", .unknown, nil, nil),
    ]
    let links = try wanted.map { try fixture.make($0.path) }
    fixture.adopt(try snapshot())
    let found = try await fixture.look(links)
    for (link, want) in zip(links, wanted) {
      let health = found[link.id]
      #expect(health?.state == want.state, "\(want.path)")
      #expect(health?.status == want.status, "\(want.path)")
      #expect(health?.location == want.location.map { fixture.origin + $0 }, "\(want.path)")
    }
  }

  @Test func `gives a server that is busy or hangs up its time`() async throws {
    for path in ["/busy", "/cut"] {
      let fixture = try Fixture()
      defer { fixture.stop() }
      let link = try fixture.make(path)
      fixture.adopt(try snapshot())
      #expect(try await fixture.look([link])[link.id]?.state == .unknown)
      let other = try fixture.make("/ok")
      fixture.clock.pass(30)
      while try fixture.store.linksNeverAsked(afterID: 0, limit: 1) != [] { fixture.rounds.pass() }
      #expect(try fixture.store.health(of: [other.id])[other.id] == HealthEntry())
      fixture.clock.pass(600)
      #expect(try await fixture.look([other])[other.id]?.state == .ok)
    }
  }

  @Test func `calls a destination dead a day later, and healthy when it is back`() async throws {
    let fixture = try Fixture()
    defer { fixture.stop() }
    let links = [try fixture.make("/gone"), try fixture.make("http://\(missingName)/")]
    fixture.adopt(try snapshot())
    let first = try await fixture.look(links).values
    #expect(first.map(\.state) == [.unknown, .unknown])
    #expect(first.allSatisfy { $0.failedSince?.secondsSinceEpoch == fixture.clock.now })
    fixture.clock.pass(Self.day + 1)
    #expect(try await fixture.look(links).values.map(\.state) == [.dead, .dead])
    fixture.clock.pass(61)
    fixture.rounds.pass()
    #expect(fixture.rounds.sums == [.dead: 2])
    let other = fixture.origin + "/ok"
    var fixed = links[0].link
    fixed.url = other
    let (link, now) = (fixed, Timestamp(secondsSinceEpoch: fixture.clock.now))
    _ = try waitForAnswer {
      fixture.store.update(link, revision: nil, by: .service, now: now, completion: $0)
    }
    fixture.clock.pass(5)
    #expect(try await fixture.look([links[0]])[links[0].id]?.state == .ok)
  }

  @Test func `says that a page has moved whose route is gone since a reload`() async throws {
    let fixture = try Fixture()
    defer { fixture.stop() }
    let link = try fixture.make("/ok")
    fixture.adopt(try snapshot(path: "/ok"))
    let health = try await fixture.look([link])[link.id]
    #expect(health?.state == .ok && health?.opensApp == true)
    fixture.adopt(try snapshot(path: "/other"))
    fixture.clock.pass(1)
    #expect(try await fixture.look([link])[link.id]?.state == .moved)
    fixture.adopt(try snapshot(path: "/ok"))
    fixture.clock.pass(1)
    #expect(try await fixture.look([link])[link.id]?.state == .ok)
  }

  @Test func `asks nothing for links that lead nowhere by themselves`() async throws {
    let fixture = try Fixture()
    defer { fixture.stop() }
    let links = [
      try fixture.make("/gone") { $0.archived = true },
      try fixture.make("/missing") { $0.expires = Timestamp(secondsSinceEpoch: 1) },
      try fixture.make("/error") { $0.url += "?q={query.q}" },
    ]
    fixture.adopt(try snapshot())
    while try fixture.store.linksNeverAsked(afterID: 0, limit: 1) != [] { fixture.rounds.pass() }
    let entries = try fixture.store.health(of: links.map(\.id))
    #expect(entries.values.map(\.health) == [nil, nil, nil])
  }

  @Test func `keeps to the rules for requests that go out`() async throws {
    var fixture = try Fixture()
    defer { fixture.stop() }
    fixture.rules = OutgoingRules()
    let link = try fixture.make("/ok")
    fixture.adopt(try snapshot())
    let health = try await fixture.look([link])[link.id]
    #expect(health?.state == .unknown && health?.status == nil)
  }

  @Test func `leaves the rounds to the process that has the lease`() async throws {
    let contents = try MemoryDatabase()
    let (first, second) = (try Fixture("one", in: contents), try Fixture("two", in: contents))
    defer {
      first.stop()
      second.stop()
    }
    let asked = try first.make("/ok")
    second.adopt(try snapshot())
    #expect(try await second.look([asked])[asked.id]?.state == .ok)
    let left = try first.make("/gone")
    #expect(try first.store.lease("health", owner: "two", seconds: 100_000))
    first.adopt(try snapshot())
    for _ in 0..<3 { first.rounds.pass() }
    #expect(try first.store.linksNeverAsked(afterID: 0, limit: 1) == [left])
    #expect(first.rounds.sums == [:])
    second.clock.pass(10)
    #expect(try await second.look([left])[left.id]?.status == 410)
  }
}
