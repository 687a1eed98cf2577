import LinkStorage
import Links

/// Clicks of a period by groups that hours do not know.
extension ClickQueries {
  /// What is kept by the day alone.
  func traits(
    of scope: ClickScope, _ dimension: ClickDimension?
  ) throws(PostgresFailure) -> [Sum] {
    guard let dimension, !period.wholeDays.isEmpty else { return [] }
    let numbers =
      switch scope {
      case .links(let links): links
      case .group(let group, _): [group]
      }
    return try connection.rows(
      "SELECT name, 0::bigint, bot, sum(count)::bigint, '' FROM keiro.click_days "
        + "WHERE scope = ANY ($1) AND dimension = $2 AND day >= $3 AND day < $4 GROUP BY 1, 2, 3",
      [
        .ints(numbers), .int(dimension.rawValue), .int(period.wholeDays.lowerBound),
        .int(period.wholeDays.upperBound),
      ], Sum.init)
  }

  /// Adds the clicks of every link, and its first openings, to the groups that the link itself names.
  func forEachLink(
    of scope: ClickScope, _ query: StatisticsQuery, _ table: inout StatisticsTable
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
    let needsLink = query.grouping != .link
    let join =
      needsLink
      ? "LEFT JOIN keiro.links ON links.host = counted.host AND links.slug = counted.slug" : ""
    let details = needsLink ? "links.details" : "NULL"
    let rows = try connection.rows(
      "WITH sums AS (SELECT link, bot, opening, sum(count)::bigint AS count FROM ("
        + "SELECT scope AS link, bot, false AS opening, count FROM keiro.click_days "
        + "WHERE dimension = 0 AND day >= $1 AND day < $2 "
        + "UNION ALL SELECT link, bot, false, count FROM \(KindNumbers.hourClicks) WHERE \(hours) "
        + "UNION ALL SELECT scope, false, true, count FROM keiro.click_days "
        + "WHERE dimension = \(ClickDimension.way.rawValue) AND \(days)) AS parts "
        + "GROUP BY 1, 2, 3) SELECT counted.host, counted.slug, sums.bot, sums.count, "
        + "\(details), sums.opening FROM sums JOIN keiro.counted ON counted.id = sums.link \(join) "
        + "WHERE counted.slug <> '' \(condition)", values
    ) { row in
      (
        LinkKey(host: row.text(0), slug: row.text(1)), row.flag(2), row.int(3),
        row.optionalText(4), row.flag(5)
      )
    }
    for (key, isBot, count, details, isOpening) in rows {
      var link: ShortLink?
      if let details {
        do throws(LinkStoreError) {
          link = try LinkCodec.link(details: details)
        } catch {
          throw PostgresFailure(error)
        }
      }
      if isOpening {
        table.add(firstOpenings: count, of: key, link)
      } else {
        table.add(clicks: count, isBot: isBot, of: key, link)
      }
    }
  }
}
