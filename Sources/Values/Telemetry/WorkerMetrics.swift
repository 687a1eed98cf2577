package final class WorkerMetrics: Sendable {
  package let connectionsAccepted = Counter()
  /// Connections refused because no worker had room for them.
  package let connectionsRefused = Counter()
  /// Connections given up because the client took too long.
  package let connectionsTimedOut = Counter()
  /// Connections refused because their address already has the maximum number open.
  package let connectionsLimited = Counter()
  /// Connections closed while idle, to make room.
  package let connectionsEvicted = Counter()
  /// Connections closed to make room, while the head of a request was arriving.
  package let connectionsCutShort = Counter()
  /// Connections closed for another of the same address, which had the maximum number open.
  package let connectionsReplaced = Counter()
  /// Connections closed because their network is not admitted.
  package let connectionsForeign = Counter()
  /// Connections closed because too much waited for clients to read.
  package let connectionsUnread = Counter()
  /// Connections closed because too many TLS handshakes were unfinished.
  package let handshakesCutShort = Counter()
  package let connectionsOpen = Counter()
  package let bytesReceived = Counter()
  package let bytesSent = Counter()
  /// Lines of the access log that could not be written.
  package let logLinesDropped = Counter()
  /// Answered visits that could not be counted.
  package let clicksDropped = Counter()
  /// Connections closed because the proxy header before them was malformed.
  package let introductionsRefused = Counter()
  /// Requests whose `X-Forwarded-For` was not trusted although it seems to come from a proxy.
  package let forwardingsIgnored = Counter()
  let routeNames: [String]
  /// The label for each reason why handshakes fail.
  let failureNames: [String]
  /// Finished handshakes: TLS 1.2, TLS 1.2 resumed, TLS 1.3, TLS 1.3 resumed.
  let handshakes = CounterTable(count: 4)
  let handshakeFailures: CounterTable
  /// The delay of the event loop: a count for each bound, and one for the rest.
  let lags = CounterTable(count: WorkerMetrics.bounds.count + 1)
  let lagSum = Counter()
  /// Answered requests by route, and by status within each route.
  let requests: CounterTable
  /// Answered requests by route, and by duration within each route: a count for each bound, and one
  /// for the rest.
  let durations: CounterTable
  /// Total duration by route, in microseconds.
  let durationSums: CounterTable
  // Copies of the static constants, which would otherwise be initialised at the first request.
  private let positions: [UInt8]
  /// The position shared by all statuses without their own counters.
  private let rest = WorkerMetrics.statuses.count
  private let bounds = WorkerMetrics.bounds

  /// The upper bounds of the histogram, in microseconds; a last bucket holds the rest.
  static let bounds = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
    1_000_000, 2_500_000, 10_000_000,
  ]

  static let statuses = [
    200, 201, 202, 204, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 408, 409, 410, 412,
    413, 414, 415, 417, 421, 422, 429, 431, 500, 501, 503, 505,
  ]
  /// The number of counters for one route: one for each status, and one for all others.
  static let statusCount = statuses.count + 1

  /// - Parameters:
  ///   - routeNames: the label for each route index.
  ///   - failureNames: the label for each reason why handshakes fail.
  package init(routeNames: [String], failureNames: [String] = []) {
    self.routeNames = routeNames
    self.failureNames = failureNames
    handshakeFailures = CounterTable(count: failureNames.count)
    requests = CounterTable(count: routeNames.count * Self.statusCount)
    durations = CounterTable(count: routeNames.count * (Self.bounds.count + 1))
    durationSums = CounterTable(count: routeNames.count)
    var positions = [UInt8](repeating: UInt8(rest), count: 600)
    for (index, status) in Self.statuses.enumerated() { positions[status] = UInt8(index) }
    self.positions = positions
  }

  /// Counts bytes received from clients. Must only be called by the worker, like the next two
  /// methods. They spare callers from retaining the counters for each call.
  package func countReceived(_ bytes: Int) { bytesReceived.add(bytes) }

  package func countSent(_ bytes: Int) { bytesSent.add(bytes) }

  package func countRequest(route: UInt8, status: Int, microseconds: Int) {
    let position = positions.indices.contains(status) ? Int(positions[status]) : rest
    requests.add(1, at: Int(route) * (rest + 1) + position)
    durations.add(1, at: Int(route) * (bounds.count + 1) + bucket(of: microseconds))
    durationSums.add(microseconds, at: Int(route))
  }

  private func bucket(of microseconds: Int) -> Int {
    var bucket = 0
    while bucket < bounds.count, bounds[bucket] < microseconds { bucket += 1 }
    return bucket
  }

  package func countHandshake(isVersion13: Bool, isResumed: Bool) {
    handshakes.add(1, at: (isVersion13 ? 2 : 0) + (isResumed ? 1 : 0))
  }

  package func countFailure(_ reason: Int) { handshakeFailures.add(1, at: reason) }

  /// Returns the number of handshakes that have failed for a reason.
  package func failures(_ reason: Int) -> Int { handshakeFailures.value(at: reason) }

  package func countLag(microseconds: Int) {
    lags.add(1, at: bucket(of: microseconds))
    lagSum.add(microseconds)
  }
}
