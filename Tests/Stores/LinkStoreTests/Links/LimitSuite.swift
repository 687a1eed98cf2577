import Dispatch
import Links
import LinkStorage
import Synchronization
import Testing

/// Clicks of links that end after a number of them.
@Suite(.tidies) struct LimitSuite {
  private func link(_ slug: String = "x", createdAt: Timestamp? = time(0)) -> ShortLink {
    sample(slug) {
      $0.maxClicks = 10
      $0.createdAt = createdAt
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `grants what is left, and no more`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    let life = LinkLife(link())
    #expect(try one.reservedClicks(of: life) == 0)
    #expect(try one.reserve(4, of: life, limit: 10) == Reservation(granted: 4, reserved: 4))
    #expect(try other.reserve(4, of: life, limit: 10) == Reservation(granted: 4, reserved: 8))
    #expect(try one.reserve(4, of: life, limit: 10) == Reservation(granted: 2, reserved: 10))
    #expect(try other.reserve(4, of: life, limit: 10) == Reservation(granted: 0, reserved: 10))
    // Regardless of the process that has reserved the clicks; who wants none reserves none.
    for _ in 0..<2 {
      #expect(try one.reserve(0, of: life, limit: 20) == Reservation(granted: 0, reserved: 10))
    }
    #expect(try one.reservedClicks(of: life) == 10)
    #expect(try other.reservedClicks(of: life) == 10)
  }

  @Test(arguments: StoreEngine.allCases)
  func `grants what was given back, and follows a limit that is changed`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    let life = LinkLife(link())
    _ = try one.reserve(10, of: life, limit: 10)
    try one.giveBack(3, of: life)
    #expect(try other.reservedClicks(of: life) == 7)
    #expect(try other.reserve(9, of: life, limit: 10).granted == 3)
    #expect(try other.reserve(9, of: life, limit: 12).granted == 2)
    #expect(try other.reserve(9, of: life, limit: 5) == Reservation(granted: 0, reserved: 12))
    #expect(try other.reserve(1, of: life, limit: .min).granted == 0)
    #expect(try other.reserve(1, of: life, limit: .max).granted == 1)
    // More than was reserved cannot be returned.
    try one.giveBack(100, of: life)
    #expect(try one.reservedClicks(of: life) == 0)
  }

