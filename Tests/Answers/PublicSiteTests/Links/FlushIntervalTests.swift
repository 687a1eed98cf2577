import Testing

@testable import PublicSite

@Suite struct FlushIntervalTests {
  @Test func `grows under load, as far as the promise allows`() {
    var interval = FlushInterval()
    #expect(interval.seconds == FlushInterval.shortest)
    var last = interval.seconds
    for _ in 0..<20 {
      interval.note(sums: 10_000, duration: 0.01)
      #expect(interval.seconds >= last && interval.seconds <= FlushInterval.longest)
      last = interval.seconds
    }
    #expect(abs(last - 0.73) < 1e-9)
    // The interval, a check and a write of the same length fit into a second.
    for duration in [0, 0.01, 0.05, 0.1, 0.12] {
      interval.note(sums: 10_000, duration: duration)
      #expect(interval.seconds + 0.25 + duration <= 1)
    }
  }

  @Test func `is short for small batches, slow stores and failing ones`() {
    func grown() -> FlushInterval {
      var interval = FlushInterval()
      for _ in 0..<9 { interval.note(sums: 10_000, duration: 0) }
      return interval
    }
    #expect(grown().seconds == FlushInterval.longest)
    var interval = grown()
    interval.note(sums: 10, duration: 0)
    #expect(interval == FlushInterval())
    interval = grown()
    interval.note(sums: 10_000, duration: 0.2)
    #expect(interval == FlushInterval())
    interval.note(sums: 10_000, duration: -1)
    #expect(interval.seconds <= FlushInterval.longest)
    interval = grown()
    interval.noteFailure()
    #expect(interval == FlushInterval())
  }

  @Test func `is over when its time has passed`() {
    let interval = FlushInterval()
    #expect(!interval.isOver(since: 10, now: 10.49))
    #expect(interval.isOver(since: 10, now: 10.5))
    #expect(interval.isOver(since: -.infinity, now: 0))
  }
}
