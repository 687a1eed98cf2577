import Links
import LinkStorage

/// Reads the audit log, on any connection.
enum AuditQueries {
  static func page(
    _ query: AuditQuery, in database: Database
  ) throws(LinkStoreError) -> AuditPage {
    let limit = min(max(query.limit, 1), 1000)
    var conditions: [String] = []
    var values: [SQLValue] = []
    func add(_ sql: String, _ more: [SQLValue]) {
      conditions.append(sql)
      values += more
    }
    if let host = query.host { add("host = ?", [.text(host)]) }
    if let slug = query.slug { add("slug = ?", [.text(slug)]) }
    if let reach = query.reach.condition { add(reach.sql, reach.values) }
    if let actor = query.actor {
      add("? IN (actor_kind, actor_id, actor_name)", [.text(actor)])
    }
    if let since = query.since { add("changed_at >= ?", [.time(since)]) }
    if let until = query.until { add("changed_at < ?", [.time(until)]) }
    if let before = query.before { add("number < ?", [.int(before)]) }
    let restriction = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    return AuditPage(
      found: try database.rows(
        "SELECT number, changed_at, actor_kind, actor_id, actor_name, action, host, slug, revision, "
          + "token, fields, created, updated, person FROM audit \(restriction) "
          + "ORDER BY number DESC LIMIT ?",
        values + [.int(limit + 1)], numbered), limit: limit)
  }

  private static func numbered(
    _ row: SQLRow
  ) throws(LinkStoreError) -> AuditPage.Numbered {
    guard let kind = AuditActor.Kind(rawValue: row.text(2)),
      let action = AuditAction(rawValue: row.text(5))
    else {
      throw LinkStoreError(
        kind: .corrupt, code: 0, message: "an entry has an unknown actor or action",
        operation: "read audit")
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
