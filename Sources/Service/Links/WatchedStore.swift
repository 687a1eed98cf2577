package import Links
package import LinkStorage
import Synchronization

/// A store whose last failure to write is remembered: one that can be read but takes no changes, as
/// on a full disk, does not answer in the sense of readiness.
package final class WatchedStore: LinkStore {
  private let store: any LinkStore
  private let failure = Mutex<LinkStoreError?>(nil)

  package init(_ store: any LinkStore) {
    self.store = store
  }

  /// - Throws: also why the last write failed, until another one succeeds.
  package func check() throws(LinkStoreError) {
    try store.check()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  package func submit(_ write: LinkWrite, completion: @escaping LinkWriteCompletion) {
    store.submit(write) { [self] result in
      note(result)
      completion(result)
    }
  }

  package func perform(_ write: LinkWrite) throws(LinkStoreError) -> LinkWriteAnswer {
    do throws(LinkStoreError) {
      let answer = try store.perform(write)
      note(.success(answer))
      return answer
    } catch {
      note(.failure(error))
      throw error
    }
  }

  private func note(_ result: Result<LinkWriteAnswer, LinkStoreError>) {
    failure.withLock { failure in
      switch result {
      case .success(let answer): if Self.hasWritten(answer) { failure = nil }
      case .failure(let error): failure = error
      }
    }
  }

  /// Whether an answer shows that the disk takes writes: a name that is taken needs none.
  private static func hasWritten(_ answer: LinkWriteAnswer) -> Bool {
    switch answer {
    case .created, .updated, .deleted, .done: true
    case .taken, .found, .remembered, .keyReused, .missing, .overtaken: false
    // These may have found nothing to change.
    case .applied, .reported: false
    }
  }

  /// Asks the store for a write when the last one has failed, since nobody else may.
  package func retry() {
    guard failure.withLock({ $0 != nil }) else { return }
    submit(.probe) { _ in }
  }
}

// MARK: - Reading

extension WatchedStore {
  package func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try store.link(at: key)
  }

  package func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try store.link(like: link)
  }

  package func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage {
    try store.links(filter, after: cursor, limit: limit)
  }

  package func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try store.links(afterID: id, limit: limit)
  }

  package func clicks(of key: LinkKey) throws(LinkStoreError) -> Int {
    try store.clicks(of: key)
  }

  package func statistics(_ query: StatisticsQuery) throws(LinkStoreError) -> Statistics {
    try store.statistics(query)
  }

  package func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken? {
    try store.token(digest: digest)
  }

  package func tokens() throws(LinkStoreError) -> [APIToken] { try store.tokens() }

  package func changeCounter() throws(LinkStoreError) -> Int { try store.changeCounter() }

  package func foreignChangeCounter() throws(LinkStoreError) -> Int {
    try store.foreignChangeCounter()
  }

  package func close() {
    store.close()
  }
}
