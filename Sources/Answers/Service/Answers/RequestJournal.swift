package import HTTPCore
package import Telemetry
import WebSyntax

/// Counts and logs the requests of one worker.
///
/// Lines are collected and handed over in batches, so that a worker never waits for the log.
package final class RequestJournal {
  private let metrics: WorkerMetrics
  private let write: (@Sendable ([UInt8]) -> Int)?
  private let privacy: LogPrivacy
  @exclusivity(unchecked) private var log = AccessLogWriter()
  /// The client of the last line, often the same as the next one.
  @exclusivity(unchecked) private var lastClient: IPAddress?
  @exclusivity(unchecked) private var lastClientText: [UInt8] = []

  private static let batchBytes = 32 << 10

  /// - Parameter write: writes complete lines, and returns the number of lines lost since the last
  ///   call; nil without an access log.
  package init(
    metrics: WorkerMetrics, privacy: LogPrivacy = LogPrivacy(),
    write: (@Sendable ([UInt8]) -> Int)?
  ) {
    self.metrics = metrics
    self.privacy = privacy
    self.write = write
  }

  /// Counts an answer, and writes it to the access log if there is one.
  ///
  /// - Parameter request: nil if the request could not be decoded.
  package func record(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange,
    clients: ClientReader
  ) {
    record(request, response.status, response.answerNote, exchange, clients: clients)
  }

  /// Records an answer of which only status and kind are known.
  package func record(
    _ request: HTTPRequest?, _ status: HTTPStatus, _ note: AnswerNote, _ exchange: HTTPExchange,
    clients: ClientReader
  ) {
    metrics.countRequest(
      route: note.route.rawValue, status: status.code, microseconds: exchange.microseconds)
    if let request, clients.ignoresForwarding(of: request, from: exchange.peer) {
      metrics.forwardingsIgnored.add(1)
    }
    guard write != nil else { return }
    log(request, status, note, exchange, clients)
    if log.lines.count >= Self.batchBytes { flush() }
  }

  private func log(
    _ request: HTTPRequest?, _ status: HTTPStatus, _ note: AnswerNote, _ exchange: HTTPExchange,
    _ clients: ClientReader
  ) {
    let record = AccessLogRecord(
      time: exchange.finishedAt.secondsSinceEpoch, status: status.code, bytes: exchange.bytesSent,
      microseconds: exchange.microseconds, outcome: note.outcome.name)
    let client =
      request.map { clients.client(of: $0, from: exchange.peer) }
      ?? HTTPClient(address: exchange.peer.address)
    let address = privacy.addresses == .none ? nil : client.address.map(text)
    guard let request else {
      return log.append(
        record, client: address?.span, host: Span(), method: Span(), target: Span(), userAgent: nil)
    }
    let forwarded = client.forwardedHost.map { Array($0.utf8) } ?? []
    let target = privacy.target(of: request)
    request.withHead { head in
      let host = request.authority ?? 0..<0
      let userAgent = privacy.userAgents ? request.range("User-Agent") : nil
      log.append(
        record, client: address?.span,
        host: client.forwardedHost == nil ? head.extracting(host) : forwarded.span,
        method: head.extracting(request.methodRange), target: target.span,
        userAgent: userAgent == nil ? nil : head.extracting(userAgent ?? 0..<0))
    }
  }

  private func text(of address: IPAddress) -> [UInt8] {
    if address != lastClient {
      lastClient = address
      lastClientText.removeAll(keepingCapacity: true)
      privacy.append(address, to: &lastClientText)
    }
    return lastClientText
  }

  /// Writes the collected lines.
  package func flush() {
    guard let write, !log.lines.isEmpty else { return }
    metrics.logLinesDropped.add(write(log.takeLines()))
  }
}
