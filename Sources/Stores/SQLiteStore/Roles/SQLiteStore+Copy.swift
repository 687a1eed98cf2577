package import LinkStorage
package import Links
import SQLStorage

/// A change to a file that is the copy of another store.
package struct CopyChange: Sendable {
  /// The current links of the original, with its identifiers and revisions.
  package var links: [StoredLink] = []
  /// The keys at which the original has no link.
  package var gone: [LinkKey] = []
  /// A range of identifiers in which the original has only the links in `links`; nil for none.
  package var whole: Range<Int>?
  /// All tokens if they have changed; nil otherwise.
  package var tokens: [APIToken]?
  /// The position of the copy after this change; nil to keep the previous one.
  package var cursor: FeedCursor?
  /// The newest timeline of the original that was seen; nil to keep the previous one.
  package var timeline: String?

  package init() {}
}

/// Distinguishes the states of a link, even after a server has lost the last of them.
package struct CopiedRevision: Equatable, Sendable {
  package let number: Int
  /// The time of the last change, in seconds since 1970.
  package let updatedAt: Int

  package init(number: Int, updatedAt: Int) {
    self.number = number
    self.updatedAt = updatedAt
  }
}

/// A file as the copy of another store: the original's links and tokens with their identifiers, and
/// nothing else.
extension SQLiteStore {
  /// The position of the copy; nil until it is complete for the first time.
  package func copyCursor() throws(LinkStoreError) -> FeedCursor? {
    try meta("copy_cursor").map { FeedCursor($0) }
  }

  /// The newest timeline of the original that was ever seen; nil when none is known.
  package func copyTimeline() throws(LinkStoreError) -> String? { try meta("copy_timeline") }

  private func meta(_ name: String) throws(LinkStoreError) -> String? {
    try reading { database throws(LinkStoreError) in try database.kept(name) }
  }

  /// Makes an empty file the copy of another store.
  ///
  /// - Throws: an error if the file has its own links, or is the copy of a third store.
  package func becomeCopy(of origin: String) throws(LinkStoreError) {
    let earlier = try meta("copy_of")
    guard earlier != origin else { return }
    guard earlier == nil else {
      throw LinkStoreError(
        .foreign, "the file is the copy of another database: expected a file of this node's own",
        operation: "open \(path)")
    }
    guard try links(afterID: 0, limit: 1).isEmpty, try tokens().isEmpty else {
      throw LinkStoreError(
        .foreign,
        "the file is a store of its own, not a copy: expected another file; "
          + "'keiro store copy' takes its links along", operation: "open \(path)")
    }
    try waitForAnswer { completion in
      write(completion) { database throws(LinkStoreError) in
        try database.keep(origin, as: "copy_of")
      }
    }
  }

  /// Applies a change, completely or not at all, and waits for it.
  package func mirror(_ change: CopyChange) throws(LinkStoreError) {
    try waitForAnswer { completion in
      write(isBulk: change.links.count > 100, completion) { database throws(LinkStoreError) in
        try database.mirror(change)
      }
    }
  }

  /// The states of the links in a range of identifiers.
  package func revisions(in ids: Range<Int>) throws(LinkStoreError) -> [Int: CopiedRevision] {
    let rows = try rows(
      "SELECT id, revision, updated_at FROM links WHERE id >= ? AND id < ?",
      [.int(ids.lowerBound), .int(ids.upperBound)]
    ) { ($0.int(0), CopiedRevision(number: $0.int(1), updatedAt: $0.int(2))) }
    return Dictionary(rows) { first, _ in first }
  }
}

extension Database {
  fileprivate func mirror(_ change: CopyChange) throws(LinkStoreError) {
    if let whole = change.whole {
      try run(
        "DELETE FROM links WHERE id >= ? AND id < ?",
        [.int(whole.lowerBound), .int(whole.upperBound)])
    }
    for key in change.gone {
      try run(
        "DELETE FROM links WHERE host = ? AND slug = ?", [.text(key.host), .text(key.slug)])
    }
    for stored in change.links {
      // Replaces the row with the identifier, and any with the same host and slug.
      try run(
        LinkRow.mirroring,
        [.int(stored.id)] + Self.values(stored.link, revision: stored.revision))
    }
    if let tokens = change.tokens {
      try run("DELETE FROM tokens")
      for token in tokens { try insert(token) }
    }
    if let cursor = change.cursor { try keep(cursor.text, as: "copy_cursor") }
    if let timeline = change.timeline { try keep(timeline, as: "copy_timeline") }
  }
}
