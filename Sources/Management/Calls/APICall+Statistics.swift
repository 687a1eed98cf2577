import Service
import HTTPCore
import Links
import LinkStorage

extension APICall {
  func statistics() throws(APIProblem) -> HTTPResponse {
    let values = try parameters()
    let name = values["by"] ?? StatisticsQuery.Grouping.day.rawValue
    guard let grouping = StatisticsQuery.Grouping(rawValue: name) else {
      let names = StatisticsQuery.Grouping.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameter("by", "'\(name.prefix(100))': expected one of \(names)")
    }
    let query = StatisticsQuery(
      host: values["host"]?.lowercased(), slug: values["slug"],
      since: try time("since", values), until: try time("until", values), by: grouping)
    let statistics = try stored { store throws(LinkStoreError) in try store.statistics(query) }
    return json(statistics.json(by: grouping))
  }

  private func time(
    _ name: String, _ values: [String: String]
  ) throws(APIProblem) -> Timestamp? {
    guard let text = values[name], !text.isEmpty else { return nil }
    guard let time = PointInTime(text) else {
      throw .parameter(
        name,
        "'\(text.prefix(100))' is no time: expected one such as 2026-11-21, "
          + "2026-11-21T00:00:00Z or 7d")
    }
    return time.before(timestamp)
  }
}
