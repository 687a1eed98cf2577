import LinkStorage
import Telemetry

extension StoreMeasures {
  /// The metrics of problems with the store.
  static func metrics(of troubles: [StoreTrouble]) -> String {
    var output = PrometheusText()
    func gauge(_ name: String, _ kind: StoreTrouble.Kind, _ help: String) {
      output.begin(name, type: "gauge", help: help)
      output.sample(name, [:], troubles.contains { $0.kind == kind } ? "1" : "0")
    }
    gauge("keiro_store_read_only", .writes, "Whether the store takes no changes.")
    gauge(
      "keiro_store_damaged", .damage,
      "Whether something in the store's file is not as it was written.")
    return output.text
  }

  /// The metrics of a store, measured every five minutes.
  var metrics: String {
    var output = PrometheusText()
    let bytes = "keiro_store_bytes"
    output.begin(bytes, type: "gauge", help: "Size of the store's files.")
    output.sample(bytes, ["file": "data"], String(fileBytes))
    output.sample(bytes, ["file": "log"], String(logBytes))
    let rows = "keiro_store_count_rows"
    output.begin(rows, type: "gauge", help: "Rows of counts by kind.")
    output.sample(rows, ["kind": "hours"], String(hourRows))
    output.sample(rows, ["kind": "days"], String(dayRows))
    output.sample(rows, ["kind": "launches"], String(launchRows))
    output.sample(rows, ["kind": "waiting"], String(waitingRows))
    let capped = "keiro_store_capped_total"
    output.begin(
      capped, type: "counter",
      help: "Clicks and launches counted as 'other', for too many referrers or versions.")
    output.sample(capped, [:], String(self.capped))
    let rolledUp = "keiro_store_rolled_up_rows_total"
    output.begin(rolledUp, type: "counter", help: "Rows of hours added to their days.")
    output.sample(rolledUp, [:], String(self.rolledUp))
    let dropped = "keiro_store_dropped_rows_total"
    output.begin(dropped, type: "counter", help: "Rows of counts that were too old to keep.")
    output.sample(dropped, [:], String(self.dropped))
    return output.text
  }
}

extension StoreWatch {
  /// The metric of the clock by which old entries are deleted.
  var clockMetrics: String {
    var output = PrometheusText()
    let name = "keiro_store_clock_offset_seconds"
    output.begin(
      name, type: "gauge",
      help: "By how much the clock is ahead of what the store has seen; 0 while they agree.")
    output.sample(name, [:], String(clockOffset))
    return output.text
  }
}
