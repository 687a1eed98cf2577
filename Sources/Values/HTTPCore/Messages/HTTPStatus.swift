/// A status code of a response (RFC 9110, section 15). The constants have the names that the RFC
/// gives to their codes.
package struct HTTPStatus: Hashable, Sendable {
  /// The numeric code, 100 to 599.
  package let code: Int

  /// Creates a status; nil for a code outside 100 to 599.
  package init?(code: Int) {
    guard (100...599).contains(code) else { return nil }
    self.code = code
  }

  private init(_ code: Int) {
    self.code = code
  }

  /// The request succeeded (section 15.3.1).
  package static let ok = HTTPStatus(200)
  /// A resource was created (section 15.3.2).
  package static let created = HTTPStatus(201)
  /// The request was accepted, but its work has not finished (section 15.3.3).
  package static let accepted = HTTPStatus(202)
  /// The request succeeded, and there is nothing to send (section 15.3.5).
  package static let noContent = HTTPStatus(204)
  /// The resource has a new address for good (section 15.4.2).
  package static let movedPermanently = HTTPStatus(301)
  /// The resource is temporarily at another address (section 15.4.3).
  package static let found = HTTPStatus(302)
  /// The answer is at another address, to be read with GET (section 15.4.4).
  package static let seeOther = HTTPStatus(303)
  /// The client's copy is still current (section 15.4.5).
  package static let notModified = HTTPStatus(304)
  /// Like 302, but with the same method (section 15.4.8).
  package static let temporaryRedirect = HTTPStatus(307)
  /// Like 301, but with the same method (section 15.4.9).
  package static let permanentRedirect = HTTPStatus(308)
  /// The request is malformed (section 15.5.1).
  package static let badRequest = HTTPStatus(400)
  /// The request lacks valid credentials (section 15.5.2).
  package static let unauthorized = HTTPStatus(401)
  /// The request is refused (section 15.5.4).
  package static let forbidden = HTTPStatus(403)
  /// There is nothing at the address (section 15.5.5).
  package static let notFound = HTTPStatus(404)
  /// The address does not support the method (section 15.5.6).
  package static let methodNotAllowed = HTTPStatus(405)
  /// The request did not arrive in time (section 15.5.9).
  package static let requestTimeout = HTTPStatus(408)
  /// The request conflicts with the present state (section 15.5.10).
  package static let conflict = HTTPStatus(409)
  /// The resource is gone for good (section 15.5.11).
  package static let gone = HTTPStatus(410)
  /// A precondition of the request does not hold (section 15.5.13).
  package static let preconditionFailed = HTTPStatus(412)
  /// The body is too long (section 15.5.14).
  package static let contentTooLarge = HTTPStatus(413)
  /// The target is too long (section 15.5.15).
  package static let uriTooLong = HTTPStatus(414)
  /// The format of the body is not supported (section 15.5.16).
  package static let unsupportedMediaType = HTTPStatus(415)
  /// The expectation cannot be met (section 15.5.18).
  package static let expectationFailed = HTTPStatus(417)
  /// The server is not responsible for the host (section 15.5.20).
  package static let misdirectedRequest = HTTPStatus(421)
  /// The body is well-formed, but its content is invalid (section 15.5.21).
  package static let unprocessableContent = HTTPStatus(422)
  /// The client sends too many requests (RFC 6585, section 4).
  package static let tooManyRequests = HTTPStatus(429)
  /// The header fields are too large (RFC 6585, section 5).
  package static let requestHeaderFieldsTooLarge = HTTPStatus(431)
  /// The server has failed (section 15.6.1).
  package static let internalServerError = HTTPStatus(500)
  /// The server does not support the method or coding (section 15.6.2).
  package static let notImplemented = HTTPStatus(501)
  /// The server cannot answer at present (section 15.6.4).
  package static let serviceUnavailable = HTTPStatus(503)
  /// The version of HTTP is not supported (section 15.6.6).
  package static let httpVersionNotSupported = HTTPStatus(505)

  /// The phrase of the status line; empty for codes without a registered one.
  package var reasonPhrase: StaticString {
    switch code {
    case 100: "Continue"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: ""
    }
  }

  /// Whether a response with this code never has a body (RFC 9110, section 6.4.1).
  package var isBodiless: Bool {
    code < 200 || code == 204 || code == 304
  }
}
