import Links
import LinkStorage

/// Writes changes into the feed, the outbox and the audit log, inside the transaction that makes
/// them.
struct ChangeLog {
  private let database: Database
  private let origin: Int
  private let actor: AuditActor

  /// - Parameter store: the one that makes the changes.
  init(_ database: Database, of store: SQLiteStore) {
    self.database = database
    origin = store.origin
    actor = store.actor
  }

  /// Notes the change of one link.
  ///
  /// - Parameter old: the link before it was changed.
  func note(_ change: ChangedLink, old: ShortLink? = nil) throws(LinkStoreError) {
    try publish([change])
    try AuditTable(database).append(LinkAudit.entry(change, by: actor, old: old))
  }

  /// Notes the changes of a batch of imported links.
  func note(import changes: [ChangedLink]) throws(LinkStoreError) {
    try publish(changes)
    try AuditTable(database).append(
      LinkAudit.entries(ofImport: changes.map(\.event), by: actor))
  }

  private func publish(_ changes: [ChangedLink]) throws(LinkStoreError) {
    guard let time = changes.first?.event.time else { return }
    if changes.count > FeedBounds.keysPerWrite {
      try append(.everything, nil, time)
    } else {
      for change in changes { try append(.link, change.event.key, change.event.time) }
    }
    try EventTable(database).record(changes)
  }

  func note(
    _ action: AuditAction, ofToken id: String, at time: Timestamp
  ) throws(LinkStoreError) {
    try append(.tokens, nil, time)
    try AuditTable(database).append(AuditEntry(action, by: actor, at: time, token: id))
  }

  private func append(
    _ kind: FeedQueries.Kind, _ key: LinkKey?, _ time: Timestamp
  ) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO feed (origin, kind, host, slug, changed_at) VALUES (?,?,?,?,?)",
      [
        .int(origin), .int(kind.rawValue), .optional(key?.host), .optional(key?.slug), .time(time),
      ])
    let number = database.lastInsertedRow
    guard number.isMultiple(of: Self.pruningInterval) else { return }
    try database.run("DELETE FROM feed WHERE number <= ?", [.int(number - FeedBounds.entries)])
  }

  private static let pruningInterval = 1024
}
