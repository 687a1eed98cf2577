package import Links
package import LinkStorage

extension SQLStore where Self: ManagedLinks {
  package func importedClicks(within reach: HostReach) throws(LinkStoreError) -> Int {
    var conditions = SQLConditions(SharedConnection.dialect)
    conditions.add("ranked_imported > 0", [])
    conditions.add(reach)
    return try first(
      "SELECT CAST(coalesce(sum(ranked_imported), 0) AS bigint) FROM "
        + "(\(SharedConnection.dialect.ranking.rows)) AS ranked JOIN keiro.links "
        + "ON host = ranked_host AND slug = ranked_slug \(conditions.text)", conditions.values
    ) { $0.int(0) } ?? 0
  }

  package func currentLink(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try reading { sql throws(Failure) in try sql.link(at: key) }
  }

  package func currentLinks(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    try readingSnapshot { sql throws(Failure) in try sql.links(at: keys) }
  }

  package func link(like link: ShortLink) throws(LinkStoreError) -> StoredLink? {
    try reading { sql throws(Failure) in try sql.link(like: link) }
  }

  package func creation(
    by key: IdempotencyKey, now: Timestamp
  ) throws(LinkStoreError) -> Creation? {
    try reading { sql throws(Failure) in try sql.recall(key, now) }
  }

  package func links(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(LinkStoreError) -> LinkPage {
    let limit = min(max(limit, 1), 1000)
    // Clicks move between tables.
    guard filter.order == .clicks else {
      return try reading { sql throws(Failure) in try sql.page(filter, after: cursor, limit: limit)
      }
    }
    return try readingSnapshot { sql throws(Failure) in
      try sql.page(byClicks: filter, after: cursor, limit: limit)
    }
  }

  package func count(_ filter: LinkFilter, upTo limit: Int) throws(LinkStoreError) -> Int {
    try reading { sql throws(Failure) in try sql.count(filter, upTo: limit) }
  }

  package func links(afterID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try links(where: "id > $1 ORDER BY id LIMIT $2", [.int(id), .int(max(limit, 1))])
  }
}

extension SQLStore where Self: VisitedLinks {
  package func link(at key: LinkKey) throws(LinkStoreError) -> StoredLink? {
    try reading { sql throws(Failure) in try sql.link(at: key) }
  }

  package func links(at keys: [LinkKey]) throws(LinkStoreError) -> [StoredLink] {
    try reading { sql throws(Failure) in try sql.links(at: keys) }.ordered(by: keys)
  }

  package func links(beforeID id: Int, limit: Int) throws(LinkStoreError) -> [StoredLink] {
    try links(where: "id < $1 ORDER BY id DESC LIMIT $2", [.int(id), .int(max(limit, 1))])
  }
}

extension SQLReader {
  /// The links that satisfy a condition, in its order.
  package func links(
    where condition: String, _ values: [SQLValue]
  ) throws(LinkStoreError) -> [StoredLink] {
    try reading { sql throws(Failure) in try sql.links(where: condition, values) }
  }
}

extension SQLConnection {
  package var linkSelection: String { "SELECT \(Self.dialect.linkColumns) FROM keiro.links" }

  /// The links that satisfy a condition, in its order.
  func links(where condition: String, _ values: [SQLValue]) throws(Failure) -> [StoredLink] {
    try rows("\(linkSelection) WHERE \(condition)", values, Self.link)
  }

  /// The query of `ManagedLinks.link(like:)` on this connection.
  package func link(like link: ShortLink) throws(Failure) -> StoredLink? {
    let candidates = try links(
      where: "likeness = $1 AND host = $2 ORDER BY id LIMIT 100",
      [.int(LinkCodec.likeness(of: link)), .text(link.host)])
    return candidates.first { $0.link.isLike(link) }
  }

  /// The links whose end was not reported to webhooks, ordered by their end.
  func links(
    endingAfter told: ToldEnds, until now: Timestamp
  ) throws(Failure) -> [StoredLink] {
    try links(
      where: "expires IS NOT NULL AND (expires, id) > ($1, $2) AND expires <= $3 "
        + "ORDER BY expires, id LIMIT $4",
      [.time(told.time), .int(told.id), .time(now), .int(ToldEnds.atATime)])
  }

