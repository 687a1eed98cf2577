import LinkStorage
import Links
import SQLStorage

/// The clicks of a period by link, for groups that the links themselves name.
extension ClickQueries {
  /// Adds the merged clicks and first openings of every link.
  func forEachLink(
    of scope: ClickScope, _ table: inout StatisticsTable
  ) throws(LinkStoreError) {
    let (condition, values) = restriction(scope)
    var parts = [
      part(
        "click_days", "scope", "dimension = 0 AND day >= ? AND day < ?",
        [.int(period.days.since), .int(period.days.until)])
    ]
    let hour = state.hour ?? .min
    parts.append(
      part(
        "clicks INDEXED BY clicks_by_hour", "link",
        "hour >= ? AND hour < ? AND (hour, link) > (?, ?)",
        [
          .int(max(period.hours.lowerBound, hour)), .int(period.hours.upperBound), .int(hour),
          .int(state.link),
        ]))
    for edge in period.edges {
      parts.append(
        part(
          "clicks INDEXED BY clicks_by_hour", "link", "hour >= ? AND hour < ?",
          [.int(edge.lowerBound), .int(edge.upperBound)]))
    }
    if !period.wholeDays.isEmpty {
      parts.append(
        part(
          "click_days", "scope", "dimension = ? AND day >= ? AND day < ?",
          [
            .int(ClickDimension.way.rawValue), .int(period.wholeDays.lowerBound),
            .int(period.wholeDays.upperBound),
          ], kind: "\(Row.firstOpening)"))
    }
    let rows = try sql.rows(
      statement(query.grouping, sums: parts.map(\.sql).joined(separator: " UNION ALL "), condition),
      [.text(query.configuredLinks)] + parts.flatMap(\.values) + values
    ) { row -> Row in
      let host = row.optionalText(0)
      return Row(
        key: host.map { LinkKey(host: $0, slug: row.text(1)) }, kind: row.int(2),
        count: row.int(3), names: row.optionalText(4))
    }
    for row in rows {
      let names = try LinkCodec.names(row.names)
      if row.kind == Row.firstOpening {
        table.add(firstOpenings: row.count, of: row.key, names)
      } else {
        table.add(clicks: row.count, isBot: row.kind == Row.bot, of: row.key, names)
      }
    }
  }

  /// Sums up each link first. Stored links with the same names become one row, so that the engine
  /// returns only as many rows as there are combinations of names.
  private func statement(
    _ grouping: StatisticsQuery.Grouping, sums: String, _ condition: String
  ) -> String {
    let known =
      "WITH configured (name) AS (SELECT value FROM json_each(?)), "
      + "sums AS (SELECT link, kind, sum(count) AS count FROM (\(sums)) GROUP BY link, kind) "
    let counted = "sums JOIN counted_links ON counted_links.id = sums.link"
    guard let names = names(grouping) else {
      return known + "SELECT counted_links.host, counted_links.slug, kind, count, NULL "
        + "FROM \(counted) WHERE counted_links.slug <> '' \(condition)"
    }
    return known
      + """
      SELECT CASE WHEN is_own THEN host END, CASE WHEN is_own THEN slug END, kind, sum(count), names
      FROM (SELECT sums.link, counted_links.host, counted_links.slug, kind, count, \(names) AS names,
      links.id IS NULL OR counted_links.host || '/' || counted_links.slug IN configured AS is_own
      FROM \(counted)
      LEFT JOIN links ON links.host = counted_links.host AND links.slug = counted_links.slug
      WHERE counted_links.slug <> '' \(condition))
      GROUP BY CASE WHEN is_own THEN link END, names, kind
      """
  }

  /// The expression for the names in a row of `links`, as JSON; nil for groupings without names.
  private func names(_ grouping: StatisticsQuery.Grouping) -> String? {
    grouping.namePath.map { "links.details -> '$.\($0.joined(separator: "."))'" }
  }

  /// The names of a stored link; empty for a configured one, and for one without names.
  func names(
    of key: LinkKey, _ grouping: StatisticsQuery.Grouping
  ) throws(LinkStoreError) -> [String] {
    guard let names = names(grouping) else { return [] }
    let json = try sql.first(
      "SELECT \(names) FROM links WHERE host = ? AND slug = ?", [.text(key.host), .text(key.slug)]
    ) { $0.optionalText(0) }
    return try LinkCodec.names(json ?? nil)
  }

  private struct Row {
    /// The key of the link; nil for links of which only the names matter.
    let key: LinkKey?
    let kind: Int
    let count: Int
    /// The names as JSON.
    let names: String?

    /// The kind of the row's clicks; clicks by people have 0.
    static let bot = 1
    static let firstOpening = 2
  }

  private typealias Part = (sql: String, values: [SQLValue])

  private func part(
    _ table: String, _ link: String, _ condition: String, _ values: [SQLValue],
    kind: String = "bot"
  ) -> Part {
    ("SELECT \(link) AS link, \(kind) AS kind, count FROM \(table) WHERE \(condition)", values)
  }

  private func restriction(_ scope: ClickScope) -> (condition: String, values: [SQLValue]) {
    switch scope {
    case .links(let links):
      let marks = links.map { _ in "?" }.joined(separator: ",")
      return ("AND sums.link IN (\(marks))", links.map { .int($0) })
    case .group(_, let host?): return ("AND counted_links.host = ?", [.text(host)])
    case .group(_, nil): return ("", [])
    }
  }
}
