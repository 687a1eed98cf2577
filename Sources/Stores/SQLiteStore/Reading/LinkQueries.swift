import Links
import LinkStorage

/// Reads links, on any connection.
enum LinkQueries {
  private static let columns = LinkRow.columns

  private static let byPlace = "SELECT \(columns) FROM links WHERE host = ? AND slug = ?"

  static func link(at key: LinkKey, in database: Database) throws(LinkStoreError) -> StoredLink? {
    try database.first(byPlace, [.text(key.host), .text(key.slug)], LinkRow.stored)
  }

  static func links(
    at keys: [LinkKey], in database: Database
  ) throws(LinkStoreError) -> [StoredLink] {
    var found: [StoredLink] = []
    for part in keys.partsForStatements {
      let places = repeatElement("(?, ?)", count: part.count).joined(separator: ", ")
      found += try database.rows(
        // Without the join, SQLite would read every link.
        "WITH places (host, slug) AS (VALUES \(places)) SELECT \(columns) "
          + "FROM places CROSS JOIN links USING (host, slug)",
        part.flatMap { [.text($0.host), .text($0.slug)] }, LinkRow.stored)
    }
    return found.ordered(by: keys)
  }

  static func link(
    like link: ShortLink, in database: Database
  ) throws(LinkStoreError) -> StoredLink? {
    let candidates = try database.rows(
      "SELECT \(columns) FROM links WHERE likeness = ? AND host = ? ORDER BY id LIMIT 100",
      [.int(LinkCodec.likeness(of: link)), .text(link.host)], LinkRow.stored)
    return candidates.first { $0.link.isLike(link) }
  }

  static func links(
    afterID id: Int, limit: Int, in database: Database
  ) throws(LinkStoreError) -> [StoredLink] {
    try database.rows(
      "SELECT \(columns) FROM links WHERE id > ? ORDER BY id LIMIT ?",
      [.int(id), .int(max(limit, 1))], LinkRow.stored)
  }

  /// In the order of their ends.
  static func links(
    endingAfter told: ToldEnds, until now: Timestamp, in database: Database
  ) throws(LinkStoreError) -> [StoredLink] {
    try database.rows(
      "SELECT \(columns) FROM links WHERE expires IS NOT NULL AND (expires, id) > (?, ?) "
        + "AND expires <= ? ORDER BY expires, id LIMIT ?",
      [.time(told.time), .int(told.id), .time(now), .int(ToldEnds.atATime)], LinkRow.stored)
  }

  static func links(
    beforeID id: Int, limit: Int, in database: Database
  ) throws(LinkStoreError) -> [StoredLink] {
    try database.rows(
      "SELECT \(columns) FROM links WHERE id < ? ORDER BY id DESC LIMIT ?",
      [.int(id), .int(max(limit, 1))], LinkRow.stored)
  }

  static func page(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int, in database: Database
  ) throws(LinkStoreError) -> LinkPage {
    let limit = min(max(limit, 1), 1000)
    var conditions: [String] = []
    var values: [SQLValue] = []
    if let host = filter.host {
      conditions.append("host = ?")
      values.append(.text(host))
    }
    if let reach = filter.reach.condition {
      conditions.append(reach.sql)
      values += reach.values
    }
    if let tag = filter.tag {
      conditions.append("id IN (SELECT link FROM link_tags WHERE tag = ?)")
      values.append(.text(tag))
    }
    if let state = filter.state {
      let (sql, more) = condition(state)
      conditions.append(sql)
      values += more
    }
    if let search = filter.search, !search.isEmpty {
      // lower() folds ASCII letters only, as the contract wants it.
      conditions.append(
        "(instr(lower(slug), lower(?)) OR instr(lower(url), lower(?)) OR instr(lower(name), lower(?)))"
      )
      values += [.text(search), .text(search), .text(search)]
    }
    if filter.order == .clicks {
      return try page(
        byClicks: conditions, values, after: cursor, limit: limit, in: database)
    }
    if let cursor {
      conditions.append("(created_at, id) < (?, ?)")
      values += [.time(cursor.createdAt), .int(cursor.id)]
    }
    let restriction = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    // One more than asked for tells whether there is another part.
    let found = try database.rows(
      "SELECT \(columns) FROM links \(restriction) ORDER BY created_at DESC, id DESC LIMIT ?",
      values + [.int(limit + 1)], LinkRow.stored)
    let page = Array(found.prefix(limit))
    return LinkPage(links: page, next: found.count > limit ? page.last.map(LinkCursor.init) : nil)
  }

  private static func page(
    byClicks conditions: [String], _ values: [SQLValue], after cursor: LinkCursor?, limit: Int,
    in database: Database
  ) throws(LinkStoreError) -> LinkPage {
    let restriction = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let behind = cursor == nil ? "" : "WHERE (clicks, id) < (?, ?)"
    let place: [SQLValue] = cursor.map { [.int($0.rank), .int($0.id)] } ?? []
    let found = try database.rows(
      "SELECT \(columns), clicks FROM (SELECT *, coalesce((SELECT total FROM counted_links "
        + "WHERE counted_links.host = links.host AND counted_links.slug = links.slug), 0) "
        + "+ coalesce(details ->> '$.importedClicks', 0) AS clicks FROM links \(restriction)) "
        + "\(behind) ORDER BY clicks DESC, id DESC LIMIT ?",
      values + place + [.int(limit + 1)]
    ) { row throws(LinkStoreError) in
      (link: try LinkRow.stored(row), clicks: row.int(LinkRow.width))
    }
    return LinkPage(found, limit: limit)
  }

  private static func condition(_ asked: LinkState.AtTime) -> (sql: String, values: [SQLValue]) {
    let now = SQLValue.time(asked.now)
    switch asked.state {
    case .archived: return ("archived = 1", [])
    case .expired: return ("archived = 0 AND expires <= ?", [now])
    case .scheduled: return ("archived = 0 AND not_before > ?", [now])
    case .ending:
      return ("archived = 0 AND expires > ? AND expires <= ?", [now, .time(asked.horizon)])
    case .active:
      return (
        "archived = 0 AND (expires IS NULL OR expires > ?) "
          + "AND (not_before IS NULL OR not_before <= ?)", [now, now]
      )
    }
  }
}

extension [LinkKey] {
  /// The keys in parts of up to 64, each with the last one repeated up to a power of two: there is
  /// a statement for each length, and so there are seven.
  fileprivate var partsForStatements: [[LinkKey]] {
    stride(from: 0, to: count, by: 64).map { start in
      let part = self[start..<Swift.min(start + 64, count)]
      var length = 1
      while length < part.count { length *= 2 }
      guard let last = part.last else { return [] }
      return Array(part) + Array(repeating: last, count: length - part.count)
    }
  }
}
