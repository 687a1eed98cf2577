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

  /// Appends a metric with its samples.
  package mutating func add(
    _ name: String, _ help: String, type: String = "gauge",
    _ samples: (labels: KeyValuePairs<String, String>, value: String)...
  ) {
    begin(name, type: type, help: help)
    for (labels, value) in samples { sample(name, labels, value) }
  }

  private static func escape(_ label: String) -> String {
    label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}

extension PrometheusText {
  /// Appends the counters, summed over all workers.
  package mutating func append(_ workers: [WorkerMetrics]) {
    appendRequests(workers)
    appendDurations(workers)
    appendConnections(workers)
    appendHandshakes(workers)
    add(
      "keiro_event_loop_lag_seconds",
      "Delay of event loop timers, which may reach 0.025 when idle.",
      type: "histogram")
    let lags = (0...WorkerMetrics.bounds.count).map { bucket in
      workers.sum { $0.lags.value(at: bucket) }
    }
    histogram("keiro_event_loop_lag_seconds", lags, sum: workers.sum(\.lagSum.value))
  }

  private mutating func appendRequests(_ workers: [WorkerMetrics]) {
    let name = "keiro_http_requests_total"
    begin(name, type: "counter", help: "Answered requests by route and status.")
    let statuses = WorkerMetrics.statuses.map(String.init) + ["other"]
    for (route, routeName) in (workers.first?.routeNames ?? []).enumerated() {
      for (position, status) in statuses.enumerated() {
        let index = route * WorkerMetrics.statusCount + position
        let total = workers.sum { $0.requests.value(at: index) }
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
        workers.sum { $0.durations.value(at: route * buckets + bucket) }
      }
      guard counts.contains(where: { $0 > 0 }) else { continue }
      histogram(name, of: routeName, counts, sum: workers.sum { $0.durationSums.value(at: route) })
    }
  }

  /// - Parameters:
  ///   - route: the label of the samples; nil for none.
  ///   - counts: a number for each bound, and one for the rest.
  private mutating func histogram(
    _ name: String, of route: String? = nil, _ counts: [Int], sum: Int
  ) {
    var total = 0
    for (bound, count) in zip(WorkerMetrics.bounds.map(Self.seconds) + ["+Inf"], counts) {
      total += count
      sample(
        name + "_bucket", route.map { ["route": $0, "le": bound] } ?? ["le": bound], String(total))
    }
    let labels: KeyValuePairs = route.map { ["route": $0] } ?? [:]
    sample(name + "_sum", labels, Self.seconds(sum))
    sample(name + "_count", labels, String(total))
  }

  private mutating func appendHandshakes(_ workers: [WorkerMetrics]) {
    let name = "keiro_tls_handshakes_total"
    begin(name, type: "counter", help: "Finished handshakes by version.")
    let kinds = [
      ("TLSv1.2", "false"), ("TLSv1.2", "true"), ("TLSv1.3", "false"), ("TLSv1.3", "true"),
    ]
    for (index, (version, isResumed)) in kinds.enumerated() {
      let total = workers.sum { $0.handshakes.value(at: index) }
      sample(name, ["version": version, "resumed": isResumed], String(total))
    }
    let failures = "keiro_tls_handshake_failures_total"
    begin(failures, type: "counter", help: "Failed handshakes by reason.")
    for (index, reason) in (workers.first?.failureNames ?? []).enumerated() {
      sample(
        failures, ["reason": reason], String(workers.sum { $0.handshakeFailures.value(at: index) }))
    }
  }

  private mutating func appendConnections(_ workers: [WorkerMetrics]) {
    func total(_ counter: KeyPath<WorkerMetrics, Counter>) -> String {
      String(workers.sum { $0[keyPath: counter].value })
    }
    add("keiro_http_connections", "Open connections.", ([:], total(\.connectionsOpen)))
    add(
      "keiro_http_connections_total", "Connections by event.", type: "counter",
      (["event": "accepted"], total(\.connectionsAccepted)),
      (["event": "refused"], total(\.connectionsRefused)),
      (["event": "timed_out"], total(\.connectionsTimedOut)),
      (["event": "address_limited"], total(\.connectionsLimited)),
      (["event": "evicted"], total(\.connectionsEvicted)),
      (["event": "cut_short"], total(\.connectionsCutShort)),
      (["event": "address_replaced"], total(\.connectionsReplaced)),
      (["event": "network_refused"], total(\.connectionsForeign)),
      (["event": "unread"], total(\.connectionsUnread)),
      (["event": "handshake_cut_short"], total(\.handshakesCutShort)),
      (["event": "introduction_refused"], total(\.introductionsRefused)))
    add(
      "keiro_http_bytes_total", "Bytes by direction.", type: "counter",
      (["direction": "in"], total(\.bytesReceived)), (["direction": "out"], total(\.bytesSent)))
    add(
      "keiro_http_forwardings_ignored_total",
      "Requests with X-Forwarded-For from a private address that is not in trustedProxies.",
      type: "counter", ([:], total(\.forwardingsIgnored)))
    add(
      "keiro_log_lines_dropped_total", "Access log lines dropped.", type: "counter",
      ([:], total(\.logLinesDropped)))
    add(
      "keiro_clicks_dropped_total", "Clicks that were not counted.", type: "counter",
      ([:], total(\.clicksDropped)))
  }

  /// Appends the number of connections waiting to be accepted, per listener.
  package mutating func append(acceptQueues: [(listener: String, waiting: Int, limit: Int)]) {
    let (waiting, limit) = ("keiro_accept_queue", "keiro_accept_queue_limit")
    add(waiting, "Connections waiting to be accepted.")
    for queue in acceptQueues {
      sample(waiting, ["listener": queue.listener], String(queue.waiting))
    }
    add(limit, "Maximum number of connections waiting to be accepted.")
    for queue in acceptQueues { sample(limit, ["listener": queue.listener], String(queue.limit)) }
  }

  /// Appends what is known of the service as a whole.
  ///
  /// - Parameter startedAt: the time of the start, in seconds since 1970.
  package mutating func append(
    version: String, startedAt: Double, reloads: (succeeded: Int, failed: Int), isReady: Bool
  ) {
    add(
      "keiro_config_reloads_total", "Reloads of the configuration by result.", type: "counter",
      (["result": "success"], String(reloads.succeeded)),
      (["result": "failure"], String(reloads.failed)))
    add("keiro_ready", "1 while the service is ready.", ([:], isReady ? "1" : "0"))
    add("keiro_build_info", "The running version.", (["version": version], "1"))
    add(
      "process_start_time_seconds", "Start time of the process in seconds since 1970.",
      ([:], String(startedAt)))
  }

  /// Formats microseconds as an exact decimal number of seconds.
  private static func seconds(_ microseconds: Int) -> String {
    var digits = DecimalDigits.text(microseconds % 1_000_000, width: 6)
    while digits.last == "0" { digits.removeLast() }
    let whole = String(microseconds / 1_000_000)
    return digits.isEmpty ? whole : whole + "." + digits
  }
}

extension [WorkerMetrics] {
  fileprivate func sum(_ value: (WorkerMetrics) -> Int) -> Int { reduce(0) { $0 + value($1) } }
}
