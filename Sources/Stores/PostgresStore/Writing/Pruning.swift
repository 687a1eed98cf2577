import Synchronization

/// How many entries were written since old ones were last forgotten.
final class Pruning: Sendable {
  private let entries = Atomic(0)

  private static let interval = 1024

  /// Whether it is time to forget old entries, after so many new ones.
  func isDue(after count: Int) -> Bool {
    let (before, now) = entries.add(count, ordering: .relaxed)
    return before / Self.interval != now / Self.interval
  }
}
