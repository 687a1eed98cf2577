package import AppAssociation
package import JSONSyntax
package import LinkStorage
package import Links
package import SiteModel

/// How often links were followed, and beside it how often apps were opened.
package struct StatisticsQuestion: Equatable, Sendable {
  private let host: HostPattern?
  private let slug: String?
  private let since: PointInTime?
  private let until: PointInTime?
  private let grouping: StatisticsQuery.Grouping

  /// - Parameters:
  ///   - host: with a slug it names a link; alone, clicks that were counted under other hosts are
  ///     left out. A wildcard is the host of the links that a configuration has under wildcards.
  ///   - until: the first moment that does not count.
  package init(
    host: HostPattern?, slug: String?, since: PointInTime?, until: PointInTime?,
    by grouping: StatisticsQuery.Grouping
  ) {
    self.host = host
    self.slug = slug
    self.since = since
    self.until = until
    self.grouping = grouping
  }

  package func answer(
    _ snapshot: ServiceSnapshot, store: any LinkStore, now: Timestamp
  ) throws(LinkStoreError) -> StatisticsAnswer {
    var name = host?.description
    if let host = name, let slug {
      name = snapshot.countedKey(LinkKey(host: host, slug: slug)).host
    }
    let query = StatisticsQuery(
      host: name, slug: slug, since: since?.before(now), until: until?.before(now), by: grouping)
    return StatisticsAnswer(statistics: try store.statistics(query), grouping: grouping)
  }
}

/// The sums.
package struct StatisticsAnswer: QuestionAnswer {
  package let statistics: Statistics
  package let grouping: StatisticsQuery.Grouping

  /// For those who may see the clicks of some hosts only.
  package var withoutLaunches: StatisticsAnswer {
    var statistics = statistics
    statistics.launches = 0
    statistics.rows = statistics.rows.map { row in
      Statistics.Row(name: row.name, clicks: row.clicks, bots: row.bots)
    }.filter { $0.clicks + $0.bots > 0 }
    return StatisticsAnswer(statistics: statistics, grouping: grouping)
  }

  package var document: JSONOutput { statistics.json(by: grouping) }
  package var isPositive: Bool { true }
}
