package import LinkStorage
package import Links
import Synchronization

/// The recently changed links, for the workers' caches.
///
/// A worker checks for new changes on every request with one atomic load; only when there are some
/// does it take the lock and read the keys.
package final class LinkChanges: Sendable {
  private let count = Atomic<Int>(0)
  private let recent = Mutex(RecentKeys(keeping: 4096))

  init() {}

  /// The number of changes so far.
  package var position: Int { count.load(ordering: .acquiring) }

  /// Notes changed links. Called after the store has made the change and before the caller gets the
  /// answer.
  package func note(_ changed: ChangedLinks) {
    recent.withLock { recent in
      recent.add(changed)
      count.store(recent.end, ordering: .releasing)
    }
  }

  /// Returns the keys from a position on, and the position after them; nil keys stand for
  /// everything.
  package func since(_ position: Int) -> (keys: ArraySlice<LinkKey>?, position: Int) {
    recent.withLock { ($0.keys(since: position), $0.end) }
  }
}
