import Links
import LinkStorage
import MemoryStore
import Synchronization

/// A store that can be made to fail, to stall, and to count what was asked of it.
final class BrokenStore: LinkStore {
  private struct State {
    var fails = false
    var stalls = false
    var waiting: [@Sendable () -> Void] = []
    var lookups = 0
  }

  private let inner = MemoryStore()
  private let state = Mutex(State())

  static let failure = LinkStoreError(
    kind: .failed, code: 10, message: "disk I/O error", operation: "test")

  /// Every call throws.
  var fails: Bool {
    get { state.withLock { $0.fails } }
    set { state.withLock { $0.fails = newValue } }
  }

  /// How often a link was looked for.
  var lookups: Int { state.withLock { $0.lookups } }

  /// Writes are kept back until `resume`.
  func stall() {
    state.withLock { $0.stalls = true }
  }

  func resume() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.stalls = false
      return state.waiting
    }
    waiting.forEach { $0() }
  }

  private func reachable() throws(LinkStoreError) -> MemoryStore {
    if fails { throw Self.failure }
    return inner
  }

  func check() throws(LinkStoreError) { try reachable().check() }

  func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    state.withLock { $0.lookups += 1 }
    return try reachable().link(at: key)
  }

  func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try reachable().link(like: link)
  }

  func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage {
    try reachable().links(filter, after: cursor, limit: limit)
  }

  func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try reachable().links(afterID: id, limit: limit)
  }

  func clicks(of key: LinkKey) throws(LinkStoreError) -> Int { try reachable().clicks(of: key) }

  func statistics(_ query: StatisticsQuery) throws(LinkStoreError) -> Statistics {
    try reachable().statistics(query)
  }

  /// Tokens are found whatever else fails, so that calls get as far as the store.
  func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken? {
    try inner.token(digest: digest)
  }

  func tokens() throws(LinkStoreError) -> [APIToken] { try reachable().tokens() }
  func changeCounter() throws(LinkStoreError) -> Int { try reachable().changeCounter() }

  func foreignChangeCounter() throws(LinkStoreError) -> Int {
    try reachable().foreignChangeCounter()
  }

  func submit(_ write: LinkWrite, completion: @escaping LinkWriteCompletion) {
    let work: @Sendable () -> Void = { [self] in
      if fails {
        completion(.failure(Self.failure))
      } else {
        inner.submit(write, completion: completion)
      }
    }
    let isKept = state.withLock { state in
      if state.stalls { state.waiting.append(work) }
      return state.stalls
    }
    if !isKept { work() }
  }

  func perform(_ write: LinkWrite) throws(LinkStoreError) -> LinkWriteAnswer {
    try reachable().perform(write)
  }

  func close() { inner.close() }
}
