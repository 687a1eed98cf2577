package import LinkStorage
package import Links
package import SiteModel
package import WebSyntax

/// What somebody asks of the links, their numbers and their history, answered as far as that one's
/// reach goes: the API and the pages ask here, so that both know the same bounds.
package struct Inquiry: Sendable {
  /// What such questions need of a store.
  package typealias Store =
    VisitedLinks & ManagedLinks & ClickCounting & ClickLimits & AuditKeeping & HistoryKeeping
    & HealthKeeping

  /// The sites as far as the reach goes.
  package let sites: ServiceSnapshot
  package let reach: HostReach
  package let now: Timestamp
  private let store: any Store

  /// - Parameter sites: all of them, or those within the reach.
  package init(
    _ sites: ServiceSnapshot, store: any Store, within reach: HostReach, at now: Timestamp
  ) {
    self.sites = reach.patterns.map(sites.bounded) ?? sites
    self.reach = reach
    self.now = now
    self.store = store
  }

  private func stored<Answer>(
    _ read: (any Store) throws(LinkStoreError) -> Answer
  ) throws(InquiryError) -> Answer {
    do throws(LinkStoreError) {
      return try read(store)
    } catch {
      throw .failed(error)
    }
  }

  private func require(_ host: String) throws(InquiryError) {
    guard reach.covers(host) else { throw .outOfReach(host) }
  }

  // MARK: - Links

  /// A link of the configuration comes before one of the store, as it does for visitors.
  package func link(_ key: LinkKey) throws(InquiryError) -> LinkReport {
    try require(key.host)
    let report = try stored { store throws(LinkStoreError) in
      try LinkQuestion(key).answer(sites, store: store)
    }
    guard let report else { throw .noLink(key) }
    return report
  }

  /// The link that a visitor to what is named would find.
  package func link(named name: LinkName) throws(InquiryError) -> LinkReport {
    let key: LinkKey
    do throws(LinkNameFault) {
      key = try name.key(in: sites)
    } catch {
      throw .notName(error)
    }
    try require(key.host)
    return try link(
      stored { store throws(LinkStoreError) in try sites.homeOfLink(key, store: store) })
  }

  /// Where the link is that is named, or was before it was deleted.
  package func place(ofFormer name: LinkName) throws(InquiryError) -> LinkKey {
    let key: LinkKey
    do throws(LinkNameFault) {
      key = try name.key(in: sites)
    } catch {
      throw .notName(error)
    }
    try require(key.host)
    let home = try stored { store throws(LinkStoreError) in
      try sites.homeOfLink(key, store: store)
    }
    return home == key ? sites.canonical(key) : home
  }

  /// - Parameters:
  ///   - filter: its reach is that of the caller.
  ///   - place: `next` of the part before; nil for the beginning.
  ///   - limit: the length of the part, from 1 to 1000.
  ///   - withClicks: whether links are told with their clicks in any order; a list by clicks has them.
  ///   - days: the days since 1970 whose clicks each link is told with; none for the sum alone.
  package func links(
    _ filter: LinkFilter, from place: LinkListPlace? = nil, limit: Int, withClicks: Bool = false,
    days: Range<Int> = 0..<0
  ) throws(InquiryError) -> LinkListAnswer {
    if let host = filter.host { try require(host) }
    var filter = filter
    filter.reach = reach
    let question = LinkListQuestion(
      filter, from: place, limit: limit, withClicks: withClicks, days: days)
    return try stored { store throws(LinkStoreError) in
      try question.answer(sites, store: store)
    }
  }

  /// How many links a list has, those of the configuration included.
  ///
  /// - Parameter limit: of the store so many are counted at most, and a list that has more is told
  ///   with this number or a larger one.
  package func count(
    _ filter: LinkFilter, upTo limit: Int = .max
  ) throws(InquiryError) -> Int {
    if let host = filter.host { try require(host) }
    var filter = filter
    filter.reach = reach
    let bounded = filter
    let stored = try stored { store throws(LinkStoreError) in try store.count(bounded, upTo: limit)
    }
    return stored + sites.configuredLinks.count(where: bounded.takes)
  }

  /// How many links of the store are in each state but `ok`, as far as the reach goes.
  package func healthSums() throws(InquiryError) -> [HealthState: Int] {
    guard reach != .everywhere else {
      return try stored { store throws(LinkStoreError) in try store.healthSums() }
    }
    var sums: [HealthState: Int] = [:]
    for state in HealthState.allCases where state != .ok {
      let count = try count(LinkFilter(health: state))
      if count > 0 { sums[state] = count }
    }
    return sums
  }

  /// The tags of all links in the order of their names, and how many links have each.
  package func tags() throws(InquiryError) -> [(name: String, links: Int)] {
    var counts: [String: Int] = [:]
    func add(_ link: ShortLink) {
      for tag in link.tags where reach.covers(link.host) { counts[tag, default: 0] += 1 }
    }
    try stored { store throws(LinkStoreError) in
      try store.forEachLink {
        add($0.link)
        return true
      }
    }
    sites.configuredLinks.forEach(add)
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  // MARK: - Numbers

  /// Those who are bound to hosts see their clicks alone, of one host at a time; launches belong to
  /// no host.
  package func statistics(
    _ question: StatisticsQuestion
  ) throws(InquiryError) -> StatisticsAnswer {
    var question = question
    if let patterns = reach.patterns {
      guard !question.grouping.isOfLaunches else { throw .launchesOfNoHost }
      let only = patterns.count == 1 ? patterns.first : nil
      guard let host = question.host ?? only else { throw .hostNeeded(reach.names) }
      try require(host.description)
      question.host = host
    }
    let answer = try stored { store throws(LinkStoreError) in
      try question.answer(sites, store: store, now: now)
    }
    return reach.isBounded ? answer.withoutLaunches : answer
  }

  /// The links with the most clicks of people.
  package func topLinks(
    host: HostPattern?, since: PointInTime, until: PointInTime?, limit: Int
  ) throws(InquiryError) -> [TopLink] {
    let question = StatisticsQuestion(
      host: host, slug: nil, since: since, until: until, by: .link)
    let rows = try statistics(question).statistics.rows.filter { $0.clicks > 0 }
      .sorted { ($1.clicks, $0.name) < ($0.clicks, $1.name) }
    return rows.prefix(limit).compactMap { row in
      Statistics.link(named: row.name).map { key in
        TopLink(key: key, shortURL: sites.shortURL(key), clicks: row.clicks)
      }
    }
  }

  // MARK: - History and explanations

  package func audit(_ question: AuditQuestion) throws(InquiryError) -> AuditAnswer {
    if let host = question.host { try require(host.description) }
    return try stored { store throws(LinkStoreError) in
      try question.answer(store: store, reach: reach, now: now)
    }
  }

  /// The versions of a link of the store, deleted or not.
  package func versions(_ question: HistoryQuestion) throws(InquiryError) -> HistoryAnswer {
    try require(question.key.host)
    let answer = try stored { store throws(LinkStoreError) in
      try question.answer(sites, store: store)
    }
    guard let answer else { throw .noLink(question.key) }
    return answer
  }

  /// What has become of a link, newest first.
  package func history(of key: LinkKey, limit: Int) throws(InquiryError) -> [AuditEntry] {
    try require(key.host)
    var query = AuditQuery()
    (query.host, query.slug, query.limit, query.reach) = (key.host, key.slug, limit, reach)
    let asked = query
    return try stored { store throws(LinkStoreError) in try store.audit(asked) }
      .entries.map(\.entry)
  }

  /// Explanations tell of the links of a host, whatever becomes of a visit to them.
  package func explanation(
    _ question: ExplanationQuestion
  ) throws(InquiryError) -> ExplanationAnswer {
    if reach.isBounded, question.url != nil {
      let host = question.url.flatMap { WebURL($0)?.host.lowercased() }
      try require(host ?? question.url ?? "")
    }
    return try stored { store throws(LinkStoreError) in
      try question.answer(sites, links: StoredLinks(store, within: reach), now: now)
    }
  }
}

/// A link among those with the most clicks.
package struct TopLink: Equatable, Sendable {
  package let key: LinkKey
  package let shortURL: String
  /// The clicks of people.
  package let clicks: Int

  package init(key: LinkKey, shortURL: String, clicks: Int) {
    self.key = key
    self.shortURL = shortURL
    self.clicks = clicks
  }
}

/// Why a question has no answer.
package enum InquiryError: Error, Equatable, Sendable {
  /// A host beyond the reach, or a text that names none.
  case outOfReach(String)
  /// Launches are asked for by somebody who is bound to hosts.
  case launchesOfNoHost
  /// One of these hosts has to be named.
  case hostNeeded([String])
  case noLink(LinkKey)
  /// What is said to name a link names none.
  case notName(LinkNameFault)
  case failed(LinkStoreError)
}
