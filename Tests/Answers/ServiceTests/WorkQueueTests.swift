import Dispatch
import HTTPCore
import Service
import Telemetry
import Testing

@Suite struct WorkQueueTests {
  private let gate = DispatchSemaphore(value: 0)

  /// Occupies the lanes until the gate opens.
  private func occupy(_ queue: WorkQueue, _ count: Int, owner: String? = nil) {
    for _ in 0..<count {
      let admission = queue.submit(owner: owner) { [gate] in gate.wait() }
      #expect(admission == .admitted)
    }
  }

  @Test func `turns jobs away beyond its slots, and works off those it took`() {
    let queue = WorkQueue(label: "test", lanes: 2, slots: 3)
    occupy(queue, 2)
    let done = DispatchGroup()
    for _ in 0..<3 {
      done.enter()
      #expect(queue.submit { done.leave() } == .admitted)
    }
    #expect(queue.submit {} == .full)
    #expect(queue.length == 3 && queue.load == 2 && queue.refusals.value == 1)
    gate.signal()
    done.wait()
    gate.signal()
  }

  @Test func `a job whose client has gone gives up its slot and is not begun`() {
    let queue = WorkQueue(label: "test", lanes: 1, slots: 2)
    occupy(queue, 1)
    let gone = HTTPCancellation()
    let begun = SharedCounter()
    for _ in 0..<2 {
      let admission = queue.submit(cancellation: gone) { begun.add() }
      #expect(admission == .admitted)
    }
    #expect(queue.submit {} == .full)
    gone.cancel()
    #expect(queue.length == 0)
    let done = DispatchSemaphore(value: 0)
    #expect(queue.submit { done.signal() } == .admitted)
    gate.signal()
    done.wait()
    #expect(begun.value == 0)
  }

  @Test func `a job whose client has probably gone waits for others, and gives them its slot`() {
    let queue = WorkQueue(label: "test", lanes: 1, slots: 2)
    occupy(queue, 1)
    let gone = HTTPCancellation(isPatient: true)
    let dropped = SharedCounter()
    for _ in 0..<2 {
      let admission = queue.submit(cancellation: gone, dropped: { dropped.add() }) {}
      #expect(admission == .admitted)
    }
    gone.endInput()
    #expect(queue.length == 2)
    let done = DispatchSemaphore(value: 0)
    #expect(queue.submit { done.signal() } == .admitted)
    #expect(dropped.value == 2 && queue.length == 1)
    gate.signal()
    done.wait()
  }

  @Test func `no owner takes more than a share`() {
    let queue = WorkQueue(label: "test", lanes: 1, slots: 10, slotsEach: 3)
    occupy(queue, 3, owner: "a")
    #expect(queue.submit(owner: "a") {} == .shareTaken)
    let done = DispatchSemaphore(value: 0)
    #expect(queue.submit(owner: "b") { done.signal() } == .admitted)
    for _ in 0..<3 { gate.signal() }
    done.wait()
    #expect(queue.submit(owner: "a") { done.signal() } == .admitted)
    done.wait()
  }
}
