import LinkStorage
import Probing
import Telemetry

extension HealthRounds {
  /// The number of links that need attention, by the state of their destinations; empty while none are
  /// checked.
  var metrics: String {
    guard let sums else { return "" }
    var output = PrometheusText()
    let name = "keiro_links_unhealthy"
    output.begin(
      name, type: "gauge",
      help: "Links whose destinations have moved, are dead, lead in a circle or do not answer.")
    for state in HealthState.allCases where state != .ok {
      output.sample(name, ["state": state.rawValue], String(sums[state] ?? 0))
    }
    return output.text
  }
}
