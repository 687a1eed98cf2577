package import HTTPCore

/// The origins whose pages may read the answers of calls that carry a token of their own (WHATWG
/// Fetch, "CORS protocol"). Credentials are never allowed: no cookie has a meaning in these calls.
package struct CallingOrigins: Equatable, Sendable {
  private let isAny: Bool
  private let origins: Set<String>

  /// - Parameter origins: origins as browsers write them, or `*` for all; empty for none.
  package init(_ origins: [String] = []) {
    isAny = origins.contains("*")
    self.origins = Set(origins)
  }

  /// Whether no page may read anything.
  package var isEmpty: Bool { origins.isEmpty }

  /// The seconds for which a browser may remember the answer to a preflight.
  private static let preflightSeconds = 3600

  /// The answer to a preflight; nil for every other request, and for an origin without access.
  ///
  /// It names every method, so that a page can also read why a call was refused. The origin is added by
  /// `opened`, as to every answer.
  package func preflight(of request: HTTPRequest) -> HTTPResponse? {
    guard request.method == .options, request.first("Access-Control-Request-Method") != nil,
      request.first("Origin") != nil, admits(request)
    else { return nil }
    var fields = HTTPFields([
      "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "Access-Control-Max-Age": "\(Self.preflightSeconds)",
    ])
    if let names = request.fields["Access-Control-Request-Headers"] {
      fields.append("Access-Control-Allow-Headers", names)
      fields.vary(by: "Access-Control-Request-Headers")
    }
    return HTTPResponse(.noContent, fields: fields, outcome: .options)
  }

  /// The response with the fields by which a browser lets a page of an admitted origin read it.
  package func opened(_ response: HTTPResponse, to request: HTTPRequest) -> HTTPResponse {
    guard !isEmpty else { return response }
    var answer = response
    if !isAny { answer.fields.vary(by: "Origin") }
    guard admits(request) else { return answer }
    let origin = isAny ? "*" : request.fields["Origin"] ?? ""
    answer.fields.append("Access-Control-Allow-Origin", origin)
    answer.fields.set("Cross-Origin-Resource-Policy", "cross-origin")
    return answer
  }

  private func admits(_ request: HTTPRequest) -> Bool {
    isAny || request.fields["Origin"].map(origins.contains) == true
  }
}
