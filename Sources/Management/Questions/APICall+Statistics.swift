import AppAssociation
import HTTPCore
import Links
import LinkStorage
import Questions
import Service

extension APICall {
  /// A parameter without a value counts as absent, since forms send empty fields.
  func statistics() throws(Problem) -> HTTPResponse {
    let values = try parameters().filter { !$0.value.isEmpty }
    let question = StatisticsQuestion(
      host: try host(values["host"]), slug: values["slug"], since: try time("since", values),
      until: try time("until", values), by: try grouping(values["by"]))
    let answer = try stored { store throws(LinkStoreError) in
      try question.answer(snapshot, store: store, now: timestamp)
    }
    return json(answer.document)
  }

  private func grouping(_ name: String?) throws(Problem) -> StatisticsQuery.Grouping {
    guard let name else { return .day }
    guard let grouping = StatisticsQuery.Grouping(rawValue: name) else {
      let names = StatisticsQuery.Grouping.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameter("by", "'\(name.prefix(100))': expected one of \(names)")
    }
    return grouping
  }

  private func host(_ text: String?) throws(Problem) -> HostPattern? {
    guard let text else { return nil }
    guard let host = HostPattern(text) else {
      throw .parameter(
        "host", "'\(text.prefix(100))' is not a host: expected one such as www.example.com")
    }
    return host
  }

  private func time(
    _ name: String, _ values: [String: String]
  ) throws(Problem) -> PointInTime? {
    guard let text = values[name] else { return nil }
    guard let time = PointInTime(text) else {
      throw .parameter(
        name,
        "'\(text.prefix(100))' is not a time: expected one such as 2026-11-21, "
          + "2026-11-21T00:00:00Z or 7d")
    }
    return time
  }
}
