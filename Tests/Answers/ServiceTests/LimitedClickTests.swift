import Dispatch
import HTTPCore
import LinkStorage
import Links
import SQLiteStore
import Synchronization
import Testing

@testable import Service
@testable import ServiceSupport

@Suite struct LimitedClickTests {
  private let store: BrokenStore
  private let clicks: LimitedClicks

  init() throws {
    store = try BrokenStore()
    clicks = LimitedClicks(store)
  }

  private func link(_ limit: Int) -> ShortLink {
    var link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    link.maxClicks = limit
    return link
  }

  private func take(
    _ link: ShortLink, _ clicks: LimitedClicks, at now: HTTPInstant = instant(0)
  ) throws -> Bool {
    try waitForAnswer { clicks.take(link, limit: link.maxClicks ?? 0, at: now, completion: $0) }
  }

  private static func instant(_ seconds: Double) -> HTTPInstant {
    HTTPInstant(secondsSinceEpoch: 1_000_000 + seconds)
  }

  @Test func `leads on exactly as many as the limit from several processes at once`() throws {
    for limit in [1, 7, 400, 3000] {
      let contents = try MemoryDatabase()
      let processes = (0..<3).map { _ in LimitedClicks(SQLiteStore(in: contents)) }
      let link = link(limit)
      let arrived = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 6) { number in
        for _ in 0..<(limit / 4 + 2) {
          if (try? take(link, processes[number % 3])) == true {
            arrived.add(1, ordering: .relaxed)
          }
        }
      }
      #expect(arrived.load(ordering: .relaxed) <= limit)
      // Clicks that one process has reserved and not used become available to the others.
      processes.forEach { $0.close() }
      for _ in arrived.load(ordering: .relaxed)..<limit {
        #expect(try take(link, processes[0], at: Self.instant(1)))
      }
      #expect(try !take(link, processes[0]) && !take(link, processes[1]))
    }
  }

  @Test func `takes one at a time while few are left, and some in advance of many`() throws {
    let few = link(500)
    for number in 1...3 {
      #expect(try take(few, clicks))
      #expect(try store.reservedClicks(of: LinkLife(few)) == number)
      #expect(!clicks.takeReserved(few, limit: 500))
    }
    var many = link(100_000)
    many.slug = "many"
    #expect(try take(many, clicks) && take(many, clicks))
    #expect(try store.reservedClicks(of: LinkLife(many)) == 101)
    #expect(clicks.takeReserved(many, limit: 100_000))
    #expect(try clicks.count(of: many, at: Self.instant(9)) == 3)
  }

  @Test func `gives unused clicks back, at rest and at the end`() throws {
    let link = link(100_000)
    for _ in 0..<2 { _ = try take(link, clicks) }
    clicks.giveBackIdle()
    #expect(try store.reservedClicks(of: LinkLife(link)) == 101)
    clicks.giveBackIdle()
    #expect(try store.reservedClicks(of: LinkLife(link)) == 2)
    for _ in 0..<2 { _ = try take(link, clicks) }
    #expect(try store.reservedClicks(of: LinkLife(link)) > 4)
    clicks.close()
    #expect(try store.reservedClicks(of: LinkLife(link)) == 4)
    #expect(try clicks.count(of: link, at: Self.instant(0)) == 4)
  }

  @Test func `visits that come while a reservation is under way share the next one`() {
    let link = link(3)
    let answers = Mutex<[Bool?]>([])
    store.stall()
    for _ in 0..<5 {
      clicks.take(link, limit: 3, at: Self.instant(0)) { result in
        answers.withLock { $0.append(try? result.get()) }
      }
      // No visit is refused before the store has answered.
      #expect(clicks.known(of: link, at: Self.instant(0)) == nil)
    }
    #expect(answers.withLock { $0.isEmpty })
    store.resume()
    #expect(answers.withLock { $0.count { $0 == true } } == 3)
    #expect(answers.withLock { $0.count { $0 == false } } == 2)
    #expect(clicks.known(of: link, at: Self.instant(0)) == 3)
  }

  @Test func `fails the waiting visits when the store fails, and none after it`() throws {
    store.fails = true
    #expect(throws: BrokenStore.failure) { try take(link(2), clicks) }
    store.fails = false
    #expect(try take(link(2), clicks) && take(link(2), clicks) && !take(link(2), clicks))
  }

  @Test func `sees within a second that another process has given clicks back`() throws {
    let contents = try MemoryDatabase()
    let own = LimitedClicks(SQLiteStore(in: contents))
    let data: any LinkStore = SQLiteStore(in: contents)
    let life = LinkLife(link(2))
    _ = try waitForAnswer { data.reserve(2, of: life, limit: 2, completion: $0) }
    #expect(try !take(link(2), own))
    try waitForAnswer { data.giveBack(1, of: life, by: 0, completion: $0) }
    #expect(try own.count(of: link(2), at: Self.instant(0.9)) == 2)
    #expect(try own.count(of: link(2), at: Self.instant(1)) == 1)
    #expect(try take(link(2), own, at: Self.instant(1)))
    #expect(try !take(link(2), own, at: Self.instant(1.9)))
  }

  @Test func `a higher limit counts at once, and a lower one for clicks reserved in advance`()
    throws
  {
    #expect(try take(link(1), clicks) && !take(link(1), clicks) && take(link(2), clicks))
    var many = link(100_000)
    many.slug = "many"
    #expect(try take(many, clicks) && take(many, clicks))
    many.maxClicks = 50
    for _ in 3...50 { #expect(try take(many, clicks)) }
    #expect(try !take(many, clicks))
  }

  @Test func `a link that everybody asks for costs the store one question a second`() throws {
    #expect(try take(link(1), clicks))
    let reservations = store.reservations
    for tenth in 0..<30 {
      #expect(try !take(link(1), clicks, at: Self.instant(Double(tenth) / 10)))
      _ = try clicks.count(of: link(1), at: Self.instant(Double(tenth) / 10))
    }
    #expect(store.reservations == reservations + 2)
    // Those who come while it is under way wait for it.
    store.stall()
    let refused = Atomic(0)
    for _ in 0..<100 {
      clicks.take(link(1), limit: 1, at: Self.instant(9)) { _ in refused.add(1, ordering: .relaxed)
      }
      clicks.count(of: link(1), at: Self.instant(9)) { _ in refused.add(1, ordering: .relaxed) }
    }
    #expect(refused.load(ordering: .relaxed) == 0)
    store.resume()
    #expect(refused.load(ordering: .relaxed) == 200)
    #expect(store.reservations == reservations + 3)
  }

  @Test func `clicks that the store cannot take back return once it can`() throws {
    let link = link(100_000)
    for _ in 0..<2 { _ = try take(link, clicks) }
    store.fails = true
    for _ in 0..<4 { clicks.giveBackIdle() }
    store.fails = false
    #expect(try store.reservedClicks(of: LinkLife(link)) == 101)
    clicks.giveBackIdle()
    #expect(try store.reservedClicks(of: LinkLife(link)) == 2)
    for _ in 0..<4 { clicks.giveBackIdle() }
    #expect(try store.reservedClicks(of: LinkLife(link)) == 2)
    // While one attempt is under way there is no other.
    for _ in 0..<2 { _ = try take(link, clicks) }
    store.stall()
    for _ in 0..<4 { clicks.giveBackIdle() }
    store.resume()
    #expect(try store.reservedClicks(of: LinkLife(link)) == 4)
  }

  @Test func `waits at the end for a store that recovers, and not for one that is silent`() throws {
    let link = link(100_000)
    for _ in 0..<2 { _ = try take(link, clicks) }
    store.failures = 2
    clicks.close(by: .distantFuture)
    #expect(try store.reservedClicks(of: LinkLife(link)) == 2)
    for _ in 0..<2 { _ = try take(link, clicks) }
    store.stall()
    clicks.close(by: .now())
  }

  @Test func `a changed link gets its clicks back at once, even those on their way`() throws {
    let link = link(100_000)
    for _ in 0..<2 { _ = try take(link, clicks) }
    clicks.release(.keys([LinkKey(host: "a.example", slug: "other")]))
    #expect(try store.reservedClicks(of: LinkLife(link)) == 101)
    clicks.release(.keys([link.key]))
    #expect(try store.reservedClicks(of: LinkLife(link)) == 2)
    _ = try take(link, clicks)
    clicks.release(.everything)
    #expect(try store.reservedClicks(of: LinkLife(link)) == 3)
    store.stall()
    let isTaken = Atomic(false)
    clicks.take(link, limit: 100_000, at: Self.instant(5)) { _ in
      isTaken.store(true, ordering: .relaxed)
    }
    clicks.release(.keys([link.key]))
    store.resume()
    #expect(isTaken.load(ordering: .relaxed) == true)
    #expect(try store.reservedClicks(of: LinkLife(link)) == 4)
    #expect(!clicks.takeReserved(link, limit: 100_000))
  }
}
