package import Links
import Synchronization

/// The recently changed links, for the workers' caches.
///
/// A worker checks for new changes on every request with one atomic load; only when there are some
/// does it take the lock and read the keys.
package final class LinkChanges: Sendable {
  private struct Log {
    var keys: [LinkKey] = []
    /// The number of the first stored key.
    var first = 0
    /// Positions before this number are invalid: everything may have changed since.
    var horizon = 0
  }

  private static let kept = 4096
  private let count = Atomic<Int>(0)
  private let log = Mutex(Log())

  init() {}

  /// The number of changes so far.
  package var position: Int { count.load(ordering: .acquiring) }

  /// Notes changed keys. Called after the store has made the change and before the caller gets the
  /// answer.
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

  /// Notes that another process has changed the store and that the keys are unknown.
  package func noteEverything() {
    log.withLock { log in
      log.first += log.keys.count + 1
      log.keys = []
      log.horizon = log.first
      count.store(log.first, ordering: .releasing)
    }
  }

  /// Returns the keys from a position on, and the position after them; nil keys stand for
  /// everything.
  package func since(_ position: Int) -> (keys: ArraySlice<LinkKey>?, position: Int) {
    log.withLock { log in
      let end = log.first + log.keys.count
      guard position >= log.first, position >= log.horizon else { return (nil, end) }
      return (log.keys[(position - log.first)...], end)
    }
  }
}
