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
