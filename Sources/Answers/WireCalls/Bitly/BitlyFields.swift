import HTTPCore
import JSONSyntax
import Links
import Questions
import Service

enum BitlyFields {
  static let all = WireFields(fields: [
    .init(theirs: "long_url", ours: "url"), .init(theirs: "domain", ours: "host"),
    .init(theirs: "title", ours: "name"), .init(theirs: "tags", ours: "tags"),
    .init(theirs: "keyword", ours: "slug"),
    .init(theirs: "expiration_at", ours: "expires") { node in
      node.string.map { .string(WireForm.colon(inOffsetOf: $0)) } ?? JSONOutput(node)
    },
  ])

  /// The tag of a bitlink that is hidden from lists and still redirects.
  static let archived = "archived"

  static func creation(_ body: JSONNode, host: String) -> JSONOutput {
    all.read(body) + ["host": .string(host), "findExisting": true]
  }

  /// Returns the changes of a link in a body. The archived state is stored as one of the link's
  /// tags.
  static func edition(_ body: JSONNode, of link: ShortLink) -> JSONOutput {
    let fields = all.read(body, without: ["host", "slug", "tags"])
    let isArchived = body.member("archived")?.bool ?? link.tags.contains(archived)
    guard let tags = body.member("tags") else {
      return isArchived == link.tags.contains(archived)
        ? fields : fields + ["tags": .strings(tagged(link.tags, isArchived))]
    }
    guard let names = tags.array?.compactMap(\.string), names.count == tags.array?.count else {
      return fields + ["tags": JSONOutput(tags)]
    }
    return fields + ["tags": .strings(tagged(names, isArchived))]
  }

  private static func tagged(_ tags: [String], _ isArchived: Bool) -> [String] {
    tags.filter { $0 != archived } + (isArchived ? [archived] : [])
  }

  static func id(_ report: LinkReport) -> String {
    report.shortURL.split(separator: "://", maxSplits: 1).last.map(String.init) ?? ""
  }

  /// Formats a time as in `2026-11-21T01:31:09+0000`.
  static func written(_ time: Timestamp?) -> String {
    (time ?? Timestamp(secondsSinceEpoch: 0)).description.dropLast() + "+0000"
  }

  static func name(_ report: LinkReport) -> JSONOutput {
    [
      "created_at": .string(written(report.link.createdAt)), "id": .string(id(report)),
      "link": .string(report.shortURL), "long_url": .string(report.link.url),
    ]
  }

  static func bitlink(_ report: LinkReport) -> JSONOutput {
    let link = report.link
    let some: JSONOutput = [
      "title": .optional(link.name),
      "expiration_at": .optional(link.expires.map { written($0) }),
    ]
    return name(report) + some.withoutNulls + [
      "archived": .bool(link.tags.contains(archived)), "is_deleted": false,
      "custom_bitlinks": [], "tags": .strings(link.tags.filter { $0 != archived }),
      "deeplinks": [], "launchpad_ids": [], "references": [:],
    ]
  }
}

struct BitlyError {
  let problem: Problem

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
      [
        "field": .string(BitlyFields.all.name(of: fault.field)), "message": .string(fault.detail),
        "error_code": "invalid",
      ] as JSONOutput
    }
    let body =
      [
        "message": .string(message),
        "description": .string(BitlyFields.all.sentence(of: problem)), "resource": "bitlinks",
      ] + (errors.isEmpty ? [:] : ["errors": .array(errors)])
    return WireCall.response(
      status, "application/json", Array((body.compact + "\n").utf8), .bitly, .refused,
      problem.fields)
  }
}
