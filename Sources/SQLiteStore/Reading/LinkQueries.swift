import JSONSyntax
import Links
import LinkStorage

/// Reads links, on any connection.
enum LinkQueries {
  private static let columns =
    "id, revision, host, slug, url, name, status, query, skip_page, not_before, expires, "
    + "expired_url, max_clicks, archived, password, created_at, updated_at, details"

  private static let byPlace = "SELECT \(columns) FROM links WHERE host = ? AND slug = ?"

  static func link(at key: LinkKey, in database: Database) throws(LinkStoreError) -> StoredLink? {
    try database.first(byPlace, [.text(key.host), .text(key.slug)], link)
  }

  static func link(
    like link: ShortLink, in database: Database
  ) throws(LinkStoreError) -> StoredLink? {
    let candidates = try database.rows(
      "SELECT \(columns) FROM links WHERE likeness = ? AND host = ? ORDER BY id LIMIT 100",
      [.int(link.likeness), .text(link.host)], self.link)
    return candidates.first { $0.link.isLike(link) }
  }

  static func links(
    afterID id: Int, limit: Int, in database: Database
  ) throws(LinkStoreError) -> [StoredLink] {
    try database.rows(
      "SELECT \(columns) FROM links WHERE id > ? ORDER BY id LIMIT ?",
      [.int(id), .int(max(limit, 1))], link)
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
    if let tag = filter.tag {
      conditions.append("id IN (SELECT link FROM link_tags WHERE tag = ?)")
      values.append(.text(tag))
    }
    if let search = filter.search, !search.isEmpty {
      // lower() folds ASCII letters only, as the contract wants it.
      conditions.append(
        "(instr(lower(slug), lower(?)) OR instr(lower(url), lower(?)) OR instr(lower(name), lower(?)))"
      )
      values += [.text(search), .text(search), .text(search)]
    }
    if let cursor {
      conditions.append("(created_at, id) < (?, ?)")
      values += [.time(cursor.createdAt), .int(cursor.id)]
    }
    let restriction = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    // One more than asked for tells whether there is another part.
    let found = try database.rows(
      "SELECT \(columns) FROM links \(restriction) ORDER BY created_at DESC, id DESC LIMIT ?",
      values + [.int(limit + 1)], link)
    let page = Array(found.prefix(limit))
    return LinkPage(links: page, next: found.count > limit ? page.last.map(LinkCursor.init) : nil)
  }

  private static func link(_ row: SQLRow) throws(LinkStoreError) -> StoredLink {
    var link = ShortLink(host: row.text(2), slug: row.text(3), url: row.text(4))
    link.status = ShortLink.RedirectStatus(rawValue: row.int(6)) ?? .found
    link.query = ShortLink.QueryMode(rawValue: row.text(7)) ?? .merge
    link.skipPage = row.bool(8)
    link.archived = row.bool(13)
    link.createdAt = row.time(15)
    link.updatedAt = row.time(16)
    var rare = ShortLink.Rare()
    rare.name = row.optionalText(5)
    rare.notBefore = row.time(9)
    rare.expires = row.time(10)
    rare.expiredURL = row.optionalText(11)
    rare.maxClicks = row.optionalInt(12)
    rare.password = row.optionalText(14).map(PasswordHash.init)
    link.rare = rare
    if let details = row.optionalText(17) { try read(details, into: &link) }
    return StoredLink(id: row.int(0), revision: row.int(1), link: link)
  }

  private static func read(
    _ details: String, into link: inout ShortLink
  ) throws(LinkStoreError) {
    guard let document = try? JSONDocument(parsing: Array(details.utf8)) else {
      throw damaged
    }
    let collector = JSONProblemCollector(document)
    let read = collector.root.object { object -> ShortLink in
      var link = link
      LinkReader().read(object, into: &link)
      return link
    }
    guard let read, collector.problems.isEmpty else { throw damaged }
    link = read
  }

  private static var damaged: LinkStoreError {
    LinkStoreError(
      kind: .corrupt, code: 0, message: "the details of a link are not as keiro writes them",
      operation: "read links.details")
  }
}
