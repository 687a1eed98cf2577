package import LinkStorage
package import Links
import SQLStorage

/// Writes links, inside a transaction.
package struct LinkTable: LinkWriting {
  private let database: Database

  init(_ database: Database) {
    self.database = database
  }

  package func create(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp
  ) throws(LinkStoreError) -> Creation {
    if let key = terms.idempotencyKey, let answer = try recall(key) { return answer }
    let creation: Creation
    var linkKey = link.key
    if terms.findsExisting, let found = try database.link(like: link) {
      linkKey = found.link.key
      creation = .found(found)
    } else {
      if let taken = try taken(link.key, terms.otherHomes) { return .takenElsewhere(taken) }
      let link = link.made(now)
      guard let id = try insertRow(link) else { return .taken }
      creation = .created(StoredLink(id: id, revision: 1, link: link))
    }
    if let key = terms.idempotencyKey {
      try database.run(
        "INSERT INTO idempotency_keys (text, digest, host, slug, created_at) VALUES (?,?,?,?,?)",
        [.text(key.text), .blob(key.digest), .text(linkKey.host), .text(linkKey.slug), .time(now)])
    }
    return creation
  }

  private func recall(_ key: IdempotencyKey) throws(LinkStoreError) -> Creation? {
    let earlier = try database.first(
      "SELECT digest, host, slug FROM idempotency_keys WHERE text = ?", [.text(key.text)]
    ) { row in
      (digest: row.blob(0), key: LinkKey(host: row.text(1), slug: row.text(2)))
    }
    guard let earlier else { return nil }
    guard earlier.digest == key.digest else { return .keyReused }
    return .remembered(try LinkQueries.link(at: earlier.key, in: database))
  }

  /// Only one transaction at a time writes to a file, so that reading a link keeps it as it is.
  package func locked(_ key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try LinkQueries.link(at: key, in: database)
  }

  package func locked(_ keys: [LinkKey]) throws(LinkStoreError) -> [LinkKey: StoredLink] {
    var found: [LinkKey: StoredLink] = [:]
    for key in keys { found[key] = try locked(key) }
    return found
  }

  /// Does nothing: only one transaction at a time writes to a file.
  package func lockSlugs(of keys: [LinkKey]) throws(LinkStoreError) {}

  package func firstTaken(of keys: [LinkKey]) throws(LinkStoreError) -> LinkKey? {
    for key in keys {
      let isTaken = try database.first(
        "SELECT 1 FROM links WHERE host = ? AND slug = ?", [.text(key.host), .text(key.slug)]
      ) { _ in true }
      if isTaken != nil { return key }
    }
    return nil
  }

  package func delete(
    _ old: StoredLink, _ now: Timestamp
  ) throws(LinkStoreError) -> ChangedLink {
    let key = old.link.key
    let clicks = try database.clicks(of: key)
    var changed = ChangedLink(
      LinkEvent(.deleted, key, revision: old.revision, time: now), old.link, id: old.id,
      old: old.link.carrying(clicks: clicks))
    changed.reservedClicks = try LimitTable(database).used(LinkLife(old.link), clicks: clicks)
    try database.run("DELETE FROM link_tags WHERE link = ?", [.int(old.id)])
    try database.run("DELETE FROM links WHERE id = ?", [.int(old.id)])
    var counters = CounterTables(database)
    try counters.forget(key)
    try LimitTable(database).delete(key)
    return changed
  }

  package func restore(
    _ reservedClicks: Int, of link: ShortLink
  ) throws(LinkStoreError) {
    try LimitTable(database).restore(reservedClicks, LinkLife(link))
  }

  package func apply(
    _ links: [ShortLink], _ rule: ApplyingRule, _ homes: OtherHomes, _ now: Timestamp
  ) throws(LinkStoreError) -> (changes: [AppliedChange], changed: [ChangedLink]) {
    if case .importing = rule { try LinkIndexes(database).putOff(forGroupOf: links.count) }
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
      let others = homes(link.key)
      if expectsNew, others.isEmpty, let id = try insertRow(new) {
        (change, entry) = (.created, .created(new, id, now))
      } else {
        (change, entry) = try merge(link, rule, others, now)
      }
      expectsNew = change == .created
      changes.append(change)
      if let entry { changed.append(entry) }
    }
    return (changes, changed)
  }

  /// The outcome and the changed link, which is nil when nothing had to be changed.
  private func merge(
    _ link: ShortLink, _ rule: ApplyingRule, _ others: [LinkKey], _ now: Timestamp
  ) throws(LinkStoreError) -> (AppliedChange, ChangedLink?) {
    let old = try LinkQueries.link(at: link.key, in: database)
    let change = LinkChange(existing: old?.link, incoming: link, now: now, rule)
    switch change {
    case .create(let link):
      if let taken = try firstTaken(of: others) { return (.takenElsewhere(taken), nil) }
      guard let id = try insertRow(link) else { return (.unchanged, nil) }
      return (.created, .created(link, id, now))
    case .update(let link):
      guard let old else { return (.unchanged, nil) }
      return (.updated, .updated(try replace(old, by: link), old, now))
    case .unchanged, .keep: return (change.applied, nil)
    }
  }

  // MARK: - Rows

  /// The unique constraint decides whether the host and slug are taken.
  package func insertRow(_ link: ShortLink) throws(LinkStoreError) -> Int? {
    // RETURNING would give the identifier, too, but create a temporary table for every row.
    let count = try database.run(LinkRow.insertion, LinkRow.values(link))
    guard count > 0 else { return nil }
    let id = database.lastInsertedRow
    try insertTags(of: link, id: id)
    try LimitTable(database).begin(link)
    return id
  }

  package func replace(
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
    try LimitTable(database).resume(link, after: old.link)
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
