import LinkStorage
import Links

/// Sums up batches that no database has seen.
enum SpoolMerge {
  private struct Clicks: Hashable {
    let key: LinkKey
    let kind: ClickKind
  }

  fileprivate struct LaunchKind: Hashable {
    let app: String
    let event: String
    let appVersion: String
    let systemVersion: String
    let day: Int
  }

  /// The number of clicks in a batch.
  private static let batchSize = 5000

  /// Batches of a new writer with the same sums.
  static func merge(_ batches: [CountBatch]) -> [CountBatch] {
    var clicks: [Clicks: Int] = [:]
    var launches: [LaunchKind: Int] = [:]
    for batch in batches {
      let tally = batch.clicks
      for sum in tally.sums {
        let sort = Clicks(key: tally.links[sum.link], kind: tally.kinds[sum.kind])
        clicks[sort, default: 0] += sum.count
      }
      for launch in batch.launches { launches[LaunchKind(launch), default: 0] += launch.count }
    }
    let writer = CountWriter()
    let summed = clicks.map { ClickCount(key: $0.key.key, kind: $0.key.kind, count: $0.value) }
    let reports = launches.map { $0.key.launch($0.value) }
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

extension SpoolMerge.LaunchKind {
  fileprivate init(_ launch: LaunchCount) {
    self.init(
      app: launch.app, event: launch.event, appVersion: launch.appVersion,
      systemVersion: launch.systemVersion, day: launch.day)
  }

  fileprivate func launch(_ count: Int) -> LaunchCount {
    LaunchCount(
      app: app, event: event, appVersion: appVersion, systemVersion: systemVersion, day: day,
      count: count)
  }
}
