import HTTPCore
import LinkStorage
package import Links
package import Questions
import Service

extension APICall {
  func statistics() throws(Problem) -> APIAnswer {
    let grouping = try given(CallParameters.grouping) ?? .day
    let split = try given(CallParameters.split)
    let question = StatisticsQuestion(
      host: try given(CallParameters.countedHost), slug: try given(CallParameters.countedSlug),
      since: try given(CallParameters.countedSince), until: try given(CallParameters.countedUntil),
      by: grouping,
      // Only rows by day can be split.
      split: grouping == .day ? split : nil)
    let answer = try answered { inquiry throws(InquiryError) in
      try inquiry.statistics(question)
    }
    guard try given(CallParameters.statisticsFormat) == .csv else {
      return try measured(answer.document)
    }
    var fields = HTTPFields(Self.privateFields)
    fields.append("Content-Type", "text/csv; charset=utf-8; header=present")
    fields.append("Content-Disposition", "attachment; filename=\"keiro-\(grouping.rawValue).csv\"")
    return APIAnswer(
      HTTPResponse(
        .ok, fields: fields, body: Array(answer.csv.utf8), route: operation.route, outcome: .api))
  }
}

extension APIRequest {
  /// The request that asks the question, with its times resolved.
  package init(_ question: StatisticsQuestion, at now: Timestamp) {
    self.init(
      .statistics,
      query: [
        CallParameters.countedHost(question.host), CallParameters.countedSlug(question.slug),
        CallParameters.countedSince(question.since.map { .at($0.before(now)) }),
        CallParameters.countedUntil(question.until.map { .at($0.before(now)) }),
        CallParameters.grouping(question.grouping), CallParameters.split(question.split),
      ])
  }
}
