import Links
import Dispatch
import LinkStorage
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
      if case .updated? = try? store.update(link, revision: 1, at: time(1)) {
        updated.add(1, ordering: .relaxed)
      }
    }
    #expect(updated.load(ordering: .relaxed) == 1)
  }
}
