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
    try insertRow(link, revision: 1)
  }

  private func insertRow(_ link: ShortLink, revision: Int) throws(LinkStoreError) -> Int? {
    // RETURNING would give the identifier, too, but create a temporary table for every row.
    let count = try run(Self.dialect.links.insertion, Self.values(link, revision: revision))
    guard count > 0 else { return nil }
    let id = lastInsertedRow
    try insertTags(of: link, id: id)
    return id
  }

  package func insertRows(
    _ links: [StoredLink], _ rule: ApplyingRule
  ) throws(LinkStoreError) -> [Int] {
    if case .importing = rule { try LinkIndexes(self).putOff(forGroupOf: links.count) }
    return try links.map { stored throws(LinkStoreError) in
      try insertRow(stored.link, revision: stored.revision) ?? 0
    }
  }

  package func replaceRow(_ old: StoredLink, by new: StoredLink) throws(LinkStoreError) {
    try replaceLink(new)
    guard old.link.tags != new.link.tags else { return }
    try run("DELETE FROM link_tags WHERE link = ?", [.int(new.id)])
    try insertTags(of: new.link, id: new.id)
  }

  /// Does nothing: only one transaction at a time writes to a file.
  package func lock(_ links: [StoredLink]) {}

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
