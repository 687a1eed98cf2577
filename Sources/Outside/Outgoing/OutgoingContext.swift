import System

/// Clocks, randomness and the log of the process around work that goes on beside requests; tests bring
/// their own.
package struct OutgoingContext: Sendable {
  package let agent: String
  /// Returns the time in seconds since 1970.
  package let clock: @Sendable () -> Double
  /// Returns a random number from 0 to 1.
  package let jitter: @Sendable () -> Double
  package let log: @Sendable (String) -> Void

  /// Real clocks and randomness where nothing else is given.
  package init(
    agent: String, clock: @escaping @Sendable () -> Double = { Clock.now() },
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) },
    log: @escaping @Sendable (String) -> Void
  ) {
    self.agent = agent
    self.clock = clock
    self.jitter = jitter
    self.log = log
  }

  package func steadyClock() -> Double { Double(Clock.monotonic()) / 1_000_000_000 }
}
