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
      guard case .failure(let error) = result, error.kind.passes else { return completion(result) }
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
  private struct Clicks: Hashable {
    let key: LinkKey
    let kind: ClickKind
  }

  /// The number of clicks in a batch.
  private static let batchSize = 5000

  /// Batches of a new writer with the same sums.
  static func merge(_ batches: [CountBatch]) -> [CountBatch] {
    var clicks: [Clicks: Int] = [:]
    // By launches without their number.
    var launches: [LaunchCount: Int] = [:]
    for batch in batches {
      let tally = batch.clicks
      for sum in tally.sums {
        let sort = Clicks(key: tally.links[sum.link], kind: tally.kinds[sum.kind])
        clicks[sort, default: 0] += sum.count
      }
      for var launch in batch.launches {
        let count = launch.count
        launch.count = 0
        launches[launch, default: 0] += count
      }
    }
    let writer = CountWriter()
    let summed = clicks.map { ClickCount(key: $0.key.key, kind: $0.key.kind, count: $0.value) }
    let reports = launches.map { launch, count in
      var launch = launch
      launch.count = count
      return launch
    }
    let starts = stride(from: 0, to: max(summed.count, 1), by: batchSize)
    return starts.enumerated().compactMap { number, start in
      let batch = CountBatch(
        writer: writer, sequence: number + 1,
        clicks: Array(summed.dropFirst(start).prefix(batchSize)),
        launches: start == 0 ? reports : [])
      return batch.clicks.isEmpty && batch.launches.isEmpty ? nil : batch
    }
  }
}
