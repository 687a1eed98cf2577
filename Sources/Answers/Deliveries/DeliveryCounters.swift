import LinkStorage
package import Telemetry

package final class DeliveryCounters: Sendable {
  package enum Sender: String, CaseIterable, Sendable {
    case webhooks, pushes
  }

  package enum Attempt: String, CaseIterable, Sendable {
    case delivered, retried, failed

    init(_ state: Delivery.State) {
      switch state {
      case .pending: self = .retried
      case .delivered: self = .delivered
      case .failed: self = .failed
      }
    }
  }

  package enum Endpoint: String, CaseIterable, Sendable {
    case on, failing, off
  }

  package enum PushOutcome: String, CaseIterable, Sendable {
    case taken, refused, dead, unanswered

    /// - Parameter status: the status from APNs; nil for no answer.
    init(status: Int?) {
      switch status {
      case 200: self = .taken
      case 410: self = .dead
      case nil: self = .unanswered
      default: self = .refused
      }
    }
  }

  /// The label value of a metric without one.
  package enum Whole: String, CaseIterable, Sendable {
    case all
  }

  let attempts = Tally<Attempt>(
    "keiro_webhook_attempts_total", label: "result", type: "counter",
    help: "Attempts at deliveries to webhooks, by result.")
  let events = Tally<Whole>(
    "keiro_webhook_events_total", label: nil, type: "counter",
    help: "Events that were routed to webhooks.")
  let endpoints = Tally<Endpoint>(
    "keiro_webhook_endpoints", label: "state", type: "gauge", help: "Webhooks by state.")
  let results = Tally<PushOutcome>(
    "keiro_push_results_total", label: "result", type: "counter",
    help: "Pushes by result.")
  let waiting = Tally<Whole>(
    "keiro_push_waiting", label: nil, type: "gauge", help: "Pushes that wait for their results.")
  let underWay = Tally<Sender>(
    "keiro_outgoing_requests", label: "for", type: "gauge",
    help: "Outgoing requests under way, by purpose.")
  let failures = Tally<Sender>(
    "keiro_outgoing_failures_total", label: "for", type: "counter",
    help: "Outgoing requests without an answer, by purpose.")

  package init() {}

  package func append(to output: inout PrometheusText) {
    attempts.append(to: &output)
    events.append(to: &output)
    endpoints.append(to: &output)
    results.append(to: &output)
    waiting.append(to: &output)
    underWay.append(to: &output)
    failures.append(to: &output)
  }
}
