import Dispatch
import Glibc
import Synchronization
import System
import Testing

@Suite struct BackgroundThreadTests {
  @Test func `does its work in order, beside the thread that gives it`() throws {
    let thread = try BackgroundThread()
    let done = Mutex<[Int]>([])
    for number in 0..<1000 { thread.async { done.withLock { $0.append(number) } } }
    thread.settle()
    #expect(done.withLock { $0 } == Array(0..<1000))
  }

  @Test func `has less right to a processor than others`() throws {
    let thread = try BackgroundThread()
    let niceness = Mutex<Int32>(0)
    thread.async { niceness.withLock { $0 = getpriority(Int32(PRIO_PROCESS.rawValue), 0) } }
    thread.settle()
    // At most the system's maximum.
    #expect(niceness.withLock { $0 } == min(getpriority(Int32(PRIO_PROCESS.rawValue), 0) + 10, 19))
  }

  @Test func `finishes what it was given when its owner lets go of it`() throws {
    let done = DispatchSemaphore(value: 0)
    do {
      let thread = try BackgroundThread()
      for _ in 0..<3 { thread.async { done.signal() } }
    }
    for _ in 0..<3 { #expect(done.wait(timeout: .now() + 30) == .success) }
  }
}
