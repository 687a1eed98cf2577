import Service
import HTTPCore

extension APICall {
  func openAPI() -> HTTPResponse {
    let fields = HTTPFields([
      "Content-Type": "application/json", "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: PackageResources.openapi_json, route: operation.route,
      outcome: .api)
  }
}
