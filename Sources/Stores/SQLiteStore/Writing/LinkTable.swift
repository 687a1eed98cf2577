import LinkStorage
import Links
import SQLStorage

/// Writes links, inside a transaction.
struct LinkTable {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  func create(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp
  ) throws(LinkStoreError) -> Creation {
    if let key = terms.idempotencyKey, let answer = try recall(key) { return answer }
    let creation: Creation
    var place = link.key
    if terms.findsExisting, let found = try database.link(like: link) {
      place = found.link.key
      creation = .found(found)
    } else {
      guard let stored = try insert(link.made(now)) else { return .taken }
      creation = .created(stored)
    }
    if let key = terms.idempotencyKey {
      try database.run(
        "INSERT INTO idempotency_keys (text, digest, host, slug, created_at) VALUES (?,?,?,?,?)",
        [.text(key.text), .blob(key.digest), .text(place.host), .text(place.slug), .time(now)])
    }
    return creation
  }

  private func recall(_ key: IdempotencyKey) throws(LinkStoreError) -> Creation? {
    let earlier = try database.first(
      "SELECT digest, host, slug FROM idempotency_keys WHERE text = ?", [.text(key.text)]
    ) { row in
      (digest: row.blob(0), place: LinkKey(host: row.text(1), slug: row.text(2)))
    }
    guard let earlier else { return nil }
    guard earlier.digest == key.digest else { return .keyReused }
    return .remembered(try LinkQueries.link(at: earlier.place, in: database))
  }

  /// - Returns: the answer, and the link before the change; nil when there is none.
  func update(
    _ link: ShortLink, _ revision: Int?, _ now: Timestamp
  ) throws(LinkStoreError) -> (update: Update, old: StoredLink?) {
    guard let old = try LinkQueries.link(at: link.key, in: database) else { return (.missing, nil) }
    guard revision == nil || revision == old.revision else { return (.overtaken(old), old) }
    var link = link
    link.createdAt = old.link.createdAt
    link.updatedAt = now
    link.isEdited = true
    return (.updated(try replace(old, by: link)), old)
  }

  /// - Returns: the answer, and the deleted link; nil when nothing was deleted.
  func delete(
    _ key: LinkKey, _ revision: Int?, _ now: Timestamp
  ) throws(LinkStoreError) -> (deletion: Deletion, changed: ChangedLink?) {
    guard let old = try LinkQueries.link(at: key, in: database) else { return (.missing, nil) }
    guard revision == nil || revision == old.revision else { return (.overtaken(old), nil) }
    return (.deleted, try delete(old, now))
  }

  /// Deletes a link with its clicks and its limit; their sums stay in its history.
  private func delete(
    _ old: StoredLink, _ now: Timestamp
  ) throws(LinkStoreError) -> ChangedLink {
    let key = old.link.key
    var changed = ChangedLink(
      LinkEvent(.deleted, key, revision: old.revision, time: now), old.link, id: old.id,
      old: old.link.carrying(clicks: try ClickScopes.clicks(of: key, in: database)))
    if old.link.maxClicks != nil {
      changed.reservedClicks = try LimitTable.reserved(of: LinkLife(old.link), in: database)
    }
    try database.run("DELETE FROM link_tags WHERE link = ?", [.int(old.id)])
    try database.run("DELETE FROM links WHERE id = ?", [.int(old.id)])
    var counters = CounterTables(database)
    try counters.forget(key)
    try LimitTable(database).delete(key)
    return changed
  }

  /// Returns links to earlier states where the current ones are as expected.
  ///
  /// - Returns: whether each was reverted, and the changes.
  func revert(
    _ reversals: [LinkReversal], _ now: Timestamp
  ) throws(LinkStoreError) -> (done: [Bool], changed: [ChangedLink]) {
    var done: [Bool] = []
    var changed: [ChangedLink] = []
    for reversal in reversals {
      let there = try LinkQueries.link(at: reversal.key, in: database)
      let change = reversal.isExpected(there) ? try revert(reversal, there, now) : nil
      done.append(change != nil)
      if let change { changed.append(change) }
    }
    return (done, changed)
  }

  /// The change; nil when there was nothing to do.
  private func revert(
    _ reversal: LinkReversal, _ there: StoredLink?, _ now: Timestamp
  ) throws(LinkStoreError) -> ChangedLink? {
    switch (there, reversal.link(at: now)) {
    case (nil, nil): return nil
    case (let there?, nil): return try delete(there, now)
    case (let there?, let link?): return Self.updated(try replace(there, by: link), there, now)
    case (nil, let link?):
      guard let stored = try insert(link) else { return nil }
      try LimitTable(database).restore(reversal.reservedClicks, LinkLife(link))
      return Self.created(stored.link, stored.id, now)
    }
  }

