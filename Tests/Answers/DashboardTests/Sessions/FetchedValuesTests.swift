import Dispatch
import Synchronization
import Testing

@testable import Dashboard

/// A clock that a test sets.
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
