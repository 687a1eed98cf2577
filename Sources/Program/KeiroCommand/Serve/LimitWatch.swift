import Telemetry

/// Logs which limits on connections have been reached and that a proxy is not trusted or not understood, each
/// at most once a minute with the number since the last time.
struct LimitWatch {
  private struct Limit {
    let metrics: [WorkerMetrics]
    let count: any KeyPath<WorkerMetrics, Counter> & Sendable
    let sentence: @Sendable (Int) -> String
    var told = 0
    /// The time of the last line, in seconds of a monotonic clock; nil before the first one.
    var loggedAt: Double?
  }

  private var limits: [Limit]

  /// - Parameters:
  ///   - workers: the metrics of the public listeners.
  ///   - management: those of the management listener, which has limits of its own; nil for none.
  init(_ workers: [WorkerMetrics], management: WorkerMetrics? = nil) {
    limits = Self.limits(
      workers, ofAll: "server.limits.connections", ofClient: "server.limits.connectionsPerAddress")
    guard let management else { return }
    limits += Self.limits(
      [management],
      ofAll: "the management listener's limit of \(ManagementLimits.connections) connections",
      ofClient: "the management listener's limit of \(ManagementLimits.connectionsPerAddress) "
        + "connections per address")
    limits.append(
      Limit(metrics: [management], count: \.connectionsForeign) {
        "connections to the management listener from networks that are not in "
          + "server.managementNetworks: \($0) closed"
      })
  }

  private static func limits(
    _ metrics: [WorkerMetrics], ofAll: String, ofClient: String
  ) -> [Limit] {
    [
      // Refused, too, is what the process may open no more files for.
      Limit(metrics: metrics, count: \.connectionsRefused) {
        "\(ofAll) is reached, or that of open files (ulimit -n): \($0) refused"
      },
      Limit(metrics: metrics, count: \.connectionsEvicted) {
        "\(ofAll) is reached: \($0) closed while idle, to make room"
      },
      Limit(metrics: metrics, count: \.connectionsCutShort) {
        "\(ofAll) is reached: \($0) closed before their request had arrived, to make room"
      },
      Limit(metrics: metrics, count: \.connectionsLimited) {
        "\(ofClient) is reached: \($0) refused"
      },
      Limit(metrics: metrics, count: \.connectionsReplaced) {
        "\(ofClient) is reached: \($0) closed for others of the same address"
      },
      Limit(metrics: metrics, count: \.connectionsUnread) {
        "too much waits for clients that do not read: \($0) connections closed"
      },
      Limit(metrics: metrics, count: \.handshakesCutShort) {
        "too many TLS handshakes are unfinished: \($0) connections closed"
      },
      Limit(metrics: metrics, count: \.introductionsRefused) {
        "connections from networks of server.proxyProtocol without a valid PROXY header: \($0) closed: "
          + "expected a proxy that sends one, such as HAProxy with send-proxy-v2"
      },
      Limit(metrics: metrics, count: \.forwardingsIgnored) {
        "requests with an X-Forwarded-For that is not believed: \($0): all visitors behind a proxy "
          + "count as one, unless server.trustedProxies names its address"
      },
    ]
  }

  mutating func lines(at now: Double) -> [String] {
    limits.indices.compactMap { index in
      let limit = limits[index]
      let total = limit.metrics.reduce(0) { $0 + $1[keyPath: limit.count].value }
      let isDue = limit.loggedAt.map { now - $0 >= 60 } ?? true
      guard total > limit.told, isDue else { return nil }
      limits[index].told = total
      limits[index].loggedAt = now
      return limit.sentence(total - limit.told)
    }
  }
}
