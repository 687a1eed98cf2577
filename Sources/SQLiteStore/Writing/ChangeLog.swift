import Links
import LinkStorage

/// Writes changes into the feed and the outbox, inside the transaction that makes them.
struct ChangeLog {
  private let database: Database
  private let origin: Int

  /// - Parameter origin: of the store that makes the changes.
  init(_ database: Database, origin: Int) {
    self.database = database
    self.origin = origin
  }

  /// Notes the changes of one write.
  func note(_ events: [LinkEvent]) throws(LinkStoreError) {
    guard let time = events.first?.time else { return }
    if events.count > FeedBounds.keysPerWrite {
      try append(.everything, nil, time)
    } else {
      for event in events { try append(.link, event.key, event.time) }
    }
    try EventTable(database).record(events)
  }

  func noteTokens(at time: Timestamp) throws(LinkStoreError) {
    try append(.tokens, nil, time)
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
