import Synchronization

/// Counts the entries written since old ones were last deleted.
final class Pruning: Sendable {
  private let entries = Atomic(0)

  private static let interval = 1024

  /// Whether it is time to delete old entries after the given number of new ones.
  func isDue(after count: Int) -> Bool {
    let (before, now) = entries.add(count, ordering: .relaxed)
    return before / Self.interval != now / Self.interval
  }
}
