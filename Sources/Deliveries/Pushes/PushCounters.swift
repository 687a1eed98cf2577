import Synchronization
package import Telemetry

/// What the sender of pushes counts.
package final class PushCounters: Sendable {
  private struct Values {
    var taken = 0
    var refused = 0
    var dead = 0
    var unanswered = 0
    var failures = 0
    var underWay = 0
  }

  private let values = Mutex(Values())

  package init() {}

  func count(_ status: Int?) {
    values.withLock { values in
      switch status {
      case 200: values.taken += 1
      case 410: values.dead += 1
      case nil: values.unanswered += 1
      default: values.refused += 1
      }
    }
  }

  func noteFailure() { values.withLock { $0.failures += 1 } }

  /// Takes places for pushes; false when there are not so many.
  func enter(_ count: Int, limit: Int) -> Bool {
    values.withLock { values in
      guard values.underWay + count <= limit else { return false }
      values.underWay += count
      return true
    }
  }

  func leave(_ count: Int) { values.withLock { $0.underWay -= count } }

  package func append(to output: inout PrometheusText) {
    let values = values.withLock { $0 }
    output.begin(
      "keiro_push_results_total", type: "counter", help: "Pushes by what became of them.")
    for (result, count) in [
      ("taken", values.taken), ("refused", values.refused), ("dead", values.dead),
      ("unanswered", values.unanswered),
    ] {
      output.sample("keiro_push_results_total", ["result": result], "\(count)")
    }
    output.begin(
      "keiro_push_failures_total", type: "counter",
      help: "Requests to APNs that came to no answer.")
    output.sample("keiro_push_failures_total", [:], "\(values.failures)")
    output.begin(
      "keiro_push_waiting", type: "gauge", help: "Pushes that wait for their results.")
    output.sample("keiro_push_waiting", [:], "\(values.underWay)")
  }
}