  fileprivate func page(
    _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(Failure) -> LinkPage {
    if let most = filter.searchedLinks, filter.isScanned {
      return try page(amongNewest: most, filter, after: cursor, limit: limit)
    }
    var conditions = conditions(filter)
    let isByEnd = filter.isByEnd
    if let cursor {
      conditions.add(
        isByEnd ? "(expires, id) > (#, #)" : "(created_at, id) < (#, #)",
        [.time(cursor.time), .int(cursor.id)])
    }
    // One more than requested shows whether there is another page.
    let bound = conditions.placed("LIMIT #", [.int(limit + 1)])
    let order = isByEnd ? "expires, id" : "created_at DESC, id DESC"
    let found = try rows(
      "\(linkSelection) \(conditions.text) ORDER BY \(order) \(bound)", conditions.values,
      Self.link)
    let page = Array(found.prefix(limit))
    let next = found.count > limit ? page.last.map { LinkCursor($0, isByEnd: isByEnd) } : nil
    return LinkPage(links: page, next: next)
  }

  /// A page of the links that match among the next ones in the order of creation: a search that finds
  /// little ends there, rather than with the last link.
  ///
  /// The number of these bounds it, not their times: all links of an import have the same.
  private func page(
    amongNewest most: Int, _ filter: LinkFilter, after cursor: LinkCursor?, limit: Int
  ) throws(Failure) -> LinkPage {
    var conditions = conditions(filter.indexed)
    if let cursor {
      conditions.add("(created_at, id) < (#, #)", [.time(cursor.time), .int(cursor.id)])
    }
    let order = "ORDER BY created_at DESC, id DESC"
    var end = conditions
    let skipped = end.placed("LIMIT 1 OFFSET #", [.int(max(most, 1) - 1)])
    let last = try first(
      "SELECT created_at, id FROM keiro.links \(end.text) \(order) \(skipped)", end.values
    ) { LinkCursor(createdAt: $0.time(0), id: $0.int(1)) }
    let restriction = conditions.text
    let looked = conditions.placed("LIMIT #", [.int(max(most, 1))])
    var wanted = conditions.following
    wanted.add(wordsOf: filter)
    if let state = filter.state, filter.indexed.state == nil { wanted.add(state) }
    let bound = wanted.placed("LIMIT #", [.int(limit + 1)])
    let found = try rows(
      "SELECT \(Self.dialect.linkColumns) FROM (SELECT id AS looked FROM keiro.links "
        + "\(restriction) \(order) \(looked)) AS newest JOIN keiro.links ON id = looked "
        + "\(wanted.text) \(order) \(bound)", wanted.values, Self.link)
    guard found.count <= limit else {
      let page = Array(found.prefix(limit))
      return LinkPage(links: page, next: page.last.map { LinkCursor($0) })
    }
    return LinkPage(links: found, next: last, isCut: last != nil)
  }

  func count(_ filter: LinkFilter, upTo limit: Int) throws(Failure) -> Int {
    var conditions = conditions(filter)
    let bound = limit == .max ? "" : conditions.placed("LIMIT #", [.int(max(limit, 0))])
    return try first(
      "SELECT count(*) FROM (SELECT 1 FROM keiro.links \(conditions.text) \(bound)) AS counted",
      conditions.values
    ) { $0.int(0) } ?? 0
  }

  /// - Parameter earlier: conditions to which those of the filter are added; nil for none.
  func conditions(
    _ filter: LinkFilter, behind earlier: SQLConditions? = nil
  ) -> SQLConditions {
    var conditions = earlier ?? SQLConditions(Self.dialect)
    if let host = filter.host { conditions.add("host = #", [.text(host)]) }
    conditions.add(filter.reach)
    if let tag = filter.tag { conditions.add(tag: tag, Self.dialect.hasTag) }
    if let owner = filter.owner { conditions.add(Self.dialect.hasOwner, [.text(owner)]) }
    if let campaign = filter.campaign {
      conditions.add("\(Self.dialect.campaign) = #", [.text(campaign)])
    }
    if let state = filter.state { conditions.add(state) }
    if let health = filter.health { conditions.add(health) }
    conditions.add(wordsOf: filter)
    return conditions
  }
}

/// The number of links of a campaign among which one within the reach is looked for.
private let latestOfCampaign = 20

extension SQLStore where Self: ManagedLinks {
  package func newestLinkOfEachCampaign(
    within reach: HostReach, limit: Int
  ) throws(LinkStoreError) -> [StoredLink] {
    // Leaps from campaign to campaign in their index, instead of reading each of its links.
    let dialect = SharedConnection.dialect
    let (campaign, order) = (dialect.campaign, "created_at DESC, id DESC")
    let named = "(SELECT \(campaign) FROM keiro.links WHERE id = newest)"
    var conditions = SQLConditions(dialect)
    let last = conditions.placed("place < #", [.int(limit)])
    conditions.add(reach)
    let query = """
      WITH RECURSIVE campaigns (place, newest) AS (
      SELECT 1, CASE WHEN \(dialect.hasCampaignIndex) THEN
      (SELECT id FROM keiro.links WHERE \(campaign) IS NOT NULL
      ORDER BY \(campaign), \(order) LIMIT 1) END
      UNION ALL SELECT place + 1,
      (SELECT id FROM keiro.links WHERE \(campaign) IS NOT NULL AND \(campaign) > \(named)
      ORDER BY \(campaign), \(order) LIMIT 1)
      FROM campaigns WHERE newest IS NOT NULL AND \(last))
      SELECT \(dialect.linkColumns) FROM (SELECT place,
      (SELECT id FROM (SELECT id, host, created_at FROM keiro.links WHERE \(campaign) = \(named)
      ORDER BY \(order) LIMIT \(latestOfCampaign)) AS latest
      \(conditions.text) ORDER BY \(order) LIMIT 1) AS own
      FROM campaigns WHERE newest IS NOT NULL) AS found
      JOIN keiro.links ON id = own ORDER BY place
      """
    return try rows(query, conditions.values, SharedConnection.link)
  }
}
