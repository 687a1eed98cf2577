import HTTPCore
import Service

extension APICall {
  func openAPI() -> APIAnswer {
    let fields = HTTPFields([
      "Content-Type": "application/json", "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    ])
    return APIAnswer(
      HTTPResponse(
        .ok, fields: fields, body: Array(OpenAPIDocument.text.utf8), route: operation.route,
        outcome: .api))
  }
}
