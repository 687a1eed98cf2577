import LinkStorage
import Synchronization

/// The state of counting that a store keeps between batches.
final class CountingState: Sendable {
  private let known = Mutex(LinkNumberCache())
  private let isMerging = Mutex(false)

  func withLinks<Result: Sendable>(
    _ body: (inout LinkNumberCache) throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> Result {
    let result = known.withLock { known -> Swift.Result<Result, LinkStoreError> in
      do throws(LinkStoreError) {
        return .success(try body(&known))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Must be called when a transaction failed that may have numbered links.
  func forgetLinks() {
    known.withLock { $0.removeAll() }
  }

  /// Whether no merge is running yet; if so, the caller now is.
  func begin() -> Bool {
    isMerging.withLock { isMerging in
      defer { isMerging = true }
      return !isMerging
    }
  }

  func end() {
    isMerging.withLock { $0 = false }
  }
}

extension SQLiteStore {
  /// The maximum number of links merged in a step, which takes a few milliseconds.
  package static let mergedLinks = 512
}
