import Dispatch
import Service
import Synchronization
import Testing

@Suite struct BoundedQueueTests {
  @Test func `takes what it has room for, and again once there is room`() {
    let queue = BoundedQueue(label: "test", room: 2)
    let (gate, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let count = Mutex(0)
    func work() -> Bool {
      queue.async {
        gate.wait()
        count.withLock { $0 += 1 }
        done.signal()
      }
    }
    #expect(work() && work() && !work() && !work())
    gate.signal()
    gate.signal()
    done.wait()
    done.wait()
    #expect(count.withLock { $0 } == 2)
    // The room is given back right after the work; how soon depends on the machine alone.
    while !queue.async({ done.signal() }) {}
    done.wait()
    #expect(count.withLock { $0 } == 2)
  }

  @Test func `lends no more memory for bodies than there is`() {
    let budget = BodyBudget(bytes: 10)
    let one = budget.lease(6)
    #expect(one != nil && budget.lease(5) == nil)
    do {
      let other = budget.lease(4)
      #expect(other != nil && budget.lease(1) == nil)
    }
    withExtendedLifetime(one) { #expect(budget.lease(4) != nil) }
  }
}
