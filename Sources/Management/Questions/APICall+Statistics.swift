import HTTPCore
import LinkStorage
import Links
import Questions
import Service
import WebSyntax

extension APICall {
  /// A parameter without a value counts as absent, since forms send empty fields.
  func statistics() throws(Problem) -> HTTPResponse {
    let values = parameters.filter { !$0.value.isEmpty }
    let grouping = try grouping(values["by"])
    let question = StatisticsQuestion(
      host: try reachedHost(values["host"], grouping), slug: values["slug"],
      since: try time("since", values),
      until: try time("until", values), by: grouping,
      split: try split(values["split"], grouping))
    let answer = try stored { store throws(LinkStoreError) in
      try question.answer(snapshot, store: store, now: timestamp)
    }
    let shown = reach.isBounded ? answer.withoutLaunches : answer
    switch values["format"] {
    case nil, "json": return try measured(shown.document)
    case "csv":
      var fields = HTTPFields(Self.privateFields)
      fields.append("Content-Type", "text/csv; charset=utf-8; header=present")
      fields.append(
        "Content-Disposition", "attachment; filename=\"keiro-\(grouping.rawValue).csv\"")
      return HTTPResponse(
        .ok, fields: fields, body: Array(shown.csv.utf8), route: operation.route, outcome: .api)
    case let name?:
      throw .parameter("format", "'\(name.prefix(100))': expected json or csv")
    }
  }

  /// A token that is bound to hosts sees their clicks alone; launches belong to no host.
  private func reachedHost(
    _ text: String?, _ grouping: StatisticsQuery.Grouping
  ) throws(Problem) -> HostPattern? {
    let named = try host(text)
    guard let patterns = reach.patterns else { return named }
    guard !grouping.isOfLaunches else {
      throw Problem(
        .forbidden, "host-not-reached",
        "the token reaches the clicks of its hosts only: launches belong to no host")
    }
    guard let host = named ?? (patterns.count == 1 ? patterns.first : nil) else {
      throw .parameter(
        "host", "missing: expected one of the token's hosts, \(reach.names.joined(separator: ", "))"
      )
    }
    try require(host.description)
    return host
  }

  private func split(
    _ name: String?, _ grouping: StatisticsQuery.Grouping
  ) throws(Problem) -> StatisticsQuery.Split? {
    guard let name else { return nil }
    guard let split = StatisticsQuery.Split(rawValue: name) else {
      let names = StatisticsQuery.Split.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameter("split", "'\(name.prefix(100))': expected one of \(names)")
    }
    // Rows of other groups are not made up of anything.
    return grouping == .day ? split : nil
  }

  private func grouping(_ name: String?) throws(Problem) -> StatisticsQuery.Grouping {
    guard let name else { return .day }
    guard let grouping = StatisticsQuery.Grouping(rawValue: name) else {
      let names = StatisticsQuery.Grouping.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameter("by", "'\(name.prefix(100))': expected one of \(names)")
    }
    return grouping
  }
}
