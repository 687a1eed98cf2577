import CDocuments
import HTTPCore
import Service

extension APICall {
  private static let description = Array(
    UnsafeBufferPointer(start: keiro_openapi.bytes, count: Int(keiro_openapi.count)))

  func openAPI() -> APIAnswer {
    let fields = HTTPFields([
      "Content-Type": "application/json", "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    ])
    return APIAnswer(
      HTTPResponse(
        .ok, fields: fields, body: Self.description, route: operation.route, outcome: .api))
  }
}
