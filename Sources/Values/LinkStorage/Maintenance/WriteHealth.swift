import Synchronization

/// Whether a store accepts writes, judged by the last one. A store that can be read but not
/// written, as on a full disk, continues to serve its content.
package final class WriteHealth: Sendable {
  private let last = Mutex<LinkStoreError?>(nil)

  package init() {}

  /// Notes that the disk accepted a change. Writes that found nothing to change prove nothing and are
  /// not noted.
  package func noteSuccess() {
    last.withLock { $0 = nil }
  }

  /// Notes that a write has failed.
  package func note(_ error: LinkStoreError) {
    last.withLock { $0 = error }
  }

  /// The error of the last write; nil once one succeeds.
  package var failure: LinkStoreError? { last.withLock { $0 } }
}
