package import Links
package import LinkStorage

extension SQLStore where Self: HistoryKeeping {
  package func emptyBin(
    within reach: HostReach, before time: Timestamp, limit: Int, by actor: AuditActor,
    now: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    writing(completion) { sql throws(Failure) in
      try sql.emptyBin(within: reach, before: time, limit: limit, by: actor, now: now)
    }
  }
}

/// The clicks of deleted links, inside a transaction.
///
/// They stay where they are, in a row of the table of counted links with the key of the link. When
/// another link takes the key, or the bin is emptied, the row gets a key of its own: `/` and the
/// number of the link, which no slug is. No click moves and no sum changes.
extension SQLConnection {
  /// Makes room at a key for the clicks of a link that is about to be made there.
  package func setAside(_ key: LinkKey) throws(Failure) {
    let former = try first(
      "SELECT link FROM keiro.former_links WHERE host = $1 AND slug = $2 "
        + Self.dialect.lockingForChange, [.text(key.host), .text(key.slug)]
    ) { $0.int(0) }
    guard let former else { return }
    try moveCounts(from: key, to: LinkKey(formerly: former, on: key.host))
    try send("UPDATE keiro.former_links SET slug = '/' || link WHERE link = $1", [.int(former)])
  }

  /// The keys at which clicks of deleted links are, among many.
  package func formerKeys(among keys: [LinkKey]) throws(Failure) -> [LinkKey] {
    try rows(
      "SELECT f.host, f.slug FROM #rows JOIN keiro.former_links AS f "
        + "ON f.host = n.key_host AND f.slug = n.key_slug ORDER BY f.link", over: keys.rows, []
    ) { LinkKey(host: $0.text(0), slug: $0.text(1)) }
  }

  /// What is left of a deleted link, which stays so until the end of the transaction.
  ///
  /// - Parameter link: its identifier, or that of an earlier life of it.
  /// - Returns: its last identifier, and whether the bin was emptied of it; nil where a release that
  ///   took the clicks of a link along has deleted it.
  func former(_ link: Int) throws(Failure) -> (link: Int, isGone: Bool)? {
    let link = try lastLife(of: link)
    // One that is being removed from the bin is waited for.
    let isGone = try first(
      "SELECT CASE WHEN emptied_at IS NULL THEN 0 ELSE 1 END FROM keiro.former_links "
        + "WHERE link = $1 \(Self.dialect.lockingForChange)", [.int(link)]
    ) { $0.int(0) != 0 }
    return isGone.map { (link, $0) }
  }

  /// The identifier that a link had last, which is another one each time it has come back.
  func lastLife(of link: Int) throws(Failure) -> Int {
    var link = link
    while let next = try first(
      "SELECT successor FROM keiro.former_links WHERE link = $1 AND successor IS NOT NULL",
      [.int(link)], { $0.int(0) })
    { link = next }
    return link
  }

  /// Gives a deleted link that has come back its clicks.
  func bringBack(_ link: Int, to key: LinkKey, as id: Int) throws(Failure) {
    let place = LinkKey(formerly: link, on: key.host)
    if try countedNumber(of: place) != nil {
      // Clicks that came when there was no link are nobody's.
      if let other = try countedNumber(of: key) {
        try moveCounts(from: key, to: LinkKey(host: key.host, slug: "/0\(other)"))
      }
      try moveCounts(from: place, to: key)
    }
    try send(
      "UPDATE keiro.former_links SET successor = $1 WHERE link = $2", [.int(id), .int(link)])
  }

  private func moveCounts(from old: LinkKey, to new: LinkKey) throws(Failure) {
    try send(
      "UPDATE \(Self.dialect.counted) SET slug = $1 WHERE host = $2 AND slug = $3",
      [.text(new.slug), .text(old.host), .text(old.slug)])
  }

  // MARK: - Emptying

