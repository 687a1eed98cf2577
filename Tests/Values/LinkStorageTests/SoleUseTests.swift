#if DEBUG
  import Dispatch
  import LinkStorage
  import Testing

  struct SoleUseTests {
    private final class Thing: Sendable {
      let use = SoleUse()
      let done = DispatchSemaphore(value: 0)
    }

    @Test func `lets one thread after the other use a thing`() {
      let thing = Thing()
      for _ in 0..<3 {
        DispatchQueue.global().async {
          thing.use.check { thing.use.check { _ = thing.done.signal() } }
        }
        thing.done.wait()
      }
    }
  }
#endif
