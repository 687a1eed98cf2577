package import Links
package import LinkStorage
import Synchronization

/// The store in memory: for trials, for tests, and for configurations that keep nothing.
package final class MemoryStore: LinkStore {
  private struct State {
    var contents = MemoryContents()
    var isClosed = false
  }

  private let state = Mutex(State())

  package init() {}

  private func read<Result>(
    _ body: (MemoryContents) -> Result
  ) throws(LinkStoreError) -> Result {
    try state.withLock { state throws(LinkStoreError) in
      guard !state.isClosed else { throw Self.closed }
      return body(state.contents)
    }
  }

  private static var closed: LinkStoreError {
    LinkStoreError(
      kind: .closed, code: 0, message: "the store is closed", operation: "memory store")
  }

  package func check() throws(LinkStoreError) {
    _ = try read { $0.changes }
  }

  package func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try read { $0.links[key] }
  }

  package func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try read { $0.link(like: link) }
  }

  package func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage {
    try read { $0.links(filter, after: cursor, limit: limit) }
  }

  package func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try read { contents in
      let later = contents.links.values.filter { $0.id > id }.sorted { $0.id < $1.id }
      return Array(later.prefix(max(limit, 1)))
    }
  }

  package func clicks(of key: LinkKey) throws(LinkStoreError) -> Int {
    try read { $0.totals[key] ?? 0 }
  }

  package func statistics(_ query: StatisticsQuery) throws(LinkStoreError) -> Statistics {
    try read { $0.statistics(query) }
  }

  package func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken? {
    try read { $0.tokens.first { $0.digest == digest } }
  }

  package func tokens() throws(LinkStoreError) -> [APIToken] {
    try read { $0.tokens }
  }

  package func foreignChangeCounter() throws(LinkStoreError) -> Int { 0 }

  package func changeCounter() throws(LinkStoreError) -> Int {
    try read { $0.changes }
  }

  package func perform(_ write: LinkWrite) throws(LinkStoreError) -> LinkWriteAnswer {
    try state.withLock { state throws(LinkStoreError) in
      guard !state.isClosed else { throw Self.closed }
      return state.contents.perform(write)
    }
  }

  package func submit(_ write: LinkWrite, completion: @escaping LinkWriteCompletion) {
    do throws(LinkStoreError) {
      completion(.success(try perform(write)))
    } catch {
      completion(.failure(error))
    }
  }

  package func close() {
    state.withLock { $0.isClosed = true }
  }
}
