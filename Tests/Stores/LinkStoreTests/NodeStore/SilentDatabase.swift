import LinkStorage
import Links
import SQLStorage
import SQLiteStore
import Synchronization

/// A database in memory that answers batches when a test says so.
final class SilentDatabase: ClickCounting {
  private struct Question: Sendable {
    let batch: CountBatch
    let completion: StoreCompletion<BatchAnswer>
  }

  private let inner: SQLiteStore
  private let waiting = Mutex<[Question]>([])
  private let answers = Atomic(false)
  private let batches = Mutex<[CountBatch]>([])

  init(answers: Bool = false) throws {
    inner = try SQLiteStore(in: MemoryDatabase())
    self.answers.store(answers, ordering: .relaxed)
  }

  /// The batches in the order in which they were sent.
  var sent: [CountBatch] { batches.withLock(\.self) }

  func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>
  ) {
    batches.withLock { $0.append(batch) }
    if answers.load(ordering: .relaxed) {
      inner.count(batch, now: now, completion: completion)
    } else {
      waiting.withLock { $0.append(Question(batch: batch, completion: completion)) }
    }
  }

  /// Counts what waits and answers it, as well as everything from now on.
  func speak() {
    answers.store(true, ordering: .relaxed)
    for question in takeWaiting() {
      inner.count(question.batch, now: time(0), completion: question.completion)
    }
  }

  /// Refuses what waits, without having counted it.
  func refuse(_ kind: LinkStoreError.Kind) {
    for question in takeWaiting() {
      question.completion(
        .failure(LinkStoreError(kind: kind, code: 0, message: "refused", operation: "count")))
    }
  }

  private func takeWaiting() -> [Question] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }

  func report(
    _ launches: [CountedLaunch], now: Timestamp, completion: @escaping StoreCompletion<Int>
  ) { inner.report(launches, now: now, completion: completion) }

  func clicks(of key: LinkKey) throws(LinkStoreError) -> Int { try inner.clicks(of: key) }

  func clicks(of keys: [LinkKey], days: Range<Int>) throws(LinkStoreError) -> [LinkKey: ClickDays] {
    try inner.clicks(of: keys, days: days)
  }

  func statistics(_ queries: [StatisticsQuery]) throws(LinkStoreError) -> [Statistics] {
    try inner.statistics(queries)
  }
}