  func emptyBin(
    within reach: HostReach, before time: Timestamp, limit: Int, by actor: AuditActor,
    now: Timestamp
  ) throws(Failure) -> Int {
    var conditions = SQLConditions(Self.dialect)
    conditions.add(
      "emptied_at IS NULL AND successor IS NULL AND deleted_at < #", [.time(time)])
    conditions.add(reach)
    let bound = conditions.placed("LIMIT #", [.int(max(limit, 1))])
    // A link that comes back at this moment stays.
    let links = try rows(
      "SELECT link, host FROM keiro.former_links \(conditions.text) ORDER BY deleted_at, link "
        + "\(bound) \(Self.dialect.skippingLocked)", conditions.values
    ) { (number: $0.int(0), host: $0.text(1)) }
    guard !links.isEmpty else { return 0 }
    let (numbers, isOne) = (SQLValue.numbers(links.map(\.number)), Self.dialect.isNumbered("$1"))
    // Nodes of the release before leave the clicks at a key to the link that they make there.
    try send(
      "UPDATE keiro.former_links AS f SET slug = '/' || link WHERE link \(isOne) "
        + "AND substr(slug, 1, 1) <> '/' "
        + "AND NOT \(Self.isWithoutLink)",
      [numbers])
    try send(
      "UPDATE \(Self.dialect.counted) AS c SET slug = '/' || f.link FROM keiro.former_links AS f "
        + "WHERE f.host = c.host AND f.slug = c.slug AND substr(f.slug, 1, 1) <> '/' "
        + "AND f.link \(isOne)", [numbers])
    try send(
      "UPDATE keiro.former_links SET slug = '/' || link, emptied_at = $1 "
        + "WHERE link \(Self.dialect.isNumbered("$2"))", [.time(now), numbers])
    try send(
      "DELETE FROM keiro.link_versions WHERE link \(isOne)",
      [.numbers(links.map(\.number) + earlierLives(of: numbers))])
    let counts = Dictionary(grouping: links, by: \.host).mapValues(\.count)
    try enter(
      counts.sorted { $0.key < $1.key }.map { host, count in
        AuditEntry(.linksPurged, by: actor, at: now, host: host, updated: count)
      })
    return links.count
  }

  /// The identifiers that deleted links had before they were restored: their versions are those of the
  /// same link.
  private func earlierLives(of links: SQLValue) throws(Failure) -> [Int] {
    try rows(
      "SELECT DISTINCT o.link FROM keiro.link_versions AS d JOIN keiro.link_versions AS o "
        + "ON o.host = d.host AND o.slug = d.slug AND o.number < d.number "
        + "WHERE d.host IS NOT NULL AND d.link \(Self.dialect.isNumbered("$1")) "
        + "AND NOT EXISTS (SELECT 1 FROM keiro.former_links AS f WHERE f.link = o.link "
        + "AND f.emptied_at IS NULL AND f.successor IS NULL)", [links]
    ) { $0.int(0) }
  }

  /// Forgets groups whose last sums are older than any that are kept.
  func forgetFormerLinks(before time: Timestamp) throws(Failure) -> Int {
    try send(
      "DELETE FROM \(Self.dialect.counted) WHERE substr(slug, 1, 1) = '/' AND (host, slug) IN "
        + "(SELECT host, slug FROM keiro.former_links WHERE emptied_at < $1)", [.time(time)])
    return try run(
      "DELETE FROM keiro.former_links WHERE emptied_at < $1 "
        + "OR successor IS NOT NULL AND deleted_at < $1", [.time(time)])
  }
}

extension LinkKey {
  /// The key of the clicks of a deleted link whose own key is not free for them.
  fileprivate init(formerly link: Int, on host: String) {
    self.init(host: host, slug: "/\(link)")
  }

  /// Whether it is that of such clicks.
  package var isOfFormerLink: Bool { slug.utf8.first == UInt8(ascii: "/") }
}

/// Deleted links on their way from one store to another.
extension CountTransfer {
  /// Deleted links whose clicks are in the sums, in the order of their identifiers.
  ///
  /// - Parameter link: the `number` of the last link of the preceding page; nil for the first page.
  package func formerLinks(
    after link: Int?, limit: Int
  ) throws(LinkStoreError) -> [FormerLink] {
    try rows(
      "SELECT \(versionColumns), f.link, f.host, "
        + "CASE WHEN \(SharedConnection.isWithoutLink) THEN f.slug ELSE '/' || f.link END, f.details, "
        + "f.deleted_at, f.emptied_at FROM keiro.former_links AS f "
        + "LEFT JOIN keiro.link_versions AS v ON v.link = f.link AND v.kind = 2 "
        + "LEFT JOIN keiro.link_changes AS c ON c.number = v.change "
        + "WHERE f.link > $1 AND f.successor IS NULL ORDER BY f.link LIMIT $2",
      [.int(link ?? .min), .int(max(limit, 1))], formerLink)
  }

