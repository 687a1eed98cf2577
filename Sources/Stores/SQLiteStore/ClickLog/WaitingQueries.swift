import LinkStorage
import Links
import SQLStorage

/// Statistics of the pending clicks, equal to those after their merge.
///
/// Only the choice of a host's distinguished referrers may still change, if there are more than it has
/// room for.
struct WaitingQueries {
  let query: StatisticsQuery
  let period: StatisticsPeriod
  let database: Database

  /// - Parameters:
  ///   - scope: the links to include.
  ///   - body: called with clicks of the period, their kind, and the key of their link.
  func forEach(
    of scope: ClickScope, _ body: (LinkKey, ClickKind, _ count: Int) -> Void
  ) throws(LinkStoreError) {
    let state = try ClickLogState.read(database)
    var referrers = ReferrerTable(database)
    var hosts: [String: Int] = [:]
    switch scope {
    case .links(let links):
      for link in links {
        guard let key = try ClickScopes.key(of: link, in: database) else { continue }
        let clicks = try WaitingClicks.of(link, state, in: database)
        try report(clicks, key, &referrers, &hosts, body)
      }
    case .group(_, let host):
      var waiting = try WaitingClicks(state, in: database)
      while let clicks = try waiting.next() {
        // No key for a link that was forgotten.
        guard let key = try ClickScopes.key(of: clicks.link, in: database),
          host == nil || key.host == host
        else { continue }
        try report(clicks, key, &referrers, &hosts, body)
      }
    }
  }

  private func report(
    _ clicks: LinkClicks, _ key: LinkKey, _ referrers: inout ReferrerTable,
    _ hosts: inout [String: Int], _ body: (LinkKey, ClickKind, _ count: Int) -> Void
  ) throws(LinkStoreError) {
    for (var kind, count) in clicks.sums where asks(for: kind) {
      if query.grouping == .referrer || query.only?.dimension == .referrer {
        if hosts[key.host] == nil {
          hosts[key.host] = try ClickScopes.existing(LinkKey.links(of: key.host), in: database) ?? 0
        }
        kind.referrerHost = try referrers.label(
          kind, link: clicks.link, host: hosts[key.host] ?? 0
        ).name
      }
      body(key, kind, count)
    }
  }

  /// Whether the query needs a kind: traits and first openings are counted by whole days.
  private func asks(for kind: ClickKind) -> Bool {
    query.grouping.dayDimension == nil && query.only?.isByDay != true && !kind.traits.isFirstOpening
      ? period.contains(hour: kind.hour)
      : period.wholeDays.contains(StatisticsPeriod.day(ofHour: kind.hour))
  }
}

extension ClickQueries {
  func addPending(
    of scope: ClickScope, _ table: inout StatisticsTable
  ) throws(LinkStoreError) {
    var links: [LinkKey: [Bool: Int]] = [:]
    var openings: [LinkKey: Int] = [:]
    try WaitingQueries(query: query, period: period, database: sql).forEach(of: scope) {
      key, kind, count in
      if let only = query.only {
        guard only.takes(kind) else { return }
        let day = StatisticsPeriod.day(ofHour: kind.hour)
        table.total(clicks: count, isBot: kind.isBot)
        table.add(clicks: count, isBot: kind.isBot, to: .time(day))
        return
      }
      if let dimension = query.grouping.dayDimension {
        let name = dimension.name(of: kind)
        if kind.traits.isFirstOpening {
          if dimension == .way { table.add(launches: count, to: .name(name)) }
        } else if !name.isEmpty {
          table.add(clicks: count, isBot: kind.isBot, to: .name(name))
        }
        // The sums of the period itself are more exact than whole days.
        guard period.contains(hour: kind.hour) else { return }
      }
      guard !kind.traits.isFirstOpening else {
        if query.grouping.isOfLinks { openings[key, default: 0] += count }
        return
      }
      if query.grouping.isOfLinks { links[key, default: [:]][kind.isBot, default: 0] += count }
      table.total(clicks: count, isBot: kind.isBot)
      if let group = query.grouping.group(of: kind, keptHour: keptHour) {
        let part = query.split?.dimension.name(of: kind)
        table.add(clicks: count, isBot: kind.isBot, to: group, part: part)
      }
    }
    for (key, counts) in links {
      let names = try names(of: key, query.grouping)
      for (isBot, count) in counts { table.add(clicks: count, isBot: isBot, of: key, names) }
    }
    for (key, count) in openings {
      table.add(firstOpenings: count, of: key, try names(of: key, query.grouping))
    }
  }
}
