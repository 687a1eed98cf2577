import LinkStorage
import Links

/// The clicks of a period by link, for groups that the links themselves name, and the clicks that are in
/// no table yet.
extension ClickStatistics {
  /// The kind of a link's first openings of apps in a row; that of clicks is 0 for people, 1 for bots.
  private static var firstOpening: Int { 2 }

  /// Adds the clicks and first openings of every link, or its clicks under the only name.
  func addLinks(
    of scope: ClickScope, to table: inout StatisticsTable
  ) throws(Failure) {
    var conditions = SQLConditions(dialect)
    let sums = sums(&conditions)
    let statement = statement(of: scope, &conditions)
    let rows = try sql.rows(
      "WITH sums AS (SELECT link, kind, CAST(sum(count) AS bigint) AS count "
        + "FROM (\(sums)) AS parts GROUP BY link, kind)\(statement)", conditions.values
    ) { row throws(LinkStoreError) in
      (
        key: row.optionalText(0).map { LinkKey(host: $0, slug: row.text(1)) }, kind: row.int(2),
        count: row.int(3), names: try LinkCodec.names(row.optionalText(4))
      )
    }
    for row in rows {
      if query.only != nil { table.total(clicks: row.count, isBot: row.kind == 1) }
      if row.kind == Self.firstOpening {
        table.add(firstOpenings: row.count, of: row.key, row.names)
      } else {
        table.add(clicks: row.count, isBot: row.kind == 1, of: row.key, row.names)
      }
    }
  }

  /// The query for the counts of every link in the period.
  private func sums(_ conditions: inout SQLConditions) -> String {
    let bot = "CAST(bot AS integer)"
    let days = "FROM keiro.click_days WHERE dimension = # AND day >= # AND day < #"
    func values(_ dimension: ClickDimension, _ days: Range<Int>) -> [SQLValue] {
      [.int(dimension.rawValue), .int(days.lowerBound), .int(days.upperBound)]
    }
    let only = query.only
    var parts = [
      conditions.placed(
        "SELECT scope AS link, \(bot) AS kind, count \(days)\(only == nil ? "" : " AND name = #")",
        values(
          only?.dimension ?? .outcome, only?.isByDay == true ? period.wholeDays : period.days)
          + (only.map { [.text($0.name)] } ?? []))
    ]
    let hours = [(period.hours, true)] + period.edges.map { ($0, false) }
    for (hours, isOpen) in only?.isByDay == true ? [] : hours {
      var part = conditions.following
      guard add(hours, isOpen: isOpen, to: &part) else { continue }
      if let only { part.add("\(only.dimension) = #", [.text(only.name)]) }
      parts.append("SELECT link, \(bot), count FROM \(counting.hoursOfAll) \(part.text)")
      conditions = part.following
    }
    guard only == nil else { return parts.joined(separator: " UNION ALL ") }
    parts.append(
      conditions.placed(
        "SELECT scope, \(Self.firstOpening), count \(days)", values(.way, period.wholeDays)))
    return parts.joined(separator: " UNION ALL ")
  }

  /// The rest of the statement. Stored links with the same names become one row, so that the engine
  /// returns only as many rows as there are combinations of names.
  private func statement(of scope: ClickScope, _ conditions: inout SQLConditions) -> String {
    let counted = "sums JOIN \(dialect.counted) AS counted ON counted.id = sums.link"
    guard let path = query.grouping.namePath else {
      // A deleted link whose key another one has is no longer a link of its own.
      let host = "CASE WHEN substr(counted.slug, 1, 1) <> '/' THEN counted.host END"
      return " SELECT \(host), counted.slug, kind, count, NULL FROM \(counted) "
        + restriction(scope, &conditions)
    }
    let names =
      "CASE WHEN links.id IS NULL THEN \(counting.names("former", path)) "
      + "ELSE \(counting.names("links", path)) END"
    let listed = conditions.placed(counting.listed, [.text(query.configuredLinks)])
    return """
      , named AS (SELECT sums.link, counted.host, counted.slug, kind, count, \(names) AS names,
      links.id IS NULL AND former.link IS NULL
      OR counted.host || '/' || counted.slug IN (\(listed)) AS is_own
      FROM \(counted)
      LEFT JOIN keiro.links ON links.host = counted.host AND links.slug = counted.slug
      LEFT JOIN keiro.former_links AS former
      ON former.host = counted.host AND former.slug = counted.slug
      \(restriction(scope, &conditions)))
      SELECT CASE WHEN is_own THEN host END, CASE WHEN is_own THEN slug END, kind,
      CAST(sum(count) AS bigint), names FROM named
      GROUP BY CASE WHEN is_own THEN link END, 1, 2, kind, names
      """
  }

