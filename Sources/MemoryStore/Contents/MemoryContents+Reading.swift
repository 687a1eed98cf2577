import Links
import LinkStorage

extension MemoryContents {
  func link(like link: ShortLink) -> StoredLink? {
    links.values.filter { $0.link.host == link.host && $0.link.isLike(link) }
      .min { $0.id < $1.id }
  }

  func links(_ filter: LinkFilter, after cursor: LinkCursor?, limit: Int) -> LinkPage {
    let limit = min(max(limit, 1), 1000)
    let rest = links.values.filter { stored in
      filter.takes(stored.link) && cursor.map { LinkCursor(stored).isBehind($0) } ?? true
    }.sorted { LinkCursor($1).isBehind(LinkCursor($0)) }
    let page = Array(rest.prefix(limit))
    return LinkPage(links: page, next: rest.count > limit ? page.last.map(LinkCursor.init) : nil)
  }

  func statistics(_ query: StatisticsQuery) -> Statistics {
    var table = StatisticsTable(query)
    var totals = Statistics.Row(name: "")
    let period = StatisticsPeriod(query, keptHour: keptHour)
    func add(_ count: Int, _ isBot: Bool, _ name: String?) {
      if isBot { totals.bots += count } else { totals.clicks += count }
      if let name { table.add(clicks: count, isBot: isBot, to: name) }
    }
    for (hour, rows) in clicks where period.contains(hour: hour) {
      for (key, count) in rows where query.admits(key.link) {
        let kind = ClickCount(key, hour: hour, count: count).kind
        add(count, key.isBot, query.grouping.name(of: kind, keptHour: keptHour))
      }
    }
    for (day, rows) in days where period.contains(day: day) {
      for (key, count) in rows
      where key.dimension == query.grouping.clickDimension && query.admits(key.link) {
        add(count, key.isBot, query.name(of: key, day))
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
    case .hour, .launch, .appVersion, .systemVersion: nil
    }
  }

  fileprivate func name(of key: MemoryContents.LaunchKey, _ day: Int) -> String? {
    switch grouping {
    case .day: Statistics.name(ofDay: day)
    case .launch, .appVersion, .systemVersion: key.name
    case .hour, .platform, .referrer, .outcome: nil
    }
  }
}
