import LinkStorage
import Links
import SQLStorage

/// Writes changes into the feed, the outbox and the audit log, inside the transaction that makes
/// them.
struct ChangeLog {
  private let database: Database
  private let origin: Int

  /// - Parameter origin: of the store that makes the changes.
  init(_ database: Database, origin: Int) {
    self.database = database
    self.origin = origin
  }

  /// Notes the change of one link.
  ///
  /// - Parameters:
  ///   - change: what has happened to it.
  ///   - actor: who has changed it.
  ///   - old: the link before it was changed.
  func note(
    _ change: ChangedLink, by actor: AuditActor, old: ShortLink? = nil
  ) throws(LinkStoreError) {
    try publish([change])
    try database.enter([LinkAudit.entry(change, by: actor, old: old)])
  }

  /// Notes the changes of a batch of links.
  func note(
    _ changes: [ChangedLink], as action: AuditAction, by actor: AuditActor
  ) throws(LinkStoreError) {
    try publish(changes)
    try database.enter(LinkAudit.entries(of: action, changes.map(\.event), by: actor))
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

  func tellTokensChanged(at time: Timestamp) throws(LinkStoreError) {
    try append(.tokens, nil, time)
  }

  private func append(
    _ kind: FeedQueries.Kind, _ key: LinkKey?, _ time: Timestamp
  ) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO feed (origin, kind, host, slug, changed_at) VALUES (?,?,?,?,?)",
      [
        .int(origin), .int(kind.rawValue), .text(key?.host), .text(key?.slug), .time(time),
      ])
    let number = database.lastInsertedRow
    guard number.isMultiple(of: Self.pruningInterval) else { return }
    try database.run("DELETE FROM feed WHERE number <= ?", [.int(number - FeedBounds.entries)])
  }

  private static let pruningInterval = 1024
}
