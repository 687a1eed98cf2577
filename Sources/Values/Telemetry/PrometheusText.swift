import WebSyntax

/// The Prometheus text exposition format, version 0.0.4.
package struct PrometheusText {
  package private(set) var text = ""
  /// The value of `Content-Type` for the format.
  package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  package init() {}

  /// Begins a metric, whose samples follow.
  package mutating func begin(_ name: String, type: String, help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// Appends a sample of the metric that was begun last.
  package mutating func sample(
    _ name: String, _ labels: KeyValuePairs<String, String>, _ value: String
  ) {
    text += name
    if !labels.isEmpty {
      let pairs = labels.map { "\($0)=\"\(Self.escape($1))\"" }
      text += "{" + pairs.joined(separator: ",") + "}"
    }
    text += " \(value)\n"
  }

  private static func escape(_ label: String) -> String {
    label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

/// The values of a scrape other than the workers' counters.
package struct ServiceGauges: Sendable {
  package var version: String
  /// The time of the start, in seconds since 1970.
  package var startedAt: Double
  package var reloadsSucceeded: Int
  package var reloadsFailed: Int
  package var isReady: Bool

  package init(
    version: String, startedAt: Double, reloadsSucceeded: Int, reloadsFailed: Int, isReady: Bool
  ) {
    self.version = version
    self.startedAt = startedAt
    self.reloadsSucceeded = reloadsSucceeded
    self.reloadsFailed = reloadsFailed
    self.isReady = isReady
  }
}

extension PrometheusText {
  /// Appends the counters, summed over all workers.
  package mutating func append(_ workers: [WorkerMetrics]) {
    appendRequests(workers)
    appendDurations(workers)
    appendConnections(workers)
    appendHandshakes(workers)
    appendLags(workers)
  }

  private mutating func appendRequests(_ workers: [WorkerMetrics]) {
    let name = "keiro_http_requests_total"
    begin(name, type: "counter", help: "Answered requests by route and status.")
    guard let routeNames = workers.first?.routeNames else { return }
    let statuses = WorkerMetrics.statuses.map(String.init) + ["other"]
    for (route, routeName) in routeNames.enumerated() {
      for (position, status) in statuses.enumerated() {
        let index = route * WorkerMetrics.statusCount + position
        let total = workers.reduce(0) { $0 + $1.requests.value(at: index) }
        guard total > 0 else { continue }
        sample(name, ["route": routeName, "status": status], String(total))
      }
    }
  }

  private mutating func appendDurations(_ workers: [WorkerMetrics]) {
    let name = "keiro_http_request_duration_seconds"
    begin(name, type: "histogram", help: "Time from the last byte of a request to its response.")
    let buckets = WorkerMetrics.bounds.count + 1
    for (route, routeName) in (workers.first?.routeNames ?? []).enumerated() {
      let counts = (0..<buckets).map { bucket in
        workers.reduce(0) { $0 + $1.durations.value(at: route * buckets + bucket) }
      }
      guard counts.contains(where: { $0 > 0 }) else { continue }
      var total = 0
      for (bound, count) in zip(WorkerMetrics.bounds, counts) {
        total += count
        sample(
          name + "_bucket", ["route": routeName, "le": Self.seconds(bound)], String(total))
      }
      total += counts.last ?? 0
      sample(name + "_bucket", ["route": routeName, "le": "+Inf"], String(total))
      let sum = workers.reduce(0) { $0 + $1.durationSums.value(at: route) }
      sample(name + "_sum", ["route": routeName], Self.seconds(sum))
      sample(name + "_count", ["route": routeName], String(total))
    }
  }

  private mutating func appendHandshakes(_ workers: [WorkerMetrics]) {
    let name = "keiro_tls_handshakes_total"
    begin(name, type: "counter", help: "Finished handshakes by version.")
    let kinds = [
      ("TLSv1.2", "false"), ("TLSv1.2", "true"), ("TLSv1.3", "false"), ("TLSv1.3", "true"),
    ]
    for (index, (version, isResumed)) in kinds.enumerated() {
      let total = workers.reduce(0) { $0 + $1.handshakes.value(at: index) }
      sample(name, ["version": version, "resumed": isResumed], String(total))
    }
    let failures = "keiro_tls_handshake_failures_total"
    begin(failures, type: "counter", help: "Failed handshakes by reason.")
    for (index, reason) in (workers.first?.failureNames ?? []).enumerated() {
      let total = workers.reduce(0) { $0 + $1.handshakeFailures.value(at: index) }
      sample(failures, ["reason": reason], String(total))
    }
  }

  private mutating func appendLags(_ workers: [WorkerMetrics]) {
    let name = "keiro_event_loop_lag_seconds"
    begin(
      name, type: "histogram",
      help: "Delay of event loop timers, which may reach 0.025 when idle.")
    var total = 0
    for (index, bound) in WorkerMetrics.bounds.enumerated() {
      total += workers.reduce(0) { $0 + $1.lags.value(at: index) }
      sample(name + "_bucket", ["le": Self.seconds(bound)], String(total))
    }
    total += workers.reduce(0) { $0 + $1.lags.value(at: WorkerMetrics.bounds.count) }
    sample(name + "_bucket", ["le": "+Inf"], String(total))
    sample(name + "_sum", [:], Self.seconds(workers.reduce(0) { $0 + $1.lagSum.value }))
    sample(name + "_count", [:], String(total))
  }

  private mutating func appendConnections(_ workers: [WorkerMetrics]) {
    func total(_ counter: KeyPath<WorkerMetrics, Counter>) -> String {
      String(workers.reduce(0) { $0 + $1[keyPath: counter].value })
    }
    begin("keiro_http_connections", type: "gauge", help: "Open connections.")
    sample("keiro_http_connections", [:], total(\.connectionsOpen))
    let name = "keiro_http_connections_total"
    begin(name, type: "counter", help: "Connections by event.")
    sample(name, ["event": "accepted"], total(\.connectionsAccepted))
    sample(name, ["event": "refused"], total(\.connectionsRefused))
    sample(name, ["event": "timed_out"], total(\.connectionsTimedOut))
    sample(name, ["event": "address_limited"], total(\.connectionsLimited))
    sample(name, ["event": "evicted"], total(\.connectionsEvicted))
    sample(name, ["event": "cut_short"], total(\.connectionsCutShort))
    sample(name, ["event": "address_replaced"], total(\.connectionsReplaced))
    sample(name, ["event": "network_refused"], total(\.connectionsForeign))
    sample(name, ["event": "unread"], total(\.connectionsUnread))
    sample(name, ["event": "handshake_cut_short"], total(\.handshakesCutShort))
    sample(name, ["event": "introduction_refused"], total(\.introductionsRefused))
    begin("keiro_http_bytes_total", type: "counter", help: "Bytes by direction.")
    sample("keiro_http_bytes_total", ["direction": "in"], total(\.bytesReceived))
    sample("keiro_http_bytes_total", ["direction": "out"], total(\.bytesSent))
    let ignored = "keiro_http_forwardings_ignored_total"
    begin(
      ignored, type: "counter",
      help: "Requests with X-Forwarded-For from a private address that is not in trustedProxies.")
    sample(ignored, [:], total(\.forwardingsIgnored))
    begin("keiro_log_lines_dropped_total", type: "counter", help: "Access log lines dropped.")
    sample("keiro_log_lines_dropped_total", [:], total(\.logLinesDropped))
    begin("keiro_clicks_dropped_total", type: "counter", help: "Clicks that were not counted.")
    sample("keiro_clicks_dropped_total", [:], total(\.clicksDropped))
  }

  /// Appends the number of connections waiting to be accepted, per listener.
  package mutating func append(acceptQueues: [(listener: String, waiting: Int, limit: Int)]) {
    let waiting = "keiro_accept_queue"
    begin(waiting, type: "gauge", help: "Connections waiting to be accepted.")
    for queue in acceptQueues {
      sample(waiting, ["listener": queue.listener], String(queue.waiting))
    }
    let limit = "keiro_accept_queue_limit"
    begin(limit, type: "gauge", help: "Maximum number of connections waiting to be accepted.")
    for queue in acceptQueues { sample(limit, ["listener": queue.listener], String(queue.limit)) }
  }

  package mutating func append(_ gauges: ServiceGauges) {
    let reloads = "keiro_config_reloads_total"
    begin(reloads, type: "counter", help: "Reloads of the configuration by result.")
    sample(reloads, ["result": "success"], String(gauges.reloadsSucceeded))
    sample(reloads, ["result": "failure"], String(gauges.reloadsFailed))
    begin("keiro_ready", type: "gauge", help: "1 while the service is ready.")
    sample("keiro_ready", [:], gauges.isReady ? "1" : "0")
    begin("keiro_build_info", type: "gauge", help: "The running version.")
    sample("keiro_build_info", ["version": gauges.version], "1")
    begin(
      "process_start_time_seconds", type: "gauge",
      help: "Start time of the process in seconds since 1970.")
    sample("process_start_time_seconds", [:], String(gauges.startedAt))
  }

  /// Formats microseconds as an exact decimal number of seconds.
  private static func seconds(_ microseconds: Int) -> String {
    var digits = DecimalDigits.text(microseconds % 1_000_000, width: 6)
    while digits.last == "0" { digits.removeLast() }
    let whole = String(microseconds / 1_000_000)
    return digits.isEmpty ? whole : whole + "." + digits
  }
}
