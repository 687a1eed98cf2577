import NodeStore
import Telemetry

extension NodeStanding {
  /// The metrics of a node with a shared database.
  var metrics: String {
    var output = PrometheusText()
    func gauge(_ name: String, _ help: String, _ value: String) {
      output.begin(name, type: "gauge", help: help)
      output.sample(name, [:], value)
    }
    gauge("keiro_store_up", "Whether the database answers.", isUp ? "1" : "0")
    gauge(
      "keiro_store_current", "Whether the copy is at most \(Int(Self.patience)) seconds old.",
      isCurrent ? "1" : "0")
    if let lag {
      let milliseconds = Int((lag * 1000).rounded())
      gauge(
        "keiro_store_lag_seconds", "Time since the copy was known to equal the database.",
        String(Double(milliseconds) / 1000))
    }
    gauge(
      "keiro_clicks_unsent", "Clicks and launches that wait in the spool for the database.",
      String(unsent))
    gauge("keiro_nodes", "Nodes that are alive.", String(nodes))
    return output.text
  }
}
