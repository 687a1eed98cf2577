import LinkStorage
import Links
import SQLStorage

/// Writes changes to the feed, the outbox, the history and the audit log, inside the transaction that
/// makes them.
struct ChangeLog {
  private let database: Database
  private let origin: Int
  private let versions: Int

  /// - Parameters:
  ///   - origin: the `origin` of the store that makes the changes.
  ///   - versions: the maximum number of versions kept of a link.
  init(_ database: Database, origin: Int, versions: Int = HistoryRetention().versions) {
    self.database = database
    self.origin = origin
    self.versions = versions
  }

  /// Records changes.
  ///
  /// - Parameter actor: the author of the changes.
  func note(_ changes: NotedChanges, by actor: AuditActor) throws(LinkStoreError) {
    guard let time = changes.links.first?.event.time else { return }
    try publish(changes.links, time)
    let number = try database.beginChange(by: actor, at: time)
    try database.enter(changes.links, of: number, keeping: versions)
    try database.enter(changes.entries(by: actor), of: number)
  }

  private func publish(
    _ changes: [ChangedLink], _ time: Timestamp
  ) throws(LinkStoreError) {
    if changes.count > FeedBounds.keysPerWrite {
      try append(.everything, nil, time)
    } else {
      for change in changes { try append(.link, change.event.key, change.event.time) }
    }
    try database.events.record(changes)
  }

  func notifyTokensChanged(at time: Timestamp) throws(LinkStoreError) {
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
