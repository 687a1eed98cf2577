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
    for (key, count) in clicks where query.admits(key) {
      if key.isBot { totals.bots += count } else { totals.clicks += count }
      if let name = query.name(of: key) { table.add(clicks: count, isBot: key.isBot, to: name) }
    }
    for (key, count) in launches where query.admits(key) {
      totals.launches += count
      if let name = query.name(of: key) { table.add(launches: count, to: name) }
    }
    return table.statistics(totals: totals)
  }
}

extension LinkCursor {
  /// Whether this cursor comes after the other one in a list with the newest first.
  fileprivate func isBehind(_ other: LinkCursor) -> Bool {
    (createdAt, id) < (other.createdAt, other.id)
  }
}

extension StatisticsQuery {
  fileprivate func admits(_ key: MemoryContents.ClickKey) -> Bool {
    host.map { $0 == key.link.host } ?? true && slug.map { $0 == key.link.slug } ?? true
      && sinceHour.map { key.hour >= $0 } ?? true && untilHour.map { key.hour < $0 } ?? true
  }

  fileprivate func admits(_ key: MemoryContents.LaunchKey) -> Bool {
    let (since, until) = days
    return since.map { key.day >= $0 } ?? true && until.map { key.day < $0 } ?? true
  }

  fileprivate func name(of key: MemoryContents.ClickKey) -> String? {
    switch grouping {
    case .hour: Statistics.name(ofHour: key.hour)
    case .day: Statistics.name(ofDay: Int((Double(key.hour) / 24).rounded(.down)))
    case .platform: key.platform
    case .referrer: key.referrerHost
    case .outcome: key.outcome
    case .launch, .appVersion, .systemVersion: nil
    }
  }

  fileprivate func name(of key: MemoryContents.LaunchKey) -> String? {
    switch grouping {
    case .day: Statistics.name(ofDay: key.day)
    case .launch: key.event
    case .appVersion: key.appVersion
    case .systemVersion: key.systemVersion
    case .hour, .platform, .referrer, .outcome: nil
    }
  }
}