  /// Takes over deleted links of another store, each once; those in its bin are in the bin here.
  ///
  /// - Parameter source: that store's `countIdentity`.
  package func takeFormer(
    _ links: [FormerLink], of source: String, now: Timestamp,
    completion: @escaping StoreCompletion<Void>
  ) {
    writing(completion) { sql throws(Failure) in
      var lowest = try sql.lowestLink()
      for link in links where try sql.taken(link.number, of: source) == nil {
        lowest -= 1
        try sql.take(link, as: lowest, "\(source)/\(link.number)", now)
      }
    }
  }
}

private func formerLink(_ row: some SQLRow) throws(LinkStoreError) -> FormerLink {
  let first = versionWidth
  let deletion = try keptVersion(row)
  return FormerLink(
    number: row.int(first), key: LinkKey(host: row.text(first + 1), slug: row.text(first + 2)),
    groups: row.optionalText(first + 3), deletedAt: row.time(first + 4),
    emptiedAt: row.optionalTime(first + 5), deletion: deletion.change == nil ? nil : deletion)
}

extension SQLConnection {
  /// The lowest identifier of a link: copied ones count downwards, so that they meet no link of this
  /// store.
  fileprivate func lowestLink() throws(Failure) -> Int {
    let lowest = try first(
      "SELECT min(link) FROM (SELECT min(link) AS link FROM keiro.former_links UNION ALL "
        + "SELECT min(link) FROM keiro.link_versions) AS lowest", []
    ) { $0.optionalInt(0) }
    return min((lowest ?? nil) ?? 0, 0)
  }

  /// Its clicks are at its own key if nothing of this store is there.
  fileprivate func take(
    _ link: FormerLink, as number: Int, _ origin: String, _ now: Timestamp
  ) throws(Failure) {
    let taken = try first(
      ["keiro.links", "keiro.former_links", Self.dialect.counted]
        .map { "SELECT 1 FROM \($0) WHERE host = $1 AND slug = $2" }
        .joined(separator: " UNION ALL "), [.text(link.key.host), .text(link.key.slug)]
    ) { $0.int(0) }
    let slug = taken == nil && !link.key.isOfFormerLink ? link.key.slug : "/\(number)"
    try send(
      "INSERT INTO keiro.former_links (link, host, slug, details, deleted_at, emptied_at, origin) "
        + "VALUES ($1, $2, $3, $4, $5, $6, $7)",
      [
        .int(number), .text(link.key.host), .text(slug), .text(link.groups),
        .time(link.deletedAt), .time(link.emptiedAt), .text(origin),
      ])
    guard let deletion = link.deletion, var actor = deletion.change?.actor else { return }
    // At this time, since changes are numbered in the order of their times.
    actor.change = nil
    _ = try beginChange(by: actor, at: now)
    let place: [SQLValue] = [.text(link.key.host), .text(deletion.key?.slug ?? "")]
    let last = try first(
      "SELECT max(number) FROM keiro.link_versions WHERE host = $1 AND slug = $2", place
    ) { $0.optionalInt(0) }
    try send(
      "INSERT INTO keiro.link_versions (link, number, change, kind, revision, before, host, slug) "
        + "VALUES ($1, $2, \(Self.dialect.lastChange), 2, $3, $4, $5, $6)",
      [
        .int(number), .int(max(deletion.number, ((last ?? nil) ?? 0).addingClamped(1))),
        .int(deletion.revision), .text(deletion.before),
      ] + place)
  }

  /// The identifier here of a deleted link of another store; nil if it was not taken over.
  fileprivate func taken(_ number: Int, of source: String) throws(Failure) -> Int? {
    try first(
      "SELECT link FROM keiro.former_links WHERE origin = $1", [.text("\(source)/\(number)")]
    ) { $0.int(0) }
  }

  /// The links of a page, with the keys at which their clicks are at this moment: a deleted one may have
  /// come back since it was taken over, or another one have its key.
  package func placed(_ page: CountPage) throws(Failure) -> [LinkCounts] {
    var links = page.links
    for index in links.indices {
      guard let number = links[index].former, let link = try taken(number, of: page.source) else {
        continue
      }
      let place = try first(
        "SELECT host, slug FROM keiro.links WHERE id = $1 UNION ALL "
          + "SELECT host, slug FROM keiro.former_links WHERE link = $1", [.int(lastLife(of: link))]
      ) { LinkKey(host: $0.text(0), slug: $0.text(1)) }
      if let place { links[index].move(to: place) }
    }
    return links
  }

  /// Whether no link has the key of a row `f` of the deleted links. Nodes of the release before leave it
  /// to both.
  static var isWithoutLink: String {
    "NOT EXISTS (SELECT 1 FROM keiro.links AS l WHERE l.host = f.host AND l.slug = f.slug)"
  }
}
