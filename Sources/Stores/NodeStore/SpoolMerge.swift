import LinkStorage
import Links

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
