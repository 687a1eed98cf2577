import Dispatch
import Synchronization
import Testing

@testable import KeiroCommand

@Suite struct LinkWarmerTests {
  @Test func `a warming gives way to the next one, and all of them to the end`() {
    let warmer = LinkWarmer()
    let begun = DispatchSemaphore(value: 0)
    let steps = Mutex<[String]>([])
    func add(_ step: String) { steps.withLock { $0.append(step) } }
    for name in ["first", "second"] {
      warmer.begin { isWanted in
        steps.withLock { $0.append(name + " begins") }
        begun.signal()
        while isWanted() {}
        steps.withLock { $0.append(name + " ends") }
      }
      begun.wait()
    }
    add("end")
    warmer.end()
    // The end waits for the last batch.
    add("ended")
    #expect(
      steps.withLock(\.self) == [
        "first begins", "first ends", "second begins", "end", "second ends", "ended",
      ])
  }
}
