import Dispatch
import Links
import LinkStorage
import Synchronization

/// Counts batches in the database, or stores them in the spool when it does not count them at once.
struct SpooledCounting: Sendable {
  /// Runs work after some milliseconds.
  typealias Timer = @Sendable (_ milliseconds: Int, _ work: @escaping @Sendable () -> Void) -> Void

  let database: any ClickCounting
  let spool: Spool
  let timer: Timer

  /// The milliseconds that a batch waits for an answer: as many clicks as a crash may lose.
  private static let patience = 1000

  init(
    _ database: any ClickCounting, _ spool: Spool,
    timer: @escaping Timer = { milliseconds, work in
      queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: work)
    }
  ) {
    self.database = database
    self.spool = spool
    self.timer = timer
  }

  private static let queue = DispatchQueue(label: "keiro.spool.patience")

  func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>
  ) {
    guard spool.isEmpty else { return spool.append(batch, wasSent: false, completion: completion) }
    let turn = Turn()
    database.count(batch, now: now) { [spool] result in
      // A later answer says nothing new: the spool sends the batch again, and it is counted once.
      guard turn.take() else { return }
      guard case .failure(let error) = result, error.kind != .closed else {
        return completion(result)
      }
      spool.append(batch, wasSent: true, completion: completion)
    }
    timer(Self.patience) { [spool] in
      guard turn.take() else { return }
      spool.append(batch, wasSent: true, completion: completion)
    }
  }

  /// The right to say what becomes of a batch, which the answer or the end of the wait takes first.
  private final class Turn: Sendable {
    private let isTaken = Atomic(false)

    func take() -> Bool { !isTaken.exchange(true, ordering: .relaxed) }
  }
}

extension LinkStoreError.Kind {
  /// Whether the database may later accept what it refuses now.
  var passes: Bool {
    switch self {
    case .unreachable, .overloaded, .locked, .full, .readOnly: true
    case .corrupt, .foreign, .closed, .failed: false
    }
  }
}

/// Sums up batches that no database has seen.
enum SpoolMerge {
  /// The number of clicks in a batch.
  private static let batchSize = 5000

  /// Batches of a new writer with the same sums.
  static func merge(_ batches: [CountBatch]) -> [CountBatch] {
    let writer = CountWriter()
    let clicks = summed(batches.lazy.flatMap(\.clicks.clicks), \.count)
    let launches = summed(batches.lazy.flatMap(\.launches), \.count)
    let starts = stride(from: 0, to: max(clicks.count, 1), by: batchSize)
    return starts.enumerated().compactMap { number, start in
      let batch = CountBatch(
        writer: writer, sequence: number + 1,
        clicks: Array(clicks.dropFirst(start).prefix(batchSize)),
        launches: start == 0 ? launches : [])
      return batch.clicks.isEmpty && batch.launches.isEmpty ? nil : batch
    }
  }

  /// Counts that differ in more than their numbers.
  private static func summed<Count: Hashable>(
    _ counts: some Sequence<Count>, _ number: WritableKeyPath<Count, Int>
  ) -> [Count] {
    var sums: [Count: Int] = [:]
    for var count in counts {
      let own = count[keyPath: number]
      count[keyPath: number] = 0
      sums[count, default: 0] += own
    }
    return sums.map { count, sum in
      var count = count
      count[keyPath: number] = sum
      return count
    }
  }
}
