package import Explaining
package import LinkStorage
package import Links
package import SiteModel
import WebSyntax

/// Questions about links, their statistics and their history, answered within the reach of the
/// caller. The API and the pages both ask here, so the same limits apply to both.
package struct Inquiry: Sendable {
  package typealias Store =
    VisitedLinks & ManagedLinks & ClickCounting & ClickLimits & AuditKeeping & HistoryKeeping
    & HealthKeeping & PeopleKeeping

  package let sites: ServiceSnapshot
  package let reach: HostReach
  /// The time at which the question is answered.
  package let now: Timestamp
  let store: any Store

  /// - Parameter sites: all sites, or those within the reach.
  package init(
    _ sites: ServiceSnapshot, store: any Store, within reach: HostReach, at now: Timestamp
  ) {
    self.sites = reach.patterns.map(sites.bounded) ?? sites
    self.reach = reach
    self.now = now
    self.store = store
  }

  func stored<Answer>(
    _ read: (any Store) throws(LinkStoreError) -> Answer
  ) throws(InquiryError) -> Answer {
    try Result { () throws(LinkStoreError) in try read(store) }.mapError(InquiryError.failed).get()
  }

  func require(_ host: String) throws(InquiryError) {
    guard reach.covers(host) else { throw .outOfReach(host) }
  }

  // MARK: - Links

  /// Campaigns in use, each with all its parameters: those of the newest links, and those of a link of
  /// each name (`utm_campaign`), however old.
  package func campaigns(
    ofNewest links: Int, named names: Int
  ) throws(InquiryError) -> [ShortLink.Campaign] {
    let newest = try self.links(LinkFilter(), limit: links).links.map(\.link.campaign)
    let older = try stored { store throws(LinkStoreError) in
      try store.newestLinkOfEachCampaign(within: reach, limit: names)
    }
    return newest + older.map(\.link.campaign)
  }

  /// The number of links in a list, including those of the configuration.
  ///
  /// - Parameter limit: the largest number of stored links to count; for a longer list the result
  ///   is this number or a larger one.
  package func count(
    _ filter: LinkFilter, upTo limit: Int = .max
  ) throws(InquiryError) -> Int {
    let filter = try reached(filter)
    let stored = try stored { store throws(LinkStoreError) in try store.count(filter, upTo: limit) }
    return stored + sites.configuredLinks.count(where: filter.takes)
  }

  /// The number of stored links in each state except `ok`, within the reach.
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

  /// The clicks that links have brought from other services: they belong to no day, so statistics
  /// leave them out, and sums of all clicks add them.
  package func importedClicks() throws(InquiryError) -> Int {
    try stored { store throws(LinkStoreError) in try store.importedClicks(within: reach) }
  }

  /// The tags of all links in the order of their bytes, which is the same for every page, each in its first
  /// spelling, with the number of links that have it, and their imported clicks.
  package func tags() throws(InquiryError) -> [(name: String, links: Int, imported: Int)] {
    var counts: [[UInt8]: (name: String, links: Int, imported: Int)] = [:]
    func add(_ link: ShortLink) {
      guard reach.covers(link.host) else { return }
      let own = Dictionary(link.tags.map { (TagName.folded($0), $0) }, uniquingKeysWith: min)
      for (key, tag) in own {
        var count = counts[key] ?? (tag, 0, 0)
        count.name = min(count.name, tag)
        count.links += 1
        count.imported = count.imported.addingClamped(link.importedClicks ?? 0)
        counts[key] = count
      }
    }
    try stored { store throws(LinkStoreError) in
      try store.forEachLink {
        add($0.link)
        return true
      }
    }
    sites.configuredLinks.forEach(add)
    return counts.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  // MARK: - Statistics

  /// Answers a question about statistics. Callers limited to certain hosts see clicks only, of one
  /// host at a time; launches belong to no host.
  package func statistics(
    _ question: StatisticsQuestion
  ) throws(InquiryError) -> StatisticsAnswer {
    let question = try naming(reachable(question))
    let answer = try stored { store throws(LinkStoreError) in
      try question.answer(sites, store: store, now: now)
    }
    return reach.isBounded ? answer.withoutLaunches : answer
  }

  /// Answers several questions about statistics from one snapshot of the store, in their order.
  package func statistics(
    _ questions: [StatisticsQuestion]
  ) throws(InquiryError) -> [StatisticsAnswer] {
    var queries: [StatisticsQuery] = []
    for question in questions {
      queries.append(try reachable(question).query(sites, now: now))
    }
    let asked = queries
    let statistics = try stored { store throws(LinkStoreError) in try store.statistics(asked) }
    return zip(questions, statistics).map { question, statistics in
      let answer = StatisticsAnswer(statistics: statistics, grouping: question.grouping)
      return reach.isBounded ? answer.withoutLaunches : answer
    }
  }

  /// The question about the link that visitors find under its name, on whatever host of the site and in
  /// whatever spelling.
  private func naming(_ question: StatisticsQuestion) throws(InquiryError) -> StatisticsQuestion {
    guard let host = question.host, !host.isWildcard, let slug = question.slug else {
      return question
    }
    var question = question
    if let found = try home(of: LinkKey(host: host.name, slug: slug)) {
      question.host = HostPattern(found.host) ?? host
      question.slug = found.slug
    }
    return question
  }

  /// The question, bounded to the only host that the caller reaches.
  private func reachable(
    _ question: StatisticsQuestion
  ) throws(InquiryError) -> StatisticsQuestion {
    var question = question
    if let host = question.links?.filter?.host { try require(host) }
    if question.links != nil {
      question.links?.filter?.reach = reach
      question.links?.keys.removeAll { !reach.covers($0.host) }
      return question
    }
    if let patterns = reach.patterns {
      guard !question.grouping.isOfLaunches else { throw .launchesOfNoHost }
      let only = patterns.count == 1 ? patterns.first : nil
      guard let host = question.host ?? only else { throw .hostNeeded(reach.names) }
      try require(host.description)
      question.host = host
    }
    return question
  }

  // MARK: - History and explanations

  package func audit(_ question: AuditQuestion) throws(InquiryError) -> AuditAnswer {
    if let host = question.host { try require(host.description) }
    return try stored { store throws(LinkStoreError) in
      try question.answer(store: store, reach: reach, now: now)
    }
  }

  /// A change of the caller with its first links within the reach, and what undoing it would do; nil for
  /// the change of anyone else.
  package func ownChange(
    _ number: Int, by actor: AuditActor, limit: Int
  ) throws(InquiryError) -> (change: LinksChange, links: [TouchedLink])? {
    try stored { store throws(LinkStoreError) in
      guard let change = try store.change(number), change.actor.kind == actor.kind,
        change.actor.id == actor.id
      else { return nil }
      let links = try store.links(of: number, after: 0, limit: limit)
      return (change, links.filter { reach.covers($0.key.host) })
    }
  }

  /// The changes to a link, newest first.
  package func history(of key: LinkKey, limit: Int) throws(InquiryError) -> [AuditEntry] {
    try require(key.host)
    var query = AuditQuery()
    (query.host, query.slug, query.limit, query.reach) = (key.host, key.slug, limit, reach)
    let asked = query
    return try stored { store throws(LinkStoreError) in try store.audit(asked) }
      .entries.map(\.entry)
  }

  /// Requires reach over the host even if the visit ends elsewhere: explanations reveal the links
  /// of a host.
  ///
  /// - Parameter planned: a link that is taken for one of the store.
  package func explanation(
    _ question: ExplanationQuestion, planned: ShortLink? = nil
  ) throws(InquiryError) -> ExplanationAnswer {
    if reach.isBounded, question.url != nil {
      let host = question.url.flatMap { WebURL($0)?.comparedHost }
      try require(host ?? question.url ?? "")
    }
    return try stored { store throws(LinkStoreError) in
      let links = StoredLinks(store, within: reach, planned: planned)
      return try question.answer(sites, links: links, now: now)
    }
  }

  /// What the short URL of a link does for every kind of visitor now; nil on a host without short links.
  ///
  /// - Parameter planned: a link that is taken for one of the store.
  package func visitors(
    of key: LinkKey, planned: ShortLink? = nil
  ) throws(InquiryError) -> VisitorAnswers? {
    try require(key.host)
    guard let url = OwnURL(sites.tappedURL(key), askedHost: nil, in: sites) else { return nil }
    return try stored { store throws(LinkStoreError) in
      try StoredLinks(store, within: reach, planned: planned).asked(sites) {
        ServerAnswers(sites, now: now, links: $0).visitors(at: url)
      }
    }
  }
}

/// The reason why an inquiry has no answer.
package enum InquiryError: Error, Equatable, Sendable {
  /// The host is out of reach, or the text names no host.
  case outOfReach(String)
  /// The statistics of launches were requested by a caller limited to certain hosts.
  case launchesOfNoHost
  /// The question has to name one of these hosts.
  case hostNeeded([String])
  case noLink(LinkKey)
  /// The link is one of the configuration.
  case noVersions(LinkKey)
  /// The given name does not name a link.
  case notName(LinkNameFault)
  case failed(LinkStoreError)
}
