package import Telemetry
import Synchronization

/// What the sender of webhooks counts.
package final class WebhookCounters: Sendable {
  private struct Values {
    var delivered = 0
    var retried = 0
    var failed = 0
    var routed = 0
    var underWay = 0
    var on = 0
    var failing = 0
    var off = 0
  }

  private let values = Mutex(Values())

  package init() {}

  func count(_ state: Int) {
    values.withLock { values in
      switch state {
      case 1: values.delivered += 1
      case 2: values.failed += 1
      default: values.retried += 1
      }
    }
  }

  func count(routed: Int) { values.withLock { $0.routed += routed } }

  func note(underWay: Int) { values.withLock { $0.underWay = underWay } }

  func note(on: Int, failing: Int, off: Int) {
    values.withLock { ($0.on, $0.failing, $0.off) = (on, failing, off) }
  }

  /// Deliveries that reached their endpoint.
  package var delivered: Int { values.withLock { $0.delivered } }

  package func append(to output: inout PrometheusText) {
    let values = values.withLock { $0 }
    output.begin(
      "keiro_webhook_attempts_total", type: "counter",
      help: "Attempts at deliveries to webhooks by what became of the delivery.")
    for (result, count) in [
      ("delivered", values.delivered), ("retried", values.retried), ("failed", values.failed),
    ] {
      output.sample("keiro_webhook_attempts_total", ["result": result], "\(count)")
    }
    output.begin(
      "keiro_webhook_events_total", type: "counter", help: "Events that were routed to webhooks.")
    output.sample("keiro_webhook_events_total", [:], "\(values.routed)")
    output.begin(
      "keiro_webhook_endpoints", type: "gauge", help: "Webhooks by how they do.")
    for (state, count) in [("on", values.on), ("failing", values.failing), ("off", values.off)] {
      output.sample("keiro_webhook_endpoints", ["state": state], "\(count)")
    }
    output.begin(
      "keiro_outgoing_requests", type: "gauge",
      help: "Requests to others that are under way, by what they are for.")
    output.sample("keiro_outgoing_requests", ["for": "webhooks"], "\(values.underWay)")
  }
}
