package import LinkStorage
package import Links
package import SQLStorage

/// The rows of links, which are written one after the other: a statement costs no more than its row. Only
/// one transaction at a time writes to a file, so that reading a link keeps it as it is.
extension Database {
  package static func addedValues(
    _ link: ShortLink, _ stored: [StoredValue], revision: Int
  ) -> [SQLValue] {
    [
      .int(LinkRow.checksum(stored, revision: revision)),
      .int(LinkCodec.likeness(of: link, stored)),
    ]
  }

  package func insertRow(_ link: ShortLink) throws(LinkStoreError) -> Int? {
    // RETURNING would give the identifier, too, but create a temporary table for every row.
    let count = try run(Self.dialect.links.insertion, Self.values(link, revision: 1))
    guard count > 0 else { return nil }
    let id = lastInsertedRow
    try insertTags(of: link, id: id)
    return id
  }

  package func replaceRow(_ old: StoredLink, by new: StoredLink) throws(LinkStoreError) {
    try replaceLink(new)
    // By bytes, as lists by a tag compare them.
    guard StoredValue.list(old.link.tags) != .list(new.link.tags) else { return }
    try run("DELETE FROM link_tags WHERE link = ?", [.int(new.id)])
    try insertTags(of: new.link, id: new.id)
  }

  private func insertTags(of link: ShortLink, id: Int) throws(LinkStoreError) {
    for tag in link.tags {
      try run("INSERT OR IGNORE INTO link_tags (tag, link) VALUES (?,?)", [.text(tag), .int(id)])
    }
  }

  package func deleteRow(_ link: StoredLink) throws(LinkStoreError) -> Int {
    let life = LinkLife(link.link)
    let key: [SQLValue] = [.text(life.key.host), .text(life.key.slug)]
    let used = try max(clicks(of: life.key), reservedClicks(of: life) ?? 0)
    try run("DELETE FROM link_tags WHERE link = ?", [.int(link.id)])
    try run("DELETE FROM links WHERE id = ?", [.int(link.id)])
    try run("DELETE FROM limits WHERE host = ? AND slug = ?", key)
    return used
  }

  package func apply(
    _ links: [ShortLink], _ rule: ApplyingRule, _ homes: OtherHomes, _ now: Timestamp
  ) throws(LinkStoreError) -> (changes: [AppliedChange], changed: [ChangedLink]) {
    if case .importing = rule { try LinkIndexes(database: self).putOff(forGroupOf: links.count) }
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
      if expectsNew, others.isEmpty, let id = try insert(new) {
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
    let old = try self.link(at: link.key)
    let change = LinkChange(existing: old?.link, incoming: link, now: now, rule)
    switch change {
    case .create(let link):
      if let taken = try firstTaken(of: others) { return (.takenElsewhere(taken), nil) }
      guard let id = try insert(link) else { return (.unchanged, nil) }
      return (.created, .created(link, id, now))
    case .update(let link):
      guard let old else { return (.unchanged, nil) }
      return (.updated, .updated(try replace(old, by: link), old, now))
    case .unchanged, .keep: return (change.applied, nil)
    }
  }

  // MARK: - Limits

  /// The reserved clicks of a link; nil before the first reservation.
  private func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int? {
    try first(
      "SELECT reserved FROM limits WHERE host = ? AND slug = ? AND created_at = ?",
      [.text(life.key.host), .text(life.key.slug), .int(life.number)]
    ) { $0.int(0) }
  }

  /// The reservation of clicks by the rule for every engine, which is not written yet.
  func reservation(
    of wanted: Int, _ life: LinkLife, limit: Int
  ) throws(LinkStoreError) -> Reservation {
    let link = try first(
      "SELECT id FROM links WHERE host = ? AND slug = ?",
      [.text(life.key.host), .text(life.key.slug)]
    ) { $0.int(0) }
    var reserved = try reservedClicks(of: life)
    if reserved == nil { reserved = try clicks(of: life.key) }
    return Reservation(wanted: wanted, reserved: reserved ?? 0, limit: limit, link: link ?? 0)
  }

  func reserve(_ wanted: Int, _ life: LinkLife, limit: Int) throws(LinkStoreError) -> Reservation {
    let reservation = try reservation(of: wanted, life, limit: limit)
    guard reservation.granted > 0 else { return reservation }
    try run(
      "INSERT INTO limits (host, slug, created_at, reserved, used_up) VALUES (?,?,?,?,?) "
        + "ON CONFLICT DO UPDATE SET reserved = excluded.reserved, "
        + "used_up = coalesce(excluded.used_up, used_up)",
      [
        .text(life.key.host), .text(life.key.slug), .int(life.number), .int(reservation.reserved),
        .int(reservation.reserved >= limit ? limit : nil),
      ])
    return reservation
  }

  // MARK: - Likeness

  /// Recomputes the likeness of every link, and builds its index. A damaged row keeps its own, so that
  /// the other links remain accessible.
  func refillLikeness() throws(LinkStoreError) {
    var last = 0
    while true {
      let rows = try rows(
        "SELECT \(LinkRow.columnsBeforeChecksums) FROM links WHERE id > ? ORDER BY id LIMIT 1000",
        [.int(last)]
      ) { row in (id: row.int(0), likeness: try? LinkRow.likeness(row)) }
      guard let end = rows.last else { break }
      for case (let id, let likeness?) in rows {
        try run("UPDATE links SET likeness = ? WHERE id = ?", [.int(likeness), .int(id)])
      }
      last = end.id
    }
    try execute("CREATE INDEX links_by_likeness ON links (likeness)")
  }
}
