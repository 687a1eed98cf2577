import Dispatch
import Synchronization

/// Values that are fetched from elsewhere and kept for a while. All who want one that is under way
/// wait for the same fetch, and a fetch that failed is not tried again for a time that doubles with
/// each failure.
final class FetchedValues<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    /// With the time until which it is believed.
    var known: (value: Value, end: Double)?
    var failures = 0
    /// Until then nothing is fetched.
    var pauseEnd = 0.0
    /// Who fetches leaves it; nil while nobody does.
    var flight: DispatchGroup?
  }

  private enum Step {
    case done(Value?)
    case wait(DispatchGroup)
    case fetch(DispatchGroup)
  }

  private let entries = Mutex<[String: Entry]>([:])
  private let clock: @Sendable () -> Double

  /// In seconds.
  private static var lifetime: Double { 300 }
  private static var shortestPause: Double { 5 }
  private static var longestPause: Double { 60 }
  /// More names than any configuration has.
  private static var limit: Int { 64 }

  /// - Parameter clock: steady seconds.
  init(clock: @escaping @Sendable () -> Double) {
    self.clock = clock
  }

  /// Waits for a fetch where there is no value that fits.
  ///
  /// - Parameters:
  ///   - fits: false for a value that has to be fetched anew.
  ///   - fetch: takes as long as it takes; nil when it failed.
  /// - Returns: nil when the fetch failed, or one before it has failed of late.
  func value(
    _ name: String, where fits: (Value) -> Bool = { _ in true }, fetch: () -> Value?
  ) -> Value? {
    var hasWaited = false
    while true {
      let step = entries.withLock { next(name, &$0) { hasWaited || fits($0) } }
      switch step {
      case .done(let value): return value
      case .wait(let flight):
        flight.wait()
        hasWaited = true
      case .fetch(let flight):
        let value = fetch()
        entries.withLock { settle(name, value, &$0) }
        flight.leave()
        return value
      }
    }
  }

  private func next(
    _ name: String, _ entries: inout [String: Entry], _ fits: (Value) -> Bool
  ) -> Step {
    let now = clock()
    var entry = entries[name] ?? Entry()
    if let known = entry.known, now < known.end, fits(known.value) { return .done(known.value) }
    if let flight = entry.flight { return .wait(flight) }
    guard now >= entry.pauseEnd else { return .done(nil) }
    if entries.count >= Self.limit, entries[name] == nil {
      entries = entries.filter { $0.value.flight != nil }
    }
    let flight = DispatchGroup()
    flight.enter()
    entry.flight = flight
    entries[name] = entry
    return .fetch(flight)
  }

  private func settle(_ name: String, _ value: Value?, _ entries: inout [String: Entry]) {
    let now = clock()
    var entry = entries[name] ?? Entry()
    entry.flight = nil
    if let value {
      (entry.failures, entry.known) = (0, (value, now + Self.lifetime))
    } else {
      let doubled = Self.shortestPause * Double(1 << min(entry.failures, 10))
      entry.pauseEnd = now + min(doubled, Self.longestPause)
      entry.failures = min(entry.failures + 1, 10)
    }
    entries[name] = entry
  }
}
