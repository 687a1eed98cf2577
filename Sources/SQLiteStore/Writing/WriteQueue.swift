import Dispatch
import LinkStorage
import Synchronization

/// The one writer: what comes while the disk is busy waits, and shares the next transaction.
///
/// A commit costs a flush of the disk whether it holds one write or hundreds, so under load the
/// answers come as fast as without it.
final class WriteQueue: Sendable {
  private struct Waiting {
    var writes: [Pending] = []
    var isScheduled = false
    var isClosed = false
  }

  struct Pending: Sendable {
    let write: LinkWrite
    let completion: LinkWriteCompletion
  }

  /// So many writes may wait; further ones are refused at once rather than kept for ever.
  private static let capacity = 20_000
  /// So many share a transaction at most, which bounds the wait for an answer.
  private static let groupSize = 512

  private let transactions: WriteTransactions
  private let queue = DispatchQueue(label: "keiro.store.writer")
  private let waiting = Mutex(Waiting())

  init(_ database: Database) {
    transactions = WriteTransactions(database)
  }

  var ownChanges: Int { transactions.ownChanges.load(ordering: .relaxed) }

  func submit(_ write: LinkWrite, completion: @escaping LinkWriteCompletion) {
    let refusal = waiting.withLock { waiting -> LinkStoreError? in
      if waiting.isClosed { return .closed }
      if waiting.writes.count >= Self.capacity { return Self.overloaded }
      waiting.writes.append(Pending(write: write, completion: completion))
      if !waiting.isScheduled {
        waiting.isScheduled = true
        queue.async { self.drain() }
      }
      return nil
    }
    if let refusal { completion(.failure(refusal)) }
  }

  private static var overloaded: LinkStoreError {
    LinkStoreError(
      kind: .overloaded, code: 0, message: "\(capacity) writes are waiting already",
      operation: "write")
  }

  func perform(_ write: LinkWrite) throws(LinkStoreError) -> LinkWriteAnswer {
    let slot = AnswerSlot()
    submit(write) { slot.fill($0) }
    return try slot.wait().get()
  }

  private func drain() {
    while let group = next() {
      let results = transactions.perform(group.map(\.write))
      for (pending, result) in zip(group, results) { pending.completion(result) }
    }
  }

  private func next() -> ArraySlice<Pending>? {
    waiting.withLock { waiting in
      guard !waiting.writes.isEmpty else {
        waiting.isScheduled = false
        return nil
      }
      let small = waiting.writes.prefix(Self.groupSize).prefix { !$0.write.isBulk }
      let group = small.isEmpty ? waiting.writes.prefix(1) : small
      waiting.writes = Array(waiting.writes.dropFirst(group.count))
      return group
    }
  }

  /// Waits until everything that was taken has its answer.
  func close() {
    waiting.withLock { $0.isClosed = true }
    queue.sync {}
  }
}

/// Where a thread waits for one answer.
private final class AnswerSlot: Sendable {
  private let answer = Mutex<Result<LinkWriteAnswer, LinkStoreError>?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  func fill(_ result: Result<LinkWriteAnswer, LinkStoreError>) {
    answer.withLock { $0 = result }
    semaphore.signal()
  }

  func wait() -> Result<LinkWriteAnswer, LinkStoreError> {
    semaphore.wait()
    return answer.withLock { $0 } ?? .failure(.closed)
  }
}
