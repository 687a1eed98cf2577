import Synchronization

/// Whether a store takes writes, as its last one has shown: one that can be read but takes no
/// changes, as on a full disk, goes on with what it has.
package final class WriteHealth: Sendable {
  private let last = Mutex<LinkStoreError?>(nil)

  package init() {}

  /// The disk took a change. Writes that found nothing to change prove nothing and are not noted.
  package func noteSuccess() {
    last.withLock { $0 = nil }
  }

  package func note(_ error: LinkStoreError) {
    last.withLock { $0 = error }
  }

  /// Why the last write failed, until one succeeds.
  package var failure: LinkStoreError? { last.withLock { $0 } }
}
