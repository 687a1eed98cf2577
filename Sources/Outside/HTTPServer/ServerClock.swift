import System

/// The clocks of a server's workers, and the source of the tick at which they check deadlines.
package struct ServerClock: Sendable {
  /// The time of both clocks.
  package struct Reading: Equatable, Sendable {
    /// Nanoseconds of a monotonic clock.
    package var steady: Int
    /// Seconds since 1970, with a fraction.
    package var secondsSinceEpoch: Double

    package init(steady: Int, secondsSinceEpoch: Double) {
      self.steady = steady
      self.secondsSinceEpoch = secondsSinceEpoch
    }
  }

  /// Returns the time of clocks controlled by their owner, who also ticks the server
  /// (``HTTPServer/tick()``); called on every worker's queue. Nil for the system's clocks: every
  /// response reads one, and a direct call is cheapest.
  let source: (@Sendable () -> Reading)?

  /// The system's clocks, with four ticks a second.
  package static let system = ServerClock(source: nil)

  /// Clocks controlled by their owner, who also ticks the server: ``HTTPServer/tick()``.
  ///
  /// - Parameter reading: returns the time; called on every worker's queue.
  package static func manual(_ reading: @escaping @Sendable () -> Reading) -> ServerClock {
    ServerClock(source: reading)
  }

  /// Whether the clocks are controlled by their owner.
  package var isManual: Bool { source != nil }

  package func read() -> Reading {
    if let source { return source() }
    return Reading(steady: Clock.monotonic(), secondsSinceEpoch: Clock.now())
  }

  func steady() -> Int {
    if let source { return source().steady }
    return Clock.monotonic()
  }
}
