package import Links

/// The feed of changes made elsewhere, for caches and copies.
package protocol ChangeFeed: AnyObject, Sendable {
  /// Everything that other stores on the same data have changed since a cursor. Changes made through
  /// this store are left out: their completions report them.
  ///
  /// No committed change is missed: after an error, ask again with the same cursor. Polling costs one
  /// look-up while nothing changes. Clicks do not count as changes.
  ///
  /// - Parameter cursor: the cursor of the previous answer. The answer is `everything` for nil, for a
  ///   cursor older than the entries kept, and for one from another store.
  func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges

  /// Calls `body` on a thread of the store whenever `changes` may have something new. Engines without
  /// notifications never call it, so followers also poll from time to time.
  func onChanges(_ body: @escaping @Sendable () -> Void)

  /// The name of this process, if its own copy lacks a change that was answered: the change is made,
  /// but visitors of this process do not see it yet. *Local.*
  var missingCopies: [String] { get }

  /// Waits until every process with its own copy serves what was changed before this call.
  ///
  /// - Parameter completion: receives the sorted names of the processes that have not confirmed; called
  ///   once, on a thread of the store.
  func awaitCopies(milliseconds: Int, completion: @escaping @Sendable ([String]) -> Void)
}

extension ChangeFeed {
  /// Does nothing: this engine has no notifications.
  package func onChanges(_ body: @escaping @Sendable () -> Void) {}

  /// None: all processes read the same data.
  package var missingCopies: [String] { [] }

  /// Completes at once: all processes read the same data.
  package func awaitCopies(
    milliseconds: Int, completion: @escaping @Sendable ([String]) -> Void
  ) {
    completion([])
  }
}

/// A position in the feed, meaningful only to the engine that returned it.
package struct FeedCursor: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }
}

package struct FeedChanges: Equatable, Sendable {
  package var links: ChangedLinks
  /// Whether tokens were created or revoked.
  package var tokensChanged: Bool
  package var cursor: FeedCursor

  package init(links: ChangedLinks, tokensChanged: Bool, cursor: FeedCursor) {
    self.links = links
    self.tokensChanged = tokensChanged
    self.cursor = cursor
  }
}

package enum ChangedLinks: Equatable, Sendable {
  /// The changed links in order; one that changed twice may appear twice.
  case keys([LinkKey])
  /// Any link may have changed, for example after a bulk import.
  case everything
}

/// Limits of a feed, the same for every engine.
package enum FeedBounds {
  package static let entries = 10_000
  /// The maximum number of links that one write lists; beyond it the write makes a single entry,
  /// `everything`.
  package static let keysPerWrite = 100
}

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
