import LinkStorage
package import Links
package import Questions
import Service

extension APICall {
  func audit() throws(Problem) -> APIAnswer {
    var question = AuditQuestion(limit: try limit(CallParameters.limit.orBlank))
    question.host = try given(CallParameters.changedHost)
    question.actor = try given(CallParameters.actor)
    question.since = try given(CallParameters.since)
    question.until = try given(CallParameters.until)
    question.before = try given(CallParameters.numberCursor)
    let asked = question
    return try measured(
      answered { inquiry throws(InquiryError) in try inquiry.audit(asked) }.document)
  }

  /// The length of a page.
  func limit(_ parameter: APIParameter<Int>) throws(Problem) -> Int {
    try given(parameter) ?? 100
  }
}

extension APIRequest {
  /// The request that asks the question, with its times resolved.
  package init(_ question: AuditQuestion, at now: Timestamp) {
    self.init(
      .audit,
      query: [
        CallParameters.changedHost(question.host), CallParameters.actor(question.actor),
        CallParameters.since(question.since.map { .at($0.before(now)) }),
        CallParameters.until(question.until.map { .at($0.before(now)) }),
        CallParameters.numberCursor(question.before), CallParameters.limit(question.limit),
      ])
  }
}
