package import LinkStorage
package import Links

/// A change of a file that is the copy of another store.
package struct CopyChange: Sendable {
  /// As the truth has them now, with its identifiers and revisions.
  package var links: [StoredLink] = []
  /// Places where the truth has no link.
  package var gone: [LinkKey] = []
  /// Identifiers of which the truth has those of `links` alone.
  package var whole: Range<Int>?
  /// All of them, when they have changed.
  package var tokens: [APIToken]?
  /// How far the copy has come with this change; nil to leave that as it was.
  package var cursor: FeedCursor?
  /// The newest history of the truth that was seen; nil to leave that as it was.
  package var timeline: String?

  package init() {}
}

/// What tells the states of a link apart, also when a server has lost the last of them.
package struct CopiedRevision: Equatable, Sendable {
  package let number: Int
  /// In seconds since 1970.
  package let updatedAt: Int

  package init(number: Int, updatedAt: Int) {
    self.number = number
    self.updatedAt = updatedAt
  }
}

/// A file as the copy of another store: links and tokens under the identifiers of the truth, nothing
/// else.
extension SQLiteStore {
  /// Whose copy the file is; nil for a file that is none yet.
  package func copyOrigin() throws(LinkStoreError) -> String? { try meta("copy_of") }

  /// How far a copy has come; nil until it is whole for the first time.
  package func copyCursor() throws(LinkStoreError) -> FeedCursor? {
    try meta("copy_cursor").map { FeedCursor($0) }
  }

  /// The newest history of the truth that was ever seen; nil for a copy that knows of none.
  package func copyTimeline() throws(LinkStoreError) -> String? { try meta("copy_timeline") }

  private func meta(_ name: String) throws(LinkStoreError) -> String? {
    try readers.read { database throws(LinkStoreError) in
      try database.first("SELECT value FROM meta WHERE name = ?", [.text(name)]) { $0.text(0) }
    }
  }

  /// Makes an empty file the copy of another store.
  ///
  /// - Throws: when the file has links of its own, or is the copy of a third store.
  package func becomeCopy(of origin: String) throws(LinkStoreError) {
    let earlier = try copyOrigin()
    guard earlier != origin else { return }
    guard earlier == nil else {
      throw LinkStoreError(
        kind: .foreign, code: 0,
        message: "the file is the copy of another database: expected a file of this node's own",
        operation: "open \(path)")
    }
    guard try links(afterID: 0, limit: 1).isEmpty, try tokens().isEmpty else {
      throw LinkStoreError(
        kind: .foreign, code: 0,
        message: "the file is a store of its own, not a copy: expected another file; "
          + "'keiro store copy' takes its links along",
        operation: "open \(path)")
    }
    try waitForAnswer { completion in
      write(completion) { database throws(LinkStoreError) in
        try database.run(
          "INSERT INTO meta (name, value) VALUES ('copy_of', ?)", [.text(origin)])
      }
    }
  }

  /// Applies a change whole or not at all, and waits for it.
  package func mirror(_ change: CopyChange) throws(LinkStoreError) {
    try waitForAnswer { completion in
      write(isBulk: change.links.count > 100, completion) { database throws(LinkStoreError) in
        try CopyTables(database).apply(change)
      }
    }
  }

  /// The identifiers of links with what tells their states apart.
  package func revisions(in ids: Range<Int>) throws(LinkStoreError) -> [Int: CopiedRevision] {
    let rows = try readers.read { database throws(LinkStoreError) in
      try database.rows(
        "SELECT id, revision, updated_at FROM links WHERE id >= ? AND id < ?",
        [.int(ids.lowerBound), .int(ids.upperBound)]
      ) { ($0.int(0), CopiedRevision(number: $0.int(1), updatedAt: $0.int(2))) }
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// The greatest identifier; 0 without links.
  package func lastLinkID() throws(LinkStoreError) -> Int {
    try readers.read { database throws(LinkStoreError) in
      try database.first("SELECT coalesce(max(id), 0) FROM links") { $0.int(0) } ?? 0
    }
  }

  /// The sums of the ranges that have links, by the numbers of the ranges.
  package func sums(of ids: Range<Int>) throws(LinkStoreError) -> [Int: LinkSums] {
    let rows = try readers.read { database throws(LinkStoreError) in
      try database.rows(
        "SELECT \(LinkSums.columns(codePoint: "unicode")) FROM links WHERE id >= ? AND id < ? "
          + "GROUP BY 1", [.int(ids.lowerBound), .int(ids.upperBound)]
      ) { ($0.int(0), LinkSums(count: $0.int(1), sum: $0.int(2))) }
    }
    return Dictionary(rows) { first, _ in first }
  }
}

/// Writes what a copy has, inside a transaction.
private struct CopyTables {
  let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func apply(_ change: CopyChange) throws(LinkStoreError) {
    if let whole = change.whole {
      try database.run(
        "DELETE FROM links WHERE id >= ? AND id < ?",
        [.int(whole.lowerBound), .int(whole.upperBound)])
    }
    for key in change.gone {
      try database.run(
        "DELETE FROM links WHERE host = ? AND slug = ?", [.text(key.host), .text(key.slug)])
    }
    for stored in change.links {
      // Takes the place of the row with the identifier, and of one at the same place.
      try database.run(
        LinkRow.mirroring,
        [.int(stored.id), .int(stored.revision)]
          + LinkRow.values(stored.link, revision: stored.revision))
    }
    if let tokens = change.tokens {
      try database.run("DELETE FROM tokens")
      for token in tokens { try TokenTable.insert(token, database) }
    }
    if let cursor = change.cursor { try keep(cursor.text, as: "copy_cursor") }
    if let timeline = change.timeline { try keep(timeline, as: "copy_timeline") }
  }

  private func keep(_ value: String, as name: String) throws(LinkStoreError) {
    try database.run(
      "INSERT INTO meta (name, value) VALUES (?, ?) "
        + "ON CONFLICT (name) DO UPDATE SET value = excluded.value", [.text(name), .text(value)])
  }
}