  /// Deletes an owner's links with the given keys.
  ///
  /// - Returns: the outcome for each key, and the deleted links.
  func remove(
    _ keys: [LinkKey], of owner: String, _ now: Timestamp
  ) throws(LinkStoreError) -> (changes: [AppliedChange], changed: [ChangedLink]) {
    var changes: [AppliedChange] = []
    var changed: [ChangedLink] = []
    for key in keys {
      guard let old = try LinkQueries.link(at: key, in: database) else {
        changes.append(.unchanged)
        continue
      }
      guard old.link.owner == owner else {
        changes.append(.kept)
        continue
      }
      changes.append(.removed)
      changed.append(try delete(old, now))
    }
    return (changes, changed)
  }

  /// - Returns: the outcome for each link, and the changes.
  func apply(
    _ links: [ShortLink], _ rule: ApplyingRule, _ now: Timestamp
  ) throws(LinkStoreError) -> (changes: [AppliedChange], changed: [ChangedLink]) {
    var changes: [AppliedChange] = []
    changes.reserveCapacity(links.count)
    var changed: [ChangedLink] = []
    // Most files are completely new or completely known, so the outcome of the last link predicts the
    // next.
    var expectsNew = true
    for link in links {
      let change: AppliedChange
      let entry: ChangedLink?
      let new = rule.new(link, now)
      if expectsNew, let id = try insertRow(new) {
        (change, entry) = (.created, Self.created(new, id, now))
      } else {
        (change, entry) = try merge(link, rule, now)
      }
      expectsNew = change == .created
      changes.append(change)
      if let entry { changed.append(entry) }
    }
    return (changes, changed)
  }

  private static func created(_ link: ShortLink, _ id: Int, _ now: Timestamp) -> ChangedLink {
    ChangedLink(LinkEvent(.created, link.key, revision: 1, time: now), link, id: id)
  }

  private static func updated(
    _ stored: StoredLink, _ old: StoredLink, _ now: Timestamp
  ) -> ChangedLink {
    ChangedLink(
      LinkEvent(.updated, stored.link.key, revision: stored.revision, time: now), stored.link,
      id: stored.id, old: old.link)
  }

  /// The outcome and the changed link, which is nil when nothing had to be changed.
  private func merge(
    _ link: ShortLink, _ rule: ApplyingRule, _ now: Timestamp
  ) throws(LinkStoreError) -> (AppliedChange, ChangedLink?) {
    let old = try LinkQueries.link(at: link.key, in: database)
    let change = LinkChange(existing: old?.link, incoming: link, now: now, rule)
    switch change {
    case .create(let link):
      guard let id = try insertRow(link) else { return (.unchanged, nil) }
      return (.created, Self.created(link, id, now))
    case .update(let link):
      guard let old else { return (.unchanged, nil) }
      return (.updated, Self.updated(try replace(old, by: link), old, now))
    case .unchanged, .keep: return (change.applied, nil)
    }
  }

  // MARK: - Rows

  /// The inserted link; nil when the host and slug are taken.
  private func insert(_ link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try insertRow(link).map { StoredLink(id: $0, revision: 1, link: link) }
  }

  /// The identifier of the new row; nil when the host and slug are taken, which the unique constraint
  /// decides.
  private func insertRow(_ link: ShortLink) throws(LinkStoreError) -> Int? {
    // RETURNING would give the identifier, too, but create a temporary table for every row.
    let count = try database.run(LinkRow.insertion, LinkRow.values(link))
    guard count > 0 else { return nil }
    let id = database.lastInsertedRow
    try insertTags(of: link, id: id)
    return id
  }

  private func replace(
    _ old: StoredLink, by link: ShortLink
  ) throws(LinkStoreError) -> StoredLink {
    let stored = StoredLink(id: old.id, revision: old.revision + 1, link: link)
    try database.run(
      LinkRow.replacement,
      [.int(stored.revision)] + LinkRow.changedValues(link, revision: stored.revision)
        + [.int(old.id)])
    if old.link.tags != link.tags {
      try database.run("DELETE FROM link_tags WHERE link = ?", [.int(old.id)])
      try insertTags(of: link, id: old.id)
    }
    return stored
  }

  private func insertTags(of link: ShortLink, id: Int) throws(LinkStoreError) {
    for tag in link.tags {
      try database.run(
        "INSERT OR IGNORE INTO link_tags (tag, link) VALUES (?,?)", [.text(tag), .int(id)])
    }
  }

  /// Recomputes the likeness of every link, and builds its index. A damaged row keeps its own, so that
  /// the other links remain accessible.
  func refillLikeness() throws(LinkStoreError) {
    var last = 0
    while true {
      let rows = try database.rows(
        "SELECT \(LinkRow.columnsBeforeChecksums) FROM links WHERE id > ? ORDER BY id LIMIT 1000",
        [.int(last)]
      ) { row in (id: row.int(0), likeness: try? LinkRow.likeness(row)) }
      guard let end = rows.last else { break }
      for case (let id, let likeness?) in rows {
        try database.run(
          "UPDATE links SET likeness = ? WHERE id = ?", [.int(likeness), .int(id)])
      }
      last = end.id
    }
    try database.execute("CREATE INDEX links_by_likeness ON links (likeness)")
  }
}
