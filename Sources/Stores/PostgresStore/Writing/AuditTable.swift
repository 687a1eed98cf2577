import Links
import LinkStorage

/// Writes the audit log, inside the transaction of the change.
struct AuditTable {
  private let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
  }

  func append(_ entries: [AuditEntry]) throws(PostgresFailure) {
    for entry in entries {
      try connection.queue(
        "INSERT INTO keiro.audit (changed_at, actor_kind, actor_id, actor_name, action, host, "
          + "slug, revision, token, person, fields, created, updated) "
          + "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        [
          .time(entry.time), .text(entry.actor.kind.rawValue), .optional(entry.actor.id),
          .optional(entry.actor.name), .text(entry.action.rawValue), .optional(entry.host),
          .optional(entry.slug), .optional(entry.revision), .optional(entry.token),
          .optional(entry.person),
          .optional(entry.fields.isEmpty ? nil : entry.fields.joined(separator: " ")),
          .optional(entry.created), .optional(entry.updated),
        ])
    }
  }

  /// Forgets what is beyond the bound.
  static func prune(_ connection: Connection) throws(PostgresFailure) {
    try connection.queue(
      "DELETE FROM keiro.audit WHERE number <= (SELECT max(number) FROM keiro.audit) - $1",
      [.int(AuditBounds.entries)])
  }
}
