package import JSONSyntax
import LinkImport
package import LinkStorage
package import Links
package import SiteModel
package import WebSyntax

/// Asks how often links were followed and apps were opened.
package struct StatisticsQuestion: Equatable, Sendable {
  package internal(set) var host: HostPattern?
  package internal(set) var slug: String?
  package let since: PointInTime?
  package let until: PointInTime?
  package let grouping: StatisticsQuery.Grouping
  package let split: StatisticsQuery.Split?
  private let only: ClickName?
  /// The links whose clicks are asked for; nil for those that host and slug name.
  var links: ChosenLinks?
  /// The zone in which dates begin and rows have their times.
  package let zone: LocalZone

  /// - Parameters:
  ///   - host: with a slug, names a link; alone, leaves out clicks counted under other hosts. A
  ///     wildcard is the host of the links that a configuration has under wildcards.
  ///   - until: the exclusive end of the period.
  ///   - split: the property by which to split the clicks of each day.
  ///   - only: the only clicks to count, by day or by link; not part of the API.
  ///   - links: the links whose clicks to count, in the place of host and slug; not part of the API.
  package init(
    host: HostPattern?, slug: String?, since: PointInTime?, until: PointInTime?,
    by grouping: StatisticsQuery.Grouping, split: StatisticsQuery.Split? = nil,
    only: ClickName? = nil, among links: ChosenLinks? = nil, in zone: LocalZone = .utc
  ) {
    self.links = links
    self.host = host
    self.slug = slug
    self.since = since
    self.until = until
    self.grouping = grouping
    self.split = split
    self.only = only
    self.zone = zone
  }

  /// Returns the sums of the requested period and groups.
  ///
  /// - Throws: an error if the store cannot be read.
  package func answer(
    _ snapshot: ServiceSnapshot, store: any ClickCounting, now: Timestamp
  ) throws(LinkStoreError) -> StatisticsAnswer {
    let query = query(snapshot, now: now)
    var hours = query
    hours.grouping = .hour
    let found = try store.statistics(zone != .utc && grouping == .day ? [query, hours] : [query])
    var statistics = found.first ?? Statistics(rows: [], clicks: 0, bots: 0, launches: 0)
    if let hours = found.dropFirst().first {
      statistics = Statistics(days: statistics, hours: hours, in: zone)
    } else if zone != .utc {
      statistics = statistics.withTimes(of: zone, inHours: grouping == .hour)
    }
    statistics.hostNote = hostNote(statistics, snapshot.siteTable)
    return StatisticsAnswer(statistics: statistics, grouping: grouping)
  }

  /// Why the counts may not be those of the host: launches have none, no site serves it, or its links
  /// count under another host.
  private func hostNote(_ counts: Statistics, _ sites: SiteTable) -> String? {
    if grouping.isOfLaunches, host != nil || slug != nil {
      return "launches belong to no host and no link: these are all of them"
    }
    // Launches of rows without a link are those of all hosts.
    let isOfLinks = grouping == .way || grouping.isOfLinks
    let isEmpty = counts.clicks + counts.bots == 0 && (counts.rows.isEmpty || !isOfLinks)
    guard isEmpty, let host, !host.isWildcard, slug == nil else { return nil }
    guard let site = sites.site(of: host.name) else { return sites.unserved(host.name).english }
    let others = site.hosts.map(\.description).filter { $0 != host.name && sites.reaches($0) }
    guard !others.isEmpty else { return nil }
    return
      "nothing was counted under the host '\(host)': a link counts under the host that it was made "
      + "for, which may be \(others.joined(separator: ", "))"
  }

  func query(_ snapshot: ServiceSnapshot, now: Timestamp) -> StatisticsQuery {
    var (name, slug) = (host?.description, slug)
    if let host = name, let given = slug {
      let key = snapshot.countedKey(LinkKey(host: host, slug: given))
      (name, slug) = (key.host, key.slug)
    }
    var query = StatisticsQuery(
      host: name, slug: slug, since: since.map { time($0, now) },
      until: until.map { time($0, now) }, by: grouping)
    if zone != .utc { (query.sinceDay, query.untilDay) = (since?.ofDay, until?.ofDay) }
    query.split = split
    query.only = only
    query.links = links
    if let filter = links?.filter {
      query.links?.keys += snapshot.configuredLinks.filter(filter.takes).map {
        snapshot.countedKey($0.key)
      }
    }
    if grouping == .tag || grouping == .campaign {
      query.configuredNames = names(of: snapshot.configuredLinks)
    }
    return query
  }
}

extension StatisticsQuestion {
  /// A time of the period. Days of a zone that begin within an hour begin with it when its middle is
  /// in them, else with the next one.
  private func time(_ point: PointInTime, _ now: Timestamp) -> Timestamp {
    let time = point.before(now, in: zone)
    guard case .day = point, zone != .utc else { return time }
    let hour = (Double(time.secondsSinceEpoch + 1799) / 3600).rounded(.down)
    return Timestamp(secondsSinceEpoch: Int(hour) * 3600)
  }

  /// The names of the links that have any; the others belong to the group without a name.
  private func names(of links: [ShortLink]) -> [LinkKey: [String]] {
    var names: [LinkKey: [String]] = [:]
    for link in links {
      let own = grouping == .tag ? link.tags : [link.campaign["utm_campaign"]].compactMap(\.self)
      if !own.isEmpty { names[link.key] = own }
    }
    return names
  }
}

package struct StatisticsAnswer: QuestionAnswer {
  package let statistics: Statistics
  package let grouping: StatisticsQuery.Grouping

  package init(statistics: Statistics, grouping: StatisticsQuery.Grouping) {
    self.statistics = statistics
    self.grouping = grouping
  }

  /// The answer for those who may see the clicks of some hosts only.
  package var withoutLaunches: StatisticsAnswer {
    var statistics = statistics
    statistics.launches = 0
    // First opens belong to links, and so to hosts.
    if grouping != .way, !grouping.isOfLinks {
      statistics.rows = statistics.rows.map { row in
        Statistics.Row(name: row.name, clicks: row.clicks, bots: row.bots, parts: row.parts)
      }.filter { $0.clicks + $0.bots > 0 }
    }
    return StatisticsAnswer(statistics: statistics, grouping: grouping)
  }

  /// A CSV table with a line for each row; the columns of a split follow the others.
  package var csv: String {
    let parts = Set(statistics.rows.flatMap(\.parts.keys)).sorted()
    let rows = statistics.rows.map { row in
      [CSVText.guarded(row.name)] + [row.clicks, row.bots, row.launches].map(String.init)
        + parts.map { String(row.parts[$0] ?? 0) }
    }
    let head = [grouping.rawValue, "clicks", "bots", "launches"] + parts.map(CSVText.guarded)
    return ([head] + rows).map(CSVText.record).joined()
  }

  package var document: JSONOutput { statistics.json(by: grouping) }
}
