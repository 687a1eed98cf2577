import JSONSyntax
import LinkStorage
import Links

extension SQLConnection {
  /// The largest number of links among many more that are sorted by their clicks; of others, the first in
  /// the ranking of all links are read.
  private static var mostSorted: Int { 2000 }
  /// The largest number of all links at which an order by clicks has those that are in no total yet.
  private static var mostFresh: Int { 100_000 }

  /// A link, its clicks, and the number that orders it among links with as many.
  private typealias Ranked = (link: StoredLink, clicks: Int, tie: Int)

  /// A page in the order of clicks; of very many links, as far as these are in their totals.
  func page(
    byClicks filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(Failure) -> LinkPage {
    let isWhole = try hasFew(upTo: min(filter.searchedLinks ?? .max, Self.mostFresh))
    let waiting = try isWhole ? waitingClicks() : nil
    var sortsAll = isWhole && (waiting != nil || !conditions(filter).text.isEmpty)
    if !sortsAll { sortsAll = try isSmall(filter) }
    if sortsAll {
      return page(try sorted(filter, after: cursor, limit: limit + 1, waiting), limit)
    }
    // A page of all links is full before any bound.
    var left = conditions(filter).text.isEmpty ? nil : filter.searchedLinks.map { max($0, 1) }
    var (found, end): ([Ranked], LinkCursor?) = ([], nil)
    if cursor?.rank != 0 {
      if let left { end = try rankedEnd(after: cursor, left) }
      found = try clicked(filter, after: cursor, among: left, limit: limit + 1)
    }
    if found.count <= limit, end == nil {
      if let most = left, cursor?.rank != 0 {
        left = try max(most - rankedCount(after: cursor), 1)
      }
      let last = cursor.flatMap { $0.rank == 0 ? $0.id : nil }
      if let left { end = try unclickedEnd(after: last, left) }
      found += try unclicked(
        filter, after: last, upTo: end?.id, limit: limit + 1 - found.count)
    }
    return page(found, limit, upTo: end)
  }

  /// - Parameter end: the last link that was looked at, if there are more.
  private func page(_ found: [Ranked], _ limit: Int, upTo end: LinkCursor? = nil) -> LinkPage {
    let page = found.prefix(limit)
    let isFull = found.count > limit
    return LinkPage(
      links: page.map(\.link),
      next: isFull ? page.last.map { LinkCursor(clicks: $0.clicks, id: $0.tie) } : end,
      clicks: page.map(\.clicks), isCut: !isFull && end != nil)
  }

  // MARK: - Bounds

  /// The last of the next links with clicks, whatever their filter; nil if there are fewer.
  private func rankedEnd(after cursor: LinkCursor?, _ most: Int) throws(Failure) -> LinkCursor? {
    let ranking = Self.dialect.ranking
    var conditions = rankedConditions(after: cursor)
    let skipped = conditions.placed("LIMIT 1 OFFSET #", [.int(most - 1)])
    return try first(
      "SELECT rank, tie FROM (\(ranking.orderedRows)) AS ranked \(conditions.text) "
        + "ORDER BY \(ranking.order) \(skipped)", conditions.values
    ) { LinkCursor(clicks: $0.int(0), id: $0.int(1)) }
  }

  private func rankedCount(after cursor: LinkCursor?) throws(Failure) -> Int {
    let conditions = rankedConditions(after: cursor)
    return try first(
      "SELECT count(*) FROM (\(Self.dialect.ranking.orderedRows)) AS ranked \(conditions.text)",
      conditions.values
    ) { $0.int(0) } ?? 0
  }

  private func rankedConditions(after cursor: LinkCursor?) -> SQLConditions {
    var conditions = SQLConditions(Self.dialect)
    if let cursor {
      conditions.add(
        Self.dialect.ranking.behind, [.int(cursor.rank), .int(cursor.rank), .int(cursor.id)])
    }
    return conditions
  }

  /// The last of the next links in the order of those without clicks; nil if there are fewer.
  private func unclickedEnd(after id: Int?, _ most: Int) throws(Failure) -> LinkCursor? {
    try first(
      "SELECT id FROM keiro.links WHERE id < $1 ORDER BY id DESC LIMIT 1 OFFSET $2",
      [.int(id ?? .max), .int(most - 1)]
    ) { LinkCursor(clicks: 0, id: $0.int(0)) }
  }

  // MARK: - Links

  /// Whether there are at most so many links, whatever their filter.
  private func hasFew(upTo most: Int) throws(Failure) -> Bool {
    guard try lastLinkID() > most else { return true }
    return try count(LinkFilter(), upTo: most.addingClamped(1)) <= most
  }

  /// Whether an index leads to a few links that contain those of the filter.
  private func isSmall(_ filter: LinkFilter) throws(Failure) -> Bool {
    var indexed = filter
    (indexed.search, indexed.state, indexed.owner) = (nil, nil, nil)
    let hasIndex =
      filter.host != nil || filter.tag != nil || filter.campaign != nil || filter.health != nil
    guard hasIndex else { return false }
    return try count(indexed, upTo: Self.mostSorted + 1) <= Self.mostSorted
  }

  /// The clicks by people that are in no total yet, as `SQLRanking.waiting` takes them; nil without any.
  private func waitingClicks() throws(Failure) -> String? {
    guard Self.dialect.ranking.waiting != nil else { return nil }
    var members: [JSONOutput.Member] = []
    try forEachWaiting(.all(host: nil), isLabelled: false) { _, clicks in
      members.append(.init(String(clicks.link), .int(clicks.people)))
    }
    return members.isEmpty ? nil : JSONOutput.object(members).compact
  }

  /// All links of the filter, sorted.
  ///
  /// - Parameter waiting: clicks that are in no total yet.
  private func sorted(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int, _ waiting: String?
  ) throws(Failure) -> [Ranked] {
    let ranking = Self.dialect.ranking
    var (rows, late, clicks, tie) = (ranking.rows, "", "coalesce(rank, 0)", "coalesce(tie, id)")
    var conditions = SQLConditions(Self.dialect)
    if let waiting, let join = ranking.waiting {
      (rows, late) = (ranking.allRows, conditions.placed(join, [.text(waiting)]))
      clicks = "coalesce(rank, 0) + coalesce(waiting, 0)"
      tie = "CASE WHEN \(clicks) > 0 THEN tie ELSE id END"
    }
    conditions = self.conditions(filter, behind: conditions)
    let restriction = conditions.text
    let behind =
      cursor.map {
        conditions.placed("WHERE (clicks, tie) < (#, #)", [.int($0.rank), .int($0.id)])
      } ?? ""
    let bound = conditions.placed("LIMIT #", [.int(limit)])
    return try ranked(
      "SELECT \(Self.dialect.linkColumns), clicks, tie FROM (SELECT links.*, "
        + "\(clicks) AS clicks, \(tie) AS tie FROM keiro.links LEFT JOIN (\(rows)) AS ranked "
        + "ON ranked_host = links.host AND ranked_slug = links.slug \(late) \(restriction)) AS listed "
        + "\(behind) ORDER BY clicks DESC, tie DESC \(bound)", conditions)
  }

  /// The links that have clicks, in the order of an index.
  ///
  /// - Parameter most: the number of links to look at, whatever their filter; nil for all.
  private func clicked(
    _ filter: LinkFilter, after cursor: LinkCursor?, among most: Int?, limit: Int
  ) throws(Failure) -> [Ranked] {
    let ranking = Self.dialect.ranking
    var conditions = rankedConditions(after: cursor)
    var rows = "(\(ranking.orderedRows)) AS ranked"
    if let most {
      let restriction = conditions.text
      let bound = conditions.placed("LIMIT #", [.int(most)])
      rows = "(SELECT * FROM \(rows) \(restriction) ORDER BY \(ranking.order) \(bound)) AS looked"
      conditions = conditions.following
    }
    conditions = self.conditions(filter, behind: conditions)
    let bound = conditions.placed("LIMIT #", [.int(limit)])
    return try ranked(
      "SELECT \(Self.dialect.linkColumns), rank, tie FROM \(rows) "
        + "JOIN keiro.links ON links.host = ranked_host AND links.slug = ranked_slug "
        + "\(conditions.text) ORDER BY \(ranking.order) \(bound)", conditions)
  }

  /// The links without clicks, the newest first.
  private func unclicked(
    _ filter: LinkFilter, after id: Int?, upTo end: Int?, limit: Int
  ) throws(Failure) -> [Ranked] {
    let ranking = Self.dialect.ranking
    var conditions = conditions(filter)
    if let id { conditions.add("id < #", [.int(id)]) }
    if let end { conditions.add("id >= #", [.int(end)]) }
    conditions.add(
      "NOT EXISTS (SELECT 1 FROM (\(ranking.rows)) AS ranked "
        + "WHERE ranked_host = links.host AND ranked_slug = links.slug)", [])
    let bound = conditions.placed("LIMIT #", [.int(limit)])
    return try ranked(
      "SELECT \(Self.dialect.linkColumns), 0, id FROM keiro.links \(ranking.unindexed) "
        + "\(conditions.text) ORDER BY id DESC \(bound)", conditions)
  }

  private func ranked(_ sql: String, _ conditions: SQLConditions) throws(Failure) -> [Ranked] {
    let width = Self.dialect.links.width
    return try rows(sql, conditions.values) { row throws(LinkStoreError) in
      (link: try Self.link(row), clicks: row.int(width), tie: row.int(width + 1))
    }
  }
}
