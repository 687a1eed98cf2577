/// The counters of one worker.
package final class WorkerMetrics: Sendable {
  package let connectionsAccepted = Counter()
  package let connectionsRefused = Counter()
  package let connectionsTimedOut = Counter()
  /// Refused, because their address has as many open as it may have.
  package let connectionsLimited = Counter()
  /// Closed while idle, to make room.
  package let connectionsEvicted = Counter()
  /// Goes up and down.
  package let connectionsOpen = Counter()
  package let bytesReceived = Counter()
  package let bytesSent = Counter()
  package let logLinesDropped = Counter()
  /// Answered visits that could not be counted.
  package let clicksDropped = Counter()
  /// Closed, because the header of the proxy before them was malformed.
  package let introductionsRefused = Counter()
  /// Requests whose `X-Forwarded-For` was not believed though a proxy seems to have sent it.
  package let forwardingsIgnored = Counter()
  let routeNames: [String]
  /// The label of each reason why handshakes fail.
  let failureNames: [String]
  /// Finished handshakes: TLS 1.2, the same resumed, TLS 1.3, the same resumed.
  let handshakes = CounterTable(count: 4)
  let handshakeFailures: CounterTable
  /// How late the event loop is: a number for each bound, and a last one.
  let lags = CounterTable(count: WorkerMetrics.bounds.count + 1)
  let lagSum = Counter()
  /// Answered requests by route, and by status within a route.
  let requests: CounterTable
  /// Answered requests by route, and within a route by duration: a number for each bound, and a last
  /// one.
  let durations: CounterTable
  /// Microseconds by route.
  let durationSums: CounterTable
  // Copies of the type's constants, which would have to be initialized at the first request.
  private let positions: [UInt8]
  /// The position of all statuses without their own counters.
  private let rest = WorkerMetrics.statuses.count
  private let bounds = WorkerMetrics.bounds

  /// Upper bounds of the histogram in microseconds; a last bucket takes the rest.
  static let bounds = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
    1_000_000, 2_500_000, 10_000_000,
  ]

  /// The status codes with their own counters.
  static let statuses = [
    200, 204, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 408, 409, 410, 413, 414, 417,
    429, 431, 500, 501, 503, 505,
  ]
  /// The numbers of one route: one for each status, and one for all others.
  static let statusCount = statuses.count + 1

  /// - Parameters:
  ///   - routeNames: the label of each route index.
  ///   - failureNames: the label of each reason why handshakes fail.
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

  /// Counts bytes received from clients. Must be called only by the worker, as are the next two:
  /// each takes the object as it is, while its parts would be retained for a call.
  package func countReceived(_ bytes: Int) { bytesReceived.add(bytes) }

  /// Counts bytes sent to clients.
  package func countSent(_ bytes: Int) { bytesSent.add(bytes) }

  /// Counts an answered request.
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

  /// Counts a finished handshake of TLS.
  package func countHandshake(isVersion13: Bool, isResumed: Bool) {
    handshakes.add(1, at: (isVersion13 ? 2 : 0) + (isResumed ? 1 : 0))
  }

  /// Counts a failed handshake by its reason.
  package func countFailure(_ reason: Int) { handshakeFailures.add(1, at: reason) }

  /// The number of handshakes that have failed for a reason.
  package func failures(_ reason: Int) -> Int { handshakeFailures.value(at: reason) }

  /// Counts how late a tick of the event loop is.
  package func countLag(microseconds: Int) {
    lags.add(1, at: bucket(of: microseconds))
    lagSum.add(microseconds)
  }
}
