import Dispatch
import LinkStorage
import Links
import SQLiteStore
import Synchronization
import Testing

@testable import Service
@testable import ServiceSupport

@Suite struct LimitedClickTests {
  private let contents: MemoryDatabase
  private let data: any LinkStore

  init() throws {
    contents = try MemoryDatabase()
    data = SQLiteStore(in: contents)
  }

  private func link(_ limit: Int) -> ShortLink {
    var link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    link.maxClicks = limit
    return link
  }

  private func take(_ link: ShortLink, _ clicks: LimitedClicks) throws -> Bool {
    try waitForAnswer { clicks.take(link, limit: link.maxClicks ?? 0, completion: $0) }
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
        #expect(try take(link, processes[0]))
      }
      #expect(try !take(link, processes[0]) && !take(link, processes[1]))
    }
  }

  @Test func `takes one at a time while few are left, and some in advance of many`() throws {
    let clicks = LimitedClicks(data)
    let few = link(500)
    for number in 1...3 {
      #expect(try take(few, clicks))
      #expect(try data.reservedClicks(of: LinkLife(few)) == number)
      #expect(!clicks.takeReserved(few))
    }
    var many = link(100_000)
    many.slug = "many"
    #expect(try take(many, clicks) && take(many, clicks))
    #expect(try data.reservedClicks(of: LinkLife(many)) == 101)
    #expect(clicks.takeReserved(many))
    #expect(try clicks.count(of: many) == 3)
  }

  @Test func `gives unused clicks back, at rest and at the end`() throws {
    let clicks = LimitedClicks(data)
    let link = link(100_000)
    for _ in 0..<2 { _ = try take(link, clicks) }
    clicks.giveBackIdle()
    #expect(try data.reservedClicks(of: LinkLife(link)) == 101)
    clicks.giveBackIdle()
    #expect(try data.reservedClicks(of: LinkLife(link)) == 2)
    for _ in 0..<2 { _ = try take(link, clicks) }
    #expect(try data.reservedClicks(of: LinkLife(link)) > 4)
    clicks.close()
    #expect(try data.reservedClicks(of: LinkLife(link)) == 4)
    #expect(try clicks.count(of: link) == 4)
  }

  @Test func `visits that come while a reservation is under way share the next one`() throws {
    let store = try BrokenStore()
    let clicks = LimitedClicks(store)
    let link = link(3)
    let answers = Mutex<[Bool?]>([])
    store.stall()
    for _ in 0..<5 {
      clicks.take(link, limit: 3) { result in
        answers.withLock { $0.append(try? result.get()) }
      }
      // No visit is refused before the store has answered.
      #expect(try clicks.count(of: link) < 3)
    }
    #expect(answers.withLock { $0.isEmpty })
    store.resume()
    #expect(answers.withLock { $0.count { $0 == true } } == 3)
    #expect(answers.withLock { $0.count { $0 == false } } == 2)
    #expect(try clicks.count(of: link) == 3)
  }

  @Test func `fails the waiting visits when the store fails, and none after it`() throws {
    let store = try BrokenStore()
    let clicks = LimitedClicks(store)
    store.fails = true
    #expect(throws: BrokenStore.failure) { try take(link(2), clicks) }
    store.fails = false
    #expect(try take(link(2), clicks) && take(link(2), clicks) && !take(link(2), clicks))
  }

  @Test func `sees that another process has given clicks back`() throws {
    let own = LimitedClicks(SQLiteStore(in: contents))
    let life = LinkLife(link(2))
    _ = try waitForAnswer { data.reserve(2, of: life, limit: 2, completion: $0) }
    #expect(try own.count(of: link(2)) == 2 && !take(link(2), own))
    try waitForAnswer { data.giveBack(1, of: life, completion: $0) }
    #expect(try own.count(of: link(2)) == 1 && take(link(2), own))
  }
}
