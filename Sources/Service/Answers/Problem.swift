package import HTTPCore
package import JSONSyntax
package import Links
package import LinkStorage

/// The reason why a request was not answered (RFC 9457).
package struct Problem: Error, Equatable, Sendable {
  /// An invalid field or parameter.
  package struct Fault: Equatable, Sendable {
    /// As in `apple.appStoreID`; empty for the whole body.
    package let field: String
    package let detail: String

    package init(field: String, detail: String) {
      self.field = field
      self.detail = detail
    }
  }

  package let status: HTTPStatus
  /// A stable word: the end of the problem type.
  package let type: String
  package let detail: String
  package var faults: [Fault] = []
  package var fields: [(name: String, value: String)] = []

  package init(_ status: HTTPStatus, _ type: String, _ detail: String, faults: [Fault] = []) {
    self.status = status
    self.type = type
    self.detail = detail
    self.faults = faults
  }

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
      let list = faults.map { fault in
        JSONOutput.object([
          .init("field", .string(fault.field)), .init("detail", .string(fault.detail)),
        ])
      }
      members.append(.init("errors", .array(list)))
    }
    return members
  }

  package var json: JSONOutput { .object(members) }

  /// - Parameter route: the kind of route that refuses the request, for the metrics.
  package func response(from route: RouteLabel = .none) -> HTTPResponse {
    var list = HTTPFields([
      "Content-Type": "application/problem+json", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin",
    ])
    for field in fields { list.append(field.name, field.value) }
    return HTTPResponse(
      status, fields: list, body: Array((json.compact + "\n").utf8),
      route: route, outcome: .refused)
  }
}

extension [JSONProblem] {
  /// The errors of a JSON reader, field by field.
  package var faults: [Problem.Fault] {
    map { Problem.Fault(field: $0.subject, detail: $0.message) }
  }
}

extension Problem {
  package static let notFound = Problem(
    .notFound, "not-found", "there is nothing at this address")

  package static func linkNotFound(_ key: LinkKey) -> Problem {
    Problem(.notFound, "link-not-found", "there is no link '\(key.slug)' on '\(key.host)'")
  }

  package static func slugTaken(_ key: LinkKey) -> Problem {
    Problem(
      .conflict, "slug-taken", "there is a link '\(key.slug)' on '\(key.host)' already")
  }

  package static func overtaken(_ key: LinkKey) -> Problem {
    Problem(
      .preconditionFailed, "link-changed",
      "the link '\(key.slug)' on '\(key.host)' has changed since it was read")
  }

  /// If-None-Match names the link, which is there.
  package static func named(_ key: LinkKey) -> Problem {
    Problem(
      .preconditionFailed, "link-exists",
      "If-None-Match names the link '\(key.slug)' on '\(key.host)', which is there")
  }

  package static func hostNotReached(_ host: String) -> Problem {
    Problem(
      .forbidden, "host-not-reached",
      "the token does not reach the host '\(host.prefix(253))'")
  }

  package static func ofConfiguration(_ key: LinkKey) -> Problem {
    Problem(
      .conflict, "link-of-configuration",
      "the link '\(key.slug)' on '\(key.host)' stands in the configuration file, which the API does "
        + "not write")
  }

  /// The most invalid fields that are told: a body of a megabyte may have hundreds of thousands.
  private static let faultLimit = 100

  /// Every invalid field, at once.
  ///
  /// - Parameter count: of the faults, where more were found than are listed.
  package static func invalid(_ faults: [Fault], count: Int? = nil) -> Problem {
    let count = count ?? faults.count
    let told = Array(faults.prefix(faultLimit))
    let names = told.map { $0.field.isEmpty ? "the body" : $0.field }
    return Problem(
      .unprocessableContent, "invalid-fields",
      "\(count == 1 ? "a field is" : "\(count) fields are") wrong: "
        + names.prefix(20).joined(separator: ", "), faults: told)
  }

  /// - Parameter detail: what is busy.
  package static func busy(_ detail: String) -> Problem {
    var problem = Problem(.serviceUnavailable, "busy", detail)
    problem.fields = [("Retry-After", "1")]
    return problem
  }

  /// - Parameter wait: the seconds until another try may succeed.
  package static func tooManyRequests(_ detail: String, wait: Int) -> Problem {
    var problem = Problem(.tooManyRequests, "too-many-requests", detail)
    problem.fields = [("Retry-After", String(wait))]
    return problem
  }

  /// - Parameter allowed: the methods of the address, as in `GET, HEAD`.
  package static func methodNotAllowed(_ method: HTTPMethod, allowed: String) -> Problem {
    var problem = Problem(
      .methodNotAllowed, "method-not-allowed",
      "\(method.name) is not allowed here: expected \(allowed)")
    problem.fields = [("Allow", allowed)]
    return problem
  }

  /// The refusal of a method that no address of a listener has: one that the server does not know,
  /// or CONNECT, whose target is another host (RFC 9110, sections 9.1 and 9.3.6).
  ///
  /// - Parameter allowed: the methods of the listener, as in `GET, HEAD`.
  package static func ofMethod(_ method: HTTPMethod, allowed: String) -> Problem? {
    switch method {
    case .other(let name):
      Problem(.notImplemented, "method-not-implemented", "\(name) is a method unknown here")
    case .connect: methodNotAllowed(method, allowed: allowed)
    default: nil
    }
  }

  package static func parameter(_ name: String, _ detail: String) -> Problem {
    Problem(
      .badRequest, "invalid-parameter", "\(name): \(detail)",
      faults: [Fault(field: name, detail: detail)])
  }

  /// The store failed: the caller may repeat the call.
  package init(_ error: LinkStoreError) {
    let detail =
      switch error.kind {
      case .full: "the store has no room left"
      case .readOnly: "the store may only be read"
      case .locked: "another process holds the store"
      case .corrupt, .foreign: "the store is damaged or not keiro's"
      case .overloaded: "too many changes are waiting"
      case .unreachable, .closed, .failed: "the store does not answer"
      }
    self.init(.serviceUnavailable, "store-unavailable", detail)
    fields = [("Retry-After", "1")]
  }
}