  @Test(arguments: StoreEngine.allCases)
  func `begins with the clicks that were counted`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try store.count([clicked("x", 7), clicked("x", 50, isBot: true)])
    #expect(try store.reservedClicks(of: LinkLife(link())) == 7)
    #expect(try store.reserve(9, of: LinkLife(link()), limit: 10).granted == 3)
    // Clicks counted from now on were reserved before.
    try store.count([clicked("x", 3)])
    #expect(try store.reservedClicks(of: LinkLife(link())) == 10)
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells links apart, and the lives of one`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    _ = try store.reserve(10, of: LinkLife(link()), limit: 10)
    #expect(try store.reserve(9, of: LinkLife(link("y")), limit: 10).granted == 9)
    #expect(try store.reserve(9, of: LinkLife(link(createdAt: time(1))), limit: 10).granted == 9)
    #expect(try store.reserve(9, of: LinkLife(link(createdAt: nil)), limit: 10).granted == 9)
  }

  @Test(arguments: StoreEngine.allCases)
  func `forgets the limit of a link that is deleted`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    let stored = try one.make(link())
    let life = LinkLife(stored.link)
    _ = try one.reserve(10, of: life, limit: 10)
    _ = try other.delete(stored.link.key, revision: nil)
    #expect(try one.reservedClicks(of: life) == 0)
    let again = try one.make(link())
    #expect(try one.reserve(20, of: life, limit: 10).granted == 10)
    // Unused clicks of the earlier link do not become available to the later one.
    try other.giveBack(4, of: life, by: stored.id)
    #expect(try other.reserve(1, of: life, limit: 10) == full(again.id))
    try other.giveBack(4, of: life, by: again.id)
    #expect(try one.reservedClicks(of: life) == 6)
  }

  private func full(_ link: Int) -> Reservation {
    Reservation(granted: 0, reserved: 10, link: link)
  }

  @Test(arguments: StoreEngine.allCases)
  func `clicks that come back after a deletion are not missing when the link is restored`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    let stored = try one.make(link())
    let life = LinkLife(stored.link)
    _ = try one.reserve(100, of: life, limit: 1000)
    _ = try other.reserve(50, of: life, limit: 1000)
    _ = try other.delete(stored.link.key, revision: nil)
    try one.giveBack(97, of: life, by: stored.id)
    try other.giveBack(48, of: life, by: stored.id)
    // Neither another link nor more than was reserved comes back.
    try other.giveBack(1, of: life, by: stored.id + 1)
    let deletion = try #require(try one.versions(of: stored.link.key).first)
    #expect(deletion.reservedClicks == 5)
    #expect(try restore(stored.link, from: deletion, in: one) == 5)
    // Whoever comes too late has used them.
    try one.giveBack(1, of: life, by: stored.id)
    #expect(try one.reservedClicks(of: life) == 5)
  }

  private func restore(
    _ link: ShortLink, from deletion: LinkVersion, in store: any LinkStore
  ) throws -> Int {
    let reversal = LinkReversal(
      key: link.key, expected: nil, state: link, reservedClicks: deletion.reservedClicks)
    #expect(try store.revert([reversal], at: time(1)) == [true])
    return try store.reservedClicks(of: LinkLife(link))
  }

  @Test(arguments: StoreEngine.allCases)
  func `a link that gets its limit back has not forgotten the clicks in between`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    var link = try store.make(link()).link
    let life = LinkLife(link)
    var unlimited: ShortLink { var link = link; link.maxClicks = nil; return link }
    func set(_ link: ShortLink) throws {
      guard case .done = try store.update(link, revision: nil, at: time(1)) else {
        return #expect(Bool(false), "not updated")
      }
    }
    _ = try store.reserve(3, of: life, limit: 10)
    try set(unlimited)
    try store.count([clicked("x", 13)])
    link.maxClicks = 20
    try set(link)
    #expect(try store.reservedClicks(of: life) == 13)
    // By an import, too, and by an undo.
    try set(unlimited)
    try store.count([clicked("x", 2)])
    #expect(try store.apply([link], overwritesEdits: true, at: time(2)) == [.updated])
    #expect(try store.reservedClicks(of: life) == 15)
    try set(unlimited)
    try store.count([clicked("x", 2)])
    let now = try #require(try store.currentLink(at: link.key))
    let reversal = LinkReversal(key: link.key, expected: now, state: link)
    _ = try store.revert([reversal], at: time(3))
    #expect(try store.reservedClicks(of: life) == 17)
    // A link without a limit keeps its clicks through a deletion.
    try set(unlimited)
    _ = try store.delete(link.key, revision: nil)
    let deletion = try #require(try store.versions(of: link.key).first)
    #expect(try restore(unlimited, from: deletion, in: store) == 17)
    try set(link)
    #expect(try store.reserve(9, of: life, limit: 20).granted == 3)
  }

  @Test(arguments: StoreEngine.allCases)
  func `clicks that are counted late do not spend the limit of the next link`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    for _ in 0..<2 {
      let stored = try store.make(link())
      #expect(try store.reserve(9, of: LinkLife(stored.link), limit: 1).granted == 1)
      _ = try store.delete(stored.link.key, revision: nil)
      try store.count([clicked("x")])
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `grants exactly the limit to eight threads of two processes`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    let life = LinkLife(link())
    let granted = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let store = number % 2 == 0 ? one : other
      for round in 0..<40 {
        guard let reservation = try? store.reserve(1 + round % 3, of: life, limit: 200) else {
          continue
        }
        granted.add(reservation.granted, ordering: .relaxed)
      }
    }
    #expect(granted.load(ordering: .relaxed) == 200)
    #expect(try one.reservedClicks(of: life) == 200)
  }
}
