import Links
import LinkStorage

/// Writes the audit log, inside the transaction of the change.
struct AuditTable {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func append(_ entries: [AuditEntry]) throws(LinkStoreError) {
    for entry in entries { try append(entry) }
  }

  func append(_ entry: AuditEntry) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO audit (changed_at, actor_kind, actor_id, actor_name, action, host, slug, "
        + "revision, token, person, fields, created, updated) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
      [
        .time(entry.time), .text(entry.actor.kind.rawValue), .optional(entry.actor.id),
        .optional(entry.actor.name), .text(entry.action.rawValue), .optional(entry.host),
        .optional(entry.slug), .optional(entry.revision), .optional(entry.token),
        .optional(entry.person),
        .optional(entry.fields.isEmpty ? nil : entry.fields.joined(separator: " ")),
        .optional(entry.created), .optional(entry.updated),
      ])
    let number = database.lastInsertedRow
    guard number.isMultiple(of: Self.pruningInterval) else { return }
    try database.run("DELETE FROM audit WHERE number <= ?", [.int(number - AuditBounds.entries)])
  }

  private static let pruningInterval = 1024
}
