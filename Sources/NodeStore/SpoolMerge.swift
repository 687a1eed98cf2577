import LinkStorage
import Links

/// Sums batches up that no database has seen.
enum SpoolMerge {
  fileprivate struct ClickKind: Hashable {
    let key: LinkKey
    let hour: Int
    let platform: String
    let referrer: String
    let outcome: String
    let isBot: Bool
  }

  fileprivate struct LaunchKind: Hashable {
    let app: String
    let event: String
    let appVersion: String
    let systemVersion: String
    let day: Int
  }

  /// So many clicks make a batch.
  private static let batchSize = 5000

  /// Batches of a new writer, with the same sums.
  static func merge(_ batches: [CountBatch]) -> [CountBatch] {
    var clicks: [ClickKind: Int] = [:]
    var launches: [LaunchKind: Int] = [:]
    for batch in batches {
      for click in batch.clicks.clicks { clicks[ClickKind(click), default: 0] += click.count }
      for launch in batch.launches { launches[LaunchKind(launch), default: 0] += launch.count }
    }
    let writer = CountWriter()
    let summed = clicks.map { $0.key.click($0.value) }
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

extension SpoolMerge.ClickKind {
  fileprivate init(_ click: ClickCount) {
    self.init(
      key: click.key, hour: click.hour, platform: click.platform, referrer: click.referrerHost,
      outcome: click.outcome, isBot: click.isBot)
  }

  fileprivate func click(_ count: Int) -> ClickCount {
    ClickCount(
      key: key, hour: hour, platform: platform, referrerHost: referrer, outcome: outcome,
      isBot: isBot, count: count)
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
