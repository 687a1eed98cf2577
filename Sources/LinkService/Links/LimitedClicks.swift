import ShortLinks
import Synchronization

/// The clicks of those links that end after so many of them: the only ones whose count a decision
/// needs at once, rather than a second later.
final class LimitedClicks: Sendable {
  private let counts = Mutex<[LinkKey: Int]>([:])

  /// Takes one of the clicks, if there is one left.
  ///
  /// - Returns: how many there were before; the limit when none is left.
  func take(
    _ key: LinkKey, limit: Int, from store: any LinkStore
  ) throws(LinkStoreError) -> Int {
    let known = counts.withLock { $0[key] }
    let stored = known == nil ? try store.clicks(of: key) : 0
    return counts.withLock { counts in
      let before = counts[key] ?? stored
      counts[key] = min(before + 1, max(limit, before))
      return before
    }
  }

  /// How many there have been.
  func count(_ key: LinkKey, in store: any LinkStore) throws(LinkStoreError) -> Int {
    if let known = counts.withLock({ $0[key] }) { return known }
    return try store.clicks(of: key)
  }

  /// Gives a click back that did not arrive anywhere.
  func giveBack(_ key: LinkKey) {
    counts.withLock { counts in
      if let count = counts[key], count > 0 { counts[key] = count - 1 }
    }
  }

  func forget(_ key: LinkKey) {
    counts.withLock { $0[key] = nil }
  }
}
