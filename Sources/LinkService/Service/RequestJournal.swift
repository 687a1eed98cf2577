package import HTTPCore
package import Telemetry

/// Counts and logs the requests of one worker.
///
/// Lines are gathered and handed over in batches, so that writing them is nobody's business here.
package final class RequestJournal {
  private let metrics: WorkerMetrics
  private let write: (@Sendable ([UInt8]) -> Int)?
  private var lines: [UInt8] = []

  private static let batchBytes = 32 << 10

  /// - Parameter write: takes whole lines, and tells how many were lost since it was asked last; nil
  ///   for no access log.
  package init(metrics: WorkerMetrics, write: (@Sendable ([UInt8]) -> Int)?) {
    self.metrics = metrics
    self.write = write
  }

  package func record(_ exchange: borrowing HTTPExchange, proxies: TrustedProxies) {
    let status = exchange.response.status.code
    metrics.countRequest(
      route: exchange.response.route, status: status, microseconds: exchange.microseconds)
    guard write != nil else { return }
    line(for: exchange, status: status, proxies: proxies).append(to: &lines)
    if lines.count >= Self.batchBytes { flush() }
  }

  private func line(
    for exchange: borrowing HTTPExchange, status: Int, proxies: TrustedProxies
  ) -> AccessLogRecord {
    let request = exchange.request
    let client = request.map { proxies.client(of: $0, from: exchange.peer) }
    let bytes = request?.fields.bytes ?? []
    let address = client.map(\.address) ?? exchange.peer.address
    return AccessLogRecord(
      time: exchange.finishedAt.secondsSinceEpoch, client: address?.description,
      host: client?.forwardedHost.map { Array($0.utf8)[...] }
        ?? request?.authority.map { bytes[$0] } ?? [],
      method: request?.method.name ?? "", target: request.map { bytes[$0.target] } ?? [],
      status: status, bytes: exchange.bytesSent, microseconds: exchange.microseconds,
      outcome: exchange.response.outcome, userAgent: request?.fields.first("User-Agent"))
  }

  /// Hands over what has been gathered.
  package func flush() {
    guard let write, !lines.isEmpty else { return }
    metrics.logLinesDropped.add(write(lines))
    lines = []
  }
}
