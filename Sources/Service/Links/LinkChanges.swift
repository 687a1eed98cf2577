package import Links
import Synchronization

/// Which links have changed lately, for the workers' caches.
///
/// A worker asks at every request whether there is anything new, which is one atomic load; only if
/// there is does it take the lock and read the keys.
package final class LinkChanges: Sendable {
  private struct Log {
    var keys: [LinkKey] = []
    /// The number of the first key that is kept.
    var first = 0
    /// Keys before this number are not to be trusted: everything may have changed.
    var horizon = 0
  }

  private static let kept = 4096
  private let count = Atomic<Int>(0)
  private let log = Mutex(Log())

  init() {}

  /// The number of changes there have been.
  package var position: Int { count.load(ordering: .acquiring) }

  /// To be called when the store has the change and before anybody is told so.
  package func note(_ keys: some Sequence<LinkKey>) {
    log.withLock { log in
      log.keys += keys
      if log.keys.count > Self.kept * 2 {
        let surplus = log.keys.count - Self.kept
        log.keys.removeFirst(surplus)
        log.first += surplus
      }
      count.store(log.first + log.keys.count, ordering: .releasing)
    }
  }

  /// Somebody else has changed the store, and nobody knows what.
  package func noteEverything() {
    log.withLock { log in
      log.first += log.keys.count + 1
      log.keys = []
      log.horizon = log.first
      count.store(log.first, ordering: .releasing)
    }
  }

  /// The keys from a position on, and the position behind them; nil keys mean everything.
  package func since(_ position: Int) -> (keys: ArraySlice<LinkKey>?, position: Int) {
    log.withLock { log in
      let end = log.first + log.keys.count
      guard position >= log.first, position >= log.horizon else { return (nil, end) }
      return (log.keys[(position - log.first)...], end)
    }
  }
}
