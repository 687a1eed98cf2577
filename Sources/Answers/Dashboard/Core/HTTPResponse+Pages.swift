import HTTPCore
import Management
import Service

extension HTTPResponse {
  /// The fields of every page: no foreign scripts, no frames, no caching.
  static let pageFields: KeyValuePairs<String, String> = [
    "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
    "Content-Security-Policy":
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
      + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
    // Our own pages see the address from which a form was sent; other sites see nothing.
    "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy":
      "camera=(), geolocation=(), microphone=(), publickey-credentials-get=(self), "
      + "publickey-credentials-create=(self)",
  ]

  static func page(_ markup: Markup, _ status: HTTPStatus = .ok) -> HTTPResponse {
    HTTPResponse(
      status, fields: HTTPFields(pageFields), body: Array(markup.html.utf8), route: .dashboard,
      outcome: .page)
  }

  /// A file to keep: a table, or lines of JSON by the end of its name.
  static func download(_ name: String, _ body: [UInt8] = []) -> HTTPResponse {
    let isTable = !name.hasSuffix(".ndjson")
    let fields = HTTPFields([
      "Content-Type": isTable ? "text/csv; charset=utf-8; header=present" : "application/x-ndjson",
      "Content-Disposition": "attachment; filename=\"\(name)\"", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(.ok, fields: fields, body: body, route: .dashboard, outcome: .page)
  }

  /// - Parameter address: a path of this server, percent-encoded.
  static func redirect(to address: String) -> HTTPResponse {
    var fields = HTTPFields(["Location": address, "Cache-Control": "no-store"])
    fields.append("Referrer-Policy", "same-origin")
    return HTTPResponse(.seeOther, fields: fields, route: .dashboard, outcome: .redirect)
  }

  /// The same response, which keeps a choice of the reader in a cookie.
  ///
  /// - Parameter value: consists of characters allowed in a cookie.
  func keeping(_ cookie: String, _ value: String) -> HTTPResponse {
    var answer = self
    answer.fields.append(
      "Set-Cookie", "\(cookie)=\(value); Path=/dashboard; Max-Age=31536000; SameSite=Lax")
    return answer
  }

  /// The same response, compressed when the client accepts that.
  func asPage(for request: HTTPRequest) -> HTTPResponse {
    guard isSourced || fields.first("Content-Type")?.starts(with: "text/".utf8) == true else {
      return self
    }
    return compressed(for: request.fields)
  }
}
