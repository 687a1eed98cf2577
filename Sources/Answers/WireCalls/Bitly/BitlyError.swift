import HTTPCore
import JSONSyntax
import Service

/// A problem translated into Bitly's format.
struct BitlyError {
  private let problem: Problem

  init(_ problem: Problem) {
    self.problem = problem
  }

  private var translation: (status: HTTPStatus, message: String) {
    switch problem.type {
    case "invalid-json": (.unprocessableContent, "UNPROCESSABLE_ENTITY")
    case "invalid-fields", "invalid-parameter":
      (.badRequest, "INVALID_ARG_" + (names.first ?? "").uppercased())
    case "unauthenticated", "insufficient-scope", "host-not-reached": (.forbidden, "FORBIDDEN")
    case "slug-taken": (.badRequest, "KEYWORD_ALREADY_EXISTS")
    case "too-many-requests": (.tooManyRequests, "RATE_LIMIT_EXCEEDED")
    default:
      switch problem.status.code {
      case 404: (.notFound, "NOT_FOUND")
      case 503: (.serviceUnavailable, "TEMPORARILY_UNAVAILABLE")
      case 500...: (.internalServerError, "INTERNAL_ERROR")
      case 409: (problem.status, "CONFLICT")
      default: (problem.status, "BAD_REQUEST")
      }
    }
  }

  private var names: [String] { BitlyFields.all.names(in: problem) }

  var response: HTTPResponse {
    let (status, message) = translation
    let errors = problem.faults.map { fault in
      JSONOutput.object([
        .init("field", .string(BitlyFields.all.name(of: fault.field))),
        .init("message", .string(fault.detail)), .init("error_code", .string("invalid")),
      ])
    }
    let body = JSONOutput.object(
      [
        .init("message", .string(message)),
        .init("description", .string(BitlyFields.all.sentence(of: problem))),
        .init("resource", .string("bitlinks")),
      ] + (errors.isEmpty ? [] : [.init("errors", .array(errors))]))
    return WireCall.response(
      status, "application/json", Array((body.compact + "\n").utf8), .bitly, .refused,
      problem.fields)
  }
}
