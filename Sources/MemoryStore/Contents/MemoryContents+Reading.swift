import Links
import LinkStorage

extension MemoryContents {
  func link(like link: ShortLink) -> StoredLink? {
    links.values.filter { $0.link.host == link.host && $0.link.isLike(link) }
      .min { $0.id < $1.id }
  }

  func links(_ filter: LinkFilter, after cursor: LinkCursor?, limit: Int) -> LinkPage {
    let limit = min(max(limit, 1), 1000)
    if filter.order == .clicks { return pageByClicks(filter, after: cursor, limit: limit) }
    let rest = links.values.filter { stored in
      filter.takes(stored.link) && cursor.map { LinkCursor(stored).isBehind($0) } ?? true
    }.sorted { LinkCursor($1).isBehind(LinkCursor($0)) }
    let page = Array(rest.prefix(limit))
    return LinkPage(links: page, next: rest.count > limit ? page.last.map(LinkCursor.init) : nil)
  }

  private func pageByClicks(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) -> LinkPage {
    let found = links.values.filter { filter.takes($0.link) }.map { stored in
      (link: stored, clicks: (totals[stored.link.key] ?? 0) + (stored.link.importedClicks ?? 0))
    }.filter { row in
      cursor.map { (row.clicks, row.link.id) < ($0.rank, $0.id) } ?? true
    }.sorted { ($1.clicks, $1.link.id) < ($0.clicks, $0.link.id) }
    return LinkPage(Array(found.prefix(limit + 1)), limit: limit)
  }

  func statistics(_ query: StatisticsQuery) -> Statistics {
    var table = StatisticsTable(query)
    var totals = Statistics.Row(name: "")
    let period = StatisticsPeriod(query, keptHour: keptHour)
    func add(_ count: Int, _ isBot: Bool, _ name: String?, _ part: String?) {
      if isBot { totals.bots += count } else { totals.clicks += count }
      if let name { table.add(clicks: count, isBot: isBot, to: name, part: part) }
    }
    for (hour, rows) in clicks where period.contains(hour: hour) {
      for (key, count) in rows where query.admits(key.link) {
        if query.grouping.isOfLinks {
          table.add(clicks: count, isBot: key.isBot, of: key.link, links[key.link]?.link)
        }
        let kind = ClickCount(key, hour: hour, count: count).kind
        add(
          count, key.isBot, query.grouping.name(of: kind, keptHour: keptHour),
          query.split?.dimension.name(of: kind))
      }
    }
    for (day, rows) in days where period.contains(day: day) {
      for (key, count) in rows
      where key.dimension == query.clickDimension && query.admits(key.link) {
        if query.grouping.isOfLinks {
          table.add(clicks: count, isBot: key.isBot, of: key.link, links[key.link]?.link)
        }
        add(count, key.isBot, query.name(of: key, day), query.split.map { _ in key.name })
      }
    }
    for (day, rows) in days where period.wholeDays.contains(day) {
      for (key, count) in rows
      where key.dimension == query.grouping.dayDimension && query.admits(key.link) {
        if query.grouping == .way {
          table.add(launches: count, to: key.name)
        } else {
          table.add(clicks: count, isBot: key.isBot, to: key.name)
        }
      }
    }
    for (day, rows) in days where query.grouping.isOfLinks && period.wholeDays.contains(day) {
      for (key, count) in rows where key.dimension == .way && query.admits(key.link) {
        table.add(firstOpenings: count, of: key.link, links[key.link]?.link)
      }
    }
    for (day, rows) in launches where query.admits(launchDay: day) {
      for (key, count) in rows where key.dimension == query.grouping.launchDimension {
        totals.launches += count
        if let name = query.name(of: key, day) { table.add(launches: count, to: name) }
      }
    }
    return table.statistics(totals: totals, keptHour: keptHour)
  }
}

extension LinkCursor {
  /// Whether this cursor comes after the other one in a list with the newest first.
  fileprivate func isBehind(_ other: LinkCursor) -> Bool {
    (createdAt, id) < (other.createdAt, other.id)
  }
}

extension StatisticsPeriod {
  fileprivate func contains(day: Int) -> Bool { (days.since..<days.until).contains(day) }
}

extension StatisticsQuery {
  fileprivate func admits(_ link: LinkKey) -> Bool {
    host.map { $0 == link.host } ?? true && slug.map { $0 == link.slug } ?? true
  }

  fileprivate func admits(launchDay day: Int) -> Bool {
    let (since, until) = days
    return since.map { day >= $0 } ?? true && until.map { day < $0 } ?? true
  }

  fileprivate func name(of key: MemoryContents.DayKey, _ day: Int) -> String? {
    switch grouping {
    case .day: Statistics.name(ofDay: day)
    case .platform, .referrer, .outcome: key.name
    default: nil
    }
  }

  fileprivate func name(of key: MemoryContents.LaunchKey, _ day: Int) -> String? {
    switch grouping {
    case .day: Statistics.name(ofDay: day)
    case .launch, .appVersion, .systemVersion: key.name
    default: nil
    }
  }
}
