import JSONSyntax
import Links
import Questions

/// Translates the members of Shlink's bodies, and its short URLs.
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

  /// The fields that cannot be changed after creation.
  private static let fixed: Set = ["host", "slug", "findExisting", "slugLength"]

  /// Returns the fields in a body that creates a short URL.
  static func creation(_ body: JSONNode, host: String) -> [JSONOutput.Member] {
    var members = all.members(of: body).filter { $0.name != "host" }
    members.append(.init("host", .string(host)))
    // Shlink passes the visitor's query on by default.
    if body.member("forwardQuery") == nil { members.append(.init("query", .string("visitor"))) }
    return members
  }

  /// Returns the fields in a body that changes a short URL.
  static func edition(_ body: JSONNode) -> [JSONOutput.Member] {
    all.members(of: body).filter { !fixed.contains($0.name) }
  }

  /// - Parameter host: the host of short URLs without a domain.
  static func shortURL(_ report: LinkReport, host: String) -> [JSONOutput.Member] {
    let link = report.link
    let time = { (time: Timestamp?) in JSONOutput.optional(time.map(written)) }
    return [
      .init("shortCode", .string(link.slug)), .init("shortUrl", .string(report.shortURL)),
      .init("longUrl", .string(link.url)),
      .init("dateCreated", time(link.createdAt ?? .init(secondsSinceEpoch: 0))),
      .init("tags", .strings(link.tags)),
      .init(
        "meta",
        .object([
          .init("validSince", time(link.notBefore)), .init("validUntil", time(link.expires)),
          .init("maxVisits", link.maxClicks.map(JSONOutput.int) ?? .null),
        ])),
      .init("domain", link.host == host ? .null : .string(link.host)),
      .init("title", .optional(link.name)), .init("crawlable", .bool(false)),
      .init("forwardQuery", .bool(link.query != .drop)),
      .init("hasRedirectRules", .bool(!link.rules.isEmpty)),
      .init("visitsSummary", visits(report.clicks ?? 0, bots: 0)),
    ]
  }

  static func visits(_ people: Int, bots: Int) -> JSONOutput {
    .object([
      .init("total", .int(people + bots)), .init("nonBots", .int(people)),
      .init("bots", .int(bots)),
    ])
  }

  /// Formats a time like PHP's `c`, with the UTC offset in digits.
  private static func written(_ time: Timestamp) -> String {
    time.description.dropLast() + "+00:00"
  }

  static func pagination(page: Int, size: Int, here: Int, total: Int) -> JSONOutput {
    .object([
      .init("currentPage", .int(page)),
      .init("pagesCount", .int(total / max(size, 1) + (total % max(size, 1) == 0 ? 0 : 1))),
      .init("itemsPerPage", .int(size)), .init("itemsInCurrentPage", .int(here)),
      .init("totalItems", .int(total)),
    ])
  }
}
