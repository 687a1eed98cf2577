package import LinkStorage
package import Links
package import SQLStorage

/// The feed of a file. Its entries have numbers without gaps, so that a cursor is the number of the last
/// one seen.
extension Database {
  package func publish(
    _ changes: [ChangedLink], by origin: Int, at time: Timestamp
  ) throws(LinkStoreError) {
    guard changes.count <= FeedBounds.keysPerWrite else {
      return try append(.links, nil, origin, time)
    }
    for change in changes { try append(.link, change.link.key, origin, change.time) }
  }

  package func notifyTokensChanged(by origin: Int, at time: Timestamp) throws(LinkStoreError) {
    try append(.tokens, nil, origin, time)
  }

  /// The number of entries after which the oldest ones are deleted.
  private static let entriesBetweenPrunings = 1024

  private func append(
    _ kind: FeedEntry.Kind, _ key: LinkKey?, _ origin: Int, _ time: Timestamp
  ) throws(LinkStoreError) {
    try run(
      "INSERT INTO feed (origin, kind, host, slug, changed_at) VALUES (?,?,?,?,?)",
      [.int(origin), .int(kind.rawValue), .text(key?.host), .text(key?.slug), .time(time)])
    let number = lastInsertedRow
    guard number.isMultiple(of: Self.entriesBetweenPrunings) else { return }
    try run("DELETE FROM feed WHERE number <= ?", [.int(number - FeedBounds.entries)])
  }

  package func forgetFeed(before time: Timestamp) throws(LinkStoreError) -> Int {
    try run("DELETE FROM keiro.feed WHERE \(oldest("feed"))", [.time(time)])
  }

  /// The changes since a cursor, from one snapshot of the file.
  ///
  /// - Parameter origin: the store whose own changes are left out.
  func changes(
    since cursor: FeedCursor?, seenBy origin: Int
  ) throws(LinkStoreError) -> FeedChanges {
    try snapshot { () throws(LinkStoreError) -> FeedChanges in
      let last =
        try first("SELECT seq FROM sqlite_sequence WHERE name = 'feed'") { $0.int(0) } ?? 0
      let end = FeedCursor(String(last))
      // A file restored from a backup may be behind an earlier cursor.
      guard let seen = cursor.flatMap({ Int($0.text) }), (0...last).contains(seen) else {
        return FeedChanges(nil, seenBy: origin, end)
      }
      guard seen < last else { return FeedChanges([], seenBy: origin, end) }
      let entries = try rows(
        "SELECT origin, kind, host, slug FROM feed WHERE number > ? ORDER BY number", [.int(seen)]
      ) { row in
        FeedEntry(
          origin: row.int(0), kind: row.int(1), key: LinkKey(host: row.text(2), slug: row.text(3)))
      }
      // Missing entries were deleted.
      return FeedChanges(entries.count == last - seen ? entries : nil, seenBy: origin, end)
    }
  }
}
