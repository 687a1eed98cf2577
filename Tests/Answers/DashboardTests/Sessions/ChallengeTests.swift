import Dispatch
import LinkStorage
import Links
import SQLiteStore
import Synchronization
import Testing

@testable import Dashboard

@Suite struct ChallengeTests {
  private let key = [UInt8](repeating: 7, count: 32)
  private let now = Timestamp(secondsSinceEpoch: 1_700_000_000)

  private func made(_ subject: String) throws -> Challenge {
    try #require(
      Challenge(subject, random: [UInt8](repeating: 1, count: 16), key: key, at: now))
  }

  private func admits(
    _ bytes: [UInt8], for subject: String = "use", key: [UInt8]? = nil, after seconds: Int = 0
  ) -> Bool {
    let then = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + seconds)
    return Challenge(bytes, for: subject, key: key ?? self.key, at: then) != nil
  }

  @Test func `is good on every node that has the key, for five minutes`() throws {
    let challenge = try made("use")
    #expect(challenge.expires.secondsSinceEpoch == now.secondsSinceEpoch + 300)
    #expect(admits(challenge.bytes) && admits(challenge.bytes, after: 299))
    #expect(!admits(challenge.bytes, after: 300))
    #expect(!admits(challenge.bytes, key: [UInt8](repeating: 8, count: 32)))
  }

  @Test func `is good for nothing else`() throws {
    #expect(!admits(try made("make:1").bytes, for: "make:2"))
    #expect(!admits(try made("make:1").bytes, for: "use"))
    #expect(!admits([]) && !admits([UInt8](repeating: 0, count: 56)))
  }

  @Test func `is not changed without a trace`() throws {
    let bytes = try made("use").bytes
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(!admits(changed) && !admits(Array(bytes[..<index])))
    }
    #expect(!admits(bytes + [0]))
  }
}

@Suite struct ChallengeKeyTests {
  private let values: any LinkStore

  init() throws { values = try SQLiteStore(in: MemoryDatabase()) }

  @Test func `is made by one node and known to all`() throws {
    #expect(try values.lease("k", owner: "b", seconds: 60))
    #expect(try values.sharedKey("k", owner: "a") == nil)
    let made = try #require(try values.sharedKey("k", owner: "b"))
    #expect(made.count == 32)
    #expect(try values.sharedKey("k", owner: "a") == made)
  }

  @Test func `is asked for again after a minute, and kept until then`() throws {
    let key = ChallengeKey()
    let name = "dashboard challenges"
    try values.keepShared(name, [1])
    #expect(try key.bytes(at: 0, in: values) == [1])
    try values.keepShared(name, [2])
    #expect(try key.bytes(at: 59, in: values) == [1])
    #expect(try key.bytes(at: 61, in: values) == [2])
  }

  @Test func `is the same in every process on one store`() throws {
    let contents = try MemoryDatabase()
    let stores: [any LinkStore] = [SQLiteStore(in: contents), SQLiteStore(in: contents)]
    let keys = try stores.map { try ChallengeKey().bytes(at: 0, in: $0) }
    #expect(keys[0]?.count == 32 && keys[0] == keys[1])
  }
}

final class SetClock: Sendable {
  private let time = Mutex(0.0)

  var seconds: Double {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}

@Suite struct FetchedValuesTests {
  private let clock = SetClock()
  private let values: FetchedValues<Int>

  init() {
    let clock = clock
    values = FetchedValues { clock.seconds }
  }

  @Test func `keeps a value for five minutes, and one that does not fit not at all`() {
    #expect(values.value("a") { 1 } == 1)
    clock.seconds = 299
    #expect(values.value("a") { 2 } == 1)
    #expect(values.value("a", where: { $0 == 3 }) { 3 } == 3)
    clock.seconds = 600
    #expect(values.value("a") { 4 } == 4)
  }

  @Test func `pauses after a failure, for longer each time`() {
    var ends: [Double] = []
    for second in 0..<400 {
      clock.seconds = Double(second)
      _ = values.value("a") { () -> Int? in
        ends.append(Double(second))
        return nil
      }
    }
    #expect(ends == [0, 5, 15, 35, 75, 135, 195, 255, 315, 375])
    clock.seconds = 1000
    #expect(values.value("a") { 1 } == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a value that fits waits for nobody who fetches another one`() {
    let values = values
    #expect(values.value("a") { 1 } == 1)
    let fetched = values.value("a", where: { $0 == 2 }) {
      let found = Mutex<Int?>(nil)
      let group = DispatchGroup()
      DispatchQueue(label: "reads").async(group: group) {
        let value = values.value("a", where: { $0 == 1 }) { nil }
        found.withLock { $0 = value }
      }
      #expect(group.wait(timeout: .now() + 10) == .success)
      #expect(found.withLock { $0 } == 1)
      return 2
    }
    #expect(fetched == 2)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [1, nil] as [Int?])
  func `lets all who want a value wait for one fetch`(_ outcome: Int?) {
    let began = DispatchSemaphore(value: 0)
    let goesOn = DispatchSemaphore(value: 0)
    let fetches = Mutex(0)
    let found = Mutex<[Int?]>([])
    let group = DispatchGroup()
    let values = values
    for _ in 0..<4 {
      DispatchQueue(label: "waits").async(group: group) {
        let value = values.value("a") { () -> Int? in
          fetches.withLock { $0 += 1 }
          began.signal()
          goesOn.wait()
          return outcome
        }
        found.withLock { $0.append(value) }
      }
    }
    began.wait()
    goesOn.signal()
    group.wait()
    #expect(fetches.withLock { $0 } == 1)
    #expect(found.withLock { $0 } == Array(repeating: outcome, count: 4))
  }
}
