import HTTPCore
import JSONSyntax
import Links
import Questions
import Service

enum ShlinkFields {
  static let all = WireFields(fields: [
    .init(theirs: "longUrl", ours: "url"),
    .init(theirs: "customSlug", ours: "slug") { node in
      node.string.map { .string(slug($0)) } ?? JSONOutput(node)
    },
    .init(theirs: "domain", ours: "host"), .init(theirs: "title", ours: "name"),
    .init(theirs: "tags", ours: "tags"), .init(theirs: "validSince", ours: "notBefore"),
    .init(theirs: "validUntil", ours: "expires"), .init(theirs: "maxVisits", ours: "maxClicks"),
    .init(theirs: "findIfExists", ours: "findExisting"),
    .init(theirs: "shortCodeLength", ours: "slugLength"),
    .init(theirs: "forwardQuery", ours: "query") { .string($0.bool == false ? "drop" : "visitor") },
  ])

  /// Shlink writes blanks of a slug as hyphens.
  private static func slug(_ custom: String) -> String {
    custom.split(whereSeparator: \.isWhitespace).joined(separator: "-")
  }

  private static let fixed: Set = ["host", "slug", "findExisting", "slugLength"]

  static func creation(_ body: JSONNode, host: String) -> JSONOutput {
    // Shlink passes the visitor's query on by default.
    ["query": "visitor"] + all.read(body) + ["host": .string(host)]
  }

  static func edition(_ body: JSONNode) -> JSONOutput { all.read(body, without: fixed) }

  /// - Parameter host: the host of short URLs without a domain.
  static func shortURL(_ report: LinkReport, host: String) -> JSONOutput {
    let link = report.link
    let time = { (time: Timestamp?) in JSONOutput.optional(time.map(written)) }
    return [
      "shortCode": .string(link.slug), "shortUrl": .string(report.shortURL),
      "longUrl": .string(link.url),
      "dateCreated": time(link.createdAt ?? .init(secondsSinceEpoch: 0)),
      "tags": .strings(link.tags),
      "meta": [
        "validSince": time(link.notBefore), "validUntil": time(link.expires),
        "maxVisits": .optional(link.maxClicks),
      ], "domain": link.host == host ? .null : .string(link.host), "title": .optional(link.name),
      "crawlable": false, "forwardQuery": .bool(link.query != .drop),
      "hasRedirectRules": .bool(!link.rules.isEmpty),
      "visitsSummary": visits(report.clicks ?? 0, bots: 0),
    ]
  }

  static func visits(_ people: Int, bots: Int) -> JSONOutput {
    ["total": .int(people + bots), "nonBots": .int(people), "bots": .int(bots)]
  }

  /// Formats a time like PHP's `c`, with the UTC offset in digits.
  private static func written(_ time: Timestamp) -> String {
    time.description.dropLast() + "+00:00"
  }

  static func pagination(page: Int, size: Int, here: Int, total: Int) -> JSONOutput {
    [
      "currentPage": .int(page),
      "pagesCount": .int(total / max(size, 1) + (total % max(size, 1) == 0 ? 0 : 1)),
      "itemsPerPage": .int(size), "itemsInCurrentPage": .int(here), "totalItems": .int(total),
    ]
  }
}

/// A problem translated into Shlink's format, problems (RFC 9457) with types of its own.
struct ShlinkError {
  let problem: Problem
  let request: HTTPRequest
  /// The call; nil when the request was refused before there was one.
  let call: WireCall?

  /// The status, the last part of the type, the title, and the members specific to the type.
  private var translation: (status: HTTPStatus, type: String, title: String, more: JSONOutput) {
    switch problem.type {
    case "unauthenticated" where request.first("X-Api-Key") == nil:
      (
        .unauthorized, "missing-authentication", "Invalid authorization",
        ["expectedHeaders": ["X-Api-Key"]]
      )
    case "unauthenticated": (.unauthorized, "invalid-api-key", "Invalid API key", [:])
    case "link-not-found": (.notFound, "short-url-not-found", "Short URL not found", shortCode)
    case "slug-taken":
      (.badRequest, "non-unique-slug", "Invalid custom slug", slug)
    case "invalid-fields", "invalid-parameter":
      (
        .badRequest, "invalid-data", "Invalid data",
        ["invalidElements": .strings(ShlinkFields.all.names(in: problem))]
      )
    case "invalid-json":
      (.badRequest, "malformed-request-body", "Malformed request body", [:])
    case "tags-of-links":
      (.forbidden, "forbidden-tag-operation", "Forbidden tag operation", [:])
    case "mercure-not-configured":
      (.notImplemented, "mercure-not-configured", "Mercure integration not configured", [:])
    case "not-found": (.notFound, "not-found", "Not Found", [:])
    case "store-unavailable":
      (.serviceUnavailable, "internal-server-error", "Service Unavailable", [:])
    default: (problem.status, "", "\(problem.status.reasonPhrase)", [:])
    }
  }

  private var shortCode: JSONOutput {
    ["shortCode": .string(call?.name ?? "")]
      + (call?.form["domain"].map { ["domain": .string($0)] } ?? [:])
  }

  /// The members for a slug that is already taken, copied from the body.
  private var slug: JSONOutput {
    let body = try? JSONDocument(body: request.body).root
    let texts: JSONOutput = [
      "customSlug": .optional(body?.member("customSlug")?.string),
      "domain": .optional(body?.member("domain")?.string),
    ]
    return texts.withoutNulls
  }

  var response: HTTPResponse {
    let (status, type, title, more) = translation
    // A problem without a type of its own uses that of its status.
    let typeURL =
      type.isEmpty
      ? "https://httpstatus.es/\(status.code)" : "https://shlink.io/api/error/\(type)"
    let body =
      [
        "type": .string(typeURL), "title": .string(title),
        "detail": .string(ShlinkFields.all.sentence(of: problem)), "status": .int(status.code),
      ] + more
    return WireCall.response(
      status, "application/problem+json", Array((body.compact + "\n").utf8), .shlink, .refused,
      problem.fields)
  }
}
