import CSystem

package enum Clock {
  /// Nanoseconds of the monotonic clock.
  package static func monotonic() -> Int {
    read(CLOCK_MONOTONIC)
  }

  /// Nanoseconds of the processor that this thread has used.
  package static func ofThread() -> Int {
    read(CLOCK_THREAD_CPUTIME_ID)
  }

  /// Seconds since 1970, with a fraction.
  package static func now() -> Double {
    Double(read(CLOCK_REALTIME)) / 1_000_000_000
  }

  private static func read(_ clock: Int32) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Sleeps, even when signals are handled meanwhile.
  package static func sleep(seconds: Double) {
    let end = monotonic() + Int(max(seconds, 0) * 1_000_000_000)
    while case let rest = end - monotonic(), rest > 0 {
      var time = timespec(tv_sec: rest / 1_000_000_000, tv_nsec: rest % 1_000_000_000)
      nanosleep(&time, nil)
    }
  }
}
