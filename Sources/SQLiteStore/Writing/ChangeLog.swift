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
  func note(
    _ event: LinkEvent, link: ShortLink? = nil, old: ShortLink? = nil
  ) throws(LinkStoreError) {
    try publish([event])
    try AuditTable(database).append(LinkAudit.entry(event, by: actor, link: link, old: old))
  }

  /// Notes the changes of a batch of imported links.
  func note(import events: [LinkEvent]) throws(LinkStoreError) {
    try publish(events)
    try AuditTable(database).append(LinkAudit.entries(ofImport: events, by: actor))
  }

  private func publish(_ events: [LinkEvent]) throws(LinkStoreError) {
    guard let time = events.first?.time else { return }
    if events.count > FeedBounds.keysPerWrite {
      try append(.everything, nil, time)
    } else {
      for event in events { try append(.link, event.key, event.time) }
    }
    try EventTable(database).record(events)
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
