package import Links
package import LinkStorage
import Synchronization

/// The clicks of those links that end after so many of them: the only ones whose count a decision
/// needs at once, rather than a second later.
package final class LimitedClicks: Sendable {
  /// A link that was deleted, by whatever process, and made again begins anew.
  private struct Life: Hashable {
    let key: LinkKey
    let createdAt: Timestamp?

    init(_ link: ShortLink) {
      key = link.key
      createdAt = link.createdAt
    }
  }

  private let counts = Mutex<[Life: Int]>([:])

  /// Takes one of the clicks, if there is one left.
  ///
  /// - Returns: how many there were before; the limit or more when none is left.
  package func take(
    _ link: ShortLink, limit: Int, from store: any LinkStore
  ) throws(LinkStoreError) -> Int {
    let stored = try count(link, in: store)
    return counts.withLock { counts in
      let before = counts[Life(link)] ?? stored
      counts[Life(link)] = min(before + 1, max(limit, before))
      return before
    }
  }

  /// How many there have been.
  package func count(_ link: ShortLink, in store: any LinkStore) throws(LinkStoreError) -> Int {
    if let known = counts.withLock({ $0[Life(link)] }) { return known }
    return try store.clicks(of: link.key)
  }

  /// The link is gone, and its clicks with it.
  func forget(_ key: LinkKey) {
    counts.withLock { counts in
      for life in counts.keys where life.key == key { counts[life] = nil }
    }
  }
}
