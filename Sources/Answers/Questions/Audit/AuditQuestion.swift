package import JSONSyntax
package import LinkStorage
package import Links
package import WebSyntax

/// Asks who changed what, newest first.
package struct AuditQuestion: Equatable, Sendable {
  /// The host whose links' changes to list; a wildcard is the host of the links that a
  /// configuration has under it.
  package var host: HostPattern?
  /// The identifier or the name of a token, or `command-line` or `service`.
  package var actor: String?
  /// The inclusive start of the period.
  package var since: PointInTime?
  /// The exclusive end of the period.
  package var until: PointInTime?
  /// `next` of the previous page; nil for the first page.
  package var before: Int?
  /// The maximum number of entries in the answer.
  package var limit: Int

  package init(limit: Int = 100) {
    self.limit = limit
  }

  /// - Parameter reach: the hosts that the caller may see.
  package func answer(
    store: any AuditKeeping, reach: HostReach, now: Timestamp
  ) throws(LinkStoreError) -> AuditAnswer {
    var query = AuditQuery()
    query.host = host?.description
    query.reach = reach
    query.actor = actor
    query.since = since?.before(now)
    query.until = until?.before(now)
    query.before = before
    query.limit = limit
    return AuditAnswer(page: try store.audit(query))
  }
}

/// A page of the audit log.
package struct AuditAnswer: QuestionAnswer {
  /// The entries, newest first.
  package let page: AuditPage

  package var document: JSONOutput {
    .object([
      .init("entries", .array(page.entries.map(\.output))),
      .init("next", .optional(page.next.map(String.init))),
    ])
  }

  package var isPositive: Bool { true }
}

extension AuditPage.Numbered {
  fileprivate var output: JSONOutput {
    .object([
      .init("number", .int(number)), .init("time", .string(entry.time.description)),
      .init("actor", entry.actor.output),
      .init("action", .string(entry.action.rawValue)), .init("host", .optional(entry.host)),
      .init("slug", .optional(entry.slug)),
      .init("revision", entry.revision.map(JSONOutput.int) ?? .null),
      .init("token", .optional(entry.token)),
      .init("person", .optional(entry.person)), .init("fields", .strings(entry.fields)),
      .init("created", entry.created.map(JSONOutput.int) ?? .null),
      .init("updated", entry.updated.map(JSONOutput.int) ?? .null),
      .init("change", entry.change.map(JSONOutput.int) ?? .null),
    ])
  }
}

extension AuditActor {
  /// The actor as entries and versions show it.
  var output: JSONOutput {
    .object([
      .init("kind", .string(kind.rawValue)), .init("id", .optional(id)),
      .init("name", .optional(name)),
    ])
  }
}
