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
  let routeNames: [String]
  let requests: [Counter]
  let durations: [Counter]
  let durationSum = Counter()

  /// Upper bounds of the histogram in microseconds; a last bucket takes the rest.
  static let bounds = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000, 1_000_000, 10_000_000,
  ]

  /// The status codes with their own counters.
  static let statuses = [
    200, 204, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 408, 409, 410, 413, 414, 417,
    429, 431, 500, 501, 503, 505,
  ]
  private static let positions: [UInt8] = {
    var positions = [UInt8](repeating: UInt8(statuses.count), count: 600)
    for (index, status) in statuses.enumerated() { positions[status] = UInt8(index) }
    return positions
  }()

  /// - Parameter routeNames: the label of each route index.
  package init(routeNames: [String]) {
    self.routeNames = routeNames
    requests = (0..<routeNames.count * (Self.statuses.count + 1)).map { _ in Counter() }
    durations = (0...Self.bounds.count).map { _ in Counter() }
  }

  /// Counts an answered request. Must be called only by the worker.
  package func countRequest(route: UInt8, status: Int, microseconds: Int) {
    let position = Self.positions.indices.contains(status) ? Int(Self.positions[status]) : 0
    let index = Int(route) * (Self.statuses.count + 1) + position
    if requests.indices.contains(index) { requests[index].add(1) }
    let bucket = Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count
    durations[bucket].add(1)
    durationSum.add(microseconds)
  }
}
