package import HTTPCore
package import JSONSyntax
import Links
package import LinkStorage

/// The reason why a request was not answered (RFC 9457).
package struct Problem: Error, Equatable, Sendable {
  package let status: HTTPStatus
  package let type: String
  /// The explanation, in the languages that Keiro speaks.
  package let sentence: Sentence
  /// The invalid fields of the request, if it has any.
  package var faults: [FieldFault] = []
  /// Additional header fields, such as `Retry-After`.
  package var fields: [(name: String, value: String)] = []
  /// The failure of the store behind the problem; nil for any other reason.
  package var storeFailure: LinkStoreError?

  /// - Parameter type: the stable last part of the problem type.
  package init(
    _ status: HTTPStatus, _ type: String, _ sentence: Sentence, faults: [FieldFault] = [],
    fields: [(name: String, value: String)] = []
  ) {
    self.status = status
    self.type = type
    self.sentence = sentence
    self.faults = faults
    self.fields = fields
  }

  package init(_ status: HTTPStatus, _ type: String, _ reason: ServiceRefusal) {
    self.init(status, type, Sentence(reason))
  }

  /// Creates a problem for API callers, in English only.
  package init(
    _ status: HTTPStatus, _ type: String, _ detail: String, faults: [FieldFault] = [],
    fields: [(name: String, value: String)] = []
  ) {
    self.init(status, type, Sentence(english: detail), faults: faults, fields: fields)
  }

  package var detail: String { sentence.english.shortened(to: 1000) }

  package static func == (left: Problem, right: Problem) -> Bool {
    left.members == right.members
  }

  private var members: [JSONOutput.Member] {
    var members: [JSONOutput.Member] = [
      .init("type", .string("urn:keiro:problem:" + type)),
      .init("title", .string("\(status.reasonPhrase)")), .init("status", .int(status.code)),
      .init("detail", .string(detail)),
    ]
    if !faults.isEmpty {
      members.append(.init("errors", .array(faults.map(\.json))))
    }
    return members
  }

  package var json: JSONOutput { .object(members) }

  /// - Parameter route: the kind of route that refuses the request, for metrics.
  package func response(from route: RouteLabel = .none) -> HTTPResponse {
    var list = HTTPFields.ofAnswer("application/problem+json")
    for field in fields { list.append(field.name, field.value) }
    return HTTPResponse(
      status, fields: list, body: Array((json.compact + "\n").utf8),
      route: route, outcome: .refused)
  }
}

extension FieldFault {
  /// The fault as an item of `errors`.
  package var json: JSONOutput {
    .object([.init("field", .string(field)), .init("detail", .string(detail))])
  }
}

extension Problem {
  package static let notFound = Problem(.notFound, "not-found", .nothingHere)

  /// Returns a problem that lists every invalid field at once.
  ///
  /// - Parameter count: the number of faults when more were found than are listed.
  package static func invalid(_ faults: [FieldFault], count: Int? = nil) -> Problem {
    let count = count ?? faults.count
    let told = Array(faults.prefix(FieldFault.listLimit))
    return Problem(
      .unprocessableContent, "invalid-fields", Sentence(FaultSummary(of: told, count: count)),
      faults: told)
  }

  /// - Parameter sentence: a description of what is busy.
  package static func busy(_ sentence: Sentence) -> Problem {
    Problem(.serviceUnavailable, "busy", sentence, fields: [("Retry-After", "1")])
  }

  package static func busy(_ detail: String) -> Problem { busy(Sentence(english: detail)) }

  /// - Parameter wait: the seconds until the next attempt may succeed.
  package static func tooManyRequests(_ sentence: Sentence, wait: Int) -> Problem {
    Problem(
      .tooManyRequests, "too-many-requests", sentence, fields: [("Retry-After", String(wait))])
  }

  package static func tooManyRequests(_ detail: String, wait: Int) -> Problem {
    tooManyRequests(Sentence(english: detail), wait: wait)
  }

  /// - Parameter allowed: the methods that the address supports, as in `GET, HEAD`.
  package static func methodNotAllowed(_ method: HTTPMethod, allowed: String) -> Problem {
    Problem(
      .methodNotAllowed, "method-not-allowed",
      Sentence(ServiceRefusal.methodNotAllowed(method.name, allowed: allowed)),
      fields: [("Allow", allowed)])
  }

  /// Returns the refusal of a method that no address of a listener supports: one unknown to the
  /// server, or CONNECT, whose target is another host (RFC 9110, sections 9.1 and 9.3.6). Nil for
  /// all others.
  ///
  /// - Parameter allowed: the methods that the listener supports, as in `GET, HEAD`.
  package static func ofMethod(_ method: HTTPMethod, allowed: String) -> Problem? {
    switch method {
    case .other(let name):
      Problem(.notImplemented, "method-not-implemented", "the method \(name) is not supported")
    case .connect: methodNotAllowed(method, allowed: allowed)
    default: nil
    }
  }

  /// A query parameter is invalid.
  ///
  /// - Parameter detail: the value and what is expected, without a capital or a full stop.
  package static func parameter(_ name: String, _ detail: String) -> Problem {
    Problem(
      .badRequest, "invalid-parameter", "\(name): \(detail)",
      faults: [FieldFault(name, detail)])
  }

  package static func parameter(_ name: String, _ reason: some Wording) -> Problem {
    Problem(
      .badRequest, "invalid-parameter",
      Sentence("\(name): \(reason.english)", "\(name)：\(reason.japanese)"),
      faults: [FieldFault(name, reason)])
  }

  /// Creates a problem for a failure of the store; the caller may repeat the call.
  package init(_ error: LinkStoreError) {
    self.init(
      .serviceUnavailable, "store-unavailable", Sentence(ServiceRefusal.store(error.kind)),
      fields: [("Retry-After", "1")])
    storeFailure = error
  }
}

extension HTTPFields {
  /// The fields of an answer for one caller, which nothing stores and no other origin reads.
  package static func ofAnswer(_ type: String) -> HTTPFields {
    HTTPFields([
      "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    ])
  }
}
