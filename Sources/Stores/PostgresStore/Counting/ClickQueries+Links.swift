import LinkStorage
import Links
import SQLStorage

/// The clicks of a period by groups that hours do not record.
extension ClickQueries {
  /// Counts that are kept by day only.
  func traits(
    of scope: ClickScope, _ dimension: ClickDimension?
  ) throws(PostgresFailure) -> [ClickSum] {
    guard let dimension, !period.wholeDays.isEmpty else { return [] }
    return try connection.rows(
      "SELECT name, 0::bigint, bot, sum(count)::bigint, '' FROM keiro.click_days "
        + "WHERE scope = ANY ($1) AND dimension = $2 AND day >= $3 AND day < $4 GROUP BY 1, 2, 3",
      [
        .ints(scope.numbers), .int(dimension.rawValue), .int(period.wholeDays.lowerBound),
        .int(period.wholeDays.upperBound),
      ], ClickSum.init)
  }

  /// Adds the clicks and first openings of every link to the groups that the link itself names.
  func forEachLink(
    of scope: ClickScope, _ table: inout StatisticsTable
  ) throws(PostgresFailure) {
    var values: [PostgresValue] = [
      .int(period.days.since), .int(period.days.until), .int(period.hours.lowerBound),
      .int(period.hours.upperBound),
    ]
    var hours = "hour >= $3 AND hour < $4"
    for edge in period.edges {
      hours += " OR hour >= $\(values.count + 1) AND hour < $\(values.count + 2)"
      values += [.int(edge.lowerBound), .int(edge.upperBound)]
    }
    let days = "day >= $\(values.count + 1) AND day < $\(values.count + 2)"
    values += [.int(period.wholeDays.lowerBound), .int(period.wholeDays.upperBound)]
    var condition = ""
    switch scope {
    case .group(_, nil): break
    case .group(_, let host?):
      condition = "AND counted.host = $\(values.count + 1)"
      values.append(.text(host))
    case .links(let links):
      condition = "AND counted.id = ANY ($\(values.count + 1))"
      values.append(.ints(links))
    }
    values.append(.text(query.configuredLinks))
    let rows = try connection.rows(
      "WITH sums AS (SELECT link, bot, opening, sum(count)::bigint AS count FROM ("
        + "SELECT scope AS link, bot, false AS opening, count FROM keiro.click_days "
        + "WHERE dimension = 0 AND day >= $1 AND day < $2 "
        + "UNION ALL SELECT link, bot, false, count FROM \(KindNumbers.hourClicks) WHERE \(hours) "
        + "UNION ALL SELECT scope, false, true, count FROM keiro.click_days "
        + "WHERE dimension = \(ClickDimension.way.rawValue) AND \(days)) AS parts "
        + "GROUP BY 1, 2, 3) "
        + selection(query.grouping, condition, configured: "$\(values.count)"), values
    ) { row in
      (
        key: row.optionalText(0).map { LinkKey(host: $0, slug: row.text(1)) }, isBot: row.flag(2),
        count: row.int(3), names: row.optionalText(4), isOpening: row.flag(5)
      )
    }
    for row in rows {
      let names: [String]
      do throws(LinkStoreError) {
        names = try LinkCodec.names(row.names)
      } catch {
        throw PostgresFailure(error)
      }
      if row.isOpening {
        table.add(firstOpenings: row.count, of: row.key, names)
      } else {
        table.add(clicks: row.count, isBot: row.isBot, of: row.key, names)
      }
    }
  }

  /// The query for stored links with the same names as one row, so that the engine returns only as many
  /// rows as there are combinations of names.
  private func selection(
    _ grouping: StatisticsQuery.Grouping, _ condition: String, configured: String
  ) -> String {
    let counted = "sums JOIN keiro.counted ON counted.id = sums.link"
    guard let path = grouping.namePath?.joined(separator: ",") else {
      // Every parameter of a statement needs a type.
      return "SELECT counted.host, counted.slug, bot, count, NULL, opening FROM \(counted) "
        + "WHERE counted.slug <> '' AND \(configured)::json IS NOT NULL \(condition)"
    }
    return """
      , named AS (SELECT sums.link, counted.host, counted.slug, bot, count, opening,
      (links.details::json #> '{\(path)}')::text AS names,
      links.id IS NULL OR counted.host || '/' || counted.slug
      IN (SELECT json_array_elements_text(\(configured)::json)) AS is_own
      FROM \(counted)
      LEFT JOIN keiro.links ON links.host = counted.host AND links.slug = counted.slug
      WHERE counted.slug <> '' \(condition))
      SELECT CASE WHEN is_own THEN host END, CASE WHEN is_own THEN slug END, bot,
      sum(count)::bigint, names, opening FROM named
      GROUP BY CASE WHEN is_own THEN link END, 1, 2, bot, names, opening
      """
  }
}
