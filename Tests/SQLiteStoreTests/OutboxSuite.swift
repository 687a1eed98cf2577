import Links
import LinkStorage
import Testing

extension LinkStore {
  func recordEvents(_ isOn: Bool) throws {
    try waitForAnswer { recordEvents(isOn, completion: $0) }
  }

  func lease(
    _ limit: Int = 100, _ owner: String = "a", until: Int = 60, at now: Int = 0
  ) throws -> [RecordedEvent] {
    try waitForAnswer {
      leaseEvents(limit, owner: owner, until: time(until), now: time(now), completion: $0)
    }
  }

  func settle(_ events: [RecordedEvent], _ owner: String = "a") throws -> Int {
    try waitForAnswer { settleEvents(events.map(\.number), owner: owner, completion: $0) }
  }
}

/// Events that wait to be told.
@Suite struct OutboxSuite {
  @Test(arguments: StoreEngine.allCases)
  func `records each change while it is told to, and nothing else`(
    _ engine: StoreEngine
  ) throws {
    try engine.withStores { ours, theirs throws in
      try theirs.make(sample("before"))
      #expect(try !ours.recordsEvents() && ours.openEvents() == 0)
      try ours.recordEvents(true)
      try ours.recordEvents(true)
      #expect(try theirs.recordsEvents())
      try theirs.make(sample("x"), at: time(1))
      _ = try theirs.create(sample("x"), at: time(2))
      _ = try theirs.update(sample("x"), revision: 1, at: time(3))
      _ = try theirs.update(sample("x"), revision: 1, at: time(4))
      _ = try ours.apply(
        [sample("x") { $0.name = "n" }, sample("y")], overwritesEdits: true, at: time(5))
      _ = try ours.apply([sample("y")], at: time(6))
      _ = try theirs.delete(sample("x").key, revision: nil, at: time(7))
      _ = try theirs.delete(sample("x").key, revision: nil, at: time(8))
      try ours.recordEvents(false)
      try theirs.make(sample("after"))
      #expect(try ours.openEvents() == 5)
      let (x, y) = (sample("x").key, sample("y").key)
      #expect(
        try ours.lease().map(\.event) == [
          LinkEvent(.created, x, revision: 1, time: time(1)),
          LinkEvent(.updated, x, revision: 2, time: time(3)),
          LinkEvent(.updated, x, revision: 3, time: time(5)),
          LinkEvent(.created, y, revision: 1, time: time(5)),
          LinkEvent(.deleted, x, revision: 3, time: time(7)),
        ])
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `records every link of a bulk`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      try store.recordEvents(true)
      let links = (0..<(FeedBounds.keysPerWrite * 3)).map { sample("s\($0)") }
      _ = try store.apply(links, at: time(0))
      #expect(try store.openEvents() == links.count)
      #expect(try store.lease(1000).map(\.event.key) == links.map(\.key))
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `leases an event to one at a time, and again when the lease has run out`(
    _ engine: StoreEngine
  ) throws {
    try engine.withStores { one, other throws in
      try one.recordEvents(true)
      for number in 0..<5 { try one.make(sample("s\(number)")) }
      let first = try one.lease(2, "a", until: 60)
      #expect(first.map(\.event.key.slug) == ["s0", "s1"])
      let second = try other.lease(9, "b", until: 90, at: 59)
      #expect(second.map(\.event.key.slug) == ["s2", "s3", "s4"])
      #expect(try other.lease(9, "c", until: 99, at: 59) == [])
      // The first owner was too slow: its events are told again, rather than never.
      #expect(try other.lease(9, "b", until: 90, at: 60) == first)
      #expect(try one.settle(first, "a") == 0)
      #expect(try other.settle(first + second, "b") == 5)
      #expect(try other.settle(first, "b") == 0)
      #expect(try one.openEvents() == 0)
      #expect(try one.lease(at: 1000) == [])
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `never gives a number twice`(_ engine: StoreEngine) throws {
    try engine.withStore { store in
      try store.recordEvents(true)
      try store.make(sample("x"))
      let first = try store.lease()
      _ = try store.settle(first)
      try store.make(sample("y"))
      let second = try store.lease()
      #expect(try #require(second.first).number > #require(first.first).number)
    }
  }
}
