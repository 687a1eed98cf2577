import Dispatch
import Links
import LinkStorage
import Synchronization
import Testing

/// Clicks of links that end after a number of them.
@Suite struct LimitSuite {
  private func link(_ slug: String = "x", createdAt: Timestamp? = time(0)) -> ShortLink {
    sample(slug) {
      $0.maxClicks = 10
      $0.createdAt = createdAt
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `grants what is left, and no more`(_ engine: StoreEngine) throws {
    try engine.withStores { one, other throws in
      let life = LinkLife(link())
      #expect(try one.reservedClicks(of: life) == 0)
      #expect(
        try one.reserve(4, of: life, limit: 10) == Reservation(granted: 4, reserved: 4))
      #expect(
        try other.reserve(4, of: life, limit: 10) == Reservation(granted: 4, reserved: 8))
      #expect(
        try one.reserve(4, of: life, limit: 10) == Reservation(granted: 2, reserved: 10))
      #expect(
        try other.reserve(4, of: life, limit: 10) == Reservation(granted: 0, reserved: 10))
      #expect(try one.reservedClicks(of: life) == 10)
      // The number for owners, regardless of the process that has reserved the clicks.
      #expect(try one.currentReservedClicks(of: life) == 10)
      #expect(try other.currentReservedClicks(of: life) == 10)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `grants what was given back, and follows a limit that is changed`(
    _ engine: StoreEngine
  ) throws {
    try engine.withStores { one, other throws in
      let life = LinkLife(link())
      _ = try one.reserve(10, of: life, limit: 10)
      try one.giveBack(3, of: life)
      #expect(try other.reservedClicks(of: life) == 7)
      #expect(try other.reserve(9, of: life, limit: 10).granted == 3)
      #expect(try other.reserve(9, of: life, limit: 12).granted == 2)
      #expect(
        try other.reserve(9, of: life, limit: 5) == Reservation(granted: 0, reserved: 12))
      #expect(try other.reserve(1, of: life, limit: .min).granted == 0)
      #expect(try other.reserve(1, of: life, limit: .max).granted == 1)
      // More than was reserved cannot be returned.
      try one.giveBack(100, of: life)
      #expect(try one.reservedClicks(of: life) == 0)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `begins with the clicks that were counted`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      func click(bot: Bool, _ count: Int) -> ClickCount {
        ClickCount(
          key: link().key, hour: 1, platform: "iphone", referrerHost: "", outcome: "redirect",
          isBot: bot, count: count)
      }
      try store.count([click(bot: false, 7), click(bot: true, 50)])
      #expect(try store.reservedClicks(of: LinkLife(link())) == 7)
      #expect(try store.reserve(9, of: LinkLife(link()), limit: 10).granted == 3)
      // Clicks counted from now on were reserved before.
      try store.count([click(bot: false, 3)])
      #expect(try store.reservedClicks(of: LinkLife(link())) == 10)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `tells links apart, and the lives of one`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      _ = try store.reserve(10, of: LinkLife(link()), limit: 10)
      #expect(try store.reserve(9, of: LinkLife(link("y")), limit: 10).granted == 9)
      #expect(
        try store.reserve(9, of: LinkLife(link(createdAt: time(1))), limit: 10).granted == 9)
      #expect(try store.reserve(9, of: LinkLife(link(createdAt: nil)), limit: 10).granted == 9)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `forgets the limit of a link that is deleted`(_ engine: StoreEngine) throws {
    try engine.withStores { one, other throws in
      let stored = try one.make(link())
      let life = LinkLife(stored.link)
      _ = try one.reserve(10, of: life, limit: 10)
      _ = try other.delete(stored.link.key, revision: nil)
      // Unused clicks of a process do not become available again.
      try one.giveBack(4, of: life)
      #expect(try one.reservedClicks(of: life) == 0)
      try one.make(link())
      #expect(try one.reserve(20, of: life, limit: 10).granted == 10)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `grants exactly the limit to eight threads of two processes`(
    _ engine: StoreEngine
  ) throws {
    try engine.withStores { one, other throws in
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
}
