package import HTTPCore
import JSONSyntax

/// Answers of the form `application/problem+json` (RFC 9457).
package enum ProblemAnswer {
  /// - Parameter wait: seconds.
  package static func tooManyRequests(_ detail: String, _ wait: Int) -> HTTPResponse {
    var answer = response(.tooManyRequests, type: "too-many-requests", detail: detail)
    answer.fields.append("Retry-After", String(wait))
    return answer
  }

  /// - Parameter type: the last word of the problem type; types are stable.
  package static func response(_ status: HTTPStatus, type: String, detail: String) -> HTTPResponse {
    let body = JSONOutput.object([
      .init("type", .string("urn:keiro:problem:" + type)),
      .init("title", .string("\(status.reasonPhrase)")),
      .init("status", .int(status.code)),
      .init("detail", .string(detail)),
    ])
    let fields = HTTPFields([
      "Content-Type": "application/problem+json", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      status, fields: fields, body: Array((body.compact + "\n").utf8), outcome: .refused)
  }
}
