import LinkStorage
import Links
import SQLStorage

/// Reads the feed on any connection.
enum FeedQueries {
  /// The kind of a feed entry.
  enum Kind: Int {
    case link = 0
    case everything = 1
    case tokens = 2
  }

  private struct Entry {
    let origin: Int
    let kind: Kind?
    let key: LinkKey
  }

  /// - Parameter origin: the store whose own changes are left out.
  static func changes(
    since cursor: FeedCursor?, seenBy origin: Int, in database: Database
  ) throws(LinkStoreError) -> FeedChanges {
    try database.snapshot { () throws(LinkStoreError) -> FeedChanges in
      let last =
        try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'feed'") {
          $0.int(0)
        } ?? 0
      var changes = FeedChanges(
        links: .everything, tokensChanged: true, cursor: FeedCursor(String(last)))
      // A file restored from a backup may be behind an earlier cursor.
      guard let seen = cursor.flatMap({ Int($0.text) }), (0...last).contains(seen) else {
        return changes
      }
      let entries = seen == last ? [] : try self.entries(after: seen, in: database)
      // Numbers have no gaps: missing entries were deleted.
      guard entries.count == last - seen else { return changes }
      let foreign = entries.filter { $0.origin != origin }
      changes.tokensChanged = foreign.contains { $0.kind == .tokens }
      // A kind that only a newer keiro knows may mean anything.
      guard !foreign.contains(where: { $0.kind == .everything || $0.kind == nil }) else {
        return changes
      }
      changes.links = .keys(foreign.compactMap { $0.kind == .link ? $0.key : nil })
      return changes
    }
  }

  private static func entries(
    after number: Int, in database: Database
  ) throws(LinkStoreError) -> [Entry] {
    try database.rows(
      "SELECT origin, kind, host, slug FROM feed WHERE number > ? ORDER BY number", [.int(number)]
    ) { row in
      Entry(
        origin: row.int(0), kind: Kind(rawValue: row.int(1)),
        key: LinkKey(host: row.text(2), slug: row.text(3)))
    }
  }
}
