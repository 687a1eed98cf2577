package import LinkStorage
import Synchronization

/// The promise with which a write is answered.
package enum SQLWrite: Equatable, Sendable {
  case durable
  /// The write may be lost in a power failure, where the effect is that of an expired lease.
  case fleeting
  /// The write is durable, and the store reads it back at once: a node reads from its copy.
  case readBack
  /// The same, for changes of up to so many links.
  case links(Int)
}

/// How a store enters changes in the feed and in histories.
package final class ChangeMarks: Sendable {
  /// Distinguishes the store's entries in the feed from those of others.
  let origin = Int.random(in: 1 ... .max)
  /// The maximum number of versions kept of a link.
  fileprivate let versions = Atomic<Int>(HistoryRetention().versions)

  package init() {}
}

/// Reads over connections of an engine that speaks SQL.
package protocol SQLReader: AnyObject, Sendable {
  associatedtype SharedConnection: SQLConnection

  func reading<Answer>(
    _ body: (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) throws(LinkStoreError) -> Answer
}

/// An engine that speaks SQL. Extensions of this protocol implement the roles that are alike in all
/// engines; visits, counting, the feed and maintenance belong to each engine. A store in front of an
/// engine, such as that of a node, forwards the requirements to it.
package protocol SQLStore: SQLReader {
  var marks: ChangeMarks { get }

  /// Performs `body` in one transaction, completely or not at all.
  ///
  /// - Parameter body: may be called again after a conflict with another transaction.
  func writing<Answer: Sendable>(
    _ write: SQLWrite, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  )
}

extension SQLStore {
  func writing<Answer: Sendable>(
    _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (SharedConnection) throws(SharedConnection.Failure) -> Answer
  ) {
    writing(.durable, completion, body)
  }

  /// Performs `body`, which changes links, in one transaction, and enters the changes that it returns in
  /// the feed, the outbox, the history and the audit log.
  ///
  /// - Parameters:
  ///   - count: the maximum number of links to change.
  ///   - body: may be called again after a conflict with another transaction.
  func changingLinks<Answer: Sendable>(
    upTo count: Int, by actor: AuditActor, _ completion: @escaping StoreCompletion<Answer>,
    _ body:
      @escaping @Sendable (SharedConnection) throws(Failure) -> (Answer, NotedChanges)
  ) {
    writing(.links(count), completion) { [marks] sql throws(Failure) in
      let (answer, changes) = try body(sql)
      let versions = marks.versions.load(ordering: .relaxed)
      try sql.enter(changes, by: actor, from: marks.origin, keeping: versions)
      return answer
    }
  }

  /// Distinguishes this store's entries in the feed from those of others.
  package var origin: Int { marks.origin }

  package func keep(_ history: HistoryRetention) {
    marks.versions.store(history.versions, ordering: .relaxed)
  }
}

extension SQLReader {
  package typealias Failure = SharedConnection.Failure

  /// Runs a query by itself.
  package func rows<Result>(
    _ sql: String, _ values: [SQLValue],
    _ body: (SharedConnection.Row) throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> [Result] {
    try reading { connection throws(Failure) in try connection.rows(sql, values, body) }
  }

  /// Runs a query for a single row by itself.
  package func first<Result>(
    _ sql: String, _ values: [SQLValue],
    _ body: (SharedConnection.Row) throws(LinkStoreError) -> Result
  ) throws(LinkStoreError) -> Result? {
    try reading { connection throws(Failure) in try connection.first(sql, values, body) }
  }
}

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

  package func note(_ error: LinkStoreError) {
    last.withLock { $0 = error }
  }

  /// The error of the last write; nil once one succeeds.
  package var failure: LinkStoreError? { last.withLock { $0 } }
}

/// Writes that wait for a few workers, which take them in order.
package final class WriteBacklog<Write: Sendable>: Sendable {
  private struct State {
    var writes: [Write] = []
    /// The number of writes at the beginning that were taken: removing each at once would move all others.
    var taken = 0
    var workers = 0
    var isClosed = false
  }

  /// The maximum number of waiting writes; further ones are refused at once instead of being kept
  /// indefinitely.
  private static var capacity: Int { 20_000 }

  private let state = Mutex(State())
  private let width: Int

  /// - Parameter width: the maximum number of workers.
  package init(width: Int = 1) {
    self.width = width
  }

  /// Adds a write.
  ///
  /// - Parameter begin: starts another worker.
  /// - Returns: why the write is refused; nil for one that waits.
  package func add(_ write: Write, _ begin: () -> Void) -> LinkStoreError? {
    state.withLock { state in
      if state.isClosed { return .closed }
      guard state.writes.count - state.taken < Self.capacity else {
        return LinkStoreError(
          .overloaded, "\(Self.capacity) writes are waiting already", operation: "write")
      }
      state.writes.append(write)
      if state.workers < width {
        state.workers += 1
        begin()
      }
      return nil
    }
  }

  /// The next writes, at least one while any waits; without one the worker ends.
  package func take(
    upTo most: Int = 1, while isJoined: (Write) -> Bool = { _ in true }
  ) -> [Write] {
    state.withLock { state in
      let waiting = state.writes[state.taken...]
      let joined = waiting.prefix(most).prefix(while: isJoined)
      let next = Array(waiting.prefix(max(joined.count, 1)))
      state.taken += next.count
      if state.taken * 2 >= state.writes.count {
        state.writes.removeFirst(state.taken)
        state.taken = 0
      }
      if next.isEmpty { state.workers -= 1 }
      return next
    }
  }

  /// Refuses later writes.
  package func close() {
    state.withLock { $0.isClosed = true }
  }
}

extension SQLStore where Self: SharedValues {
  package func sharedValues(_ names: [String]) throws(LinkStoreError) -> [String: [UInt8]] {
    try reading { sql throws(Failure) in try sql.sharedValues(names) }
  }

  package func keepShared(_ name: String, _ value: [UInt8]) throws(LinkStoreError) {
    try waitForAnswer {
      writing($0) { sql throws(Failure) in try sql.keepShared(name, value) }
    }
  }

  package func lease(
    _ name: String, owner: String, seconds: Int
  ) throws(LinkStoreError) -> Bool {
    try waitForAnswer {
      // A lease lost in a power failure counts as expired.
      writing(.fleeting, $0) { sql throws(Failure) in
        try sql.lease(name, owner: owner, seconds: seconds)
      }
    }
  }

  package func endLease(_ name: String, owner: String) throws(LinkStoreError) {
    try waitForAnswer {
      writing(.fleeting, $0) { sql throws(Failure) in try sql.endLease(name, owner: owner) }
    }
  }
}
