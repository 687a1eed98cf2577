import Synchronization

@testable import HTTPServer

/// A clock that advances only when a test advances it.
final class SimulatedClock: Sendable {
  /// Friday, 20 November 2026, 12:00:00 UTC.
  static let start = 1_795_176_000.0
  static let second = 1_000_000_000

  private let reading = Mutex(
    ServerClock.Reading(steady: 5 * second, secondsSinceEpoch: start))

  var serverClock: ServerClock {
    ServerClock(source: { [self] in reading.withLock { $0 } })
  }

  /// Advances both clocks.
  func advance(nanoseconds: Int) {
    reading.withLock {
      $0.steady += nanoseconds
      $0.secondsSinceEpoch += Double(nanoseconds) / Double(Self.second)
    }
  }

  /// Sets only the wall clock, as an operator does.
  func setWallClock(_ secondsSinceEpoch: Double) {
    reading.withLock { $0.secondsSinceEpoch = secondsSinceEpoch }
  }
}
