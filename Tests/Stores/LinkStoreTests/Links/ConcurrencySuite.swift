import Dispatch
import LinkStorage
import Links
import Synchronization
import Testing

@Suite(.tidies) struct ConcurrencySuite {
  @Test(arguments: StoreEngine.allCases)
  func `gives a slug to one of eight`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    for round in 0..<10 {
      let answers = Mutex<[Creation]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        let link = sample("r\(round)") { $0.name = "\(number)" }
        let answer = try? store.create(link, CreationTerms(), at: time(0))
        answers.withLock { $0 += answer.map { [$0] } ?? [] }
      }
      let all = answers.withLock { $0 }
      #expect(all.count == 8)
      #expect(all.count { $0 == .taken } == 7)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `answers every write that waits, and reads meanwhile`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let count = 2000
    let done = DispatchGroup()
    let created = Atomic(0)
    for number in 0..<count {
      done.enter()
      store.create(sample("s\(number)"), CreationTerms(), by: .service, now: time(0)) { result in
        if case .success(.created) = result { created.add(1, ordering: .relaxed) }
        done.leave()
      }
    }
    DispatchQueue.concurrentPerform(iterations: 4) { reader in
      for number in stride(from: reader, to: count, by: 97) {
        _ = try? store.link(at: sample("s\(number)").key)
      }
    }
    done.wait()
    #expect(created.load(ordering: .relaxed) == count)
    var seen = 0
    try store.forEachLink { _ in
      seen += 1
      return true
    }
    #expect(seen == count)
  }

  @Test(arguments: StoreEngine.allCases)
  func `a revision lets one of eight through`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    try store.make(sample("x"))
    let updated = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { number in
      let link = sample("x") { $0.name = "\(number)" }
      if case .done? = try? store.update(link, revision: 1, at: time(1)) {
        updated.add(1, ordering: .relaxed)
      }
    }
    #expect(updated.load(ordering: .relaxed) == 1)
  }
}

/// What processes on the same data share, over every engine.
@Suite(.tidies) struct SharedValueSuite {
  @Test(arguments: StoreEngine.allCases)
  func `shares values by their names`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    #expect(try one.sharedValue("a") == nil)
    try one.keepShared("a", [0, 1, 255])
    #expect(try other.sharedValue("a") == [0, 1, 255])
    try other.keepShared("a", [2])
    try other.keepShared("a b", [])
    #expect(try one.sharedValue("a") == [2])
    #expect(try one.sharedValue("a b") == [])
    #expect(try one.sharedValue("b") == nil)
  }

  @Test(arguments: StoreEngine.allCases)
  func `lends a task to one owner at a time`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    #expect(try one.lease("a task", owner: "one", seconds: 600))
    #expect(try one.lease("a task", owner: "one", seconds: 600))
    #expect(try !other.lease("a task", owner: "two", seconds: 600))
    #expect(try other.lease("another", owner: "two", seconds: 600))
    // Only the owner gives a lease back.
    try other.endLease("a task", owner: "two")
    #expect(try !other.lease("a task", owner: "two", seconds: 600))
    try one.endLease("a task", owner: "one")
    #expect(try other.lease("a task", owner: "two", seconds: 600))
  }

  @Test(arguments: StoreEngine.allCases)
  func `a lease that has ended is anybody's`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    #expect(try one.lease("a", owner: "one", seconds: -1))
    #expect(try other.lease("a", owner: "two", seconds: 600))
    #expect(try !one.lease("a", owner: "one", seconds: 600))
    // One that lasts longer than any is from a clock that was ahead.
    #expect(try one.lease("b", owner: "one", seconds: 400 * 86_400))
    #expect(try other.lease("b", owner: "two", seconds: 600))
  }
}
