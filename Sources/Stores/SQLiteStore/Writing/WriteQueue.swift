import LinkStorage
import SQLStorage
import Synchronization
import System

/// A write in the queue; only its closures know the type of its answer.
struct PendingWrite: Sendable {
  typealias Delivery = @Sendable () -> Void

  /// Whether it is so large that it gets a separate transaction.
  let isBulk: Bool
  /// Whether it has to survive a power failure once it is answered. Writes that only move rows do not:
  /// the rows are then where they were before.
  let isDurable: Bool
  /// Writes inside a transaction, and returns a closure that delivers the answer once the disk has it.
  let perform: @Sendable (Database) throws(LinkStoreError) -> Delivery
  let fail: @Sendable (LinkStoreError) -> Void

  init<Answer: Sendable>(
    isBulk: Bool, isDurable: Bool, _ completion: @escaping StoreCompletion<Answer>,
    _ body: @escaping @Sendable (Database) throws(LinkStoreError) -> Answer
  ) {
    self.isBulk = isBulk
    self.isDurable = isDurable
    perform = { database throws(LinkStoreError) in
      let answer = try body(database)
      return { completion(.success(answer)) }
    }
    fail = { completion(.failure($0)) }
  }
}

/// Accepts writes and answers each of them.
protocol StoreWriter: AnyObject, Sendable {
  func submit(_ write: PendingWrite)

  /// Waits until all accepted writes are answered; later ones fail with `closed`.
  func close()
}

/// The only writer of a file: writes that arrive while the disk is busy wait and share the next
/// transaction.
///
/// A commit costs a flush of the disk whether it holds one write or hundreds, so under load answers
/// come as fast as without it. The writing thread yields the processors to those that answer visitors.
final class WriteQueue: StoreWriter {
  /// The maximum number of writes in a transaction, which limits the wait for an answer.
  private static let groupSize = 512

  /// Nil once the file is closed.
  private let transactions: Mutex<WriteTransactions?>
  private let thread: BackgroundThread
  private let backlog = WriteBacklog<PendingWrite>()
  private let health: WriteHealth

  /// - Throws: an error if no thread can be created for it.
  init(_ transactions: WriteTransactions) throws(LinkStoreError) {
    do throws(SystemError) {
      thread = try BackgroundThread()
    } catch {
      throw LinkStoreError(
        kind: .unreachable, code: error.code, message: "\(error)", operation: "open")
    }
    self.transactions = Mutex(transactions)
    health = transactions.health
  }

  func submit(_ write: PendingWrite) {
    let refusal = backlog.add(write) { thread.async { self.drain() } }
    guard let refusal else { return }
    if refusal.kind == .overloaded { health.note(refusal) }
    write.fail(refusal)
  }

  private func drain() {
    while let transactions = transactions.withLock(\.self) {
      let group = backlog.take(upTo: Self.groupSize) { !$0.isBulk }
      guard !group.isEmpty else { return }
      for deliver in transactions.perform(group) { deliver() }
    }
  }

  /// The last to close a file moves its log into it: who copies the file of a store that was stopped has
  /// everything.
  func close() {
    backlog.close()
    thread.settle()
    transactions.withLock { $0 = nil }
  }
}
