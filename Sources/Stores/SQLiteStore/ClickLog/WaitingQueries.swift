import LinkStorage
import Links

/// What statistics say of the clicks that wait: the same as once they are in the tables.
///
/// Only which referrers of a host are told apart may still change, where more come than it has room
/// for.
struct WaitingQueries {
  let query: StatisticsQuery
  let period: StatisticsPeriod
  let database: Database

  /// - Parameters:
  ///   - scope: whose clicks are asked for.
  ///   - body: receives clicks of the period, by their kinds, and the place of their link.
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
        try tell(clicks, key, &referrers, &hosts, body)
      }
    case .group(_, let host):
      var waiting = try WaitingClicks(state, in: database)
      while let clicks = try waiting.next() {
        // None for a link that has been forgotten.
        guard let key = try ClickScopes.key(of: clicks.link, in: database),
          host == nil || key.host == host
        else { continue }
        try tell(clicks, key, &referrers, &hosts, body)
      }
    }
  }

  private func tell(
    _ clicks: LinkClicks, _ key: LinkKey, _ referrers: inout ReferrerTable,
    _ hosts: inout [String: Int], _ body: (LinkKey, ClickKind, _ count: Int) -> Void
  ) throws(LinkStoreError) {
    for (var kind, count) in clicks.sums where asks(for: kind) {
      if query.grouping == .referrer {
        if hosts[key.host] == nil {
          hosts[key.host] = try ClickScopes.existing(ClickScopes.host(key.host), in: database) ?? 0
        }
        kind.referrerHost = try referrers.label(
          kind, link: clicks.link, host: hosts[key.host] ?? 0
        ).name
      }
      body(key, kind, count)
    }
  }

  /// Traits and first openings are told by whole days.
  private func asks(for kind: ClickKind) -> Bool {
    query.grouping.dayDimension == nil && !kind.traits.isFirstOpening
      ? period.contains(hour: kind.hour)
      : period.wholeDays.contains(StatisticsPeriod.day(ofHour: kind.hour))
  }
}
