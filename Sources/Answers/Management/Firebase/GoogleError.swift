import Service
import HTTPCore
import JSONSyntax

extension Problem {
  /// The problem in the form of Google's APIs, for callers written for Firebase.
  var googleResponse: HTTPResponse {
    // Google's APIs have no 422.
    let code = status == .unprocessableContent ? 400 : status.code
    let body = JSONOutput.object([
      .init(
        "error",
        .object([
          .init("code", .int(code)), .init("message", .string(googleMessage)),
          .init("status", .string(Self.word(code))),
        ]))
    ])
    var list = HTTPFields([
      "Content-Type": "application/json; charset=UTF-8", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ])
    for field in fields { list.append(field.name, field.value) }
    return HTTPResponse(
      HTTPStatus(code: code) ?? status, fields: list, body: Array((body.compact + "\n").utf8),
      route: .api, outcome: .refused)
  }

  private var googleMessage: String {
    faults.isEmpty
      ? detail
      : faults.map(\.sentence)
        .joined(separator: "; ")
  }

  /// The canonical codes of google.rpc.
  private static func word(_ code: Int) -> String {
    switch code {
    case 400: "INVALID_ARGUMENT"
    case 401: "UNAUTHENTICATED"
    case 403: "PERMISSION_DENIED"
    case 404: "NOT_FOUND"
    case 405: "UNIMPLEMENTED"
    case 409: "ALREADY_EXISTS"
    case 412: "FAILED_PRECONDITION"
    case 429: "RESOURCE_EXHAUSTED"
    case 503: "UNAVAILABLE"
    default: code < 500 ? "INVALID_ARGUMENT" : "INTERNAL"
    }
  }
}
