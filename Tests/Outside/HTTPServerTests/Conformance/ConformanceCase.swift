import HTTPCore
import Testing

/// One conversation over a real socket, and its expected result.
///
/// After `segments` the client always sends a marker, a plain request whose response shows whether
/// the server split the connection's bytes where the client did. The expectation is the responses
/// in order, joined by ` | `: status and body of each. It ends in `+` when the marker was answered,
/// and in `.` when the connection was closed or still waiting for bytes before that.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// Document and section, such as `9112-3.2`.
  let clause: String
  let segments: [String]
  let expected: String

  init(_ clause: String, _ expected: String, _ name: String, _ segments: String...) {
    self.name = name
    self.clause = clause
    self.segments = segments
    self.expected = expected
  }

  var testDescription: String { "RFC \(clause): \(name)" }

  static let marker = "GET /marker HTTP/1.1\r\nHost: m\r\nConnection: close\r\n\r\n"
}

/// `GET / HTTP/1.1` with the given text after the request line.
func get(_ fields: String...) -> String {
  "GET / HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// A request to host `a` with the given request line.
func line(_ requestLine: String) -> String {
  requestLine + "\r\nHost: a\r\n\r\n"
}

/// `POST /p` to host `a` with field lines and the bytes after the head.
func post(_ fields: String..., body: String = "") -> String {
  "POST /p HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body
}

/// `POST /p` to host `a` with a chunked body, written out.
func chunked(_ body: String) -> String {
  post("Transfer-Encoding: chunked", body: body)
}

/// `GET /tagged` to host `a`, which has the entity tags `"v"` and `"v-gzip"`.
func tagged(_ fields: String..., method: String = "GET") -> String {
  "\(method) /tagged HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
}

/// Echoes the request: method, target, `@` and authority, `=` and body, where present.
final class ConformanceHandler: HTTPHandler {
  private let tagged = Representation(
    contentType: "text/plain", cacheControl: "no-cache", entityTag: "v",
    identity: Array("plain".utf8), gzip: Array("zipped".utf8))

  func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { .collect }

  func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    .ready(response(to: request, from: peer, at: now))
  }

  func response(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPResponse {
    guard request.method != .connect, request.method != .trace else {
      return HTTPResponse(.methodNotAllowed, body: Array("refused".utf8))
    }
    switch request.text(request.path) {
    case "/tagged": return tagged.response(to: request) ?? HTTPResponse(.preconditionFailed)
    case "/empty": return HTTPResponse(.noContent)
    case "/last": return HTTPResponse(.ok, body: Array("last".utf8), closesConnection: true)
    default: return HTTPResponse(.ok, body: Array(summary(request).utf8))
    }
  }

  private func summary(_ request: HTTPRequest) -> String {
    var text = "\(request.method.name) \(request.text(request.target))"
    if let authority = request.authority { text += " @\(request.text(authority))" }
    if let mark = request.fields["X"] { text += " X:\(mark)" }
    if !request.body.isEmpty { text += " =\(String(decoding: request.body, as: UTF8.self))" }
    return text
  }

  func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse {
    HTTPResponse(failure.status, body: Array(failure.message.utf8))
  }

  func finished(_ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange) {}
  func tick(at now: HTTPInstant) {}
}
