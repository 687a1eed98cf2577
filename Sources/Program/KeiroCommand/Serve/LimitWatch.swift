import Telemetry

/// Says in the log which limits on connections bite: each at most once a minute, with the number of
/// connections since the last time.
struct LimitWatch {
  private struct Limit {
    let key: String
    let effect: String
    let count: @Sendable (WorkerMetrics) -> Int
    var told = 0
    /// Seconds of a monotonic clock.
    var toldAt: Double?
  }

  private static let interval = 60.0

  private let metrics: [WorkerMetrics]
  private var limits = [
    Limit(key: "connections", effect: "refused") { $0.connectionsRefused.value },
    Limit(key: "connections", effect: "closed while idle, to make room") {
      $0.connectionsEvicted.value
    },
    Limit(key: "connectionsPerAddress", effect: "refused") { $0.connectionsLimited.value },
  ]

  init(_ metrics: [WorkerMetrics]) {
    self.metrics = metrics
  }

  /// The lines that are due.
  mutating func lines(at now: Double) -> [String] {
    limits.indices.compactMap { index in
      let limit = limits[index]
      let total = metrics.reduce(0) { $0 + limit.count($1) }
      let isDue = limit.toldAt.map { now - $0 >= Self.interval } ?? true
      guard total > limit.told, isDue else { return nil }
      limits[index].told = total
      limits[index].toldAt = now
      return "server.limits.\(limit.key) is reached: \(total - limit.told) \(limit.effect)"
    }
  }
}
