import Dispatch
import LinkStorage
import Links
import SQLStorage
import SQLiteStore
import Synchronization

/// A store that can be made to fail, to stall and to lose its answers, and that counts queries.
///
/// The roles that engines share go through `reading` and `writing`.
@dynamicMemberLookup
final class BrokenStore: LinkStore, SQLStore {
  typealias SharedConnection = SQLiteStore.SharedConnection

  struct State {
    /// Whether every call throws.
    var fails = false
    /// The number of writes that fail before they succeed again.
    var failures = 0
    /// Whether writes are carried out but answered with an error.
    var losesAnswers = false
    /// Whether writes are answered on another thread, as by a store across a network.
    var answersElsewhere = false
    /// How often a read happened on the thread of the answers.
    var readsElsewhere = 0
    var lookups = 0
    var reservations = 0
    /// The names of nodes that never receive a change.
    var behind: [String] = []
    /// The names of nodes whose copies stand still.
    var missingCopies: [String] = []
    fileprivate var stalls = false
    fileprivate var waiting: [@Sendable () -> Void] = []
    fileprivate var readsToHold = 0
  }

  private let inner: SQLiteStore
  private let state = Mutex(State())
  private let gate = DispatchGroup()
  private let held = DispatchSemaphore(value: 0)
  private let heldWrite = DispatchSemaphore(value: 0)

  init() throws {
    inner = try SQLiteStore(in: MemoryDatabase())
  }

  subscript<Value: Sendable>(dynamicMember path: any WritableKeyPath<State, Value> & Sendable)
    -> Value
  {
    get { state.withLock { $0[keyPath: path] } }
    set { state.withLock { $0[keyPath: path] = newValue } }
  }

  var marks: ChangeMarks { inner.marks }

  static let failure = LinkStoreError(
    kind: .failed, code: 10, message: "disk I/O error", operation: "test")

  var missingCopies: [String] {
    get { state.withLock { $0.missingCopies } }
    set { state.withLock { $0.missingCopies = newValue } }
  }

  func awaitCopies(milliseconds: Int, completion: @escaping @Sendable ([String]) -> Void) {
    completion(self.behind)
  }

  private static let mark = DispatchSpecificKey<Bool>()
  private static let answers: DispatchQueue = {
    let queue = DispatchQueue(label: "keiro.tests.answers")
    queue.setSpecific(key: mark, value: true)
    return queue
  }()

  private func noteRead() {
    guard DispatchQueue.getSpecific(key: Self.mark) != nil else { return }
    state.withLock { $0.readsElsewhere += 1 }
  }

  /// Holds writes back until `resume`.
  func stall() {
    state.withLock { $0.stalls = true }
  }

  /// Waits until one more write is held back.
  func awaitHeldWrite() {
    heldWrite.wait()
  }

  func resume() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.stalls = false
      return state.waiting
    }
    waiting.forEach { $0() }
  }

  /// Holds the next reads of links and tokens, each with what it has read, until `releaseReads`.
  func holdReads(_ count: Int = .max) {
    gate.enter()
    state.withLock { $0.readsToHold = count }
  }

  func releaseReads() {
    state.withLock { $0.readsToHold = 0 }
    gate.leave()
  }

  /// Waits until one more read is held.
  func awaitHeldRead() {
    held.wait()
  }

  private func passing<Answer>(_ answer: Answer) -> Answer {
    let isHeld = state.withLock { state in
      guard state.readsToHold > 0 else { return false }
      state.readsToHold -= 1
      return true
    }
    guard isHeld else { return answer }
    held.signal()
    gate.wait()
    return answer
  }

  private func countsFailure() -> Bool {
    state.withLock { state in
      guard state.failures > 0 else { return false }
      state.failures -= 1
      return true
    }
  }

  private func reachable() throws(LinkStoreError) -> SQLiteStore {
    if self.fails { throw Self.failure }
    return inner
  }

  func reading<Answer>(
    _ body: (SharedConnection) throws(LinkStoreError) -> Answer
  ) throws(LinkStoreError) -> Answer {
    noteRead()
    return try reachable().reading(body)
  }

  func writing<Answer: Sendable>(
    _ kind: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(LinkStoreError) -> Answer
  ) {
    write(completion) { $0.writing(kind, $1, body) }
  }

  private func write<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>,
    _ begin: @escaping @Sendable (SQLiteStore, @escaping StoreCompletion<Answer>) -> Void
  ) {
    let work: @Sendable () -> Void = { [self] in
      if self.fails || countsFailure() { return completion(.failure(Self.failure)) }
      let losesAnswers = self.losesAnswers
      let isElsewhere = self.answersElsewhere
      begin(inner) { answer in
        let answer = losesAnswers ? .failure(Self.failure) : answer
        guard isElsewhere else { return completion(answer) }
        Self.answers.async { completion(answer) }
      }
    }
    let isKept = state.withLock { state in
      if state.stalls { state.waiting.append(work) }
      return state.stalls
    }
    if isKept { heldWrite.signal() } else { work() }
  }
}

// MARK: - Links

extension BrokenStore {
  func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    state.withLock { $0.lookups += 1 }
    return passing(try reachable().link(at: key))
  }

  func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    state.withLock { $0.lookups += 1 }
    return passing(try reachable().links(at: keys))
  }
}

// MARK: - Counting

extension BrokenStore {
  func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>
  ) {
    write(completion) { $0.count(batch, now: now, completion: $1) }
  }

  func report(
    _ launches: [CountedLaunch], now: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { $0.report(launches, now: now, completion: $1) }
  }

  func clicks(of key: LinkKey) throws(LinkStoreError) -> Int { try reachable().clicks(of: key) }

  func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int {
    try reachable().reservedClicks(of: life)
  }

  func reserve(
    _ wanted: Int, of life: LinkLife, limit: Int,
    completion: @escaping StoreCompletion<Reservation>
  ) {
    state.withLock { $0.reservations += 1 }
    write(completion) { $0.reserve(wanted, of: life, limit: limit, completion: $1) }
  }

  func giveBack(
    _ count: Int, of life: LinkLife, by link: Int, completion: @escaping StoreCompletion<Void>
  ) {
    write(completion) { $0.giveBack(count, of: life, by: link, completion: $1) }
  }
}

// MARK: - Tokens

extension BrokenStore {
  /// Tokens are always found, so that calls get as far as the store.
  func token(digest: [UInt8]) throws(LinkStoreError) -> APIToken? {
    passing(try inner.token(digest: digest))
  }
}

// MARK: - Feed and maintenance

extension BrokenStore {
  func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    try reachable().changes(since: cursor)
  }

  func troubles() -> [StoreTrouble] { inner.troubles() }

  func examine(after position: Int, limit: Int) throws(LinkStoreError) -> Int {
    try reachable().examine(after: position, limit: limit)
  }

  func rollUp(
    _ retention: StatisticsRetention, limit: Int, now: Timestamp,
    completion: @escaping StoreCompletion<RollUpStep>
  ) {
    write(completion) { $0.rollUp(retention, limit: limit, now: now, completion: $1) }
  }

  func measures() throws(LinkStoreError) -> StoreMeasures {
    try reachable().measures()
  }

  func close() { inner.close() }
}
