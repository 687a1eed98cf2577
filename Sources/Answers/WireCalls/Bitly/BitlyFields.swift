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
  ])

  /// The tag of a bitlink that is hidden from lists and still redirects.
  static let archived = "archived"

  static func creation(_ body: JSONNode, host: String) -> [JSONOutput.Member] {
    all.members(of: body).filter { $0.name != "host" }
      + [.init("host", .string(host)), .init("findExisting", .bool(true))]
  }

  /// Returns the changes of a link in a body. The archived state is stored as one of the link's
  /// tags.
  static func edition(_ body: JSONNode, of link: ShortLink) -> [JSONOutput.Member] {
    var members = all.members(of: body).filter { !["host", "slug", "tags"].contains($0.name) }
    let isArchived = body.member("archived")?.bool ?? link.tags.contains(archived)
    guard let tags = body.member("tags") else {
      guard isArchived != link.tags.contains(archived) else { return members }
      members.append(.init("tags", .strings(tagged(link.tags, isArchived))))
      return members
    }
    let names = tags.array?.compactMap(\.string)
    let isRead = names?.count == tags.array?.count
    members.append(
      .init(
        "tags", names.flatMap { isRead ? .strings(tagged($0, isArchived)) : nil } ?? .init(tags)))
    return members
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

  static func name(_ report: LinkReport) -> [JSONOutput.Member] {
    [
      .init("created_at", .string(written(report.link.createdAt))),
      .init("id", .string(id(report))), .init("link", .string(report.shortURL)),
      .init("long_url", .string(report.link.url)),
    ]
  }

  static func bitlink(_ report: LinkReport) -> JSONOutput {
    let link = report.link
    return .object(
      name(report)
        + (link.name.map { [.init("title", .string($0))] } ?? [])
        + [
          .init("archived", .bool(link.tags.contains(archived))),
          .init("is_deleted", .bool(false)), .init("custom_bitlinks", .array([])),
          .init("tags", .strings(link.tags.filter { $0 != archived })),
          .init("deeplinks", .array([])), .init("launchpad_ids", .array([])),
          .init("references", .object([])),
        ])
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
