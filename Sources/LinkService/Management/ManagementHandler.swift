package import HTTPCore
package import Telemetry

/// Answers the management listener: is it alive, is it ready, what has it counted.
package final class ManagementHandler: HTTPHandler {
  /// What the handler asks of the process around it.
  package struct Sources: Sendable {
    /// What keeps the service from being ready; nil when it is.
    let unreadiness: @Sendable () -> String?
    let scrape: @Sendable () -> String

    package init(
      unreadiness: @escaping @Sendable () -> String?, scrape: @escaping @Sendable () -> String
    ) {
      self.unreadiness = unreadiness
      self.scrape = scrape
    }
  }

  private let sources: Sources
  private let metrics: WorkerMetrics

  package init(sources: Sources, metrics: WorkerMetrics) {
    self.sources = sources
    self.metrics = metrics
  }

  package func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { .collect }

  package func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    .ready(response(to: request, from: peer, at: now))
  }

  package func response(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPResponse {
    let answer: (() -> HTTPResponse)? =
      switch request.text(request.path) {
      case "/healthz": health
      case "/readyz": readiness
      case "/metrics": scrape
      default: nil
      }
    guard let answer else {
      return ProblemAnswer.response(
        .notFound, type: "not-found", detail: "there is nothing at this address")
    }
    guard request.method == .get || request.method == .head else {
      var refusal = ProblemAnswer.response(
        .methodNotAllowed, type: "method-not-allowed",
        detail: "\(request.method.name) is not allowed here: expected GET, HEAD")
      refusal.fields.append("Allow", "GET, HEAD")
      return refusal
    }
    return answer()
  }

  private func health() -> HTTPResponse {
    text("ok\n", route: .health)
  }

  private func readiness() -> HTTPResponse {
    guard let reason = sources.unreadiness() else { return text("ready\n", route: .ready) }
    var answer = ProblemAnswer.response(.serviceUnavailable, type: "not-ready", detail: reason)
    answer.route = RouteLabel.ready.rawValue
    return answer
  }

  private func scrape() -> HTTPResponse {
    text(sources.scrape(), route: .metrics, contentType: PrometheusText.contentType)
  }

  private func text(
    _ text: String, route: RouteLabel, contentType: String = "text/plain; charset=utf-8"
  ) -> HTTPResponse {
    let fields = HTTPFields(["Content-Type": contentType, "Cache-Control": "no-store"])
    return HTTPResponse(
      .ok, fields: fields, body: Array(text.utf8), route: route.rawValue, outcome: "management")
  }

  package func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse {
    var answer = ProblemAnswer.response(
      failure.status, type: "malformed-request", detail: failure.message)
    answer.route = RouteLabel.malformed.rawValue
    answer.closesConnection = true
    return answer
  }

  package func finished(_ exchange: borrowing HTTPExchange) {
    metrics.countRequest(
      route: exchange.response.route, status: exchange.response.status.code,
      microseconds: exchange.microseconds)
  }

  package func tick(at now: HTTPInstant) {}
}