  private func restriction(_ scope: ClickScope, _ conditions: inout SQLConditions) -> String {
    var part = conditions.following
    part.add("counted.slug <> ''", [])
    switch scope {
    case .links(let links): part.add("counted.id \(dialect.isNumbered)", [.numbers(links)])
    case .group(_, let host?): part.add("counted.host = #", [.text(host)])
    case .group(_, nil): break
    }
    conditions = part.following
    return part.text
  }

  /// The names of a link, deleted or not; empty for a configured one, and for one without names.
  private func names(of key: LinkKey) throws(Failure) -> [String] {
    guard let path = query.grouping.namePath else { return [] }
    for table in ["links", "former_links"] {
      let names = try sql.first(
        "SELECT \(counting.names(table, path)) FROM keiro.\(table) WHERE host = $1 AND slug = $2",
        [.text(key.host), .text(key.slug)]
      ) { row throws(LinkStoreError) in try LinkCodec.names(row.optionalText(0)) }
      if let names { return names }
    }
    return []
  }

  // MARK: - Waiting

  /// Adds the clicks that are in no table yet: the answer is the one after they are.
  ///
  /// Only the choice of a host's distinguished referrers may still change, if there are more than it has
  /// room for.
  func addWaiting(
    of scope: ClickScope, to table: inout StatisticsTable
  ) throws(Failure) {
    let links: WaitingLinks
    var chosen: Set<Int>?
    switch scope {
    // Looking for each of many would take longer than reading all.
    case .links(let numbers) where scope.isLarge:
      links = .all(host: nil)
      chosen = Set(numbers)
    case .links(let numbers): links = .numbers(numbers)
    case .group(_, let host): links = .all(host: host)
    }
    let isLabelled = query.grouping == .referrer || query.only?.dimension == .referrer
    try sql.forEachWaiting(links, isLabelled: isLabelled) { key, clicks throws(Failure) in
      guard chosen?.contains(clicks.link) ?? true else { return }
      var counts: [Bool: Int] = [:]
      var openings = 0
      for (kind, count) in clicks.sums where asks(for: kind) {
        if let only = query.only {
          guard only.takes(kind) else { continue }
          table.total(clicks: count, isBot: kind.isBot)
          if query.grouping.isOfLinks {
            counts[kind.isBot, default: 0] += count
          } else {
            table.add(clicks: count, isBot: kind.isBot, to: .time(kind.day))
          }
        } else if kind.traits.isFirstOpening {
          openings += count
          guard query.grouping == .way else { continue }
          table.add(launches: count, to: .name(kind.traits.way))
        } else {
          add(count, of: kind, to: &table)
          counts[kind.isBot, default: 0] += count
        }
      }
      guard query.grouping.isOfLinks, !counts.isEmpty || openings > 0 else { return }
      let names = try names(of: key)
      let key = key.isOfFormerLink ? nil : key
      for (isBot, count) in counts { table.add(clicks: count, isBot: isBot, of: key, names) }
      if openings > 0 { table.add(firstOpenings: openings, of: key, names) }
    }
  }

  /// Whether the query needs a kind: traits and first openings are counted by whole days.
  private func asks(for kind: ClickKind) -> Bool {
    query.grouping.dayDimension == nil && query.only?.isByDay != true && !kind.traits.isFirstOpening
      ? period.contains(hour: kind.hour)
      : period.wholeDays.contains(kind.day)
  }

  /// Adds waiting clicks to the sums of the period and to their row.
  private func add(_ count: Int, of kind: ClickKind, to table: inout StatisticsTable) {
    if let dimension = query.grouping.dayDimension {
      let name = dimension.name(of: kind)
      if !name.isEmpty { table.add(clicks: count, isBot: kind.isBot, to: .name(name)) }
      // The sums of the period itself are more exact than whole days.
      guard period.contains(hour: kind.hour) else { return }
    }
    table.total(clicks: count, isBot: kind.isBot)
    if let group = query.grouping.group(of: kind, keptHour: state.keptHour) {
      let part = query.split?.dimension.name(of: kind)
      table.add(clicks: count, isBot: kind.isBot, to: group, part: part)
    }
  }
}
