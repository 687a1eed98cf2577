import LinkStorage
import Synchronization

/// What a store remembers of its counting from one batch to the next.
final class CountingState: Sendable {
  private let known = Mutex(KnownLinks())
  private let isMerging = Mutex(false)

  func withLinks<Result: Sendable>(
    _ body: (inout KnownLinks) throws(LinkStoreError) -> Result
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

  /// Must be called when a transaction failed in which links may have been numbered.
  func forgetLinks() {
    known.withLock { $0.removeAll() }
  }

  /// Whether nobody merges yet; then the caller does.
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
  /// So many links are merged in a step, which takes a few milliseconds.
  package static let mergedLinks = 512
}
