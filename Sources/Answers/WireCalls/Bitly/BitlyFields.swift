import JSONSyntax
import Links
import Questions

/// Translates the members of Bitly's bodies, and its bitlinks.
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

  /// Returns the members common to all answers about a bitlink.
  static func name(_ report: LinkReport) -> [JSONOutput.Member] {
    [
      .init("created_at", .string(written(report.link.createdAt))),
      .init("id", .string(id(report))), .init("link", .string(report.shortURL)),
      .init("long_url", .string(report.link.url)),
    ]
  }

  static func bitlink(_ report: LinkReport) -> [JSONOutput.Member] {
    let link = report.link
    return name(report)
      + (link.name.map { [.init("title", .string($0))] } ?? [])
      + [
        .init("archived", .bool(link.tags.contains(archived))),
        .init("is_deleted", .bool(false)), .init("custom_bitlinks", .array([])),
        .init("tags", .strings(link.tags.filter { $0 != archived })),
        .init("deeplinks", .array([])), .init("launchpad_ids", .array([])),
        .init("references", .object([])),
      ]
  }
}
