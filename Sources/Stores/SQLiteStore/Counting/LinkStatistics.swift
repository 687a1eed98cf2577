import LinkStorage
import Links

/// Clicks of a period link by link, for groups that the links themselves name.
extension ClickQueries {
  /// Adds the clicks of every link that is in the tables, and its first openings beside them.
  func forEachLink(
    of scope: ClickScope, _ query: StatisticsQuery, _ table: inout StatisticsTable
  ) throws(LinkStoreError) {
    let (condition, values) = restriction(scope)
    let needsLink = query.grouping != .link
    let details = needsLink ? "links.details" : "NULL"
    let join =
      needsLink
      ? "LEFT JOIN links ON links.host = counted_links.host AND links.slug = counted_links.slug"
      : ""
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
    // Rows are many and groups are few: each row goes into its groups as it is read.
    var failure: LinkStoreError?
    let rows = try database.rows(
      "SELECT counted_links.host, counted_links.slug, kind, sum(count), \(details) FROM ("
        + parts.map(\.sql).joined(separator: " UNION ALL ")
        + ") AS sums JOIN counted_links ON counted_links.id = sums.link \(join) "
        + "WHERE counted_links.slug <> '' \(condition) GROUP BY sums.link, kind",
      parts.flatMap(\.values) + values
    ) { row -> Row in
      Row(
        key: LinkKey(host: row.text(0), slug: row.text(1)), kind: row.int(2), count: row.int(3),
        details: row.optionalText(4))
    }
    for row in rows {
      var link: ShortLink?
      if let details = row.details {
        do throws(LinkStoreError) {
          link = try LinkCodec.link(details: details)
        } catch {
          failure = failure ?? error
        }
      }
      if row.kind == Row.firstOpening {
        table.add(firstOpenings: row.count, of: row.key, link)
      } else {
        table.add(clicks: row.count, isBot: row.kind == Row.bot, of: row.key, link)
      }
    }
    if let failure { throw failure }
  }

  /// The names of a link of the store; nil when it is of the configuration, or has none.
  func link(at key: LinkKey) throws(LinkStoreError) -> ShortLink? {
    let details = try database.first(
      "SELECT details FROM links WHERE host = ? AND slug = ?", [.text(key.host), .text(key.slug)]
    ) { $0.optionalText(0) }
    guard let text = details ?? nil else { return nil }
    return try LinkCodec.link(details: text)
  }

  private struct Row {
    let key: LinkKey
    let kind: Int
    let count: Int
    let details: String?

    /// Kinds; clicks of people have 0.
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
