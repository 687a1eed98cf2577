import HTTPCore
import Service

/// The final steps for an answer with content that is made for one request and never stored.
extension HTTPResponse {
  /// The answer to a conditional GET or HEAD, compressed if possible.
  func finished(for request: HTTPRequest) -> HTTPResponse {
    let answer = conditional(on: request)
    return answer.status == .ok ? answer.compressed(for: request) : answer
  }

  /// The answer to a conditional GET or HEAD.
  func conditional(on request: HTTPRequest) -> HTTPResponse {
    guard status == .ok, request.method == .get || request.method == .head else { return self }
    switch request.preconditionWithoutTag {
    case .met: return self
    case .failed: return .preconditionFailed.noted(answerNote.route, .refused)
    case .notModified: return notModified
    }
  }

  /// The answer without content or subject: a visit that gets nothing is not counted.
  private var notModified: HTTPResponse {
    var kept = HTTPFields()
    for name in ["Cache-Control", "Vary"] as [StaticString] {
      if let value = fields[name] { kept.append("\(name)", value) }
    }
    kept.append("X-Content-Type-Options", "nosniff")
    return HTTPResponse(.notModified, fields: kept, note: note)
  }

  private func compressed(for request: HTTPRequest) -> HTTPResponse {
    guard request.method == .get || request.method == .head,
      fields.first("Content-Type")?.starts(with: "text/html".utf8) == true
    else { return self }
    var answer = self
    answer.fields.vary(by: "Accept-Encoding")
    guard request.prefersGzip, let bytes = CompressedBody.compress(body) else { return answer }
    answer.fields.append("Content-Encoding", "gzip")
    answer.body = bytes
    return answer
  }

  static let preconditionFailed = Problem(
    .preconditionFailed, "precondition-failed", "If-Match does not match the current content"
  ).response()
}
