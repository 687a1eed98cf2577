import HTTPCore
import LinkStorage
import Links
import Questions
import Service
import WebSyntax

extension APICall {
  /// Treats a parameter without a value as absent, since forms send empty fields.
  func statistics() throws(Problem) -> APIAnswer {
    let values = parameters.filter { !$0.value.isEmpty }
    let grouping = try grouping(values["by"])
    let question = StatisticsQuestion(
      host: try host(values["host"]), slug: values["slug"], since: try time("since", values),
      until: try time("until", values), by: grouping,
      split: try split(values["split"], grouping))
    let answer = try answered { inquiry throws(InquiryError) in
      try inquiry.statistics(question)
    }
    switch values["format"] {
    case nil, "json": return try measured(answer.document)
    case "csv":
      var fields = HTTPFields(Self.privateFields)
      fields.append("Content-Type", "text/csv; charset=utf-8; header=present")
      fields.append(
        "Content-Disposition", "attachment; filename=\"keiro-\(grouping.rawValue).csv\"")
      return APIAnswer(
        HTTPResponse(
          .ok, fields: fields, body: Array(answer.csv.utf8), route: operation.route,
          outcome: .api))
    case let name?:
      throw .parameter("format", "'\(name.prefix(100))': expected json or csv")
    }
  }

  private func split(
    _ name: String?, _ grouping: StatisticsQuery.Grouping
  ) throws(Problem) -> StatisticsQuery.Split? {
    guard let name else { return nil }
    guard let split = StatisticsQuery.Split(rawValue: name) else {
      let names = StatisticsQuery.Split.allCases.map(\.rawValue).joined(separator: ", ")
      throw .parameter("split", "'\(name.prefix(100))': expected one of \(names)")
    }
    // Only rows by day can be split.
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
