import Links
import LinkStorage

/// Reads the audit log.
enum AuditQueries {
  static func page(
    _ query: AuditQuery, in connection: Connection
  ) throws(PostgresFailure) -> AuditPage {
    let limit = min(max(query.limit, 1), 1000)
    var conditions = SQLConditions()
    if let host = query.host { conditions.add("host = #", [.text(host)]) }
    if let slug = query.slug { conditions.add("slug = #", [.text(slug)]) }
    conditions.add(query.reach)
    if let actor = query.actor {
      conditions.add("# IN (actor_kind, actor_id, actor_name)", [.text(actor)])
    }
    if let since = query.since { conditions.add("changed_at >= #", [.time(since)]) }
    if let until = query.until { conditions.add("changed_at < #", [.time(until)]) }
    if let before = query.before { conditions.add("number < #", [.int(before)]) }
    let restriction = conditions.text
    conditions.add("#", [.int(limit + 1)])
    return AuditPage(
      found: try connection.rows(
        "SELECT number, changed_at, actor_kind, actor_id, actor_name, action, host, slug, revision, "
          + "token, fields, created, updated, person FROM keiro.audit \(restriction) "
          + "ORDER BY number DESC LIMIT $\(conditions.values.count)",
        conditions.values, numbered), limit: limit)
  }

  private static func numbered(
    _ row: PostgresRow
  ) throws(PostgresFailure) -> AuditPage.Numbered {
    guard let kind = AuditActor.Kind(rawValue: row.text(2)),
      let action = AuditAction(rawValue: row.text(5))
    else {
      throw PostgresFailure(
        LinkStoreError(
          kind: .corrupt, code: 0, message: "an entry has an unknown actor or action",
          operation: "read audit"))
    }
    let actor = AuditActor(kind, id: row.optionalText(3), name: row.optionalText(4))
    return AuditPage.Numbered(
      number: row.int(0),
      entry: AuditEntry(
        action, by: actor, at: Timestamp(secondsSinceEpoch: row.int(1)),
        host: row.optionalText(6), slug: row.optionalText(7), revision: row.optionalInt(8),
        token: row.optionalText(9), person: row.optionalText(13),
        fields: row.text(10).split(separator: " ").map(String.init),
        created: row.optionalInt(11), updated: row.optionalInt(12)))
  }
}
