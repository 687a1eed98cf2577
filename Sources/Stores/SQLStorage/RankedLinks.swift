import LinkStorage
import Links

/// The statements of an engine that read links in the order of their clicks.
package struct SQLRanking: Sendable {
  /// The query for everything that has clicks: `ranked_host` and `ranked_slug`, the clicks as `rank`,
  /// and `place`, which orders equal ranks.
  let rows: String
  /// The same query, forced to read the index that has its rows in `order`.
  let orderedRows: String
  /// The order of the rows.
  let order: String
  /// The condition for rows behind a rank, given twice, and a place.
  let behind: String
  /// What follows the table of links where their identifiers are to be the order of the query.
  let unindexed: String

  package init(
    rows: String, orderedRows: String, order: String, behind: String, unindexed: String
  ) {
    self.rows = rows
    self.orderedRows = orderedRows
    self.order = order
    self.behind = behind
    self.unindexed = unindexed
  }
}

extension SQLConnection {
  /// The largest number of links that are sorted by their clicks; of more, the first in the ranking of
  /// all links are read.
  private static var mostSorted: Int { 2000 }

  /// A link, its clicks, and its place among links with as many.
  private typealias Ranked = (link: StoredLink, clicks: Int, place: Int)

  /// A page in the order of clicks, as far as these are in the totals of links.
  func page(
    byClicks filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(Failure) -> LinkPage {
    var found: [Ranked]
    if try isSmall(filter) {
      found = try sorted(filter, after: cursor, limit: limit + 1)
    } else {
      found =
        cursor?.rank == 0 ? [] : try clicked(filter, after: cursor, limit: limit + 1)
      if found.count <= limit {
        let place = cursor.flatMap { $0.rank == 0 ? $0.id : nil }
        found += try unclicked(filter, after: place, limit: limit + 1 - found.count)
      }
    }
    let page = found.prefix(limit)
    return LinkPage(
      links: page.map(\.link),
      next: found.count > limit
        ? page.last.map { LinkCursor(clicks: $0.clicks, id: $0.place) } : nil,
      clicks: page.map(\.clicks))
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

  /// All links of the filter, sorted.
  private func sorted(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(Failure) -> [Ranked] {
    var conditions = conditions(filter)
    let restriction = conditions.text
    let behind =
      cursor.map {
        conditions.placed("WHERE (clicks, tie) < (#, #)", [.int($0.rank), .int($0.id)])
      } ?? ""
    let bound = conditions.placed("LIMIT #", [.int(limit)])
    return try ranked(
      "SELECT \(Self.dialect.linkColumns), clicks, tie FROM (SELECT links.*, "
        + "coalesce(rank, 0) AS clicks, coalesce(place, id) AS tie FROM keiro.links "
        + "LEFT JOIN (\(Self.dialect.ranking.rows)) AS ranked "
        + "ON ranked_host = links.host AND ranked_slug = links.slug \(restriction)) AS listed "
        + "\(behind) ORDER BY clicks DESC, tie DESC \(bound)", conditions)
  }

  /// The links that have clicks, in the order of an index.
  private func clicked(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(Failure) -> [Ranked] {
    let ranking = Self.dialect.ranking
    var conditions = conditions(filter)
    if let cursor {
      conditions.add(ranking.behind, [.int(cursor.rank), .int(cursor.rank), .int(cursor.id)])
    }
    let bound = conditions.placed("LIMIT #", [.int(limit)])
    return try ranked(
      "SELECT \(Self.dialect.linkColumns), rank, place FROM (\(ranking.orderedRows)) AS ranked "
        + "JOIN keiro.links ON links.host = ranked_host AND links.slug = ranked_slug "
        + "\(conditions.text) ORDER BY \(ranking.order) \(bound)", conditions)
  }

  /// The links without clicks, the newest first.
  private func unclicked(
    _ filter: LinkFilter, after id: Int?, limit: Int
  ) throws(Failure) -> [Ranked] {
    let ranking = Self.dialect.ranking
    var conditions = conditions(filter)
    if let id { conditions.add("id < #", [.int(id)]) }
    conditions.add(
      "NOT EXISTS (SELECT 1 FROM (\(ranking.rows)) AS ranked "
        + "WHERE ranked_host = links.host AND ranked_slug = links.slug)", [])
    let bound = conditions.placed("LIMIT #", [.int(limit)])
    return try ranked(
      "SELECT \(Self.dialect.linkColumns), 0, id FROM keiro.links \(ranking.unindexed) "
        + "\(conditions.text) ORDER BY id DESC \(bound)", conditions)
  }

  private func ranked(_ sql: String, _ conditions: SQLConditions) throws(Failure) -> [Ranked] {
    let width = Self.dialect.linkWidth
    return try rows(sql, conditions.values) { row throws(LinkStoreError) in
      (link: try Self.link(row), clicks: row.int(width), place: row.int(width + 1))
    }
  }
}
