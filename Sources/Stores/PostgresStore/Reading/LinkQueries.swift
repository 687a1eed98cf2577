import LinkStorage
import Links
import WebSyntax

/// Reads links.
enum LinkQueries {
  private static let columns = LinkRow.columns

  /// - Parameters:
  ///   - key: the place.
  ///   - connection: where to read.
  ///   - locks: whether the row is locked until the end of the transaction.
  static func link(
    at key: LinkKey, in connection: Connection, locks: Bool = false
  ) throws(PostgresFailure) -> StoredLink? {
    try connection.first(
      "SELECT \(columns) FROM keiro.links WHERE host = $1 AND slug = $2"
        + (locks ? " FOR UPDATE" : ""),
      [.text(key.host), .text(key.slug)], LinkRow.stored)
  }

  static func link(
    like link: ShortLink, in connection: Connection
  ) throws(PostgresFailure) -> StoredLink? {
    let candidates = try connection.rows(
      "SELECT \(columns) FROM keiro.links WHERE likeness = $1 AND host = $2 ORDER BY id LIMIT 100",
      [.int(LinkCodec.likeness(of: link)), .text(link.host)], LinkRow.stored)
    return candidates.first { $0.link.isLike(link) }
  }

  static func links(
    at keys: [LinkKey], in connection: Connection
  ) throws(PostgresFailure) -> [StoredLink] {
    let keys = Set(keys).sorted { $0.isBefore($1) }
    guard !keys.isEmpty else { return [] }
    let columns = (["id", "revision"] + LinkCodec.columns).map { "l." + $0 }
    return try connection.rows(
      "SELECT \(columns.joined(separator: ", ")) FROM unnest($1, $2) AS k (host, slug) "
        + "JOIN keiro.links l ON l.host = k.host AND l.slug = k.slug",
      [.texts(keys.map(\.host)), .texts(keys.map(\.slug))], LinkRow.stored)
  }

  static func links(
    of ids: [Int], in connection: Connection
  ) throws(PostgresFailure) -> [StoredLink] {
    guard !ids.isEmpty else { return [] }
    return try connection.rows(
      "SELECT \(columns) FROM keiro.links WHERE id = ANY ($1)", [.ints(ids)], LinkRow.stored)
  }

  static func links(
    afterID id: Int, limit: Int, in connection: Connection
  ) throws(PostgresFailure) -> [StoredLink] {
    try connection.rows(
      "SELECT \(columns) FROM keiro.links WHERE id > $1 ORDER BY id LIMIT $2",
      [.int(id), .int(max(limit, 1))], LinkRow.stored)
  }

  /// In the order of their ends.
  static func links(
    endingAfter told: ToldEnds, until now: Timestamp, in connection: Connection
  ) throws(PostgresFailure) -> [StoredLink] {
    try connection.rows(
      "SELECT \(columns) FROM keiro.links WHERE expires IS NOT NULL AND (expires, id) > ($1, $2) "
        + "AND expires <= $3 ORDER BY expires, id LIMIT $4",
      [.time(told.time), .int(told.id), .time(now), .int(ToldEnds.atATime)], LinkRow.stored)
  }

  static func links(
    beforeID id: Int, limit: Int, in connection: Connection
  ) throws(PostgresFailure) -> [StoredLink] {
    try connection.rows(
      "SELECT \(columns) FROM keiro.links WHERE id < $1 ORDER BY id DESC LIMIT $2",
      [.int(id), .int(max(limit, 1))], LinkRow.stored)
  }

