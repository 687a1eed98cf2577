import HTTPCore
import JSONSyntax
import Service

/// A problem translated into Shlink's format, problems (RFC 9457) with types of its own.
struct ShlinkError {
  private let problem: Problem
  private let request: HTTPRequest
  /// The call; nil when the request was refused before there was one.
  private let call: WireCall?

  init(_ problem: Problem, _ request: HTTPRequest, _ call: WireCall?) {
    self.problem = problem
    self.request = request
    self.call = call
  }

  /// The status, the last part of the type, the title, and the members specific to the type.
  private var translation:
    (status: HTTPStatus, type: String, title: String, members: [JSONOutput.Member])
  {
    switch problem.type {
    case "unauthenticated" where request.first("X-Api-Key") == nil:
      (
        .unauthorized, "missing-authentication", "Invalid authorization",
        [.init("expectedHeaders", .strings(["X-Api-Key"]))]
      )
    case "unauthenticated": (.unauthorized, "invalid-api-key", "Invalid API key", [])
    case "link-not-found": (.notFound, "short-url-not-found", "Short URL not found", shortCode)
    case "slug-taken":
      (.badRequest, "non-unique-slug", "Invalid custom slug", slug)
    case "invalid-fields", "invalid-parameter":
      (
        .badRequest, "invalid-data", "Invalid data",
        [.init("invalidElements", .strings(ShlinkFields.all.names(in: problem)))]
      )
    case "invalid-json":
      (.badRequest, "malformed-request-body", "Malformed request body", [])
    case "tags-of-links":
      (.forbidden, "forbidden-tag-operation", "Forbidden tag operation", [])
    case "mercure-not-configured":
      (.notImplemented, "mercure-not-configured", "Mercure integration not configured", [])
    case "not-found": (.notFound, "not-found", "Not Found", [])
    case "store-unavailable":
      (.serviceUnavailable, "internal-server-error", "Service Unavailable", [])
    default: (problem.status, "", "\(problem.status.reasonPhrase)", [])
    }
  }

  private var domain: [JSONOutput.Member] {
    call?.form["domain"].map { [.init("domain", .string($0))] } ?? []
  }

  private var shortCode: [JSONOutput.Member] {
    [.init("shortCode", .string(call?.name ?? ""))] + domain
  }

  /// The members for a slug that is already taken, copied from the body.
  private var slug: [JSONOutput.Member] {
    let body = try? JSONDocument(body: request.body).root
    return ["customSlug", "domain"].compactMap { name in
      body?.member(name)?.string.map { .init(name, .string($0)) }
    }
  }

  var response: HTTPResponse {
    let (status, type, title, members) = translation
    // A problem without a type of its own uses that of its status.
    let typeURL =
      type.isEmpty
      ? "https://httpstatus.es/\(status.code)" : "https://shlink.io/api/error/\(type)"
    let body = JSONOutput.object(
      [
        .init("type", .string(typeURL)), .init("title", .string(title)),
        .init("detail", .string(ShlinkFields.all.sentence(of: problem))),
        .init("status", .int(status.code)),
      ] + members)
    return WireCall.response(
      status, "application/problem+json", Array((body.compact + "\n").utf8), .shlink, .refused,
      problem.fields)
  }
}
