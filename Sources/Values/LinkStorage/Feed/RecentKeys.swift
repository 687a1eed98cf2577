package import Links

/// The keys of recently changed links, numbered so that caches learn what has changed since they last
/// asked.
package struct RecentKeys: Sendable {
  private var keys: [LinkKey] = []
  private var first = 0
  private let limit: Int

  /// - Parameter limit: the number of keys kept at least, and of those added at once at most.
  package init(keeping limit: Int) {
    self.limit = limit
  }

  package var end: Int { first + keys.count }

  /// Adds changed links. Where any link may have changed, no earlier number can be followed.
  package mutating func add(_ changed: ChangedLinks) {
    guard case .keys(let new) = changed, new.count <= limit else {
      first = end + 1
      keys = []
      return
    }
    keys += new
    guard keys.count > limit * 2 else { return }
    first += keys.count - limit
    keys = Array(keys.suffix(limit))
  }

  /// The changes since a cursor that this function returned; without one, everything.
  package func changes(since cursor: FeedCursor?) -> FeedChanges {
    let changed = cursor.flatMap { Int($0.text) }.flatMap { keys(since: $0) }
    return FeedChanges(
      links: changed.map { .keys(Array($0)) } ?? .everything, tokensChanged: changed == nil,
      cursor: FeedCursor(String(end)))
  }

  /// The keys from a number on; nil when any link may have changed since.
  package func keys(since number: Int) -> ArraySlice<LinkKey>? {
    (first...end).contains(number) ? keys[(number - first)...] : nil
  }
}
