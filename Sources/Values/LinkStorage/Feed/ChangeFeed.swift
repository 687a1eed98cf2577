package import Links

/// Tells which links have changed elsewhere, for caches and copies.
package protocol ChangeFeed: AnyObject, Sendable {
  /// What other stores on the same data have changed since a cursor. Changes made through this
  /// store are left out: their completions tell.
  ///
  /// Nothing committed is missed: after an error ask again with the same cursor. Asked often, it
  /// costs one look-up while nothing changes. Clicks are no changes.
  ///
  /// - Parameter cursor: of the previous answer. The answer is `everything` without a cursor, for
  ///   one older than the entries kept, and for one from elsewhere.
  func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges

  /// Calls `body` whenever `changes` may have something new to tell, on a thread of the store.
  /// Engines without a bell never call it: whoever follows the feed asks now and then as well.
  func onChanges(_ body: @escaping @Sendable () -> Void)

  /// Waits until every process with a copy of its own serves what was changed before this call.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest wait.
  ///   - completion: receives the names of those that have not said so, in their order; called
  ///     once, on a thread of the store.
  func awaitCopies(milliseconds: Int, completion: @escaping @Sendable ([String]) -> Void)
}

extension ChangeFeed {
  package func onChanges(_ body: @escaping @Sendable () -> Void) {}

  /// All processes read the same data.
  package func awaitCopies(
    milliseconds: Int, completion: @escaping @Sendable ([String]) -> Void
  ) {
    completion([])
  }
}

/// A place in the feed, meaningful to the engine that gave it alone.
package struct FeedCursor: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }
}

/// The changes since a cursor.
package struct FeedChanges: Equatable, Sendable {
  package var links: ChangedLinks
  /// Whether tokens were made or revoked.
  package var tokensChanged: Bool
  /// For the next question.
  package var cursor: FeedCursor

  package init(links: ChangedLinks, tokensChanged: Bool, cursor: FeedCursor) {
    self.links = links
    self.tokensChanged = tokensChanged
    self.cursor = cursor
  }
}

package enum ChangedLinks: Equatable, Sendable {
  /// In the order of their changes; one that changed twice may be named twice.
  case keys([LinkKey])
  /// Any link may have changed, as after a bulk import.
  case everything
}

/// Bounds of a feed, alike for every engine.
package enum FeedBounds {
  /// The most entries that are kept.
  package static let entries = 10_000
  /// One write that changes more links than this makes a single entry, `everything`.
  package static let keysPerWrite = 100
}
