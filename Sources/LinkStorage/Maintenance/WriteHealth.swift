import Synchronization

/// Whether a store takes writes, as its last one has shown: one that can be read but takes no
/// changes, as on a full disk, does not count as ready.
package final class WriteHealth: Sendable {
  private let failure = Mutex<LinkStoreError?>(nil)

  package init() {}

  /// The disk took a change. Writes that found nothing to change prove nothing and are not noted.
  package func noteSuccess() {
    failure.withLock { $0 = nil }
  }

  package func note(_ error: LinkStoreError) {
    failure.withLock { $0 = error }
  }

  /// - Throws: why the last write failed, until one succeeds.
  package func check() throws(LinkStoreError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