  static func page(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int, in connection: Connection
  ) throws(PostgresFailure) -> LinkPage {
    let limit = min(max(limit, 1), 1000)
    var conditions = SQLConditions()
    if let host = filter.host { conditions.add("host = #", [.text(host)]) }
    conditions.add(filter.reach)
    if let tag = filter.tag {
      conditions.add("tags IS NOT NULL AND tags @> ARRAY[#]", [.text(tag)])
    }
    if let state = filter.state { conditions.add(state) }
    if let search = filter.search, !search.isEmpty {
      // In the collation "C" lower() folds ASCII letters only, as the contract wants it.
      let terms = ["slug", "url", "coalesce(name, '')"].map {
        "position(lower(# COLLATE \"C\") IN lower(\($0))) > 0"
      }
      conditions.add(
        "(\(terms.joined(separator: " OR ")))", [.text(search), .text(search), .text(search)])
    }
    if filter.order == .clicks {
      return try page(byClicks: conditions, after: cursor, limit: limit, in: connection)
    }
    if let cursor {
      conditions.add(
        "(created_at, id) < (#, #)", [.time(cursor.createdAt), .int(cursor.id)])
    }
    let restriction = conditions.text
    conditions.add("#", [.int(limit + 1)])
    // One more than asked for tells whether there is another part.
    let found = try connection.rows(
      "SELECT \(columns) FROM keiro.links \(restriction) "
        + "ORDER BY created_at DESC, id DESC LIMIT $\(conditions.values.count)",
      conditions.values, LinkRow.stored)
    let page = Array(found.prefix(limit))
    return LinkPage(links: page, next: found.count > limit ? page.last.map(LinkCursor.init) : nil)
  }

  private static func page(
    byClicks conditions: SQLConditions, after cursor: LinkCursor?, limit: Int,
    in connection: Connection
  ) throws(PostgresFailure) -> LinkPage {
    let restriction = conditions.text
    var values = conditions.values
    var behind = ""
    if let cursor {
      behind = "WHERE (clicks, id) < ($\(values.count + 1), $\(values.count + 2))"
      values += [.int(cursor.rank), .int(cursor.id)]
    }
    values.append(.int(limit + 1))
    let found = try connection.rows(
      "SELECT \(columns), clicks FROM (SELECT *, coalesce((SELECT total FROM keiro.counted "
        + "JOIN keiro.totals ON totals.scope = counted.id WHERE counted.host = links.host "
        + "AND counted.slug = links.slug), 0) "
        + "+ coalesce((details::json ->> 'importedClicks')::bigint, 0) AS clicks "
        + "FROM keiro.links \(restriction)) AS listed "
        + "\(behind) ORDER BY clicks DESC, id DESC LIMIT $\(values.count)", values
    ) { row throws(PostgresFailure) in
      (link: try LinkRow.stored(row), clicks: row.int(Int32(clamping: LinkCodec.columns.count + 2)))
    }
    return LinkPage(found, limit: limit)
  }
}

/// Conditions that are put together as they are asked for, each `#` the place of a value.
struct SQLConditions {
  private var terms: [String] = []
  private(set) var values: [PostgresValue] = []

  mutating func add(_ term: String, _ more: [PostgresValue]) {
    var text = ""
    var next = values.count
    for character in term {
      guard character == "#" else {
        text.append(character)
        continue
      }
      next += 1
      text += "$\(next)"
    }
    terms.append(text)
    values += more
  }

  /// Holds as `covers` does, and never for a row without a host.
  mutating func add(_ reach: HostReach) {
    guard let patterns = reach.patterns else { return }
    add(
      "(host = ANY (#) OR position('.' IN host) > 1 "
        + "AND substr(host, position('.' IN host) + 1) = ANY (#))",
      [
        .texts(patterns.filter { !$0.isWildcard }.map(\.name)),
        .texts(patterns.filter(\.isWildcard).map(\.name)),
      ])
  }

  mutating func add(_ asked: LinkState.AtTime) {
    let now = PostgresValue.time(asked.now)
    switch asked.state {
    case .archived: add("archived = 1", [])
    case .expired: add("archived = 0 AND expires <= #", [now])
    case .scheduled: add("archived = 0 AND not_before > #", [now])
    case .ending: add("archived = 0 AND expires > # AND expires <= #", [now, .time(asked.horizon)])
    case .active:
      add(
        "archived = 0 AND (expires IS NULL OR expires > #) "
          + "AND (not_before IS NULL OR not_before <= #)", [now, now])
    }
  }

  /// Empty without a condition.
  var text: String { terms.isEmpty ? "" : "WHERE " + terms.joined(separator: " AND ") }
}
