import Telemetry

/// Logs which connection limits have been reached and that a proxy is not trusted, each at most once a
/// minute with the number since the last time.
struct LimitWatch {
  private struct Limit {
    let count: any KeyPath<WorkerMetrics, Counter> & Sendable
    let sentence: @Sendable (Int) -> String
    var told = 0
    /// The time of the last line, in seconds of a monotonic clock; nil before the first one.
    var loggedAt: Double?
  }

  private static let interval = 60.0

  private let metrics: [WorkerMetrics]
  private var limits = [
    Limit(count: \.connectionsRefused) { "server.limits.connections is reached: \($0) refused" },
    Limit(count: \.connectionsEvicted) {
      "server.limits.connections is reached: \($0) closed while idle, to make room"
    },
    Limit(count: \.connectionsLimited) {
      "server.limits.connectionsPerAddress is reached: \($0) refused"
    },
    Limit(count: \.forwardingsIgnored) {
      "requests with an X-Forwarded-For that is not believed: \($0): all visitors behind a proxy "
        + "count as one, unless server.trustedProxies names its address"
    },
  ]

  init(_ metrics: [WorkerMetrics]) {
    self.metrics = metrics
  }

  /// The lines that are due.
  mutating func lines(at now: Double) -> [String] {
    limits.indices.compactMap { index in
      let limit = limits[index]
      let total = metrics.reduce(0) { $0 + $1[keyPath: limit.count].value }
      let isDue = limit.loggedAt.map { now - $0 >= Self.interval } ?? true
      guard total > limit.told, isDue else { return nil }
      limits[index].told = total
      limits[index].loggedAt = now
      return limit.sentence(total - limit.told)
    }
  }
}
